import type { Element } from "../../matcher/pattern.ts";
import { Attempts, type Meter, type Mismatch, sizeOf } from "./attempts.ts";

/**
 * The budget for explaining a line, in steps of a `Meter`. What has begun may go on to twice as many. That takes a
 * second or two at worst. For a line of kilobytes everything is tried. For one of megabytes, perhaps fewer rules and
 * fewer edits are tried.
 */
export const MAX_STEPS = 20_000_000;

/** How many steps it takes to prepare an element of an edited pattern. */
const STEPS_FOR_ELEMENT = 64;

/** A pattern in which one branch replaces its alternatives. */
interface ExpandedBranch {
  readonly branch: readonly Element[];
  /** The whole pattern, including the branch. */
  readonly elements: readonly Element[];
  readonly mismatch: Mismatch;
}

/** A line on which patterns are tried, as long as its budget lasts. */
export class BudgetedLine {
  readonly bytes: Buffer;
  private readonly meter: Meter;
  private readonly spare: Meter;
  private readonly budget: number;
  private readonly ruleAttempts: Attempts;
  /** For this line only. Edits contain texts of their line, so attempts for all lines would grow without bound. */
  private readonly attempts = new Attempts();

  /** `ruleAttempts` tries rules on all lines. */
  constructor(bytes: Buffer, budget = MAX_STEPS, ruleAttempts = new Attempts()) {
    this.bytes = bytes;
    this.ruleAttempts = ruleAttempts;
    this.budget = budget;
    this.meter = { count: 0, most: 2 * budget };
    this.spare = { count: 0, most: budget };
  }

  /** Whether more than this share of the budget is spent. */
  hasSpent(share: number): boolean {
    return this.meter.count > share * this.budget;
  }

  /** How many steps were taken, also as a last resort. */
  get spent(): number {
    return this.meter.count + this.spare.count;
  }

  /** Counts the steps of other work. */
  spend(steps: number): void {
    this.meter.count += steps;
  }

  /**
   * Whether the budget allows for matching so many bytes of other lines with these elements. Spends what that may take.
   * What is tried as a last resort has a budget of its own.
   */
  affordsMatch(elements: readonly Element[], bytes: number, isLastResort = false): boolean {
    const meter = isLastResort ? this.spare : this.meter;
    const size = sizeOf(elements);
    const cost = size * (STEPS_FOR_ELEMENT + bytes);
    if (meter.count + cost > meter.most) return false;
    meter.count += cost;
    return true;
  }

  /** The mismatch of elements with the line; undefined if they match. */
  try(elements: readonly Element[], isLastResort = false): Mismatch | undefined {
    const meter = isLastResort ? this.spare : this.meter;
    meter.count += STEPS_FOR_ELEMENT * sizeOf(elements);
    return this.attempts.try(elements, this.bytes, meter);
  }

  /** The same for a rule, whose elements are not edited. */
  tryRule(elements: readonly Element[]): Mismatch | undefined {
    return this.ruleAttempts.try(elements, this.bytes, this.meter);
  }

  /**
   * The pattern with each branch in place of the alternatives at `index`, if there are any. Returns only patterns whose
   * mismatch is there or later.
   */
  expandBranches(elements: readonly Element[], index: number): ExpandedBranch[] {
    const element = elements[index];
    if (element === undefined || !("alternatives" in element)) return [];
    return element.alternatives.flatMap((branch) => {
      const expanded = elements.toSpliced(index, 1, ...branch);
      if (branch.length === 0 || this.hasSpent(1)) return [];
      const mismatch = this.try(expanded);
      return mismatch === undefined || mismatch.element < index ? [] : [{ branch, elements: expanded, mismatch }];
    });
  }
}

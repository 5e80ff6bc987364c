// How far a pattern gets on a line. The fold that makes the matcher's parsers answers this, with an observer before
// each element: the furthest observer that a failing parser reaches is where the line differs (parsimmon reports
// failures in the same way). The matcher's own parsers have no observers, because they look ahead: a missing text at
// the end of the pattern rejects a line at once.

import { Fold } from "../../matcher/fold.ts";
import { Line } from "../../matcher/line.ts";
import { type Action, actionOf, NO_MATCH, type Parser, parser, type Reply } from "../../matcher/parser.ts";
import { Parsers } from "../../matcher/parsers.ts";
import { DATE_TIME, type Element, type PatternElement, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { Literals } from "../../matcher/search/literal.ts";
import { TypeMatchers } from "../../matcher/types/type-registry.ts";
import { ANYTHING } from "../../text/bytes/byte-set.ts";

/** Where and how elements fail to match a line. */
export interface Mismatch {
  /** How many elements matched. A field of any text counts only if the element after it was found. */
  readonly matched: number;
  /** The index of the element that did not match; the number of elements if the line goes on after the last one. */
  readonly element: number;
  /** Where it should have begun; the first such offset if `isOpen`. */
  readonly at: number;
  /** Whether it could have begun anywhere from there on. */
  readonly isOpen: boolean;
  /** The first offset where it could have begun if the elements before it were shorter. */
  readonly first: number;
  /** Whether the rest was not examined, because that would have taken too long. */
  readonly isGivenUp: boolean;
}

/** Counts work in steps of some ten nanoseconds. Hostile lines and patterns take millions. */
interface Meter {
  count: number;
  /** Nothing goes on when the count exceeds this. */
  readonly most: number;
}

/** How many steps it takes to try an element at an offset. */
const STEPS_FOR_TRY = 4;

/** How many bytes a search for a text passes in a step. */
export const BYTES_FOR_STEP = 64;

/** The date-time that a field `timestamp` prefers. */
const DATED: Element = { field: TIMESTAMP_FIELD, type: DATE_TIME };

const GIVEN_UP = new Error("the line was not examined any further");

/** The elements from one on, up to the next that is not a field of any text, and what matches from there on. */
interface Part {
  readonly next: number;
  readonly steps: number;
  readonly action: Action;
}

/** Tries patterns on lines. A rule and its edits share most of their elements, and so the parsers of these. */
export class Attempts {
  private readonly line = new Line();
  private readonly fold: Fold<Parser>;
  /** What was made so far: for each kind of observed part, by the element that it ends with. */
  private readonly made = new Map<number, WeakMap<Element, Action>>();
  private fieldCount = 0;

  // The attempt under way:
  private elements: readonly Element[] = [];
  private meter: Meter = { count: 0, most: 0 };
  /** What is observed from an element on. */
  private parts: (Part | undefined)[] = [];
  private reached = 0;
  /** Where it should begin: in the order in which offsets were tried, and from the left. */
  private preferred = 0;
  private first = 0;
  private last = 0;

  constructor() {
    const { line } = this;
    this.fold = new Fold(new Parsers(line, new Literals(line)), new TypeMatchers(line));
  }

  /**
   * The mismatch of elements with a line; undefined if they match the whole line. If a field `timestamp` prefers a
   * date-time, the mismatch is that of the date-time, provided that the pattern gets at least as far with it.
   */
  try(elements: readonly Element[], line: Buffer, meter: Meter): Mismatch | undefined {
    const plain = this.reading(elements, line, meter);
    const timestamp = elements.findIndex((element) => "field" in element && element.field === TIMESTAMP_FIELD);
    if (plain === undefined || !isAnyField(elements[timestamp])) return plain;
    const dated = this.reading(elements.with(timestamp, DATED), line, meter);
    // The field only prefers a date-time, so a date-time is never what is missing.
    return dated !== undefined && (dated.matched < plain.matched || dated.element === timestamp) ? plain : dated;
  }

  private reading(elements: readonly Element[], bytes: Buffer, meter: Meter): Mismatch | undefined {
    this.line.begin(0, bytes.length);
    this.elements = elements;
    this.meter = meter;
    this.parts = [];
    this.reached = -1;
    const searched = elements.filter((_, i) => isAnyField(elements[i - 1]));
    meter.count += (sizeOf(searched) * bytes.length) / BYTES_FOR_STEP;
    try {
      return this.arrive(bytes, 0, 0) === NO_MATCH ? this.mismatch(false) : undefined;
    } catch (error) {
      if (error !== GIVEN_UP) throw error;
      return this.mismatch(true);
    }
  }

  /** Takes note that an element may begin at an offset, and goes on with it. */
  private arrive(bytes: Uint8Array, index: number, at: number): Reply {
    this.parts[index] ??= this.partFrom(index);
    const { next, steps, action } = this.parts[index];
    if (next > this.reached) {
      this.reached = next;
      this.preferred = at;
      this.first = at;
      // After a field of any text, it may begin anywhere.
      this.last = next > index ? this.line.end : at;
    } else if (next === this.reached) {
      this.first = Math.min(this.first, at);
      this.last = Math.max(this.last, at);
    }
    this.meter.count += steps;
    if (this.meter.count > this.meter.most) throw GIVEN_UP;
    return action(bytes, at);
  }

  private partFrom(index: number): Part {
    const { elements } = this;
    let next = index;
    while (isAnyField(elements[next])) next++;
    const size = sizeOf(elements.slice(next, next + 1));
    return { next, steps: STEPS_FOR_TRY * Math.max(size, 1), action: this.actionFrom(index, next) };
  }

  /**
   * What matches from an element on. Includes the next element that is not a field of any text, because the matcher may
   * search for it; what follows that is observed.
   */
  private actionFrom(index: number, next: number): Action {
    const { fold, elements } = this;
    const isAfterAny = next > index;
    const element = elements[next];
    if (element === undefined) {
      const end = fold.lineEnd();
      return actionOf((isAfterAny ? fold.any(this.fieldCount++, end) : end).code);
    }
    const isMonotone = isAnyField(elements[next + 1]);
    const kind = 4 * next + (isAfterAny ? 2 : 0) + (isMonotone ? 1 : 0);
    const made = this.made.get(kind) ?? new WeakMap<Element, Action>();
    this.made.set(kind, made);
    const known = made.get(element);
    if (known !== undefined) return known;
    const observed = parser((bytes, at) => this.arrive(bytes, next + 1, at));
    const following = { code: observed, first: ANYTHING, isMonotone };
    const { elements: canonical, fields } = pattern([element]);
    const one = fold.sequence(withFieldsFrom(this.fieldCount, canonical), following);
    this.fieldCount += fields.length;
    const action = actionOf((isAfterAny ? fold.any(this.fieldCount++, one) : one).code);
    made.set(element, action);
    return action;
  }

  private mismatch(isGivenUp: boolean): Mismatch {
    const { elements, reached: element, first, last } = this;
    let matched = element;
    while (matched > 0 && isAnyField(elements[matched - 1])) matched--;
    const isOpen = last === this.line.end && mayEndAnywhere(elements.slice(0, element));
    // The last element must end the line, so the offset furthest right counts.
    const at = element === elements.length ? last : isOpen ? first : this.preferred;
    return { matched, element, at, isOpen, first, isGivenUp };
  }
}

/** The same elements, whose fields have numbers from `first` on. */
function withFieldsFrom(first: number, elements: readonly PatternElement[]): readonly PatternElement[] {
  return elements.map((element) => {
    if ("branches" in element) return { branches: element.branches.map((branch) => withFieldsFrom(first, branch)) };
    return "field" in element ? { ...element, field: element.field + first } : element;
  });
}

export function isAnyField(element: Element | undefined): element is { readonly field: string } {
  return element !== undefined && "field" in element && element.type === undefined;
}

/** Whether elements may end with a field of any text. `isAnyBefore` says whether such a field is before them. */
function mayEndAnywhere(elements: readonly Element[], isAnyBefore = false): boolean {
  return elements.reduce((isAny, element) => {
    if ("alternatives" in element) return element.alternatives.some((branch) => mayEndAnywhere(branch, isAny));
    return isAnyField(element);
  }, isAnyBefore);
}

/** The number of elements, and of those in their branches. */
function sizeOf(elements: readonly Element[]): number {
  return elements.reduce((size, element) => {
    if (!("alternatives" in element)) return size + 1;
    return element.alternatives.reduce((sum, branch) => sum + sizeOf(branch), size + 1);
  }, 0);
}

/**
 * The budget for explaining a line, in steps of a `Meter`. What has begun may go on to twice as many. That takes a
 * second or two at worst. For a line of kilobytes everything is tried. For one of megabytes, perhaps fewer rules and
 * fewer edits are tried.
 */
export const MAX_STEPS = 20_000_000;

/** How many steps it takes to prepare an element of an edited pattern. */
const STEPS_FOR_ELEMENT = 64;

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

  get isSpent(): boolean {
    return this.meter.count > this.budget;
  }

  /** How many steps were taken, also as a last resort. */
  get spent(): number {
    return this.meter.count + this.spare.count;
  }

  spend(steps: number): void {
    this.meter.count += steps;
  }

  /** Whether the budget allows for matching so many bytes of other lines, and spends it. A last resort has its own. */
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

  /** The pattern with each branch in place of the alternatives at `index`, if its mismatch is there or later. */
  expandBranches(elements: readonly Element[], index: number) {
    const element = elements[index];
    if (element === undefined || !("alternatives" in element)) return [];
    return element.alternatives.flatMap((branch) => {
      const expanded = elements.toSpliced(index, 1, ...branch);
      if (branch.length === 0 || this.isSpent) return [];
      const mismatch = this.try(expanded);
      return mismatch === undefined || mismatch.element < index ? [] : [{ branch, elements: expanded, mismatch }];
    });
  }
}

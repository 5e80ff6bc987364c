import { Line } from "../../matcher/line/line.ts";
import { Matcher } from "../../matcher/matcher.ts";
import { DATE_TIME, type Element, type FieldType, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { Literals } from "../../matcher/search/literal.ts";
import type { TypeMatcher } from "../../matcher/types/type-matcher.ts";
import { TypeMatchers } from "../../matcher/types/type-registry.ts";
import { type Meter, type Mismatch, type PreparedPattern, type WalkStep, walk } from "./walk.ts";

/** Prepares patterns for walks. Equal literals and types are made once. */
export class PatternPreparer {
  private readonly literals: Literals;
  private readonly types: TypeMatchers;
  /** By object: edited patterns share most of their fields, and types with long lists of values take long to make. */
  private readonly made = new Map<FieldType, TypeMatcher>();

  /** `line` says which line the walks are along. */
  constructor(line: Line) {
    this.literals = new Literals(line);
    this.types = new TypeMatchers(line);
  }

  prepare(elements: readonly Element[]): PreparedPattern {
    const plain = this.stepsOf(elements);
    const timestamp = elements.findIndex((element) => "field" in element && element.field === TIMESTAMP_FIELD);
    if (timestamp === -1 || plain[timestamp] !== "any") return { plain, dated: undefined };
    return {
      plain,
      dated: { steps: plain.with(timestamp, { type: this.types.of(DATE_TIME) }), timestamp },
    };
  }

  private stepsOf(elements: readonly Element[]): WalkStep[] {
    return elements.map((element): WalkStep => {
      if ("text" in element) return { literal: this.literals.of(Buffer.from(element.text)) };
      if ("alternatives" in element) return { branches: element.alternatives.map((branch) => this.stepsOf(branch)) };
      return element.type === undefined ? "any" : { type: this.typeOf(element.type) };
    });
  }

  private typeOf(type: FieldType): TypeMatcher {
    const matcher = this.made.get(type) ?? this.types.of(type);
    this.made.set(type, matcher);
    return matcher;
  }
}

/**
 * The budget for explaining a line: how many of its offsets walks may pass. What has begun may go on to twice as many.
 * That takes a second or two at worst. For a line of kilobytes everything is tried. For one of megabytes, perhaps fewer
 * rules and fewer edits are tried.
 */
export const MAX_OFFSETS = 20_000_000;

/**
 * How many offsets a walk passes in the time in which the matcher passes a byte of the line with a typed field or a
 * branch. It knows shortcuts, but none of them helps on every line.
 */
const PLACES_FOR_MATCHED_BYTE = 1;

/** How many bytes of the line the matcher passes in the time of an offset with a text or a field of any text. */
const BYTES_SEARCHED_AT_ONCE = 64;

/** How many offsets are passed in the time that it takes to prepare an element of an edited pattern. */
const PLACES_FOR_ELEMENT = 64;

/** A pattern in which one branch replaces its alternatives. */
interface ExpandedBranch {
  readonly branch: readonly Element[];
  /** The whole pattern, including the branch. */
  readonly elements: readonly Element[];
  readonly mismatch: Mismatch;
}

/** Walks patterns along one line. */
export class Walker {
  readonly line: Buffer;
  private readonly meter: Meter;
  private readonly spare: Meter;
  private readonly budget: number;
  /**
   * Kept for this line only. Edits contain texts of their line, so a preparer for all lines would grow without bound.
   */
  private readonly preparer: PatternPreparer;

  /** `budget` is the number of offsets that walks may pass. */
  constructor(line: Buffer, budget = MAX_OFFSETS) {
    this.line = line;
    this.budget = budget;
    this.meter = { count: 0, most: 2 * budget };
    this.spare = { count: 0, most: budget };
    const current = new Line();
    current.begin(0, line.length);
    this.preparer = new PatternPreparer(current);
  }

  /** Whether more than this share of the budget is spent. */
  hasSpent(share: number): boolean {
    return this.meter.count > share * this.budget;
  }

  /** How many offsets were passed, also as a last resort. */
  get spent(): number {
    return this.meter.count + this.spare.count;
  }

  /** Counts work besides walks, in offsets that a walk passes in the same time. */
  spend(offsets: number): void {
    this.meter.count += offsets;
  }

  /**
   * Whether the matcher itself matches the line with these elements. Returns false, too, if the budget does not allow
   * for the time that this could take.
   */
  isMatched(elements: readonly Element[], isLastResort = false): boolean {
    const { line } = this;
    if (!this.affordsMatch(elements, line.length, isLastResort)) return false;
    return new Matcher([pattern(elements)]).match(line, 0, line.length) === 0;
  }

  /**
   * Whether the budget allows for the time in which the matcher could pass this many bytes with these elements. Spends
   * that. What is tried as a last resort has a budget of its own.
   */
  affordsMatch(elements: readonly Element[], bytes: number, isLastResort = false): boolean {
    const meter = isLastResort ? this.spare : this.meter;
    const size = sizeOf(elements);
    const perByte = PLACES_FOR_MATCHED_BYTE * (size - plainSizeOf(elements)) + size / BYTES_SEARCHED_AT_ONCE;
    const cost = PLACES_FOR_ELEMENT * size + perByte * bytes;
    if (meter.count + cost > meter.most) return false;
    meter.count += cost;
    return true;
  }

  /** The mismatch of elements with the line; undefined if they match. */
  walk(elements: readonly Element[]): Mismatch | undefined {
    this.meter.count += PLACES_FOR_ELEMENT * sizeOf(elements);
    return this.walkPrepared(this.preparer.prepare(elements));
  }

  /** Like `walk`, for a prepared pattern. */
  walkPrepared(prepared: PreparedPattern): Mismatch | undefined {
    return walk(prepared, this.line, this.meter);
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
      const mismatch = this.walk(expanded);
      return mismatch === undefined || mismatch.element < index ? [] : [{ branch, elements: expanded, mismatch }];
    });
  }
}

/** The number of elements, and of those in their branches. */
function sizeOf(elements: readonly Element[]): number {
  return elements.reduce((size, element) => {
    if (!("alternatives" in element)) return size + 1;
    return element.alternatives.reduce((sum, branch) => sum + sizeOf(branch), size + 1);
  }, 0);
}

/** How many of the elements are texts or fields of any text. What is in branches does not count. */
function plainSizeOf(elements: readonly Element[]): number {
  return elements.filter((element) => "text" in element || ("field" in element && element.type === undefined)).length;
}

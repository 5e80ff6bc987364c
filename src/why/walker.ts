import { Line } from "../matcher/line/line.ts";
import { type Element, type FieldKind, TIMESTAMP } from "../matcher/pattern.ts";
import { Literals } from "../matcher/search/literal.ts";
import type { FieldType } from "../matcher/types/field-type.ts";
import { FieldTypes } from "../matcher/types/field-types.ts";
import { type Meter, type Mismatch, type PreparedPattern, type Step, walk } from "./walk.ts";

/** Prepares patterns for walks. Equal literals and types are made once. */
export class PatternPreparer {
  private readonly literals: Literals;
  private readonly types: FieldTypes;
  /** By object: edited patterns share most of their fields, and types with long lists of values take long to make. */
  private readonly made = new Map<FieldKind, FieldType>();

  /** `line` says which line the walks are along. */
  constructor(line: Line) {
    this.literals = new Literals(line);
    this.types = new FieldTypes(line);
  }

  prepare(elements: readonly Element[]): PreparedPattern {
    const plain = this.stepsOf(elements);
    const timestamp = elements.findIndex((element) => "field" in element && element.field === TIMESTAMP);
    if (timestamp === -1 || plain[timestamp] !== "any") return { plain, dated: undefined };
    return {
      plain,
      dated: { steps: plain.with(timestamp, { type: this.types.of({ parser: TIMESTAMP }) }), timestamp },
    };
  }

  private stepsOf(elements: readonly Element[]): Step[] {
    return elements.map((element): Step => {
      if ("text" in element) return { literal: this.literals.of(Buffer.from(element.text)) };
      if ("alternatives" in element) return { branches: element.alternatives.map((branch) => this.stepsOf(branch)) };
      return element.kind === undefined ? "any" : { type: this.typeOf(element.kind) };
    });
  }

  private typeOf(kind: FieldKind): FieldType {
    const type = this.made.get(kind) ?? this.types.of(kind);
    this.made.set(kind, type);
    return type;
  }
}

/**
 * The budget for explaining a line: how many of its places walks may pass. A walk that has begun may go on to twice as many.
 * That takes a second or two at worst. For a line of kilobytes everything is tried. For one of megabytes, perhaps fewer rules
 * and fewer edits are tried.
 */
const MAX_PLACES = 10_000_000;

/** How many places are passed in the time that it takes to prepare an element of an edited pattern. */
const PLACES_FOR_ELEMENT = 64;

/** A pattern in which one branch replaces its alternatives. */
export interface ExpandedBranch {
  readonly branch: readonly Element[];
  /** The whole pattern, including the branch. */
  readonly elements: readonly Element[];
  readonly mismatch: Mismatch;
}

/** Walks patterns along one line. */
export class Walker {
  readonly line: Buffer;
  private readonly meter: Meter = { count: 0, most: 2 * MAX_PLACES };
  /** Kept for this line only. Edits contain texts of their line, so a preparer for all lines would grow without bound. */
  private readonly preparer: PatternPreparer;

  constructor(line: Buffer) {
    this.line = line;
    const current = new Line();
    current.begin(0, line.length);
    this.preparer = new PatternPreparer(current);
  }

  /** Whether more than this share of the budget is spent. */
  hasSpent(share: number): boolean {
    return this.meter.count > share * MAX_PLACES;
  }

  /** The mismatch of elements with the line; undefined if they match. */
  walk(elements: readonly Element[]): Mismatch | undefined {
    this.meter.count += PLACES_FOR_ELEMENT * sizeOf(elements);
    return this.walkPrepared(this.preparer.prepare(elements));
  }

  /** As `walk`, for a prepared pattern. */
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

function sizeOf(elements: readonly Element[]): number {
  return elements.reduce((size, element) => {
    if (!("alternatives" in element)) return size + 1;
    return element.alternatives.reduce((sum, branch) => sum + sizeOf(branch), size + 1);
  }, 0);
}

import { Line } from "../matcher/line/line.ts";
import { type Element, type FieldKind, TIMESTAMP } from "../matcher/pattern.ts";
import { Literals } from "../matcher/search/literal.ts";
import type { FieldType } from "../matcher/types/field-type.ts";
import { FieldTypes } from "../matcher/types/field-types.ts";
import { type Meter, type Mismatch, type PreparedPattern, type Step, walk } from "./walk.ts";

/** Prepares patterns for walks. Literals and types that are alike are made once. */
export class PatternPreparer {
  private readonly literals: Literals;
  private readonly types: FieldTypes;
  /** By the very object: edited patterns share most of their fields, and long lists of values take long to make. */
  private readonly made = new Map<FieldKind, FieldType>();

  /** For walks along the current line of `line`. */
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
 * So many places of a line are passed to explain it; a walk that has begun goes on to twice as many. That takes a second or
 * two at worst. For a line of kilobytes all is tried; for one of megabytes perhaps fewer rules, and only the smallest edits.
 */
const MAX_PLACES = 10_000_000;

/** How many places are passed in the time that it takes to make an element of an edited pattern ready. */
const PLACES_FOR_ELEMENT = 64;

/** A pattern in which one branch stands in place of its alternatives. */
export interface ExpandedBranch {
  readonly branch: readonly Element[];
  /** The whole pattern, with the branch in it. */
  readonly elements: readonly Element[];
  readonly mismatch: Mismatch;
}

/** Walks patterns along one line. */
export class Walker {
  readonly line: Buffer;
  private readonly meter: Meter = { count: 0, most: 2 * MAX_PLACES };
  /** Kept for this line only: edits have texts of their line, and a log has no end. */
  private readonly preparer: PatternPreparer;

  constructor(line: Buffer) {
    this.line = line;
    const current = new Line();
    current.begin(0, line.length);
    this.preparer = new PatternPreparer(current);
  }

  /** Whether more than this share of what may be spent is spent. */
  hasSpent(part: number): boolean {
    return this.meter.count > part * MAX_PLACES;
  }

  /** The mismatch of elements and the line; undefined if they match it. */
  walk(elements: readonly Element[]): Mismatch | undefined {
    this.meter.count += PLACES_FOR_ELEMENT * sizeOf(elements);
    return this.walkPrepared(this.preparer.prepare(elements));
  }

  /** The same for a pattern that is prepared already. */
  walkPrepared(prepared: PreparedPattern): Mismatch | undefined {
    return walk(prepared, this.line, this.meter);
  }

  /**
   * The pattern with each branch in place of the alternatives at `index`, if there are some. Gives only those that do not match
   * there or later.
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

import { Fold } from "../../matcher/fold.ts";
import { Line } from "../../matcher/line.ts";
import { NO_MATCH, type Parser, run } from "../../matcher/parser.ts";
import { Parsers } from "../../matcher/parsers.ts";
import { DATE_TIME, type Element, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { Literals } from "../../matcher/search/literal.ts";
import { TypeMatchers } from "../../matcher/types/type-registry.ts";

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
  /** Where the typed field before it begins, which may have captured some of what is missed; otherwise `at`. */
  readonly first: number;
  /** Whether longer beginnings were not tried, because that would have taken too long. */
  readonly isGivenUp: boolean;
}

/**
 * How many steps may be spent on explaining a line: at most some ten nanoseconds each. For a line of kilobytes
 * everything is tried. For one of megabytes, perhaps fewer rules and fewer edits.
 */
const MAX_STEPS = 20_000_000;
/** What it takes to prepare an element of a pattern, in bytes that are matched. */
const BYTES_TO_PREPARE = 64;
/** The matcher searches, and so passes more bytes in a step. */
const BYTES_FOR_STEP = 4;

/** A line on which patterns are tried, and what may be spent on that. */
export class Trial {
  readonly line: Buffer;
  spent = 0;
  private readonly budget: number;
  private readonly bounds: readonly number[];
  /** Makes the matcher's parsers. A matcher would also make what finds one of many patterns. */
  private readonly fold: Fold<Parser>;

  constructor(line: Buffer, budget = MAX_STEPS) {
    this.line = line;
    this.budget = budget;
    const matched = new Line();
    matched.begin(0, line.length);
    this.bounds = matched.bounds;
    this.fold = new Fold(new Parsers(matched, new Literals(matched)), new TypeMatchers(matched));
  }

  get isSpent(): boolean {
    return this.spent > this.budget;
  }

  spend(elements: readonly Element[], bytes = this.line.length): void {
    this.spent += sizeOf(elements) * (BYTES_TO_PREPARE + bytes / BYTES_FOR_STEP);
  }

  matches(elements: readonly Element[]): boolean {
    return this.placesIn(elements, []) !== undefined;
  }

  /** Whether the first `count` elements match with any text after them; true if there are no more. */
  reaches(elements: readonly Element[], count: number): boolean {
    return count >= elements.length || this.placesIn(elements.slice(0, count)) !== undefined;
  }

  mismatch(elements: readonly Element[]): Mismatch | undefined {
    return this.matches(elements) ? undefined : this.mismatchOf(elements);
  }

  /**
   * The mismatch of elements that do not match. It comes after the longest beginning of them that matches with any text
   * after it, or the longest that was tried.
   */
  mismatchOf(elements: readonly Element[]): Mismatch {
    let [element, most] = [0, elements.length];
    let places = { at: 0, first: 0 };
    for (let step = 1; element < most && !this.isSpent; step *= 2) {
      const next = Math.min(element + step, Math.ceil((element + most) / 2));
      const found = this.placesIn(elements.slice(0, next));
      if (found === undefined) most = next - 1;
      else [element, places] = [next, found];
    }
    let before = elements.slice(0, element);
    // A field `timestamp` prefers a date-time, and then ends where that does.
    const timestamp = before.findIndex((one) => "field" in one && one.field === TIMESTAMP_FIELD);
    if (isAnyField(before[timestamp])) {
      const dated = before.with(timestamp, DATED);
      const found = this.placesIn(dated);
      if (found !== undefined) [before, places] = [dated, found];
    }
    const matched = before.findLastIndex((one) => !isAnyField(one)) + 1;
    const last = elements[element - 1];
    let { at } = places;
    // The last text must end the line, so the one furthest right counts.
    if (element === elements.length && last !== undefined && "text" in last && isAnyField(elements[element - 2]))
      at = this.line.lastIndexOf(last.text) + Buffer.byteLength(last.text);
    const first = Math.min(places.first, at);
    return { matched, element, at, isOpen: mayEndAnywhere(before), first, isGivenUp: element < most };
  }

  /** The pattern with each branch in place of the alternatives at `index`, if its mismatch is there or later. */
  branchesAt(elements: readonly Element[], index: number) {
    const element = elements[index];
    if (element === undefined || !("alternatives" in element)) return [];
    const { alternatives } = element;
    return alternatives.flatMap((branch) => {
      const expanded = elements.toSpliced(index, 1, ...branch);
      if (branch.length === 0 || this.isSpent) return [];
      const mismatch = this.mismatch(expanded);
      return mismatch === undefined || mismatch.element < index
        ? []
        : [{ alternatives, branch, elements: expanded, mismatch }];
    });
  }

  /** Where `rest` begins, and the typed field before it; undefined if the elements and `rest` do not match. */
  private placesIn(elements: readonly Element[], rest: readonly Element[] = [REST]) {
    this.spend(elements);
    const made = pattern([...elements, ...rest]);
    if (run(this.fold.whole(made), this.line, 0) === NO_MATCH) return undefined;
    const at = this.bounds[2 * (made.fields.length - 1)] ?? 0;
    const last = elements.at(-1);
    const isTyped = last !== undefined && "field" in last && last.type !== undefined;
    return { at, first: isTyped ? this.bounds[2 * (made.fields.length - 2)]! : at };
  }
}

const REST: Element = { field: "rest" };
const DATED: Element = { field: TIMESTAMP_FIELD, type: DATE_TIME };

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

function sizeOf(elements: readonly Element[]): number {
  return elements.reduce((size, element) => {
    if ("text" in element) return size + 1;
    if ("field" in element) return size + (element.type && "values" in element.type ? element.type.values.length : 1);
    return element.alternatives.reduce((sum, branch) => sum + sizeOf(branch), size + 1);
  }, 0);
}

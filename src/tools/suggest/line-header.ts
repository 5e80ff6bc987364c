// Headers, and lines that have them.

import { Matcher } from "../../matcher/matcher.ts";
import { DATE_TIME, type Element, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { placeholderOf } from "../../rules/write-rule.ts";

/** The pattern of a header. */
export interface LineHeader {
  readonly elements: readonly Element[];
}

/** A header for people: in notation, with alternatives in parentheses. */
export function headerText({ elements }: LineHeader): string {
  const texts = elements.map((element) => {
    if ("text" in element) return element.text;
    if ("field" in element) return placeholderOf(element);
    return `(${element.alternatives.map((one) => headerText({ elements: one })).join("|")})`;
  });
  return texts.join("");
}

/**
 * The element, with a date-time in its `timestamp`. Without a type, it would match any text, and lines of another log
 * would seem to have the header.
 */
function withDateTime(element: Element): Element {
  if ("alternatives" in element) return { alternatives: element.alternatives.map((one) => one.map(withDateTime)) };
  return "field" in element && element.field === TIMESTAMP_FIELD ? { type: DATE_TIME, ...element } : element;
}

/** What a line has in a field of its header that becomes text. In Latin-1. */
export interface KeptField {
  readonly field: string;
  readonly value: string;
}

/** Splits lines into a header and the rest. */
export class HeaderSplitter {
  /** Where the rest of the last line begins. */
  content = 0;
  private readonly matcher: Matcher;
  private readonly fieldCounts: readonly number[];
  /** By header: the names and indexes of the fields whose values are kept. */
  private readonly keptFields: readonly (readonly (readonly [field: string, index: number])[])[];

  /** `keep` names fields whose values the caller wants to know. */
  constructor(headers: readonly LineHeader[], keep: readonly string[] = []) {
    const patterns = headers.map(({ elements }) => pattern([...elements.map(withDateTime), { field: "content" }]));
    this.matcher = new Matcher(patterns);
    this.fieldCounts = patterns.map(({ fields }) => fields.length);
    const kept = new Set(keep);
    // The last field is the rest of the line.
    this.keptFields = patterns.map(({ fields }) =>
      [...fields.slice(0, -1).entries()].flatMap(([i, field]) => (kept.has(field) ? [[field, i] as const] : [])),
    );
  }

  /** The values of the kept fields of the last line, which had this header, or none for -1. */
  keptValues(bytes: Buffer, header: number): readonly KeptField[] {
    const { bounds } = this.matcher;
    return (this.keptFields[header] ?? []).map(([field, i]) => {
      return { field, value: bytes.toString("latin1", bounds[2 * i], bounds[2 * i + 1]) };
    });
  }

  /** The index of the line's header, or -1 if it has none. */
  split(bytes: Buffer, start: number, end: number): number {
    const header = this.matcher.match(bytes, start, end);
    this.content = header === -1 ? start : this.matcher.bounds[2 * (this.fieldCounts[header]! - 1)]!;
    return header;
  }
}

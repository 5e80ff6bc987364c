/** One element of a rule's pattern as the user wrote it. */
export type Element = { readonly text: string } | { readonly field: string };

/** The name that makes a field prefer to capture a date-time. */
const TIMESTAMP = "timestamp";

/**
 * A pattern in its one canonical form: n fields between n + 1 literals, `literals[0] fields[0] literals[1] …
 * fields[n-1] literals[n]`. The first literal starts the line and the last ends it. Any literal may be empty: one
 * between two adjacent fields, the first when a field begins the pattern, the last when a field captures the rest.
 * A pattern without fields is one literal that is the whole line.
 */
export interface Pattern {
  /** UTF-8 bytes; always one more than there are fields. */
  readonly literals: readonly Uint8Array[];
  readonly fields: readonly string[];
  /** Index of the field that prefers a date-time: the first named `timestamp`; -1 without one. */
  readonly timestamp: number;
}

/** Brings elements into canonical form: neighbouring texts join into one literal. */
export function pattern(elements: readonly Element[]): Pattern {
  const encoder = new TextEncoder();
  const literals: Uint8Array[] = [];
  const fields: string[] = [];
  let text = "";
  for (const element of elements) {
    if ("text" in element) {
      text += element.text;
    } else {
      literals.push(encoder.encode(text));
      text = "";
      fields.push(element.field);
    }
  }
  literals.push(encoder.encode(text));
  return { literals, fields, timestamp: fields.indexOf(TIMESTAMP) };
}

/** How lines are written: each rule's output alone, or records of JSON. */
export const FORMATS = ["lines", "json"] as const;

export type Format = (typeof FORMATS)[number];

/**
 * Writes to an output what becomes of lines. One that is too large to be written at once is only begun, which gives false;
 * then `writeOn` is called, as often as there is room again, until it gives true. Bytes must stay as they are until then.
 */
export interface LineWriter {
  /** Of a line that is of a kind, with what its fields captured: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]`. */
  won(kind: number, number: number, bytes: Buffer, start: number, end: number, bounds: readonly number[]): boolean;
  /** Of a line that no rule matches. */
  unmatched(number: number, bytes: Buffer, start: number, end: number): boolean;
  writeOn(): boolean;
  /** Keeps what it needs of a line that is begun, but for its bytes: others may match lines before it goes on. */
  hold(): void;
}

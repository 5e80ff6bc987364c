import type { Aliases, AliasMarks } from "./aliases.ts";

/** How lines are written: each rule's output alone, or records of JSON. */
export const FORMATS = ["lines", "json"] as const;

export type Format = (typeof FORMATS)[number];

/** What becomes of lines that no rule matches: they are written unchanged, left out, or all that is written. */
export const UNMATCHED = ["pass", "drop", "only"] as const;

export type Unmatched = (typeof UNMATCHED)[number];

/** What stands for values. With marks, those tell where the output lacks numbers. */
export interface AliasUse {
  readonly aliases: Aliases;
  readonly marks?: AliasMarks | undefined;
}

/**
 * Writes to an output what becomes of lines. One that is too large to be written at once is only begun, which gives false;
 * then `resume` is called, each time that there is room again, until it gives true. Bytes must stay as they are until then.
 */
export interface LineWriter {
  /** A line of a kind, with what its fields captured: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]`. */
  matched(
    linePattern: number,
    number: number,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
  ): boolean;
  /** A line that no rule matches. */
  unmatched(number: number, bytes: Buffer, start: number, end: number): boolean;
  /** Goes on with the line that is begun. */
  resume(): boolean;
  /** Keeps what the line that is begun still needs, but for its bytes: others may match lines before it goes on. */
  hold(): void;
}

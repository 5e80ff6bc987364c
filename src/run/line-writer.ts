import type { LineReader } from "../io/line-reader.ts";
import type { ReadOptions } from "../io/line-text.ts";
import type { Masker } from "../text/masks/masker.ts";
import type { Aliases } from "./field-transformer.ts";

/** What the rest of the program needs to know about a format in which lines are written. */
interface FormatTraits {
  readonly inWords: string;
  /** Whether line numbers are written. It must then be known how many lines come before a block or a part of a log. */
  readonly isNumbered: boolean;
  /** Whether the statistics may follow the lines. */
  readonly hasStatistics: boolean;
}

export const FORMAT_TRAITS = {
  lines: { inWords: "lines", isNumbered: false, hasStatistics: true },
  json: {
    inWords: "a JSON object for each line with its log, number, time, rule, fields and output, and no statistics",
    isNumbered: true,
    hasStatistics: false,
  },
} satisfies Readonly<Record<string, FormatTraits>>;

export type Format = keyof typeof FORMAT_TRAITS;

export const FORMATS = Object.keys(FORMAT_TRAITS) as readonly Format[];

export const DEFAULT_FORMAT: Format = "lines";

/**
 * Which lines are written: all, with unmatched ones unchanged or masked; only matched ones; or only unmatched ones. The
 * lines of catch-alls are unmatched ones: `pass` writes what the catch-all makes of them, `only` the lines themselves.
 */
export const UNMATCHED = ["pass", "drop", "only"] as const;

export type Unmatched = (typeof UNMATCHED)[number];

/** What records of lines hold. */
export interface RecordOptions extends ReadOptions {
  /** What to do with lines that no rule matches: `pass` them (the default), `drop` them, or keep `only` them. */
  readonly unmatched?: Unmatched | undefined;
  /** Whether they hold the lines themselves, as `original`. */
  readonly original?: boolean | undefined;
  /** The zone of times without one, as an offset from UTC like `+02:00`. UTC by default. */
  readonly timezone?: string | undefined;
}

/** What a `LineWriter` is made with, beside its rules and its output. */
export interface WriterOptions {
  readonly aliases: Aliases;
  /** Masks lines that no rule matches. */
  readonly masker: Masker | undefined;
  /** Whether objects hold the lines themselves. */
  readonly original: boolean;
  /** Seconds east of UTC, for times without a zone. */
  readonly utcOffset: number;
}

/** The line pattern that matches a line, and what its fields capture. */
export interface LineMatch {
  /** Its index, or -1 if none matches. */
  readonly linePattern: number;
  /** Field i lies from `bounds[2 * i]` up to `bounds[2 * i + 1]` in the bytes of the line. */
  readonly bounds: readonly number[];
}

/** Writes the lines of a reader to an output buffer. Their bytes must not change until the buffer is flushed. */
export interface LineWriter {
  /** Must be called before the lines of a log, with its name. Not there if lines do not name their log. */
  begin?(log: string): void;
  /** Writes a line that a pattern matches. */
  writeMatched(line: LineReader, match: LineMatch): void;
  /** Writes an unmatched line as it is, or masked. A catch-all may have matched it. */
  writeUnmatched(line: LineReader, match: LineMatch): void;
}

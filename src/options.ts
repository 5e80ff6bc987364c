import type { Writable } from "node:stream";
import { FORMATS, type Format } from "./normalization/line-writer.ts";
import { UNMATCHED, type Unmatched } from "./normalization/normalization.ts";
import type { Input } from "./streams/text-bytes.ts";

/** What a Processor is made of. */
export interface ProcessorOptions {
  /** Filesystem path of the rules file, which is read at once. */
  readonly rulesPath: string;
}

/** How logs are read, whatever becomes of their lines. */
export interface ReadOptions {
  /** What becomes of lines that no rule matches: `pass` (the default), `drop` or `only`, which drops all others. */
  readonly unmatched?: Unmatched;
  /** Frees lines of colours and other sequences for terminals before they are matched, so that they come out without them. */
  readonly stripAnsi?: boolean;
  /** Ends the reading at once and without an error, after the last whole line; what was read until then is written. */
  readonly signal?: AbortSignal;
}

/** How logs are read and written. */
export interface ProcessOptions extends ReadOptions {
  /** How lines are written: `lines` (the default), each by its rule's output; or `json`, an object for each. */
  readonly format?: Format;
  /** Where explain records are written, each before its line: among the lines, if it is the output itself. */
  readonly explain?: Writable;
}

/** How files are read and written. */
export interface ProcessFilesOptions extends ProcessOptions {
  /** How many threads match large files: 1 (the default) or more, or `auto` for as many as the system can run at a time. */
  readonly jobs?: number | "auto";
}

/** A log: the path of a file, or a stream and the name by which its lines are told. */
export type LogSource = string | { readonly name: string; readonly input: Input };

/** Throws a TypeError for a value that an option does not take, or a RangeError for no whole number of threads from 1 on. */
export function checkOptions({ unmatched = "pass", format = "lines", jobs = 1 }: ProcessFilesOptions): void {
  if (!UNMATCHED.includes(unmatched)) throw new TypeError(`unmatched is one of ${UNMATCHED.join(", ")}`);
  if (!FORMATS.includes(format)) throw new TypeError(`format is one of ${FORMATS.join(", ")}`);
  if (jobs !== "auto" && !(Number.isInteger(jobs) && jobs >= 1)) {
    throw new RangeError("jobs is a whole number from 1 on, or auto");
  }
}

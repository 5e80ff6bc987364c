import type { Writable } from "node:stream";
import { FORMATS, type Format } from "./normalization/line-writer.ts";
import { UNMATCHED, type Unmatched } from "./normalization/normalization.ts";
import type { Input } from "./streams/text-bytes.ts";

export interface ProcessorOptions {
  /** Filesystem path of the rules file, which is read at once. */
  readonly rulesPath: string;
}

export interface ReadOptions {
  /** What becomes of lines that no rule matches; they pass unchanged if this is not given. */
  readonly unmatched?: Unmatched;
  /** Frees lines of colours and other sequences for terminals before they are matched; they come out without them. */
  readonly stripAnsi?: boolean;
  /** Ends the reading at once, after the last whole line that was read; what was read until then is written. */
  readonly signal?: AbortSignal;
}

export interface ProcessOptions extends ReadOptions {
  /** How lines are written: `lines` if this is not given, each by its rule's output; `json` for an object of each. */
  readonly format?: Format;
  /** Where explain records are written, each before its line. Among the lines, if it is the output itself. */
  readonly explain?: Writable;
}

export interface ProcessFilesOptions extends ProcessOptions {
  /** How many threads match large files: 1 if this is not given, `auto` for as many as the system can run at a time. */
  readonly jobs?: number | "auto";
}

/** A log by its path, or a stream of it with the name that its lines are told by. */
export type LogSource = string | { readonly name: string; readonly input: Input };

/** Throws a TypeError for what is none of an option's values, or a RangeError for a number of threads that is none. */
export function checkOptions({ unmatched = "pass", format = "lines", jobs = 1 }: ProcessFilesOptions): void {
  if (!UNMATCHED.includes(unmatched)) throw new TypeError(`unmatched is one of ${UNMATCHED.join(", ")}`);
  if (!FORMATS.includes(format)) throw new TypeError(`format is one of ${FORMATS.join(", ")}`);
  if (jobs !== "auto" && !(Number.isInteger(jobs) && jobs >= 1)) {
    throw new RangeError("jobs is a whole number from 1 on, or auto");
  }
}

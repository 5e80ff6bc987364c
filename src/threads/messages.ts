// What a run and its workers, in threads or not, tell each other.
import type { Marks } from "../normalization/aliases.ts";
import type { Format, Unmatched } from "../normalization/line-writer.ts";
import type { Rule } from "../rules/rule.ts";

/** What a worker is made with. */
export interface Setup {
  readonly rules: readonly Rule[];
  readonly unmatched: Unmatched;
  readonly stripsAnsi: boolean;
  readonly format: Format;
  /** Where explain records go: to the lines that they are about, apart from them, or nowhere. */
  readonly explain: "among lines" | "apart" | "nowhere";
  /** Whether what is written tells the numbers of lines. */
  readonly isNumbered: boolean;
}

/** The lines of an open file that begin at `from` or later, and before `to`. */
export interface Part {
  readonly fd: number;
  readonly from: number;
  readonly to: number;
}

export type ToWorker =
  | { readonly type: "part"; readonly part: Part }
  /** How many lines come before the part, when those are counted. */
  | { readonly type: "lines before"; readonly lines: number }
  /** Output was written; its buffer may be filled again. */
  | { readonly type: "written"; readonly bytes: Uint8Array<SharedArrayBuffer> }
  | { readonly type: "stop" };

export type FromWorker =
  | { readonly type: "counted"; readonly lines: number }
  | ({ readonly type: "output" } & Output)
  | { readonly type: "done"; readonly result: PartResult };

/**
 * Bytes to be written. They are shared, not transferred: once a thread gives an ArrayBuffer away, all its code that reads
 * or writes bytes is compiled anew, with a check at each access that costs a tenth of the whole run.
 */
export interface Output {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
  /** Where the bytes lack numbers of aliases, if the rules have any. */
  readonly marks: Marks | undefined;
}

export type OutputStream = "lines" | "records";

/** What became of a part: with a failure, what was read before it. */
export interface PartResult {
  readonly linesProcessed: number;
  readonly linesMatched: number;
  readonly failure: Failure | undefined;
}

/** An error without its class, which is lost between threads. */
export interface Failure {
  readonly message: string;
  /** The system's, if it is one of its errors. */
  readonly code: string | undefined;
  /** Of a line that could not be read: its number, counted from the part's first. */
  readonly line: number | undefined;
}

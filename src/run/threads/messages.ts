// The messages between a run and its workers. A worker may be another thread or the run's own.

import type { LineRange } from "../../io/line-range.ts";
import type { Rule } from "../../rules/rule.ts";
import type { NormalizationOptions } from "../normalization.ts";
import type { Tally } from "../statistics.ts";

/** The settings of a worker. */
export interface Setup extends Omit<NormalizationOptions, "explain" | "signal"> {
  readonly rules: readonly Rule[];
  /** Where explain records go: into the output, each before its line; into an output of their own; or nowhere. */
  readonly explain: "among lines" | "apart" | "nowhere";
  /** The key of pseudonyms, if one is given. */
  readonly key: Uint8Array | undefined;
  /** Whether line numbers are written. */
  readonly isNumbered: boolean;
}

/** Lines of a log. */
export interface Block extends LineRange {
  /** The name of the log. */
  readonly log: string;
}

/** The number of lines before a block in all logs, and in its own. */
export interface LinesBefore {
  readonly lines: number;
  readonly linesInFile: number;
}

export type ToWorker =
  | { readonly kind: "block"; readonly block: Block }
  /** Sent if line numbers are written. */
  | ({ readonly kind: "lines before" } & LinesBefore)
  /** Output was written, so its buffer may be reused. */
  | { readonly kind: "written"; readonly bytes: Uint8Array<SharedArrayBuffer> }
  | { readonly kind: "stop" };

export type FromWorker =
  /** Sent by another thread as soon as its program runs. Blocks may be sent to it from then on. */
  | { readonly kind: "loaded" }
  | { readonly kind: "counted"; readonly lines: number }
  | ({ readonly kind: "output" } & Output)
  | { readonly kind: "done"; readonly result: BlockResult };

/**
 * Bytes to be written. They are shared, because after a transfer the whole run is a tenth slower
 * (docs/contributing/engine.md).
 */
export interface Output {
  readonly stream: OutputStream;
  readonly bytes: Uint8Array<SharedArrayBuffer>;
}

export type OutputStream = "lines" | "explain";

export interface BlockResult {
  /** If reading failed, it covers the lines before the failure. */
  readonly tally: Tally;
  readonly failure: Failure | undefined;
}

/** An error as plain data. Its class would be lost between threads. */
export interface Failure {
  readonly message: string;
  /** The code of a system error. */
  readonly code: string | undefined;
  /** The number of the line that could not be read, if the error is about a line. The block's first line is 1. */
  readonly line: number | undefined;
}

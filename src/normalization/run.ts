import type { Sink } from "../streams/sink.ts";
import { Normalization, type NormalizationOptions } from "./normalization.ts";
import type { Rulebook } from "./rulebook.ts";
import type { Statistics } from "./statistics.ts";

/** A log to be read. */
export interface Log {
  /** Of a file by its path, which may be read in parts if it is a regular one and not compressed. */
  readonly path: string | undefined;
  /** All of it, decompressed, when its turn comes. */
  open(): AsyncIterable<Buffer>;
  /** Is told how many bytes of it were read in parts, each time that some were. */
  readonly onPart?: ((bytes: number) => void) | undefined;
  /** What the run rejects with when the reading of the log does with an error. */
  failure(error: unknown): unknown;
}

/** A log whose lines are told by its name and their numbers. */
export interface NamedLog extends Log {
  readonly name: string;
}

/** The reading of logs in turn as if they were one, each rewritten by the rules. */
export interface Run {
  /** Of all lines that were read and written so far, also after an error. */
  readonly statistics: Statistics;
  /**
   * Rejects with the failure of a log, or with the error of a sink; what was read before is written. Ends early, without an
   * error, when the signal of the options is given.
   */
  read(logs: readonly Log[]): Promise<void>;
}

/** A run that does one line after the other. */
export class SerialRun implements Run {
  private readonly normalization: Normalization;
  private readonly signal: AbortSignal | undefined;

  constructor(rulebook: Rulebook, output: Sink, options: NormalizationOptions) {
    this.normalization = new Normalization(rulebook, output, options);
    this.signal = options.signal;
  }

  get statistics(): Statistics {
    return this.normalization.statistics;
  }

  async read(logs: readonly Log[]): Promise<void> {
    for (const log of logs) {
      if (this.signal?.aborted) return;
      try {
        await this.normalization.read(log.open());
      } catch (error) {
        throw log.failure(error);
      }
    }
  }
}

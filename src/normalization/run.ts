import type { Sink } from "../streams/sink.ts";
import type { Log } from "./log.ts";
import { Normalization, type NormalizationOptions } from "./normalization.ts";
import type { Rulebook } from "./rulebook.ts";
import type { Statistics } from "./statistics.ts";

/** The reading of logs in turn, each rewritten by the rules. Their lines are numbered through. */
export interface Run {
  /** Of all lines that were read and written so far, also after an error. */
  readonly statistics: Statistics;
  /**
   * Rejects with the failure of a log, or with the error of a sink; what was read before is written. Ends early, without an
   * error, once the signal of the options is aborted.
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

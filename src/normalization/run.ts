import type { Sink } from "../streams/sink.ts";
import { type Log, placeOf, readLogs } from "./log.ts";
import { Normalization, type NormalizationOptions } from "./normalization.ts";
import type { Rulebook } from "./rulebook.ts";
import type { RunStatistics } from "./statistics.ts";

/** Normalizes logs one after the other. Line numbers continue from one log to the next. */
export interface Run {
  /** Covers every line that was read and written so far, even if the run failed. */
  readonly statistics: RunStatistics;
  /**
   * Normalizes the logs. Rejects with the failure of a log or the error of a sink, after writing what was read before.
   * Ends early, without an error, when the signal of the options is aborted.
   */
  read(logs: readonly Log[]): Promise<void>;
}

/** A run in a single thread. */
export class SerialRun implements Run {
  private readonly normalization: Normalization;
  private readonly signal: AbortSignal | undefined;

  constructor(rulebook: Rulebook, output: Sink, options: NormalizationOptions) {
    this.normalization = new Normalization(rulebook, output, options);
    this.signal = options.signal;
  }

  get statistics(): RunStatistics {
    return this.normalization.statistics;
  }

  async read(logs: readonly Log[]): Promise<void> {
    await readLogs(logs, this.signal, (log) => this.normalization.read(log.name, log.open(), placeOf(log)));
  }
}

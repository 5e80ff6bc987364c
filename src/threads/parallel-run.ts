import { closeSync, fstatSync } from "node:fs";
import { Aliases, aliasFields } from "../normalization/aliases.ts";
import type { Log } from "../normalization/log.ts";
import { Normalization, type NormalizationOptions } from "../normalization/normalization.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { Run } from "../normalization/run.ts";
import { type Statistics, statisticsOf } from "../normalization/statistics.ts";
import { LineError } from "../streams/read-errors.ts";
import type { Sink } from "../streams/sink.ts";
import { AliasNumbers } from "./alias-numbers.ts";
import type { Failure, Output, Part, Setup } from "./messages.ts";
import { type PlainFile, partsOf, plainFile } from "./plain-file.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Parts that are begun, for each thread, before those in front of them are written. */
const PARTS_AHEAD = 3;

/** A part, or a whole log, that is written in its turn. */
interface Step {
  /** Whether nothing after it is begun before it is done: a pipe may be silent for hours, and the next log may grow. */
  readonly isAwaited: boolean;
  finish(): Promise<void>;
}

/**
 * A run that cuts large files into parts, each of which some thread matches, and writes what comes of them in the order of
 * the lines: the same bytes as a serial run. A log that cannot be cut is matched in this thread, in its turn.
 */
export class ParallelRun implements Run {
  private readonly rulebook: Rulebook;
  private readonly output: Sink;
  private readonly options: NormalizationOptions;
  private readonly threads: number;
  private readonly local: Normalization;
  private readonly aliasNumbers: AliasNumbers;
  /** Of the parts that are written. */
  private linesProcessed = 0;
  private linesMatched = 0;
  /** How many lines come before the next step, once they are counted. Needed only if what is written tells line numbers. */
  private linesBefore: Promise<number> = Promise.resolve(0);
  private readonly open = new Set<number>();

  constructor(rulebook: Rulebook, output: Sink, options: NormalizationOptions, threads: number) {
    this.rulebook = rulebook;
    this.output = output;
    this.options = options;
    this.threads = threads;
    const aliases = new Aliases();
    this.local = new Normalization(rulebook, output, options, { aliases });
    this.aliasNumbers = new AliasNumbers(aliasFields(rulebook.linePatterns), aliases);
  }

  get statistics(): Statistics {
    const { linesProcessed, linesMatched } = this.local.statistics;
    return statisticsOf(this.linesProcessed + linesProcessed, this.linesMatched + linesMatched);
  }

  async read(logs: readonly Log[]): Promise<void> {
    const { signal } = this.options;
    const pool = new WorkerPool(this.rulebook, this.setup(), this.threads);
    const stop = (): void => pool.stop();
    signal?.addEventListener("abort", stop);
    try {
      for (const step of ahead(this.steps(logs, pool), PARTS_AHEAD * this.threads)) {
        if (signal?.aborted) return;
        await step.finish();
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      pool.stop();
      await pool.end();
      for (const fd of this.open) closeSync(fd);
    }
  }

  /** Whether what is written tells the numbers of lines. */
  private get isNumbered(): boolean {
    return this.options.explain !== undefined || this.options.format === "json";
  }

  private setup(): Setup {
    const { explain, unmatched, stripsAnsi = false, format = "lines" } = this.options;
    return {
      rules: this.rulebook.rules,
      unmatched,
      stripsAnsi,
      format,
      isNumbered: this.isNumbered,
      explain: explain === undefined ? "nowhere" : explain === this.output ? "among lines" : "apart",
    };
  }

  /** Begins each step when it is asked for. */
  private *steps(logs: readonly Log[], pool: WorkerPool): Generator<Step> {
    for (const log of logs) {
      let file: PlainFile | undefined;
      try {
        file = plainFile(log);
      } catch (error) {
        yield { isAwaited: true, finish: () => Promise.reject(log.failure(error)) };
        return;
      }
      if (file === undefined) {
        yield this.whole(log);
        continue;
      }
      this.open.add(file.fd);
      for (const part of partsOf(file)) {
        if (file.isOver) break;
        yield this.part(log, part, file, pool);
      }
    }
  }

  private whole(log: Log): Step {
    return {
      isAwaited: true,
      finish: async () => {
        try {
          const linesBefore = this.statistics.linesProcessed;
          await this.local.read(log.open(), { linesBefore, isBeginning: true });
        } catch (error) {
          throw log.failure(error);
        }
        this.linesBefore = Promise.resolve(this.statistics.linesProcessed);
      },
    };
  }

  private part(log: Log, part: Part, file: PlainFile, pool: WorkerPool): Step {
    const task = pool.begin(part);
    if (this.isNumbered) {
      const before = this.linesBefore;
      void before.then((lines) => task.number(lines));
      this.linesBefore = before.then(async (lines) => lines + (await task.lines));
    }
    return {
      isAwaited: false,
      finish: async () => {
        if (file.isOver) {
          await task.finish(async () => {});
          return;
        }
        const { linesProcessed, linesMatched, failure } = await task.finish((output, worker) =>
          this.write(output, worker),
        );
        const linesBefore = this.statistics.linesProcessed;
        this.linesProcessed += linesProcessed;
        this.linesMatched += linesMatched;
        log.onPart?.(part.to - part.from);
        if (failure !== undefined) throw log.failure(errorOf(failure, linesBefore));
        // One thread would find the end of a file that was cut short here; others may have read on behind it before that.
        file.isOver = fstatSync(part.fd).size < part.to;
        if (part.to < file.size) return;
        this.open.delete(part.fd);
        closeSync(part.fd);
      },
    };
  }

  private async write({ stream, bytes, marks }: Output, worker: object): Promise<void> {
    const sink = stream === "lines" ? this.output : this.options.explain;
    const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    await sink?.write(marks === undefined ? written : this.aliasNumbers.complete(written, marks, worker));
  }
}

/** The same steps, `count` of them begun ahead of the one that is given; none ahead of one that is awaited. */
function* ahead(steps: Iterable<Step>, count: number): Generator<Step> {
  const taken: Step[] = [];
  for (const step of steps) {
    taken.push(step);
    while (taken.length > (step.isAwaited ? 0 : count)) yield taken.shift()!;
  }
  yield* taken;
}

function errorOf({ message, code, line }: Failure, linesBefore: number): Error {
  if (line !== undefined) return new LineError(linesBefore + line, message);
  return Object.assign(new Error(message), { code });
}

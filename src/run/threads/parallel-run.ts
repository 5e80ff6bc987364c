import { closeSync, fstatSync, statSync } from "node:fs";
import { countLines, type LineRange } from "../../io/line-range.ts";
import { BYTE_ORDER_MARK_BYTES } from "../../io/line-reader.ts";
import { LineError } from "../../io/read-errors.ts";
import type { Sink } from "../../io/sink.ts";
import { NEVER, openUncompressed } from "../../io/source.ts";
import { asOfLog, inputStartOf, type Log } from "../log.ts";
import { Normalization, type NormalizationOptions, type Run, writesLineNumbers } from "../normalization.ts";
import type { Rulebook } from "../rulebook.ts";
import { addTally, emptyTally, linesOf, type RunStatistics, runStatisticsOf, type Tally } from "../statistics.ts";
import type { Block, Failure, Output, Setup } from "./block-matcher.ts";
import { WorkerPool } from "./worker-pool.ts";

/** How many blocks per thread are begun ahead of the one being written. */
const BLOCKS_AHEAD = 3;

/** A block or a whole log. Steps may be worked on at the same time, but are written in order. */
interface Step {
  /** Whether later steps wait until it is done. A pipe may be silent for hours, and the next log may grow meanwhile. */
  readonly isAwaited: boolean;
  finish(): Promise<void>;
}

/** Threads match the blocks of large files, and this one writes their outputs in order. Other logs are matched here. */
export class ParallelRun implements Run {
  private readonly rulebook: Rulebook;
  private readonly output: Sink;
  private readonly options: NormalizationOptions;
  private readonly threads: number;
  private readonly local: Normalization;
  /** Counts of the blocks that are written. Whole logs are counted in `local`. */
  private readonly blockTally: Tally;
  private linesSkipped = 0;
  /** Descriptors of the files whose blocks are not all written. */
  private readonly openFiles = new Set<number>();

  constructor(rulebook: Rulebook, output: Sink, options: NormalizationOptions, threads: number) {
    this.rulebook = rulebook;
    this.output = output;
    this.options = options;
    this.threads = threads;
    this.blockTally = emptyTally(rulebook);
    this.local = new Normalization(rulebook, output, options);
  }

  get statistics(): RunStatistics {
    const tally = this.blockTally.slice();
    addTally(tally, this.local.tally);
    return runStatisticsOf(this.rulebook, tally);
  }

  private get linesDone(): number {
    return this.linesSkipped + linesOf(this.blockTally) + linesOf(this.local.tally);
  }

  async read(logs: readonly Log[]): Promise<void> {
    const { signal } = this.options;
    this.linesSkipped = logs[0]?.linesBefore ?? 0;
    const pool = new WorkerPool(this.rulebook, this.setup(), this.threads);
    const stop = (): void => pool.stop();
    signal?.addEventListener("abort", stop);
    try {
      for await (const step of beginAhead(this.steps(logs, pool), BLOCKS_AHEAD * this.threads)) {
        if (signal?.aborted) return;
        await step.finish();
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      pool.stop();
      await pool.end();
      for (const fd of this.openFiles) closeSync(fd);
    }
  }

  private setup(): Setup {
    const { explain, signal: _, ...options } = this.options;
    return {
      ...options,
      rules: this.rulebook.rules,
      key: this.rulebook.pseudonyms?.key,
      explain: explain === undefined ? "nowhere" : explain === this.output ? "among lines" : "apart",
    };
  }

  private async *steps(logs: readonly Log[], pool: WorkerPool): AsyncGenerator<Step> {
    const { signal = NEVER } = this.options;
    const isNumbered = writesLineNumbers(this.options);
    let linesBefore = isNumbered ? this.linesSkipped : 0;
    for (const log of logs) {
      try {
        const file = plainFile(log);
        if (file === undefined) {
          yield this.whole(log);
          if (isNumbered) linesBefore = this.linesDone;
          continue;
        }
        this.openFiles.add(file.fd);
        let linesInFile = isNumbered ? (log.linesInFile ?? 0) : 0;
        for (const range of blocksOf(file)) {
          if (file.hasEnded) break;
          yield this.block(log, { ...range, log: log.name, linesBefore, linesInFile }, file, pool);
          // While others match it.
          const lines = isNumbered ? await countLines(range, signal) : 0;
          linesBefore += lines;
          linesInFile += lines;
        }
      } catch (error) {
        yield { isAwaited: true, finish: () => Promise.reject(log.failure(error)) };
        return;
      }
    }
  }

  private whole(log: Log): Step {
    return {
      isAwaited: true,
      finish: () =>
        asOfLog(log, () =>
          this.local.readInput(log.name, log.open(), { ...inputStartOf(log), linesBefore: this.linesDone }),
        ),
    };
  }

  private block(log: Log, block: Block, file: PlainFile, pool: WorkerPool): Step {
    const finish = pool.begin(block);
    return {
      isAwaited: false,
      finish: async () => {
        const { tally, failure } = await finish((output) => (file.hasEnded ? Promise.resolve() : this.write(output)));
        if (file.hasEnded) return;
        const linesBefore = this.linesDone;
        addTally(this.blockTally, tally);
        log.onRead?.(block.to - block.from);
        if (failure !== undefined) throw log.failure(errorOf(failure, linesBefore));
        // If the file was truncated, a serial run would end here. Other threads may have read beyond this offset
        // earlier.
        file.hasEnded = fstatSync(block.fd).size < block.to;
        if (block.to < file.to) return;
        this.openFiles.delete(block.fd);
        closeSync(block.fd);
      },
    };
  }

  private async write({ stream, bytes }: Output): Promise<void> {
    const sink = stream === "lines" ? this.output : this.options.explain;
    await sink?.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  }
}

/** Yields the same steps, but begins `count` of them in advance; none beyond a step that is awaited. */
async function* beginAhead(steps: AsyncIterable<Step>, count: number): AsyncGenerator<Step> {
  const begun: Step[] = [];
  for await (const step of steps) {
    begun.push(step);
    while (begun.length > (step.isAwaited ? 0 : count)) yield begun.shift()!;
  }
  yield* begun;
}

function errorOf({ message, code, line }: Failure, linesBefore: number): Error {
  if (line !== undefined) return new LineError(linesBefore + line, message);
  return Object.assign(new Error(message), { code });
}

/**
 * Large enough to make the cost of passing a block negligible; small enough to let all threads end at about the same
 * time. Tests build the command with a smaller size.
 */
const BLOCK_BYTES = 4 * 1024 * 1024;

/** An open file that can be cut into blocks, with the range in which the lines begin that are read. */
interface PlainFile extends LineRange {
  /** Whether a block found the file truncated. Later blocks are then not written. */
  hasEnded: boolean;
}

/** Opens a log, or returns undefined if it cannot be cut into blocks. Throws the system's error. */
export function plainFile({ path, range }: Log): PlainFile | undefined {
  // A file of this size may be a byte order mark alone, which is not a line. Files in /proc report a size of 0.
  if (path === undefined || statSync(path).size <= BYTE_ORDER_MARK_BYTES) return undefined;
  const fd = openUncompressed(path);
  if (fd === undefined) return undefined;
  try {
    return { fd, from: 0, to: fstatSync(fd).size, ...range, hasEnded: false };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** The blocks of the file as it was when it was opened: each block of a growing file would see another end. */
function* blocksOf({ fd, from, to }: PlainFile): Generator<LineRange> {
  for (let at = from; at < to; at += BLOCK_BYTES) yield { fd, from: at, to: Math.min(at + BLOCK_BYTES, to) };
}

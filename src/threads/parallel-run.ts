import { closeSync, fstatSync, openSync, readSync, statSync } from "node:fs";
import { Normalization, type NormalizationOptions } from "../normalization/normalization.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { Log, Run } from "../normalization/run.ts";
import { type Statistics, statisticsOf } from "../normalization/statistics.ts";
import { beginsAsGzip } from "../streams/gunzip.ts";
import { LineError } from "../streams/line-reader.ts";
import type { Sink } from "../streams/sink.ts";
import { Crew } from "./crew.ts";
import type { Failure, Output, Part, Setup } from "./messages.ts";

/** Large enough that handing it over costs nothing, small enough that the threads end at about the same time. */
const PART_BYTES = 4 * 1024 * 1024;

/** Parts that are begun, for each thread, before those in front of them are written. */
const PARTS_AHEAD = 3;

/** Something that is written in its turn. */
interface Step {
  /** Nothing after it is begun before it is done: a pipe may be silent for hours, and the next log grow meanwhile. */
  readonly isAwaited: boolean;
  finish(): Promise<void>;
}

/**
 * A run that cuts large files into parts, each of which some thread matches, and writes what the threads give in the order
 * of the lines: the same bytes as a serial run. What cannot be cut is matched here, in its turn.
 */
export class ParallelRun implements Run {
  private readonly rulebook: Rulebook;
  private readonly output: Sink;
  private readonly options: NormalizationOptions;
  private readonly threads: number;
  private readonly local: Normalization;
  /** Of the parts that are written. */
  private linesProcessed = 0;
  private linesMatched = 0;
  /** Before the step that is begun next; known when all lines before it are counted. Needed only if what is written tells them. */
  private linesBefore: Promise<number> = Promise.resolve(0);
  private readonly open = new Set<number>();

  constructor(rulebook: Rulebook, output: Sink, options: NormalizationOptions, threads: number) {
    this.rulebook = rulebook;
    this.output = output;
    this.options = options;
    this.threads = threads;
    this.local = new Normalization(rulebook, output, options);
  }

  get statistics(): Statistics {
    const { linesProcessed, linesMatched } = this.local.statistics;
    return statisticsOf(this.linesProcessed + linesProcessed, this.linesMatched + linesMatched);
  }

  async read(logs: readonly Log[]): Promise<void> {
    const { signal } = this.options;
    const crew = new Crew(this.rulebook, this.setup(), this.threads);
    const stop = (): void => crew.stop();
    signal?.addEventListener("abort", stop);
    try {
      for (const step of ahead(this.steps(logs, crew), PARTS_AHEAD * this.threads)) {
        if (signal?.aborted) return;
        await step.finish();
      }
    } finally {
      signal?.removeEventListener("abort", stop);
      crew.stop();
      await crew.end();
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

  /** Steps are begun when they are asked for. */
  private *steps(logs: readonly Log[], crew: Crew): Generator<Step> {
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
      for (const part of partsOf(file)) yield this.part(log, part, part.to === file.size, crew);
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

  private part(log: Log, part: Part, isLast: boolean, crew: Crew): Step {
    const work = crew.begin(part);
    if (this.isNumbered) {
      const before = this.linesBefore;
      void before.then((lines) => work.number(lines));
      this.linesBefore = before.then(async (lines) => lines + (await work.lines));
    }
    return {
      isAwaited: false,
      finish: async () => {
        const { linesProcessed, linesMatched, failure } = await work.finish((output) => this.write(output));
        const linesBefore = this.statistics.linesProcessed;
        this.linesProcessed += linesProcessed;
        this.linesMatched += linesMatched;
        log.onPart?.(part.to - part.from);
        if (failure !== undefined) throw log.failure(errorOf(failure, linesBefore));
        if (!isLast) return;
        this.open.delete(part.fd);
        closeSync(part.fd);
      },
    };
  }

  private async write({ stream, bytes }: Output): Promise<void> {
    const sink = stream === "lines" ? this.output : this.options.explain;
    await sink?.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  }
}

interface PlainFile {
  readonly fd: number;
  readonly size: number;
}

/** Opens a log that can be cut into parts; undefined for any other. */
function plainFile({ path }: Log): PlainFile | undefined {
  // Opening anything else may wait for somebody, or take something away.
  if (path === undefined || !statSync(path).isFile()) return undefined;
  const fd = openSync(path, "r");
  const head = Buffer.alloc(2);
  const { size } = fstatSync(fd);
  if (size > 3 && readSync(fd, head, 0, head.length, 0) === head.length && !beginsAsGzip(head)) return { fd, size };
  closeSync(fd);
  return undefined;
}

/** Of the file as it is now: what is appended later would be read now in one part, now in the other. */
function* partsOf({ fd, size }: PlainFile): Generator<Part> {
  for (let from = 0; from < size; from += PART_BYTES) yield { fd, from, to: Math.min(from + PART_BYTES, size) };
}

/** The same items; so many are asked for before they are given. */
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

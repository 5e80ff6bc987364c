import { availableParallelism } from "node:os";
import { Duplex, type Writable } from "node:stream";
import { type Checked, type CheckOptions, check } from "./check/check.ts";
import { Comparison, type ComparisonOptions } from "./comparison/comparison.ts";
import { fileLogs, hearingErrors, inputsOf, namedLog, streamLogs, streamsOf } from "./log-inputs.ts";
import type { Log } from "./normalization/log.ts";
import { inText, type LineRecord, type NormalizedLine, Recording, readRecords } from "./normalization/recording.ts";
import { loadRulebook, type Rulebook } from "./normalization/rulebook.ts";
import type { Statistics } from "./normalization/statistics.ts";
import {
  checkOptions,
  type LogSource,
  type ProcessFilesOptions,
  type ProcessOptions,
  type ProcessorOptions,
  type ReadOptions,
} from "./options.ts";
import { pulled } from "./streams/pulled.ts";
import { type Sink, streamSink } from "./streams/sink.ts";
import type { Input } from "./streams/text-bytes.ts";
import { runOf } from "./threads/run-of.ts";
import type { TraceEvent } from "./trace/timeline.ts";
import { type MergeOptions, merge, type Trace, type TraceOptions, trace } from "./trace/trace.ts";
import { type ExplainedLine, explainedLine } from "./why/explanation.ts";
import { Why } from "./why/why.ts";

/** Normalizes logs by the rules of one file. */
export class Processor {
  private readonly rulebook: Rulebook;
  /** Records single lines, which are all of one run. */
  private readonly recording: Recording;
  /** Made when it is first asked for. */
  private explaining: Why | undefined;

  /** Throws a RulesError that lists all problems of the rules file, or the system's error if it cannot be read. */
  constructor({ rulesPath }: ProcessorOptions) {
    this.rulebook = loadRulebook(rulesPath);
    this.recording = new Recording(this.rulebook);
  }

  /**
   * Checks a rules file, which may have problems, and with logs what it makes of them. Gzip is read through. Rejects with the
   * error of a log, or with the system's error if the rules file cannot be read.
   */
  static async check(
    { rulesPath }: ProcessorOptions,
    logs: readonly LogSource[] = [],
    options: CheckOptions = {},
  ): Promise<Checked> {
    const named = logs.map((log) => namedLog(log, options.signal));
    return hearingErrors(streamsOf(logs), () => check(rulesPath, named, options));
  }

  /**
   * Reads lines from a stream of bytes or text, or from several in turn as if they were one, and writes each line's
   * normalized form and `\n`. Gzip is recognised and read through. Writes at the pace of the output, which it does not
   * end, and resolves when all is written. Several calls may run at a time. Rejects with the error of a stream, a
   * DamagedGzipError, a LineError for a line that cannot be held, or a TypeError for a value that an option does not take.
   * What was read before an error of the input is written.
   */
  async process(input: Input | readonly Input[], output: Writable, options: ProcessOptions = {}): Promise<Statistics> {
    checkOptions(options);
    const inputs = inputsOf(input);
    const streams = [output, options.explain, ...inputs];
    return hearingErrors(streams, () =>
      this.run(streamLogs(inputs, options.signal), streamSink(output), options, output),
    );
  }

  /**
   * Reads lines as `process` does, and gives what became of each: in text or, if `bytes` is true, in bytes. An input is read
   * as its records are asked for, and let go when nobody asks any more. Throws what `process` rejects with, after the records
   * of what was read before it.
   */
  records(
    input: Input | readonly Input[],
    options?: ReadOptions & { readonly bytes?: false },
  ): AsyncGenerator<LineRecord<string>>;
  records(
    input: Input | readonly Input[],
    options: ReadOptions & { readonly bytes: true },
  ): AsyncGenerator<LineRecord<Uint8Array>>;
  async *records(
    input: Input | readonly Input[],
    { unmatched = "pass", stripAnsi, signal, bytes = false }: ReadOptions & { readonly bytes?: boolean } = {},
  ): AsyncGenerator<LineRecord<string | Uint8Array>> {
    checkOptions({ unmatched });
    const inputs = inputsOf(input);
    const options = { unmatched, stripsAnsi: stripAnsi, signal };
    const batches = pulled<LineRecord<Uint8Array>[]>((give) =>
      hearingErrors(inputs, () => readRecords(this.rulebook, streamLogs(inputs, options.signal), options, give)),
    );
    for await (const batch of batches) {
      for (const record of batch) yield bytes ? record : inText(record);
    }
  }

  /**
   * A stream to be put between others, in a `pipeline` say: a log goes in, and what `process` writes comes out. It is destroyed
   * with what `process` rejects with. Throws a TypeError for a value that an option does not take.
   */
  createTransform(options: ProcessOptions = {}): Duplex {
    checkOptions(options);
    return Duplex.from((input: AsyncIterable<Uint8Array>) =>
      pulled<Buffer>(async (give) => {
        // The buffer is filled again once this is done, and the stream may keep what it was given.
        const sink = { write: (bytes: Buffer) => give(Buffer.from(bytes)) };
        await this.run(streamLogs([input], options.signal), sink, options);
      }),
    );
  }

  /**
   * As `process`, for files by their paths. Large ones may be matched by several threads; what is written is the same. Rejects
   * as `process` does, or with a RangeError if `jobs` is not a whole number from 1 on.
   */
  async processFiles(
    paths: readonly string[],
    output: Writable,
    options: ProcessFilesOptions = {},
  ): Promise<Statistics> {
    checkOptions(options);
    const logs = fileLogs(paths, options.signal);
    return hearingErrors([output, options.explain], () => this.run(logs, streamSink(output), options, output));
  }

  private async run(
    logs: readonly Log[],
    sink: Sink,
    { unmatched = "pass", format, stripAnsi, signal, explain, jobs = 1 }: ProcessFilesOptions,
    output?: Writable,
  ): Promise<Statistics> {
    const threads = jobs === "auto" ? availableParallelism() : jobs;
    const records = explain && (explain === output ? sink : streamSink(explain));
    const options = { unmatched, format, signal, explain: records, stripsAnsi: stripAnsi };
    const run = await runOf(this.rulebook, logs, sink, options, threads);
    await run.read(logs);
    return run.statistics;
  }

  /**
   * Reads two logs, to be compared by what the rules make of their lines. Gzip is read through. Rejects with the error of a
   * log; a CopyError if one that cannot be read twice cannot be copied; an UnknownFieldError if no rule has any of the fields
   * to group by, or a RangeError for more than 16 of them; or a TypeError for options that exclude each other.
   */
  async compare(old: LogSource, now: LogSource, options: ComparisonOptions = {}): Promise<Comparison> {
    const { signal } = options;
    const streams = streamsOf([old, now]);
    const [oldLog, newLog] = [namedLog(old, signal), namedLog(now, signal)];
    return hearingErrors(streams, () => Comparison.of(this.rulebook, oldLog, newLog, options));
  }

  /**
   * Reads logs and gathers their events by the ids that fields captured, in the order of time. Gzip is read through. Rejects
   * with the error of a log, an UnknownFieldError if no rule has any of the fields, or a RangeError for more than 16 of them
   * or for what is no zone.
   */
  async trace(logs: readonly LogSource[], options: TraceOptions): Promise<Trace> {
    const named = logs.map((log) => namedLog(log, options.signal));
    return hearingErrors(streamsOf(logs), () => trace(this.rulebook, named, options));
  }

  /** Reads logs and puts all their lines, even unmatched ones, in the order of time. Rejects as `trace` does. */
  async merge(logs: readonly LogSource[], options: MergeOptions = {}): Promise<Iterable<TraceEvent>> {
    const named = logs.map((log) => namedLog(log, options.signal));
    return hearingErrors(streamsOf(logs), () => merge(this.rulebook, named, options));
  }

  /**
   * Normalizes one line, given without its terminator. Gives text for text, and bytes, which may be kept, for bytes; undefined
   * when no rule matches.
   */
  normalize(line: string): NormalizedLine<string> | undefined;
  normalize(line: Uint8Array): NormalizedLine<Uint8Array> | undefined;
  normalize(line: string | Uint8Array): NormalizedLine<string | Uint8Array> | undefined {
    const bytes = Buffer.from(line as string);
    const { matcher } = this.rulebook;
    const winner = matcher.match(bytes, 0, bytes.length);
    if (winner === -1) return undefined;
    const normalized = this.recording.of(winner, bytes, matcher.bounds);
    return typeof line === "string" ? inText(normalized) : normalized;
  }

  /**
   * Tells of one line by itself, given without its terminator, which rule won it and why the others lost; or, if none
   * matches, which come nearest and what would make them match.
   */
  why(line: string | Uint8Array): ExplainedLine {
    const bytes = Buffer.from(line as string);
    this.explaining ??= new Why(this.rulebook);
    this.explaining.begin();
    return explainedLine(this.rulebook, this.explaining.explain(bytes, 0, bytes.length));
  }
}

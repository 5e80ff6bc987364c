import { EventEmitter } from "node:events";
import { availableParallelism } from "node:os";
import type { Writable } from "node:stream";
import { type Checked, type CheckOptions, check } from "./check/check.ts";
import { Comparison, type ComparisonOptions } from "./comparison/comparison.ts";
import { Aliases } from "./normalization/aliases.ts";
import { UNMATCHED, type Unmatched } from "./normalization/normalization.ts";
import { type Rendering, renderingsOf } from "./normalization/rendering.ts";
import { loadRulebook, type Rulebook } from "./normalization/rulebook.ts";
import type { Log, NamedLog } from "./normalization/run.ts";
import type { Statistics } from "./normalization/statistics.ts";
import { decompressed } from "./streams/decompressed.ts";
import { streamSink } from "./streams/sink.ts";
import { fileSource } from "./streams/source.ts";
import { bytesOf, type Input } from "./streams/text-bytes.ts";
import { untilStopped } from "./streams/until-stopped.ts";
import { runOf } from "./threads/run-of.ts";
import type { TraceEvent } from "./trace/timeline.ts";
import { type MergeOptions, merge, type Trace, type TraceOptions, trace } from "./trace/trace.ts";
import { type ExplainedLine, explainedLine } from "./why/explained-line.ts";
import { Why } from "./why/why.ts";

export interface ProcessorOptions {
  /** Filesystem path of the rules file, which is read at once. */
  readonly rulesPath: string;
}

export interface ProcessOptions {
  /** What becomes of lines that no rule matches; they pass unchanged if this is not given. */
  readonly unmatched?: Unmatched;
  /** Frees lines of colours and other sequences for terminals before they are matched; they come out without them. */
  readonly stripAnsi?: boolean;
  /** Where explain records are written, each before its line. Among the lines, if it is the output itself. */
  readonly explain?: Writable;
  /** Ends the reading at once, after the last whole line that was read; what was read until then is written. */
  readonly signal?: AbortSignal;
}

export interface ProcessFilesOptions extends ProcessOptions {
  /** How many threads match large files: 1 if this is not given, `auto` for as many as the system can run at a time. */
  readonly jobs?: number | "auto";
}

/** A log by its path, or a stream of it with the name that its lines are told by. */
export type LogSource = string | { readonly name: string; readonly input: Input };

/** A field's name, and what it captured. */
export interface Capture<Line extends string | Uint8Array> {
  readonly name: string;
  readonly value: Line;
}

/** What became of one line. */
export interface NormalizedLine<Line extends string | Uint8Array> {
  /** Name of the rule that won the line. */
  readonly rule: string;
  /** In the order of the rule's fields. Names may repeat. */
  readonly captures: readonly Capture<Line>[];
  /** The line's normalized form, without a line terminator. */
  readonly output: Line;
}

/** Normalizes logs by the rules of one file. */
export class Processor {
  private readonly rulebook: Rulebook;
  /** For single lines, which are all of one run. */
  private readonly renderings: readonly Rendering[];
  /** Made when it is first asked for. */
  private explaining: Why | undefined;

  /** Throws a RulesError that lists all problems of the rules file, or the system's error if it cannot be read. */
  constructor({ rulesPath }: ProcessorOptions) {
    this.rulebook = loadRulebook(rulesPath);
    this.renderings = renderingsOf(this.rulebook.kinds, new Aliases(), "");
  }

  /**
   * Checks a rules file, which may be wrong, and with logs what it makes of them. Gzip is read through. Rejects with the
   * error of a log, or with the system's error if the file can't be read.
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
   * end, and resolves when all is written. Several calls may run at a time. Rejects with the error of a stream; what
   * was read before an error of the input is written.
   */
  async process(input: Input | readonly Input[], output: Writable, options: ProcessOptions = {}): Promise<Statistics> {
    const { signal } = options;
    const inputs = Array.isArray(input) ? (input as readonly Input[]) : [input as Input];
    const logs = inputs.map((one) => logOf(() => bytesOf(signal === undefined ? one : untilStopped(one, signal))));
    return this.run(logs, output, options, inputs);
  }

  /**
   * As `process`, for files by their paths. Large ones may be matched by several threads; what is written is the same. Rejects
   * with a RangeError if there are to be less than one.
   */
  async processFiles(
    paths: readonly string[],
    output: Writable,
    options: ProcessFilesOptions = {},
  ): Promise<Statistics> {
    const { signal = new AbortController().signal } = options;
    const logs = paths.map((path) => logOf(() => fileSource(path, signal), path));
    return this.run(logs, output, options, []);
  }

  private async run(
    logs: readonly Log[],
    output: Writable,
    { unmatched = "pass", stripAnsi, signal, explain, jobs = 1 }: ProcessFilesOptions,
    inputs: readonly unknown[],
  ): Promise<Statistics> {
    if (!UNMATCHED.includes(unmatched)) throw new TypeError(`unmatched is one of ${UNMATCHED.join(", ")}`);
    const threads = jobs === "auto" ? availableParallelism() : jobs;
    if (!Number.isInteger(threads) || threads < 1) throw new RangeError("jobs is a whole number from 1 on, or auto");
    const sink = streamSink(output);
    const records = explain === output ? sink : explain && streamSink(explain);
    const run = await runOf(
      this.rulebook,
      logs,
      sink,
      { unmatched, signal, explain: records, stripsAnsi: stripAnsi },
      threads,
    );
    const streams = [output, explain, ...inputs].filter((one) => one instanceof EventEmitter);
    await hearingErrors(streams, () => run.read(logs));
    return run.statistics;
  }

  /**
   * Reads two logs, to be compared by what the rules make of their lines. Gzip is read through. Rejects with the error of a
   * log, or an UnknownFieldError if no rule has any of the fields to group by.
   */
  async compare(old: LogSource, now: LogSource, options: ComparisonOptions = {}): Promise<Comparison> {
    const { signal } = options;
    const streams = streamsOf([old, now]);
    const [oldLog, newLog] = [namedLog(old, signal), namedLog(now, signal)];
    return hearingErrors(streams, () => Comparison.of(this.rulebook, oldLog, newLog, options));
  }

  /**
   * Reads logs and gathers their events by the ids that fields captured, in the order of time. Gzip is read through. Rejects
   * with the error of a log, an UnknownFieldError if no rule has any of the fields, or a RangeError for what is no zone.
   */
  async trace(logs: readonly LogSource[], options: TraceOptions): Promise<Trace> {
    const named = logs.map((log) => namedLog(log, options.signal));
    return hearingErrors(streamsOf(logs), () => trace(this.rulebook, named, options));
  }

  /** Reads logs and puts all their lines in the order of time, those that no rule matches too. Rejects as `trace` does. */
  async merge(logs: readonly LogSource[], options: MergeOptions = {}): Promise<Iterable<TraceEvent>> {
    const named = logs.map((log) => namedLog(log, options.signal));
    return hearingErrors(streamsOf(logs), () => merge(this.rulebook, named, options));
  }

  /**
   * Normalizes one line, given without its terminator. Answers in text if it is asked in text, else in bytes of its own;
   * undefined when no rule matches.
   */
  normalize(line: string): NormalizedLine<string> | undefined;
  normalize(line: Uint8Array): NormalizedLine<Uint8Array> | undefined;
  normalize(line: string | Uint8Array): NormalizedLine<string | Uint8Array> | undefined {
    const bytes = typeof line === "string" ? Buffer.from(line) : Buffer.from(line);
    const { rules, matcher } = this.rulebook;
    const winner = matcher.match(bytes, 0, bytes.length);
    if (winner === -1) return undefined;
    const { name, pattern } = rules[winner]!;
    const values = pattern.fields.map((_, i) => bytes.subarray(matcher.bounds[2 * i]!, matcher.bounds[2 * i + 1]!));
    const rendering = this.renderings[winner]!;
    rendering.take(bytes, matcher.bounds);
    const output = Buffer.alloc(rendering.length);
    rendering.writeInto(output, 0);
    const give = (value: Buffer): string | Uint8Array =>
      typeof line === "string" ? value.toString() : new Uint8Array(value);
    return {
      rule: name,
      captures: pattern.fields.map((field, i) => ({ name: field, value: give(values[i]!) })),
      output: give(output),
    };
  }

  /**
   * Tells of one line by itself, given without its terminator, which rule won it and what the others lost by; or, if none
   * matches, which come nearest and what would make them match.
   */
  why(line: string | Uint8Array): ExplainedLine {
    const bytes = Buffer.from(line as string);
    this.explaining ??= new Why(this.rulebook);
    this.explaining.begin();
    return explainedLine(this.rulebook, this.explaining.explain(bytes, 0, bytes.length));
  }
}

function namedLog(source: LogSource, signal = new AbortController().signal): NamedLog {
  if (typeof source === "string") return { name: source, ...logOf(() => fileSource(source, signal), source) };
  return { name: source.name, ...logOf(() => bytesOf(untilStopped(source.input, signal))) };
}

function streamsOf(sources: readonly LogSource[]): EventEmitter[] {
  const inputs: unknown[] = sources.map((source) => (typeof source === "string" ? undefined : source.input));
  return inputs.filter((input) => input instanceof EventEmitter);
}

function logOf(open: () => AsyncIterable<Buffer>, path?: string): Log {
  return { path, open: () => decompressed(open()), failure: (error) => error };
}

/**
 * Does work with streams. One that fails tells it to who reads it, when its turn comes, or waits for its write; its event,
 * if nobody listened, would end the program. That of a failed write comes a turn later.
 */
async function hearingErrors<T>(streams: readonly EventEmitter[], work: () => Promise<T>): Promise<T> {
  const listener = (): void => {};
  const leave = (): void => {
    for (const stream of streams) stream.off("error", listener);
  };
  for (const stream of streams) stream.on("error", listener);
  try {
    const result = await work();
    leave();
    return result;
  } catch (error) {
    setImmediate(leave);
    throw error;
  }
}

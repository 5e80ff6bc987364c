import type { Duplex, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { CheckOptions, CheckResult } from "./check/check.ts";
import type { Comparison, ComparisonOptions } from "./comparison/comparison.ts";
import { givenLogs, givenPair, type LogSource, type LogSources, logOf, streamsOf } from "./log-inputs.ts";
import type { Log } from "./normalization/log.ts";
import {
  asBytes,
  asText,
  type LineForm,
  type LineRecord,
  type NormalizedLine,
  RecordBuilder,
  readRecords,
} from "./normalization/record-builder.ts";
import { loadRulebook, type Rulebook, rulebookOf } from "./normalization/rulebook.ts";
import type { Statistics } from "./normalization/statistics.ts";
import {
  checkLine,
  checkOptions,
  checkOutput,
  checkProcessorOptions,
  type InBytes,
  type InText,
  type ProcessOptions,
  type ProcessorOptions,
  type ReadOptions,
  type TransformOptions,
} from "./options.ts";
import { parseRules } from "./rules/parse-rules.ts";
import { rulesTextOf } from "./rules/rules-text.ts";
import { CallerStreams } from "./streams/caller-streams.ts";
import { LogTransform } from "./streams/log-transform.ts";
import type { Sink } from "./streams/sink.ts";
import { toAsyncIterable } from "./streams/to-async-iterable.ts";
import type { TraceEvent } from "./trace/timeline.ts";
import type { MergeOptions, Trace, TraceOptions } from "./trace/trace.ts";
import type { ExplainedLine } from "./why/explanation.ts";
import type { Why } from "./why/why.ts";

// What only one method needs is loaded when that is first called. Loading all of it would take longer than most logs.

/** Normalizes logs by rules. Several calls may run at a time. */
export class Processor {
  private readonly rulebook: Rulebook;
  /** Records single lines, which are all of one run. */
  private readonly recordBuilder: RecordBuilder;
  /** Made when it is first asked for. */
  private explaining: Why | undefined;

  /**
   * Throws a RulesError that lists all problems of the rules, the system's error if their file cannot be read, or a TypeError
   * for what is neither rules nor a path.
   */
  constructor(options: ProcessorOptions) {
    checkProcessorOptions("new Processor", options);
    this.rulebook = rulebookFrom(options);
    this.recordBuilder = new RecordBuilder(this.rulebook);
  }

  /**
   * Checks rules, which may have problems, and with logs what it makes of them. Rejects with the error of a log, with the
   * system's error if the rules file cannot be read, or with a TypeError for arguments of another kind.
   */
  static check(rules: ProcessorOptions, logs?: LogSources, options?: CheckOptions & InText): Promise<CheckResult>;
  static check(
    rules: ProcessorOptions,
    logs: LogSources,
    options: CheckOptions & InBytes,
  ): Promise<CheckResult<Uint8Array>>;
  static async check(
    rules: ProcessorOptions,
    logs: LogSources = [],
    options: CheckOptions & (InText | InBytes) = {},
  ): Promise<CheckResult<string | Uint8Array>> {
    checkProcessorOptions("check", rules);
    checkOptions("check", options);
    const given = givenLogs("check", logs);
    const streams = new CallerStreams({ inputs: streamsOf(given), signal: options.signal });
    return streams.during(async () => {
      const { checkRulesAndLogs } = await import("./check/check.ts");
      const { signal } = streams;
      const source = rules.rulesPath === undefined ? rulesTextOf(rules.rules) : pathOf(rules.rulesPath);
      const named = given.map((log) => logOf(log, signal));
      return checkRulesAndLogs(source, named, { ...options, signal, form: formOf(options.bytes) });
    });
  }

  /**
   * Reads logs in turn as if they were one, and writes each line's normalized form and `\n`. Writes at the pace of the output,
   * which it does not end, and resolves when all is written. Rejects with the own error of a stream, or one that says that an
   * output was closed; with a DamagedGzipError, a LineError for a line that cannot be held, or a TypeError or RangeError for
   * an argument. What was read before an error of a log is written.
   */
  async process(logs: LogSources, output: Writable, options: ProcessOptions = {}): Promise<Statistics> {
    checkOptions("process", options);
    checkOutput("process", output);
    const given = givenLogs("process", logs);
    const { explain, signal } = options;
    const outputs = [...explained(explain), ["the output", output] as const];
    const streams = new CallerStreams({ inputs: streamsOf(given), outputs, signal });
    return streams.during(async () => {
      const { streamSink } = await import("./streams/sink.ts");
      const sink = streamSink(output, streams.signal);
      const records = explain === output ? sink : explain && streamSink(explain, streams.signal);
      return this.run(
        given.map((log) => logOf(log, streams.signal)),
        sink,
        records,
        streams.signal,
        options,
      );
    });
  }

  /**
   * Reads logs as `process` does, and gives what became of each line: in text or, if `bytes` is true, in bytes. A log is read
   * as its records are asked for, and let go of when nobody asks any more. Throws what `process` rejects with, after the
   * records of what was read before it.
   */
  records(logs: LogSources, options?: ReadOptions & InText): AsyncGenerator<LineRecord, void, undefined>;
  records(logs: LogSources, options: ReadOptions & InBytes): AsyncGenerator<LineRecord<Uint8Array>, void, undefined>;
  records(
    logs: LogSources,
    options: ReadOptions & (InText | InBytes) = {},
  ): AsyncGenerator<LineRecord<string | Uint8Array>, void, undefined> {
    checkOptions("records", options);
    const given = givenLogs("records", logs);
    const { unmatched = "pass", stripAnsi, signal, bytes } = options;
    const streams = new CallerStreams({ inputs: streamsOf(given), signal });
    const read = async (give: (records: LineRecord<string | Uint8Array>[]) => Promise<void>): Promise<void> => {
      const named = given.map((log) => logOf(log, streams.signal));
      const reading = { form: formOf(bytes), unmatched, stripsAnsi: stripAnsi, signal: streams.signal };
      await readRecords(this.rulebook, named, reading, give);
    };
    return recordsOf(streams, signal, read);
  }

  /**
   * A stream to be put between others, in a `pipeline` say: a log goes in, and what `process` writes comes out. It is destroyed
   * with what `process` rejects with, and may be destroyed at any time. Throws a TypeError for an option of another kind.
   */
  createTransform(options: TransformOptions = {}): Duplex {
    checkOptions("createTransform", options);
    const { explain, signal } = options;
    const streams = new CallerStreams({ outputs: explained(explain), signal });
    return new LogTransform(streams, async (input, output) => {
      const { streamSink } = await import("./streams/sink.ts");
      const records = explain && streamSink(explain, streams.signal);
      const log = logOf({ name: "input", input }, streams.signal);
      await this.run([log], output, records, streams.signal, options);
    });
  }

  /**
   * Reads two logs, to be compared by what the rules make of their lines. Rejects with the error of a log; a CopyError if one
   * that cannot be read twice cannot be copied; an UnknownFieldError if no rule has any of the fields to group by, or a
   * RangeError for more than 16 of them; or a TypeError for arguments of another kind, or options that exclude each other.
   */
  compare(old: LogSource, next: LogSource, options?: ComparisonOptions & InText): Promise<Comparison>;
  compare(old: LogSource, next: LogSource, options: ComparisonOptions & InBytes): Promise<Comparison<Uint8Array>>;
  async compare(
    old: LogSource,
    next: LogSource,
    options: ComparisonOptions & (InText | InBytes) = {},
  ): Promise<Comparison<string | Uint8Array>> {
    checkOptions("compare", options);
    const given = givenPair("compare", old, next);
    const streams = new CallerStreams({ inputs: streamsOf(given), signal: options.signal });
    return streams.during(async () => {
      const { compareLogs } = await import("./comparison/comparison.ts");
      const { signal } = streams;
      const [oldLog, newLog] = [logOf(given[0], signal), logOf(given[1], signal)];
      return compareLogs(this.rulebook, oldLog, newLog, { ...options, signal }, formOf(options.bytes));
    });
  }

  /**
   * Reads logs and gathers their events by the ids that fields captured, in the order of time. Rejects with the error of a
   * log, an UnknownFieldError if no rule has any of the fields, a RangeError for more than 16 of them or for what is no zone,
   * or a TypeError for arguments of another kind.
   */
  trace(logs: LogSources, options: TraceOptions & InText): Promise<Trace>;
  trace(logs: LogSources, options: TraceOptions & InBytes): Promise<Trace<Uint8Array>>;
  async trace(logs: LogSources, options: TraceOptions & (InText | InBytes)): Promise<Trace<string | Uint8Array>> {
    checkOptions("trace", options);
    const given = givenLogs("trace", logs);
    const streams = new CallerStreams({ inputs: streamsOf(given), signal: options.signal });
    return streams.during(async () => {
      const { trace } = await import("./trace/trace.ts");
      const { signal } = streams;
      const named = given.map((log) => logOf(log, signal));
      return trace(this.rulebook, named, { ...options, signal }, formOf(options.bytes));
    });
  }

  /**
   * Reads logs and puts all their lines, even unmatched ones, in the order of time. The events can be read again and again. They
   * are no array, as each is made when its turn comes: an object for every line of all logs would take many times their memory.
   * Rejects as `trace` does.
   */
  merge(logs: LogSources, options?: MergeOptions & InText): Promise<Iterable<TraceEvent>>;
  merge(logs: LogSources, options: MergeOptions & InBytes): Promise<Iterable<TraceEvent<Uint8Array>>>;
  async merge(
    logs: LogSources,
    options: MergeOptions & (InText | InBytes) = {},
  ): Promise<Iterable<TraceEvent<string | Uint8Array>>> {
    checkOptions("merge", options);
    const given = givenLogs("merge", logs);
    const streams = new CallerStreams({ inputs: streamsOf(given), signal: options.signal });
    return streams.during(async () => {
      const { merge } = await import("./trace/trace.ts");
      const { signal } = streams;
      const named = given.map((log) => logOf(log, signal));
      return merge(this.rulebook, named, { ...options, signal }, formOf(options.bytes));
    });
  }

  /**
   * Normalizes one line, given without its terminator. Gives text for text, and bytes, which may be kept, for bytes; undefined
   * when no rule matches. Aliases are numbered over all calls of this method on one Processor. Throws a TypeError for what is
   * no line.
   */
  normalize(line: string): NormalizedLine | undefined;
  normalize(line: Uint8Array): NormalizedLine<Uint8Array> | undefined;
  normalize(line: string | Uint8Array): NormalizedLine<string | Uint8Array> | undefined;
  normalize(line: string | Uint8Array): NormalizedLine<string | Uint8Array> | undefined {
    checkLine("normalize", line);
    const bytes = Buffer.from(line as string);
    const { matcher } = this.rulebook;
    const winner = matcher.match(bytes, 0, bytes.length);
    if (winner === -1) return undefined;
    return this.recordBuilder.of<string | Uint8Array>(winner, bytes, matcher.bounds, formOf(typeof line !== "string"));
  }

  /**
   * Tells of one line by itself, given without its terminator, which rule won it and why the others lost; or, if none
   * matches, which come nearest and what would make them match. Places and values are of a text or of bytes, as the line is.
   * Rejects with a TypeError for what is no line.
   */
  why(line: string): Promise<ExplainedLine>;
  why(line: Uint8Array): Promise<ExplainedLine<Uint8Array>>;
  why(line: string | Uint8Array): Promise<ExplainedLine<string | Uint8Array>>;
  async why(line: string | Uint8Array): Promise<ExplainedLine<string | Uint8Array>> {
    checkLine("why", line);
    const [{ Why }, { explainedLine }] = await Promise.all([import("./why/why.ts"), import("./why/explanation.ts")]);
    this.explaining ??= new Why(this.rulebook);
    return explainedLine(this.rulebook, this.explaining, line);
  }

  private async run(
    logs: readonly Log[],
    output: Sink,
    explain: Sink | undefined,
    signal: AbortSignal,
    { unmatched = "pass", format, stripAnsi, jobs = 1 }: ProcessOptions,
  ): Promise<Statistics> {
    const [{ runOf }, { availableParallelism }] = await Promise.all([import("./threads/run-of.ts"), import("node:os")]);
    const threads = jobs === "auto" ? availableParallelism() : jobs;
    const run = await runOf(
      this.rulebook,
      logs,
      output,
      { unmatched, format, signal, explain, stripsAnsi: stripAnsi },
      threads,
    );
    await run.read(logs);
    return run.statistics;
  }
}

function rulebookFrom(options: ProcessorOptions): Rulebook {
  if (options.rulesPath !== undefined) return loadRulebook(pathOf(options.rulesPath));
  const { bytes, name, pathAt } = rulesTextOf(options.rules);
  return rulebookOf(parseRules(bytes, name, pathAt));
}

function pathOf(path: string | URL): string {
  return typeof path === "string" ? path : fileURLToPath(path);
}

function formOf(bytes: boolean | undefined): LineForm<string | Uint8Array> {
  return bytes === true ? asBytes : asText;
}

function explained(explain: Writable | undefined): (readonly [string, Writable])[] {
  return explain === undefined ? [] : [["the stream of explain records", explain]];
}

/** Records, read in batches when they are asked for. */
function recordsOf<Line extends string | Uint8Array>(
  streams: CallerStreams,
  signal: AbortSignal | undefined,
  read: (give: (records: LineRecord<Line>[]) => Promise<void>) => Promise<void>,
): AsyncGenerator<LineRecord<Line>, void, undefined> {
  let isLeft = false;
  async function* each(): AsyncGenerator<LineRecord<Line>, void, undefined> {
    try {
      for await (const batch of toAsyncIterable<LineRecord<Line>[]>((give) => streams.during(() => read(give)))) {
        for (const record of batch) {
          signal?.throwIfAborted();
          yield record;
        }
      }
    } catch (error) {
      if (!isLeft) throw error;
    }
  }
  const records = each();
  const end = records.return.bind(records);
  // Of itself a generator ends only when what it waits for comes; and one that has not begun would let go of nothing.
  records.return = (value) => {
    isLeft = true;
    streams.stop(new Error("nobody reads on"));
    return end(value);
  };
  return records;
}

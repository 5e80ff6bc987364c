import { resolve } from "node:path";
import type { Duplex, Writable } from "node:stream";
import { CallerStreams, type CallStreams } from "../io/caller-streams.ts";
import { LogTransform } from "../io/log-transform.ts";
import type { OutputFile } from "../io/output-file.ts";
import type { Sink } from "../io/sink.ts";
import { toAsyncIterable } from "../io/to-async-iterable.ts";
import type { RecordOptions } from "../run/line-writer.ts";
import type { Log } from "../run/log.ts";
import type { LineRecord } from "../run/read-records.ts";
import { type Rulebook, requireKey } from "../run/rulebook.ts";
import { readRules } from "../run/rules-file.ts";
import type { RunStatistics } from "../run/statistics.ts";
import type { CheckResult } from "../tools/check/check-result.ts";
import type { Comparison } from "../tools/diff/comparison.ts";
import type { ComparisonOptions } from "../tools/diff/log-diff.ts";
import type { FieldsResult } from "../tools/fields/fields.ts";
import type { Suggestion } from "../tools/suggest/suggest.ts";
import type { MergeOptions } from "../tools/trace/collect-events.ts";
import type { TraceEvent } from "../tools/trace/event-table.ts";
import type { Trace, TraceOptions } from "../tools/trace/trace.ts";
import { type GivenLog, givenLogs, givenSides, logOf, pathOf, readGivenRules, streamsOf } from "./caller-sources.ts";
import {
  checkOptions,
  checkOutput,
  checkProcessorOptions,
  checkRulesOptions,
  refuseTwoRules,
  refuseWithoutLogs,
} from "./check-options.ts";
import { converterOf, givenRulebook, LineProcessor, pseudonymsOf, settingsOf } from "./line-processor.ts";
import type {
  FieldsOptions,
  InBytes,
  InText,
  LogSources,
  ProcessOptions,
  ProcessorOptions,
  RulesCheckOptions,
  RulesOptions,
  SuggestionOptions,
  TransformOptions,
} from "./options.ts";

// Modules that only one method needs are loaded by its first call. Loading all of them takes longer than most logs do.

/** Normalizes logs by rules. Calls may run concurrently. */
export class Processor extends LineProcessor {
  /** Absolute, because the current folder may be another one when an output is opened. */
  readonly #rulesPath: string | undefined;

  /**
   * Throws a RulesError that lists the first twenty problems of the rules, the system's error if the rules file cannot
   * be read, a MissingKeyError if rules have the transform `pseudonym` and there is no key, or a TypeError for wrong
   * arguments.
   */
  constructor(options: ProcessorOptions) {
    checkProcessorOptions("new Processor", options);
    const { rulesPath, mask } = options;
    const path = rulesPath === undefined ? undefined : pathOf(rulesPath);
    super(path === undefined ? givenRulebook(options) : rulebookOfFile(path, options), mask);
    if (path !== undefined) this.#rulesPath = resolve(path);
  }

  /**
   * Checks rules, and shows how they match the logs, if there are any. Problems of the rules are part of the result.
   * Rejects with the error of a log, the system's error if the rules file cannot be read, a BaselineError for a damaged
   * baseline, a RulesError for problems of the rules in `against`, a MissingKeyError if outputs are needed of rules
   * that need a key, or a TypeError for wrong arguments.
   */
  static check(rules: RulesOptions, logs?: LogSources, options?: RulesCheckOptions & InText): Promise<CheckResult>;
  static check(
    rules: RulesOptions,
    logs: LogSources,
    options: RulesCheckOptions & InBytes,
  ): Promise<CheckResult<Uint8Array>>;
  static async check(
    rules: RulesOptions,
    logs: LogSources = [],
    options: RulesCheckOptions & (InText | InBytes) = {},
  ): Promise<CheckResult<string | Uint8Array>> {
    checkRulesOptions("check", rules);
    checkOptions("check", options);
    if (options.against !== undefined) checkRulesOptions("check against", options.against);
    const list = givenLogs("check", logs);
    if (list.length === 0) refuseWithoutLogs(options);
    return reading([list], options, async ([given], signal) => {
      const { checkGiven } = await import("./check.ts");
      const pseudonyms = pseudonymsOf(options);
      return checkGiven(rules, given, { ...options, pseudonyms, signal }, converterOf(options.bytes));
    });
  }

  /**
   * Counts what the fields of rules capture in a log. With the log of a second run that does the same, finds the fields
   * that vary from run to run, and which edit of the rules makes outputs the same. Several files, in a list, are one
   * log.
   *
   * Rejects with the error of a log, with a RulesError or the system's error for wrong rules, or with a TypeError for
   * wrong arguments.
   */
  static fields(rules: RulesOptions, log: LogSources, options?: FieldsOptions & InText): Promise<FieldsResult>;
  static fields(
    rules: RulesOptions,
    log: LogSources,
    options: FieldsOptions & InBytes,
  ): Promise<FieldsResult<Uint8Array>>;
  static async fields(
    rules: RulesOptions,
    log: LogSources,
    options: FieldsOptions & (InText | InBytes) = {},
  ): Promise<FieldsResult<string | Uint8Array>> {
    checkRulesOptions("fields", rules);
    checkOptions("fields", options);
    const { next, bytes, ...rest } = options;
    const given = [givenLogs("fields", log), next === undefined ? [] : givenLogs("fields", next)] as const;
    return reading(given, options, async ([old, second], signal) => {
      const { fieldsOf } = await import("./fields.ts");
      const sides = [old, next === undefined ? undefined : second] as const;
      return fieldsOf(rules, sides, { ...rest, signal }, converterOf(bytes));
    });
  }

  /**
   * Suggests rules for logs. Each suggested rule was run on the lines that it was made from. Reads the logs several
   * times, from a copy if they can be read only once.
   *
   * Rejects with the error of a log, with a CopyError if a log cannot be copied, with a RulesError or the system's
   * error for wrong rules, with an Error if no rules can be added to these, or with a TypeError or RangeError for wrong
   * arguments.
   */
  static async suggest(logs: LogSources, options: SuggestionOptions = {}): Promise<Suggestion> {
    checkOptions("suggest", options);
    refuseTwoRules(options);
    return reading([givenLogs("suggest", logs)], options, async ([given], signal) => {
      const { suggestRules } = await import("../tools/suggest/suggest.ts");
      const { rules, rulesPath, ...wishes } = options;
      const existing = rules !== undefined ? { rules } : rulesPath !== undefined ? { rulesPath } : undefined;
      const source = existing && (await readGivenRules(existing));
      return suggestRules(given, { ...wishes, signal, given: source });
    });
  }

  /**
   * Reads logs one after the other, as if they were one, and writes each normalized line and `\n`. Waits when the
   * output is full. Does not end the output. Resolves when everything is written. If reading a log fails, everything
   * read before is still written.
   *
   * An output that is a path or a URL is a file, which is replaced when everything is written, all at once. If the call
   * rejects, it stays as it was. A named pipe or a device is written straight through; opening a pipe blocks the
   * process until it has a reader.
   *
   * Rejects with the error of a stream, with an error if an output is closed too early, with a DamagedLogError, with a
   * LineError for a line that does not fit into memory, with an Error if the output is the file of the rules, or with a
   * TypeError or RangeError for wrong arguments.
   *
   * With `part` it also rejects with a LogError for a log that cannot be cut, with a ChangedFileError if one changes,
   * and with an Error for rules with aliases, for lines that are joined, or if the output is one of the logs.
   */
  async process(
    logs: LogSources,
    output: Writable | string | URL,
    options: ProcessOptions = {},
  ): Promise<RunStatistics> {
    checkOptions("process", options);
    checkOutput("process", output);
    const given = givenLogs("process", logs);
    if (typeof output === "string" || output instanceof URL)
      return this.processIntoFile(given, pathOf(output), options);
    const { explain } = options;
    const outputs = [explainOutput(explain), ["the output", output] as const];
    return reading([given], { ...options, outputs }, async ([named], signal) => {
      const { streamSink } = await import("../io/sink.ts");
      const sink = streamSink(output, signal);
      const records = explain === output ? sink : explain && streamSink(explain, signal);
      return this.run(named, sink, records, { ...options, signal });
    });
  }

  private async processIntoFile(
    given: readonly GivenLog[],
    path: string,
    options: ProcessOptions,
  ): Promise<RunStatistics> {
    const { explain, part } = options;
    const outputs = [explainOutput(explain)];
    let file: OutputFile | undefined;
    try {
      const statistics = await reading([given], { ...options, outputs }, async ([named], signal) => {
        const [{ openOutput }, { streamSink }] = await Promise.all([
          import("./output-files.ts"),
          import("../io/sink.ts"),
        ]);
        const logs = part === undefined ? [] : given.map(({ input }) => input);
        file = openOutput(path, {
          rules: this.#rulesPath === undefined ? [] : [this.#rulesPath],
          partedLogs: logs.filter((input) => typeof input === "string"),
        });
        const records = explain && streamSink(explain, signal);
        const done = await this.run(named, file.sink, records, { ...options, signal });
        file.finish();
        return done;
      });
      file?.commit();
      return statistics;
    } catch (error) {
      file?.discard();
      throw error;
    }
  }

  /**
   * Reads logs as `process` does, and yields a record for each line, as text or, if `bytes` is true, as bytes. Reads
   * only as fast as the records are consumed, and closes the logs when the loop over them ends. Throws the same errors
   * as `process`, after the records of all lines before the error.
   */
  records(logs: LogSources, options?: RecordOptions & InText): AsyncGenerator<LineRecord, void, undefined>;
  records(logs: LogSources, options: RecordOptions & InBytes): AsyncGenerator<LineRecord<Uint8Array>, void, undefined>;
  records(
    logs: LogSources,
    options: RecordOptions & (InText | InBytes) = {},
  ): AsyncGenerator<LineRecord<string | Uint8Array>, void, undefined> {
    checkOptions("records", options);
    const given = givenLogs("records", logs);
    const { signal, bytes } = options;
    const streams = new CallerStreams({ inputs: streamsOf(given), signal });
    const read = async (give: (records: LineRecord<string | Uint8Array>[]) => Promise<void>): Promise<void> => {
      const { readRecords } = await import("../run/read-records.ts");
      const named = given.map((log) => logOf(log, streams));
      const { rulebook, mask } = settingsOf(this);
      const settings = { ...options, mask, signal: streams.signal, convert: converterOf(bytes) };
      await readRecords(rulebook, named, settings, give);
    };
    return recordsOf(streams, signal, read);
  }

  /**
   * Creates a stream for a `pipeline`: a log goes in, and the output of `process` comes out. An error that `process`
   * would reject with destroys the stream. It may be destroyed at any time. Throws a TypeError for wrong options.
   */
  createTransform(options: TransformOptions = {}): Duplex {
    checkOptions("createTransform", options);
    const { explain, signal } = options;
    const streams = new CallerStreams({ outputs: [explainOutput(explain)], signal });
    return new LogTransform(streams, async (input, output) => {
      const { streamSink } = await import("../io/sink.ts");
      const records = explain && streamSink(explain, streams.signal);
      const log = logOf({ name: "input", input }, streams);
      await this.run([log], output, records, { ...options, signal: streams.signal });
    });
  }

  /**
   * Reads two logs and compares their normalized lines. Several logs on a side are compared as one.
   *
   * Rejects with the error of a log, with a CopyError if a log can be read only once and cannot be copied, with an
   * UnknownFieldError if no rule has any of the fields to group by, with a RangeError for more than 16 of these fields,
   * or with a TypeError for wrong arguments.
   */
  compare(old: LogSources, next: LogSources, options?: ComparisonOptions & InText): Promise<Comparison>;
  compare(old: LogSources, next: LogSources, options: ComparisonOptions & InBytes): Promise<Comparison<Uint8Array>>;
  async compare(
    old: LogSources,
    next: LogSources,
    options: ComparisonOptions & (InText | InBytes) = {},
  ): Promise<Comparison<string | Uint8Array>> {
    checkOptions("compare", options);
    const given = givenSides("compare", old, next);
    return reading([given.old, given.new], options, async ([oldLogs, newLogs], signal) => {
      const { compareLogs } = await import("../tools/diff/comparison.ts");
      const { rulebook, mask } = settingsOf(this);
      return compareLogs(rulebook, oldLogs, newLogs, { ...options, mask, signal }, converterOf(options.bytes));
    });
  }

  /**
   * Reads logs and groups their events by the ids that fields capture, sorted by time. Rejects with the error of a log,
   * with an UnknownFieldError if no rule has any of the fields, with a RangeError for more than 16 fields or a wrong
   * time zone, or with a TypeError for wrong arguments.
   */
  trace(logs: LogSources, options: TraceOptions & InText): Promise<Trace>;
  trace(logs: LogSources, options: TraceOptions & InBytes): Promise<Trace<Uint8Array>>;
  async trace(logs: LogSources, options: TraceOptions & (InText | InBytes)): Promise<Trace<string | Uint8Array>> {
    checkOptions("trace", options);
    return reading([givenLogs("trace", logs)], options, async ([given], signal) => {
      const { trace } = await import("../tools/trace/trace.ts");
      return trace(settingsOf(this).rulebook, given, { ...options, signal }, converterOf(options.bytes));
    });
  }

  /**
   * Reads logs and sorts all their lines by time, even unmatched ones. The result can be iterated more than once. It is
   * not an array, because an object for every line would take many times the memory of the logs. So each event is
   * created when the iteration reaches it. Rejects with the same errors as `trace`.
   */
  merge(logs: LogSources, options?: MergeOptions & InText): Promise<Iterable<TraceEvent>>;
  merge(logs: LogSources, options: MergeOptions & InBytes): Promise<Iterable<TraceEvent<Uint8Array>>>;
  async merge(
    logs: LogSources,
    options: MergeOptions & (InText | InBytes) = {},
  ): Promise<Iterable<TraceEvent<string | Uint8Array>>> {
    checkOptions("merge", options);
    return reading([givenLogs("merge", logs)], options, async ([given], signal) => {
      const { merge } = await import("../tools/trace/trace.ts");
      const { rulebook, mask } = settingsOf(this);
      return merge(rulebook, given, { ...options, mask, signal }, converterOf(options.bytes));
    });
  }

  private async run(
    logs: readonly Log[],
    output: Sink,
    explain: Sink | undefined,
    { jobs = 1, ...options }: Omit<ProcessOptions, "explain">,
  ): Promise<RunStatistics> {
    const { prepareRun } = await import("./normalize.ts");
    const { rulebook, mask } = settingsOf(this);
    const run = await prepareRun(rulebook, logs, output, { ...options, mask, explain, jobs });
    await run.read();
    return run.statistics;
  }
}

/**
 * Calls `work` with logs that can be read, in their lists, and with a signal that is aborted when a stream fails or the
 * caller's signal is. Rejects with the error of a stream, with the reason of that signal, or as `work` does.
 */
function reading<const Given extends readonly (readonly GivenLog[])[], Result>(
  given: Given,
  { outputs, signal }: Omit<CallStreams, "inputs">,
  work: (logs: { readonly [I in keyof Given]: readonly Log[] }, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const streams = new CallerStreams({ inputs: streamsOf(given.flat()), outputs, signal });
  const logs = given.map((list) => list.map((log) => logOf(log, streams)));
  return streams.during(() => work(logs as { readonly [I in keyof Given]: Log[] }, streams.signal));
}

function explainOutput(explain: Writable | undefined): readonly [string, Writable | undefined] {
  return ["the stream of explain records", explain];
}

/** Turns batches of records into a generator. Reads a batch only when its records are asked for. */
function recordsOf<Line extends string | Uint8Array>(
  streams: CallerStreams,
  signal: AbortSignal | undefined,
  read: (give: (records: LineRecord<Line>[]) => Promise<void>) => Promise<void>,
): AsyncGenerator<LineRecord<Line>, void, undefined> {
  let isClosed = false;
  async function* generate(): AsyncGenerator<LineRecord<Line>, void, undefined> {
    try {
      for await (const batch of toAsyncIterable<LineRecord<Line>[]>((give) => streams.during(() => read(give)))) {
        for (const record of batch) {
          signal?.throwIfAborted();
          yield record;
        }
      }
    } catch (error) {
      if (!isClosed) throw error;
    }
  }
  const records = generate();
  const end = records.return.bind(records);
  // By itself, a generator ends only after the promise that it waits for. And one that has not started closes nothing.
  records.return = (value) => {
    isClosed = true;
    streams.stop(new Error("the records are no longer read"));
    return end(value);
  };
  return records;
}

/** The rules of a file. Throws a MissingKeyError if they need a key and the options have none. */
function rulebookOfFile(path: string, options: ProcessorOptions): Rulebook {
  const { rulebook } = readRules(path, pseudonymsOf(options));
  requireKey(rulebook);
  return rulebook;
}

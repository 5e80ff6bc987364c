import { resolve } from "node:path";
import type { Duplex, Writable } from "node:stream";
import { CallerStreams, type CallStreams, LogTransform } from "../io/caller-streams.ts";
import type { OutputFile } from "../io/output-file.ts";
import type { Sink } from "../io/sink.ts";
import type { RecordOptions } from "../run/line-writer.ts";
import { loadRules } from "../run/loaded-rules.ts";
import type { Log } from "../run/log.ts";
import type { LineRecord } from "../run/read-records.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { RunStatistics } from "../run/statistics.ts";
import type { CheckResult } from "../tools/check/check-result.ts";
import type { Comparison } from "../tools/diff/comparison.ts";
import type { ComparisonOptions } from "../tools/diff/log-diff.ts";
import type { FieldsResult } from "../tools/fields/fields.ts";
import type { RunComparison, RunComparisonOptions } from "../tools/news/run-comparison.ts";
import type { Suggestion } from "../tools/suggest/suggest.ts";
import type { MergeOptions } from "../tools/trace/collect-events.ts";
import type { TraceEvent } from "../tools/trace/event-table.ts";
import type { Trace, TraceOptions } from "../tools/trace/trace.ts";
import {
  type GivenLog,
  givenLogs,
  givenRuns,
  givenSides,
  logOf,
  pathOf,
  pathsOf,
  rulesOf,
  type Sides,
  streamsOf,
} from "./caller-sources.ts";
import { checkOptions, checkOutput, checkProcessorOptions, checkRulesOptions } from "./check-options.ts";
import type { ClaimedComparison } from "./claimed-comparison.ts";
import { converterOf, givenRulebook, LineProcessor, pseudonymsOf, recordsOf } from "./line-processor.ts";
import { isFile, TOO_FEW_RUNS } from "./option-values.ts";
import type {
  FieldsOptions,
  InBytes,
  LineAs,
  LogSource,
  LogSources,
  ProcessOptions,
  ProcessorOptions,
  RulesCheckOptions,
  RulesOptions,
  SuggestionOptions,
  TransformOptions,
  WithClaims,
} from "./options.ts";

// Modules that only one method needs are loaded by its first call. Loading all of them takes longer than most logs do.

/**
 * Normalizes logs by rules. Calls may run concurrently. Methods throw, or reject with, a TypeError or a RangeError for
 * wrong arguments, and with the error of a log that cannot be read.
 */
export class Processor extends LineProcessor {
  // Nothing that prints an object shows these; see LineProcessor.
  readonly #rulebook: Rulebook;
  readonly #mask: boolean;
  /** Absolute, because the current folder may be another one when an output is opened. */
  readonly #rulesPaths: readonly string[];

  /**
   * Throws a RulesError that lists the first twenty problems of the rules, the system's error if the rules file cannot
   * be read, a MissingKeyError if rules have the transform `pseudonym` and there is no key, or a TypeError for wrong
   * arguments.
   */
  constructor(options: ProcessorOptions) {
    checkProcessorOptions("new Processor", options);
    const { rulesPath, mask = false } = options;
    const rulebook =
      options.rulesPath === undefined
        ? givenRulebook(options)
        : loadRules(rulesOf(options), pseudonymsOf(options)).rulebook;
    super(rulebook, mask);
    this.#rulebook = rulebook;
    this.#mask = mask;
    this.#rulesPaths = rulesPath === undefined ? [] : pathsOf(rulesPath).map((path) => resolve(path));
  }

  /**
   * Checks rules, and shows how they match the logs, if there are any. Problems of the rules are part of the result.
   * Rejects with the system's error if the rules file cannot be read, a BaselineError for a damaged baseline, a
   * RulesError for problems of the rules in `against`, or a MissingKeyError if outputs are needed of rules that need a
   * key.
   */
  static async check<Bytes extends boolean = false>(
    rules: RulesOptions,
    logs: LogSources = [],
    options: RulesCheckOptions & InBytes<Bytes> = {},
  ): Promise<CheckResult<LineAs<Bytes>>> {
    checkRulesOptions("check", rules);
    checkOptions("check", options, [logs].flat());
    const { against, bytes, ...settings } = options;
    if (against !== undefined) checkRulesOptions("check against", against);
    const pseudonyms = pseudonymsOf(options);
    return reading([givenLogs("check", logs)], options, async ([logs], signal) => {
      const { check } = await import("../tools/check/check.ts");
      const old = against && loadRules(rulesOf(against), pseudonyms);
      const settled = { ...settings, against: old, pseudonyms, signal, convert: converterOf(bytes) };
      return (await check(rulesOf(rules), logs, settled)).result;
    });
  }

  /**
   * Counts what the fields of rules capture in a log, which may be several files. With the log of a second run that
   * does the same, finds the fields that vary from run to run, and which edit of the rules makes outputs the same.
   * Rejects with a RulesError or the system's error for wrong rules.
   */
  static async fields<Bytes extends boolean = false>(
    rules: RulesOptions,
    log: LogSources,
    options: FieldsOptions & InBytes<Bytes> = {},
  ): Promise<FieldsResult<LineAs<Bytes>>> {
    checkRulesOptions("fields", rules);
    checkOptions("fields", options);
    const { next, bytes, ...settings } = options;
    if (options.inPlace && next === undefined) throw new TypeError("fields: inPlace needs next");
    const first = givenLogs("fields", log);
    const given: Sides<GivenLog> = next === undefined ? [first] : [first, givenLogs("fields", next)];
    return reading(given, options, async (logs, signal) => {
      const { countFields } = await import("../tools/fields/fields.ts");
      const settled = { ...settings, signal, convert: converterOf(bytes) };
      return (await countFields(loadRules(rulesOf(rules)), logs, settled)).result;
    });
  }

  /**
   * Suggests rules for logs. Each suggested rule was run on the lines that it was made from. Reads the logs several
   * times, from a copy if they can be read only once.
   * Rejects with a CopyError if a log cannot be copied, a LogError for a run that is empty or given twice, a RulesError
   * or the system's error for wrong rules, or an Error if no rules can be added to these.
   */
  static async suggest(logs: LogSources, options: SuggestionOptions = {}): Promise<Suggestion> {
    checkOptions("suggest", options);
    const { rules, rulesPath, ...settings } = options;
    if (rules !== undefined && rulesPath !== undefined)
      throw new TypeError("suggest takes rules or rulesPath, not both");
    const sources = givenLogs("suggest", logs);
    if (options.runs && sources.length < 2) throw new TypeError(`suggest: runs ${TOO_FEW_RUNS}`);
    const given = rules !== undefined ? { rules } : rulesPath !== undefined ? { rulesPath } : undefined;
    return reading([sources], options, async ([logs], signal) => {
      const { suggestRules } = await import("../tools/suggest/suggest.ts");
      const runs = options.runs ? logs.map((_, i) => i) : undefined;
      return suggestRules(logs, { ...settings, runs, signal, given: given && loadRules(rulesOf(given)) });
    });
  }

  /**
   * Reads logs one after the other, as if they were one, and writes each normalized line and `\n`, as fast as the
   * output takes them. Does not end the output. If reading a log fails, everything read before is still written.
   *
   * A file, named by a path or a URL, is replaced all at once when everything is written, and stays as it was if the
   * call rejects. A named pipe or a device is written straight through; opening a pipe blocks the process until it has
   * a reader.
   *
   * Rejects with the error of a stream, an error if an output is closed too early, a DamagedLogError, a LineError for a
   * line that does not fit into memory, or an Error if the output is the file of the rules. With `part` also with a
   * LogError for a log that cannot be cut, a ChangedFileError if one changes, and an Error for rules with aliases, for
   * lines that are joined, or if the output is one of the logs.
   */
  async process(
    logs: LogSources,
    output: Writable | string | URL,
    options: ProcessOptions = {},
  ): Promise<RunStatistics> {
    checkOptions("process", options);
    checkOutput("process", output);
    const given = givenLogs("process", logs);
    const { explain, part, signal } = options;
    const target = isFile(output) ? pathOf(output) : output;
    const outputs = [
      [EXPLAIN, explain],
      ["the output", typeof target === "string" ? undefined : target],
    ] as const;
    const parted =
      part === undefined ? [] : given.map(({ input }) => input).filter((input) => typeof input === "string");
    let file: OutputFile | undefined;
    try {
      const statistics = await reading([given], { signal, outputs }, async ([logs], signal) => {
        const { openOutput } = await import("./outputs.ts");
        file = openOutput(target, this.#rulesPaths, parted, signal);
        const done = await this.run(logs, file.sink, { ...options, signal }, output);
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
   * Reads logs as `process` does, as fast as the records of the lines are consumed, and closes them when the loop over
   * these ends. Throws the same errors as `process`, after the records of all lines before the error.
   */
  records<Bytes extends boolean = false>(
    logs: LogSources,
    options: RecordOptions & InBytes<Bytes> = {},
  ): AsyncGenerator<LineRecord<LineAs<Bytes>>, void, undefined> {
    checkOptions("records", options);
    const given = givenLogs("records", logs);
    const { signal, bytes } = options;
    const streams = new CallerStreams({ inputs: streamsOf(given), signal });
    const settings = { ...options, mask: this.#mask, signal: streams.signal, convert: converterOf(bytes) };
    const records = recordsOf<LineAs<Bytes>>(
      (give) =>
        streams.during(async () => {
          const { readRecords } = await import("../run/read-records.ts");
          const logs = given.map((log) => logOf(log, streams));
          await readRecords(this.#rulebook, logs, settings, give);
        }),
      signal,
    );
    return stoppable(records, streams);
  }

  /**
   * Creates a stream for a `pipeline`: a log goes in, and the output of `process` comes out. An error that `process`
   * would reject with destroys the stream. It may be destroyed at any time.
   */
  createTransform(options: TransformOptions = {}): Duplex {
    checkOptions("createTransform", options);
    const { explain, signal } = options;
    const streams = new CallerStreams({ outputs: [[EXPLAIN, explain]], signal });
    return new LogTransform(streams, async (input, output) => {
      const log = logOf({ name: "input", input }, streams);
      await this.run([log], output, { ...options, signal: streams.signal });
    });
  }

  /**
   * Reads two logs and compares their normalized lines. Several logs on a side are compared as one. With `summary`, the
   * result also has what has changed: `claims`, as `normalizer diff --summary` finds them.
   * Rejects with a CopyError if a log can be read only once and cannot be copied, an UnknownFieldError if no rule has
   * any of the fields to group by, or a RangeError for more than 16 of these fields.
   */
  async compare<Bytes extends boolean = false, Claimed extends boolean = false>(
    old: LogSources,
    next: LogSources,
    options: ComparisonOptions & InBytes<Bytes> & WithClaims<Claimed> = {},
  ): Promise<Claimed extends true ? ClaimedComparison<LineAs<Bytes>> : Comparison<LineAs<Bytes>>> {
    checkOptions("compare", options);
    const compared = reading(givenSides("compare", old, next), options, async ([old, next], signal) => {
      const settings = { ...options, mask: this.#mask, signal };
      const convert = converterOf(options.bytes);
      if (options.summary) {
        const { ClaimedComparison, compareClaims } = await import("./claimed-comparison.ts");
        return new ClaimedComparison(await compareClaims(this.#rulebook, old, next!, settings), convert);
      }
      const { LogDiff } = await import("../tools/diff/log-diff.ts");
      const { Comparison } = await import("../tools/diff/comparison.ts");
      return new Comparison(await LogDiff.of(this.#rulebook, old, next!, settings), convert);
    });
    return compared as Promise<Claimed extends true ? ClaimedComparison<LineAs<Bytes>> : Comparison<LineAs<Bytes>>>;
  }

  /**
   * Finds what the log of a failed run has that no good run has. Each log in `good` is a run; a file that `normalizer
   * diff --save-good` wrote stands for the runs that it stores. Lines that rules match are compared by their outputs,
   * all others by their shapes, so `new Processor({ mask: true })` is enough.
   * Rejects with a LogError for an empty good run, a CopyError if a log can be read only once and cannot be copied, or
   * an UnknownFieldError if nothing has a field in `ignore`.
   */
  async compareRuns<Bytes extends boolean = false>(
    good: LogSources,
    failed: LogSource,
    options: RunComparisonOptions & InBytes<Bytes> = {},
  ): Promise<RunComparison<LineAs<Bytes>>> {
    checkOptions("compareRuns", options);
    return reading(givenRuns("compareRuns", good, failed), options, async ([good, failed], signal) => {
      const { withStored } = await import("./known-lines-files.ts");
      const { compareRuns } = await import("../tools/news/compare-runs.ts");
      const { RunComparison } = await import("../tools/news/run-comparison.ts");
      const runs = withStored([{ good, failed: failed![0]! }]);
      const by = { rulebook: this.#rulebook, ignored: options.ignore ?? [] };
      return new RunComparison(await compareRuns(runs, { ...options, signal }, by), converterOf(options.bytes));
    });
  }

  /**
   * Reads logs and groups their events by the ids that fields capture, sorted by time. Without rules, as in `new
   * Processor({ mask: true })`, takes `id` alone, and finds its events by what the lines have. Rejects with an
   * UnknownFieldError if no rule has any of the fields, or a RangeError for more than 16 fields, a wrong time zone, or
   * a clock or zone of none of the logs.
   */
  async trace<Bytes extends boolean = false>(
    logs: LogSources,
    options: TraceOptions & InBytes<Bytes>,
  ): Promise<Trace<LineAs<Bytes>>> {
    const mayLackFields = this.#rulebook.linePatterns.length === 0 && options?.id !== undefined;
    checkOptions("trace", options, undefined, mayLackFields ? undefined : "by");
    return reading([givenLogs("trace", logs)], options, async ([logs], signal) => {
      const { Correlation } = await import("../run/correlation.ts");
      const { traceLogs, traceOf } = await import("../tools/trace/trace.ts");
      const { traceId } = await import("../tools/trace/trace-id.ts");
      const settings = { ...options, mask: this.#mask, keepsLines: true, signal };
      const { by, id } = options;
      const traced = await (by === undefined
        ? traceId(this.#rulebook, logs, id!, settings)
        : traceLogs(this.#rulebook, logs, new Correlation(this.#rulebook.linePatterns, by), settings));
      return traceOf(traced, converterOf(options.bytes));
    });
  }

  /**
   * Reads logs and sorts all their lines by time, even unmatched ones. The result can be iterated more than once. Each
   * event is created when the iteration reaches it, because objects for all lines would take many times the memory of
   * the logs. Rejects with the same errors as `trace`.
   */
  async merge<Bytes extends boolean = false>(
    logs: LogSources,
    options: MergeOptions & InBytes<Bytes> = {},
  ): Promise<Iterable<TraceEvent<LineAs<Bytes>>>> {
    checkOptions("merge", options);
    return reading([givenLogs("merge", logs)], options, async ([logs], signal) => {
      const { collectEvents } = await import("../tools/trace/collect-events.ts");
      const { eventsOf } = await import("../tools/trace/trace.ts");
      const settings = { ...options, mask: this.#mask, keepsLines: true, signal };
      return eventsOf(await collectEvents(this.#rulebook, logs, undefined, settings), converterOf(options.bytes));
    });
  }

  /** Normalizes logs into `lines`, which belong to the output `output` of the caller. */
  private async run(
    logs: readonly Log[],
    lines: Sink,
    { explain, ...options }: ProcessOptions & { readonly signal: AbortSignal },
    output?: unknown,
  ): Promise<RunStatistics> {
    const { prepareRun } = await import("../run/threads/create-run.ts");
    const { streamSink } = await import("../io/sink.ts");
    const records = explain && (explain === output ? lines : streamSink(explain, options.signal));
    const run = await prepareRun(this.#rulebook, logs, { ...options, mask: this.#mask, explain: records }, lines);
    await run.read();
    return run.statistics;
  }
}

/**
 * Calls `work` with logs that can be read, and a signal that is aborted when a stream fails or the caller's signal is.
 * Rejects with the error of a stream, the reason of that signal, or as `work` does.
 */
function reading<Result>(
  [first, ...others]: Sides<GivenLog>,
  { outputs, signal }: Omit<CallStreams, "inputs">,
  work: (logs: Sides<Log>, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const streams = new CallerStreams({ inputs: streamsOf([...first, ...others.flat()]), outputs, signal });
  const logsOf = (given: readonly GivenLog[]): Log[] => given.map((log) => logOf(log, streams));
  return streams.during(async () => {
    const result = await work([logsOf(first), ...others.map(logsOf)], streams.signal);
    // Nobody gets the result of a call that has ended meanwhile, so it must not keep logs open.
    if (streams.signal.aborted) (result as { close?(): void }).close?.();
    return result;
  });
}

const EXPLAIN = "the stream of explain records";

/** Makes the end of the loop over records end the call at once. */
function stoppable<Record>(
  records: AsyncGenerator<Record, void, undefined>,
  streams: CallerStreams,
): AsyncGenerator<Record, void, undefined> {
  let isClosed = false;
  async function* generate(): AsyncGenerator<Record, void, undefined> {
    try {
      yield* records;
    } catch (error) {
      if (!isClosed) throw error;
    }
  }
  const stopped = generate();
  const end = stopped.return.bind(stopped);
  // By itself, a generator ends only after the promise that it waits for. And one that has not started closes nothing.
  stopped.return = (value) => {
    isClosed = true;
    streams.stop(new Error("the records are no longer read"));
    return end(value);
  };
  return stopped;
}

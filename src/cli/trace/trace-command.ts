import { isatty } from "node:tty";
import { UsageError } from "clipanion";
import { quoted } from "../../diagnostics/quoted.ts";
import { Correlation } from "../../normalization/correlation.ts";
import type { NamedLog } from "../../normalization/log.ts";
import type { Rulebook } from "../../normalization/rulebook.ts";
import type { Timeline } from "../../trace/timeline.ts";
import { mergeLogs, type Traced, traceLogs } from "../../trace/trace-logs.ts";
import { TRACE } from "../commands.ts";
import { EXIT } from "../context.ts";
import { logInputs, logOf, refuseOutput, refuseRepeatedInput } from "../inputs/log-inputs.ts";
import { readRules } from "../inputs/rules-input.ts";
import { defined } from "../options/command-line.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { TextOutput } from "../outputs/text-output.ts";
import { TraceJson } from "./trace-json.ts";
import { TraceLines } from "./trace-lines.ts";
import { leftOutNote, notFoundNote } from "./trace-notes.ts";
import { TraceText } from "./trace-text.ts";
import type { TraceWriter } from "./trace-writer.ts";

/** Several logs in; the lines of each id, together and in the order of time, out. */
export class TraceCommand extends defined(TRACE) {
  override async execute(): Promise<number> {
    const { timezone: offset, stripAnsi: stripsAnsi } = this;
    const idFields = this.idFields();
    if (this.context.operands.length === 0) throw new UsageError("no log given; name a file, or - for standard input");
    refuseRepeatedInput(this.context.operands);

    const inputs = logInputs(this.context.operands);
    const rulebook = readRules(this.rulesPath);
    const { stdout } = this.context;
    refuseOutput(inputs, [stdout.fd]);
    // Signals are not handled: they end the process, whose output needs no end of its own.
    const { signal } = new AbortController();
    const logs = inputs.map((input) => logOf(input, signal));
    if (idFields === undefined) return this.writeMerged(rulebook, logs);

    const correlation = new Correlation(rulebook.kinds, idFields);
    for (const name of correlation.unknown) this.say(`no rule has a field ${quoted(name)}`);
    const [id, containing] = [this.id, this.containing].map((text) => (text === undefined ? text : Buffer.from(text)));
    const traced = await traceLogs(rulebook, logs, { correlation, id, containing, offset, stripsAnsi });
    return this.writeGroups(traced);
  }

  /** The fields that `--by` names; undefined if lines are not gathered by ids. */
  private idFields(): string[] | undefined {
    if (this.merge) {
      const unused = this.id !== undefined ? "--id" : this.containing !== undefined ? "--containing" : undefined;
      if (unused !== undefined) throw new UsageError(`--merge writes all lines, so it takes no ${unused}`);
      return undefined;
    }
    if (this.by === undefined) throw new UsageError("no field given that holds the id; name it with --by FIELD");
    return this.by;
  }

  private async writeMerged(rulebook: Rulebook, logs: readonly NamedLog[]): Promise<number> {
    const options = { offset: this.timezone, stripsAnsi: this.stripAnsi };
    const { timeline, events } = await mergeLogs(rulebook, logs, options);
    const writer = this.writer(timeline);
    await endedByClosedPipe(() => write(writer, writer.merged(events)));
    return EXIT.done;
  }

  private async writeGroups(traced: Traced): Promise<number> {
    const writer = this.writer(traced.timeline);
    const closed = await endedByClosedPipe(() => write(writer, writer.groups(traced.groups)));
    if (closed) return EXIT.done;
    const isFound = traced.groups[Symbol.iterator]().next().done !== true;
    const notFound = isFound ? undefined : notFoundNote(this.id, this.containing);
    this.say(notFound);
    this.say(leftOutNote(traced.unmatched, traced.withoutId));
    return notFound === undefined ? EXIT.done : EXIT.no;
  }

  private writer(timeline: Timeline): TraceWriter {
    const { lines } = standardOutputs(this.context);
    const text = new TextOutput(lines, this.context.hasColors());
    if (this.format === "text") return new TraceText(text, timeline);
    if (this.format === "json") return new TraceJson(text, timeline);
    const isTerminal = isatty(this.context.stdout.fd);
    return isTerminal ? TraceLines.printable(text, timeline) : TraceLines.raw(lines, timeline);
  }

  private say(note: string | undefined): void {
    if (note !== undefined) this.context.stderr.write(`normalizer: ${note}\n`);
  }
}

async function write({ output }: TraceWriter, pieces: Iterable<void>): Promise<void> {
  for (const _ of pieces) await output.flush();
  await output.flush();
}

import { readOptions, rulebookOf } from "../../library/command-run.ts";
import { DECOMPRESSION, filesOf, openFiles, readingAgain } from "../../library/inputs.ts";
import { readingNotes } from "../../library/log-hints.ts";
import { UsageError } from "../../library/option-values.ts";
import { collectEvents, notesOn, TRACE_FORMATS, TRACE_OPTIONS, trace } from "../../library/trace.ts";
import { EXIT, print, refuseRepeatedInput, writeNote } from "../context.ts";
import { commandBase } from "../options/command-line.ts";
import { ReadingBar } from "../progress.ts";

export class TraceCommand extends commandBase({
  word: "trace",
  synopsis: "[--rules FILE] {--by FIELDS | --id ID | --merge} [options] LOG ...",
  examples: [
    ["Follow an id through logs, without rules:", "normalizer trace --id 7f3a9c *.log"],
    ["Follow requests through services:", "normalizer trace -r rules.yaml --by request_id,trace *.log"],
    ["Follow one of them:", "normalizer trace -r rules.yaml --by request_id --id 7f3a9c *.log"],
    ["Find the slowest:", "normalizer trace -r rules.yaml --by request_id --summary *.log"],
    [
      "Follow requests that continue under another id:",
      "normalizer trace -r rules.yaml --by request_id,instance --link *.log",
    ],
    ["Merge all lines of all logs by time:", "normalizer trace -r rules.yaml --merge *.log"],
    ["The same, before there are rules:", "normalizer trace --mask --merge *.log"],
  ],
  options: TRACE_OPTIONS,
  notes: [
    `A line's time is the first 'timestamp' field of its rule, or else that of its record; with --mask, a line without a rule has the time it begins with. The log - is standard input, and a folder stands for the files in it. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 --id or --containing found nothing, or --id found several ids, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { context, by, id, containing, link, mask, format, summary } = this;
    if (context.operands.length === 0) throw new UsageError("no log given; name a file, or - for standard input");
    refuseRepeatedInput(context.operands);
    if (mask && !this.merge && (this.rulesPaths.length > 0 || id === undefined))
      throw new UsageError(`--mask needs --merge${this.rulesPaths.length === 0 ? " or --id" : ""}`);
    const { sort = summary ? "span" : "time" } = this;
    const note = (text: string): void => writeNote(context, text);
    const bar = ReadingBar.on(context.stderr);
    const { lists, notes } = filesOf([context.operands]);
    const {
      inputs,
      rules,
      logs: [logs],
    } = openFiles(lists, [context.stdout.fd], () => rulebookOf(this), bar);
    notes.forEach(note);
    const clocks = { timezone: Object.fromEntries(this.timezone), clock: Object.fromEntries(this.clock) };
    const options = { ...readOptions(this), ...clocks, mask, keepsLines: format === "json" };
    const grouping = { id, containing, link, sort, takesPrefix: true, onReadAgain: readingAgain(bar) };
    const reading = this.merge
      ? collectEvents(rules, logs, undefined, options)
      : trace(rules, logs, by, { ...options, ...grouping }, note);
    const traced = await reading.finally(bar.end);
    if (await print(context, format, (output) => TRACE_FORMATS[format](output, traced, summary))) return EXIT.success;
    const { texts, isNotFound } = notesOn(traced, { id, containing }, inputs);
    texts.forEach(note);
    if (traced.unmatched > 0 || this.merge) (await readingNotes(this, inputs, rules)).forEach(note);
    return isNotFound ? EXIT.negative : EXIT.success;
  }
}

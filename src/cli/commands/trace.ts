import { DECOMPRESSION } from "../../library/inputs.ts";
import { UsageError } from "../../library/option-values.ts";
import { TRACE_OPTIONS, traceFiles } from "../../library/trace.ts";
import { refuseRepeatedInput } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

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
    const { operands } = this.context;
    if (operands.length === 0) throw new UsageError("no log given; name a file, or - for standard input");
    refuseRepeatedInput(operands);
    return this.tell((bar) => traceFiles(this, bar));
  }
}

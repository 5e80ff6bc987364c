import { isatty } from "node:tty";
import { DECOMPRESSION } from "../../library/inputs.ts";
import { UsageError } from "../../library/option-values.ts";
import { firstStream, makeReport, REPORT_OPTIONS } from "../../library/report.ts";
import { STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { refuseRepeatedInput } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class ReportCommand extends commandBase({
  word: "report",
  synopsis: "{--rules FILE | --playground | --good RUN ...} [options] [LOG ...]",
  examples: [
    ["See what the rules make of a log:", "normalizer report --rules rules.yaml -o report.html app.log"],
    [
      "Compare it with an older one, and follow ids:",
      "normalizer report -r rules.yaml --against old.log --by id -o r.html new.log",
    ],
    ["See what is new in a failed run:", "normalizer report --good monday.log -o report.html failed.log"],
    ["Try these rules on lines that are pasted:", "normalizer report --rules rules.yaml -o try.html"],
    ["Try rules without a rules file:", "normalizer report --playground -o try.html"],
  ],
  options: REPORT_OPTIONS,
  notes: [
    "The page is one file that needs nothing else: it opens from disk, makes no request, and can be sent to others.",
    "It holds lines of the logs, and short logs as a whole. Even with --samples 0, it shows what unmatched lines have in common.",
    `${DECOMPRESSION} The log - is standard input.`,
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { goodPaths, context } = this;
    const outputPath = this.outputPath === STANDARD_STREAM ? undefined : this.outputPath;
    if (outputPath === undefined && isatty(context.stdout.fd))
      throw new UsageError("a report is not for a terminal; write it to a file: --output report.html");
    refuseRepeatedInput([...goodPaths, ...context.operands]);
    this.refuseUnsuited(context.operands);
    return this.tell((bar) => makeReport(this, outputPath, bar));
  }

  /** Refuses missing rules, and logs that cannot be compared or grouped, since that reads them more than once. */
  private refuseUnsuited(paths: readonly string[]): void {
    const { againstPath, goodPaths, by, rulesPaths, playground } = this;
    const hasGood = goodPaths.length > 0;
    if (hasGood && paths.length > 1)
      throw new UsageError(`report --good compares one failed run, a log, not ${paths.length}`);
    const option = againstPath !== undefined ? "--against" : hasGood ? "--good" : by !== undefined ? "--by" : undefined;
    if (option !== undefined && this.samples === 0)
      throw new UsageError(`${option} shows lines, which --samples 0 leaves out`);
    const stream = option && firstStream([againstPath ?? [], ...paths].flat());
    if (stream !== undefined)
      throw new UsageError(
        `with ${option} logs are read several times, and ${shownPath(stream)} is not a regular file; save it first`,
      );
    if (playground && paths.length > 0)
      throw new UsageError("--playground takes no logs; they are pasted into the page");
    if (rulesPaths.length === 0 && !hasGood && !playground)
      throw new UsageError(
        "no rules given; name the rules file with --rules FILE, or try rules in a page: report --playground",
      );
  }
}

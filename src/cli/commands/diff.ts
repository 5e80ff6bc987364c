import { diffLogs } from "../../library/diff.ts";
import { DIFF_OPTIONS } from "../../library/diff-options.ts";
import { diffGood, followGood } from "../../library/good-runs.ts";
import { DECOMPRESSION } from "../../library/inputs.ts";
import { UsageError } from "../../library/option-values.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { refuseRepeatedInput, tell } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class DiffCommand extends commandBase({
  word: "diff",
  synopsis: "{--rules FILE | --mask | --good RUN ...} [options] {OLD NEW | --old FILE ... --new FILE ... | [FAILED]}",
  examples: [
    ["What does the new version log differently?", "normalizer diff -r rules.yaml old.log new.log"],
    ["The same, before there are rules:", "normalizer diff --mask old.log new.log"],
    ["What is new in the failed run?", "normalizer diff --good monday.log --good tuesday.log failed.log"],
    ["Keep what the good runs know:", "normalizer diff --good monday.log --good tuesday.log --save-good good.txt"],
    ["What has changed between two releases, in numbers?", "normalizer diff -r rules.yaml --summary old.log new.log"],
    ["Fail for some of these changes:", "normalizer diff -r rules.yaml --summary --fail-on new,slower old.log new.log"],
    ["If threads write in any order:", "normalizer diff -r rules.yaml --unordered old.log new.log"],
    [
      "Request by request, even if the ids differ:",
      "normalizer diff -r rules.yaml --by request_id,trace_id old.log new.log",
    ],
    ["Two runs with many logs each:", "normalizer diff -r rules.yaml run1/ run2/"],
  ],
  options: DIFF_OPTIONS,
  notes: [
    "Lines that differ are also shown as they are in the logs. OLD and NEW may be folders: their files are read in the order of their names.",
    `The log - is standard input. ${DECOMPRESSION}`,
    "With --good, RUN and FAILED may be folders: each file in RUN is a run, unless FAILED is a folder, too; then files are paired by name.",
    "Exit code: 0 no differences, 1 differences, 2 trouble. With --summary, 1 if anything has changed more than by chance.",
  ],
}) {
  override async execute(): Promise<number> {
    const { goodPaths, savePath, follow, format, context } = this;
    if (goodPaths.length === 0 || this.summary) {
      const sides = this.sides();
      refuseRepeatedInput(sides.flat());
      return this.tell((bar) => diffLogs(this, sides, bar));
    }
    const failed = context.operands.length === 0 && savePath !== undefined ? undefined : this.failedRun();
    refuseRepeatedInput([...goodPaths, ...context.operands]);
    if (follow && failed !== undefined) return tell(context, followGood(this, failed), format);
    return this.tell((bar) => diffGood(this, failed, bar));
  }

  private failedRun(): string {
    const { operands } = this.context;
    if (operands.length === 1) return operands[0]!;
    throw new UsageError(`diff --good compares one failed run, a log or a folder, not ${operands.length}`);
  }

  /** The files and folders of each side: the two operands, or what the options name. Throws a UsageError. */
  private sides(): readonly (readonly string[])[] {
    const { goodPaths, oldPaths, newPaths } = this;
    const { operands } = this.context;
    if (goodPaths.length > 0) return [goodPaths, [this.failedRun()]];
    if (oldPaths.length === 0 && newPaths.length === 0) {
      if (operands.length === 2) return operands.map((path) => [path]);
      const advice = operands.length > 2 ? "; name several on a side with --old FILE and --new FILE" : "";
      throw new UsageError(`diff compares two logs, OLD and NEW, not ${operands.length}${advice}`);
    }
    if (operands[0] !== undefined)
      throw new UsageError(`is ${shownPath(operands[0])} old or new? Give --old or --new before each log`);
    if (oldPaths.length === 0) throw new UsageError("no old log given; name it with --old FILE");
    if (newPaths.length === 0) throw new UsageError("no new log given; name it with --new FILE");
    return [oldPaths, newPaths];
  }
}

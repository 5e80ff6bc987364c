import { UsageError } from "../../library/option-values.ts";
import { addStatistics, STATS_OPTIONS } from "../../library/stats.ts";
import { STANDARD_STREAM } from "../../text/messages/paths.ts";
import { inputPaths, tell } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

export class StatsCommand extends commandBase({
  word: "stats",
  synopsis: "[options] [FILE ...]",
  examples: [
    ["Write the statistics of each run:", "normalizer -r rules.yaml -q --stats-file 1.json --stats-format json 1.log"],
    ["Add them up:", "normalizer stats *.json"],
    ["Add up profiles, which diff --summary compares:", "normalizer stats --format profile *.json > all.json"],
    ["Fail if too few lines matched in all:", "normalizer stats --fail-under 99.5 *.json"],
  ],
  options: STATS_OPTIONS,
  notes: [
    "Each line of a file is an object of statistics. Without a file, or for -, standard input is read.",
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const { context, format } = this;
    const paths = inputPaths(context.operands, "statistics");
    if (format === "profile" && paths.includes(STANDARD_STREAM))
      throw new UsageError("--format profile needs named files");
    return tell(context, await addStatistics(this, paths));
  }
}

import { logInputs } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { UsageError } from "../../library/option-values.ts";
import { addProfiles } from "../../library/profiles.ts";
import { addStatistics, shortfall, statisticsText } from "../../library/stats.ts";
import { STANDARD_STREAM } from "../../text/messages/paths.ts";
import { exitOf, inputPaths, printText } from "../context.ts";
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
  options: {
    format: OPTION.resultFormat(["json", "profile"], "Write a table, or JSON or a profile as the runs write it."),
    failUnder: OPTION.FAIL_UNDER,
  },
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
    const inputs = logInputs(paths);
    const statistics = await addStatistics(inputs);
    const text = format === "profile" ? addProfiles(paths) : statisticsText(statistics, format);
    await printText(context, text);
    return exitOf(context, this.failUnder && shortfall(statistics, this.failUnder, inputs));
  }
}

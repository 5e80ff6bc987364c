import { shortfall } from "../../library/fail-under.ts";
import { logInputs } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { addStatistics, STATISTICS_FORMATS } from "../../library/stats.ts";
import { exitOf, inputPaths, printText } from "../context.ts";
import { commandBase } from "../options/command-line.ts";

/** The `stats` command. It adds up the statistics of several runs. */
export class StatsCommand extends commandBase({
  word: "stats",
  synopsis: "[options] [FILE ...]",
  examples: [
    ["Write the statistics of each run:", "normalizer -r rules.yaml -q --stats-file 1.json --stats-format json 1.log"],
    ["Add them up:", "normalizer stats *.json"],
    ["Fail if too few lines matched in all:", "normalizer stats --fail-under 99.5 *.json"],
  ],
  options: {
    format: OPTION.resultFormat(["json"], "Write a table, or JSON as the runs write it."),
    failUnder: OPTION.FAIL_UNDER,
  },
  notes: [
    "Each line of a file is an object of statistics. Without a file, or for -, standard input is read.",
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const inputs = logInputs(inputPaths(this.context.operands, "statistics"));
    const statistics = await addStatistics(inputs);
    await printText(this.context, STATISTICS_FORMATS[this.format](statistics));
    return exitOf(this.context, this.failUnder && shortfall(statistics, this.failUnder, inputs));
  }
}

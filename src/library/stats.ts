import { matchedLinesOf } from "../run/statistics.ts";
import { type ReportedStatistics, readStatistics, statisticsReport, sumOf } from "../run/statistics-text.ts";
import { shortfall } from "./command-run.ts";
import { logInputs, logOfInput } from "./inputs.ts";
import * as OPTION from "./option-definitions.ts";
import { type Found, failingWith } from "./outputs.ts";
import { addProfiles } from "./profiles.ts";

export const STATS_OPTIONS = {
  format: OPTION.resultFormat(["json", "profile"], "Write a table, or JSON or a profile as the runs write it."),
  failUnder: OPTION.FAIL_UNDER,
};

/** Adds up the statistics in files. Rejects with an AggregateError of the errors of all files that hold none. */
export async function addStatistics(
  { format, failUnder }: OPTION.OptionValues<typeof STATS_OPTIONS>,
  paths: readonly string[],
): Promise<Found> {
  const inputs = logInputs(paths);
  const errors: unknown[] = [];
  const all: ReportedStatistics[] = [];
  for (const input of inputs)
    await readStatistics(logOfInput(input)).then(
      (statistics) => all.push(...statistics),
      (error) => errors.push(error),
    );
  if (errors.length > 0) throw new AggregateError(errors);
  const sum = sumOf(all);
  return {
    output: format === "profile" ? addProfiles(paths) : statisticsReport(sum, format === "json" ? format : "table"),
    ...failingWith(shortfall(matchedLinesOf(sum), failUnder, inputs)),
  };
}

// The statistics of several runs together: for the command.

import { type ReportedStatistics, readStatistics, statisticsReport, sumOf } from "../run/statistics-text.ts";
import { type LogInput, logOfInput } from "./inputs.ts";

/** Adds up the statistics in files. Rejects with an AggregateError of the errors of all files that hold none. */
export async function addStatistics(inputs: readonly LogInput[]): Promise<ReportedStatistics> {
  const errors: unknown[] = [];
  const all: ReportedStatistics[] = [];
  for (const input of inputs)
    await readStatistics(logOfInput(input)).then(
      (statistics) => all.push(...statistics),
      (error) => errors.push(error),
    );
  if (errors.length > 0) throw new AggregateError(errors);
  return sumOf(all);
}

/** The formats of the sum: what follows the lines of a run, and what runs write as JSON. */
export const STATISTICS_FORMATS = {
  text: (statistics: ReportedStatistics) => statisticsReport(statistics, "table"),
  json: (statistics: ReportedStatistics) => statisticsReport(statistics, "json"),
};

import { logInputs, logOfInput } from "../../library/inputs.ts";
import { endedByClosedPipe } from "../../library/standard-outputs.ts";
import { readStatistics } from "../../run/read-statistics.ts";
import { shortfall, statisticsReport } from "../../run/statistics-text.ts";
import { sumOf } from "../../run/sum-statistics.ts";
import { EXIT } from "../context.ts";
import { refuseRepeatedInput, refuseTerminal } from "../inputs/operands.ts";
import { commandBase } from "../options/command-line.ts";
import { plainOutput, writeNote } from "../outputs/text-output.ts";
import { STATS } from "./stats-definition.ts";

/** The `stats` command. It adds up the statistics of several runs. */
export class StatsCommand extends commandBase(STATS) {
  override async execute(): Promise<number> {
    const paths = this.context.operands;
    refuseTerminal(paths, "statistics");
    refuseRepeatedInput(paths);
    // Leaves signals unhandled. They end the process, which has not written anything yet.
    const { signal } = new AbortController();
    const inputs = logInputs(paths);
    const files = inputs.map((input) => logOfInput(input, signal));
    const statistics = sumOf((await eachOf(files, readStatistics)).flat());
    const output = plainOutput(this.context);
    await endedByClosedPipe(async () => {
      output.text(statisticsReport(statistics, this.format === "json" ? "json" : "table"));
      await output.flush();
    });
    const note = this.failUnder && shortfall(statistics, this.failUnder, inputs);
    if (note === undefined) return EXIT.success;
    writeNote(this.context, note);
    return EXIT.negative;
  }
}

/** Reads one file after the other. Rejects with an AggregateError of all that fail. */
async function eachOf<File, Read>(files: readonly File[], read: (file: File) => Promise<Read>): Promise<Read[]> {
  const errors: unknown[] = [];
  const all: Read[] = [];
  for (const file of files)
    await read(file).then(
      (one) => all.push(one),
      (error) => errors.push(error),
    );
  if (errors.length > 0) throw new AggregateError(errors);
  return all;
}

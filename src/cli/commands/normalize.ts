import { DECOMPRESSION, logInputs } from "../../library/inputs.ts";
import { NORMALIZE_OPTIONS, normalizeLogs, showsStatistics } from "../../library/normalize.ts";
import { UsageError } from "../../library/option-values.ts";
import { STANDARD_STREAM } from "../../text/messages/paths.ts";
import { inputPaths, tell, writeNote } from "../context.ts";
import { commandBase } from "../options/command-line.ts";
import { ReadingBar } from "../progress.ts";

export class NormalizeCommand extends commandBase({
  synopsis: "{--rules FILE | --mask} [options] [LOG ...]",
  sentence: "Rewrites log lines by rules, so that lines with the same meaning become the same line.",
  examples: [
    ["Compare two logs:", "normalizer diff -r rules.yaml a.log b.log"],
    ["The same with a plain diff:", "diff <(normalizer -qr rules.yaml a.log) <(normalizer -qr rules.yaml b.log)"],
    ["Follow a log as it is written:", "tail -f app.log | normalizer -qr rules.yaml"],
    ["See which rule wrote each line:", "normalizer -r rules.yaml --explain app.log"],
    ["Count similar lines, without rules:", "normalizer -q --mask app.log | sort | uniq -c"],
  ],
  options: NORMALIZE_OPTIONS,
  notes: [
    `Logs are read in the order given. Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 success, 1 fewer lines matched than --fail-under asks for, 2 trouble.",
  ],
}) {
  override async execute(): Promise<number> {
    const paths = inputPaths(this.context.operands);
    if (this.part !== undefined && paths.includes(STANDARD_STREAM))
      throw new UsageError("--part needs named files; the length of standard input is known only at its end");
    if (this.statisticsFormat !== "table" && this.statisticsPath === undefined && !showsStatistics(this))
      writeNote(
        this.context,
        "note: --stats-format has no effect without --stats-file, as no statistics follow the lines",
      );
    if (this.statisticsFormat === "profile" && paths.includes(STANDARD_STREAM))
      throw new UsageError("--stats-format profile needs named files, because it reads the logs twice");

    const inputs = logInputs(paths);
    // On standard error, explain records have no room for more.
    const bar = this.progress && !this.explain ? ReadingBar.on(this.context.stderr) : undefined;
    return tell(this.context, await normalizeLogs(this, inputs, bar));
  }
}

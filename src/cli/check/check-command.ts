import { Command, Option, UsageError } from "clipanion";
import { type Checked, check } from "../../check/check.ts";
import { printable } from "../../diagnostics/printable.ts";
import type { NamedLog } from "../../normalization/log.ts";
import { type Context, EXIT } from "../context.ts";
import { NamedError } from "../failure.ts";
import { logInputs, logOf, refuseOutput, refuseRepeatedInput } from "../inputs/log-inputs.ts";
import { parseChoice, parsePercentage } from "../options/option-values.ts";
import { stripAnsiOption } from "../options/shared-options.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { shortfall } from "../outputs/statistics-report.ts";
import { plainOutput, say, textOutput } from "../outputs/text-output.ts";
import { writeGithub } from "./check-github.ts";
import { writeJson } from "./check-json.ts";
import { writeText } from "./check-text.ts";

const WRITERS = { text: writeText, json: writeJson, github: writeGithub };
const FORMATS = ["text", "json", "github"] as const;

/** A rules file in, and perhaps logs; what is wrong with the rules out. */
export class CheckCommand extends Command<Context> {
  static override paths = [["check"]];
  static readonly synopsis = "normalizer check [options] RULES [log ...]";
  static readonly choices = { "--format": FORMATS };

  static override usage = Command.Usage({
    description: "Checks a rules file: its form, its examples, rules that hide others, and what it makes of logs.",
    examples: [
      ["Check a rules file:", "$0 check rules.yaml"],
      ["See what it makes of a log:", "$0 check rules.yaml app.log"],
      ["Check it in a GitHub workflow:", "$0 check --format github --strict rules.yaml"],
    ],
    details: [
      "With logs, it tells what each rule won and lost, and which lines no rule matches. - is standard input. Gzip is read through.",
      "Exit status: 0 done, 1 an error was found (with --strict a warning) or --fail-under not reached, 2 trouble.",
    ].join("\n\n"),
  });

  format = Option.String("--format", "text", {
    description: "FORM text (default), json, or github for annotations in a workflow.",
  });
  failUnder = Option.String("--fail-under", {
    description: "P Exit with 1 if fewer than P percent of the lines matched.",
  });
  strict = Option.Boolean("--strict", false, {
    description: "Exit with 1 for a warning, too.",
  });
  stripAnsi = stripAnsiOption();

  override async execute(): Promise<number> {
    const [rulesPath, ...paths] = this.context.operands;
    const format = parseChoice("--format", this.format, FORMATS);
    const threshold = this.failUnder === undefined ? undefined : parsePercentage("--fail-under", this.failUnder);
    if (rulesPath === undefined) throw new UsageError("no rules given; name their file");
    if (threshold !== undefined && paths.length === 0) throw new UsageError("--fail-under needs a log to be matched");
    refuseRepeatedInput(paths);

    const inputs = paths.length === 0 ? [] : logInputs(paths);
    refuseOutput(inputs, [this.context.stdout.fd]);
    // Signals are not handled: they end the process, which has written nothing yet.
    const { signal } = new AbortController();
    const logs = inputs.map((input) => logOf(input, signal));
    const checked = await this.checked(rulesPath, logs);
    const output = format === "text" ? textOutput(this.context) : plainOutput(this.context);
    // What is wrong is known by now, so the exit code tells it even if nobody reads on.
    await endedByClosedPipe(async () => {
      for (const _ of WRITERS[format](output, checked)) if (output.full) await output.flush();
      await output.flush();
    });
    const said = threshold && checked.coverage && shortfall(checked.coverage.statistics, threshold);
    if (said === undefined) return this.judge(checked);
    say(this.context, said);
    return EXIT.no;
  }

  private async checked(path: string, logs: readonly NamedLog[]): Promise<Checked> {
    try {
      return await check(path, logs, { stripAnsi: this.stripAnsi });
    } catch (error) {
      throw error instanceof NamedError ? error : new NamedError(printable(path), error);
    }
  }

  private judge({ issues, findings }: Checked): number {
    const counts = findings.some(({ level }) => level === "error" || (this.strict && level === "warning"));
    return counts || issues.length > 0 ? EXIT.no : EXIT.done;
  }
}

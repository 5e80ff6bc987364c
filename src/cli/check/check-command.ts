import { UsageError } from "clipanion";
import { type Checked, check } from "../../check/check.ts";
import type { NamedLog } from "../../normalization/log.ts";
import { CHECK } from "../commands.ts";
import { EXIT } from "../context.ts";
import { NamedError, shownPath } from "../failure.ts";
import { logInputs, logOf, refuseOutput, refuseRepeatedInput } from "../inputs/log-inputs.ts";
import { defined } from "../options/command-line.ts";
import { parseRulesPath } from "../options/option-values.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { shortfall } from "../outputs/statistics-report.ts";
import { plainOutput, say, textOutput } from "../outputs/text-output.ts";
import { writeGithub } from "./check-github.ts";
import { writeJson } from "./check-json.ts";
import { writeText } from "./check-text.ts";

const WRITERS = { text: writeText, json: writeJson, github: writeGithub };

/** A rules file in, and perhaps logs; what is wrong with the rules out. */
export class CheckCommand extends defined(CHECK) {
  override async execute(): Promise<number> {
    const { rulesPath, paths } = this.operands();
    if (this.failUnder !== undefined && paths.length === 0)
      throw new UsageError("--fail-under needs a log to be matched");
    refuseRepeatedInput(paths);

    const inputs = paths.length === 0 ? [] : logInputs(paths);
    refuseOutput(inputs, [this.context.stdout.fd]);
    // Signals are not handled: they end the process, which has written nothing yet.
    const { signal } = new AbortController();
    const logs = inputs.map((input) => logOf(input, signal));
    const checked = await this.checked(rulesPath, logs);
    const output = this.format === "text" ? textOutput(this.context) : plainOutput(this.context);
    // What is wrong is known by now, so the exit code tells it even if nobody reads on.
    await endedByClosedPipe(async () => {
      for (const _ of WRITERS[this.format](output, checked)) if (output.full) await output.flush();
      await output.flush();
    });
    const { failUnder } = this;
    const said = failUnder && checked.coverage && shortfall(checked.coverage.statistics, failUnder);
    if (said === undefined) return this.judge(checked);
    say(this.context, said);
    return EXIT.no;
  }

  /** The rules, from the option or else the first operand, and the logs. */
  private operands(): { readonly rulesPath: string; readonly paths: readonly string[] } {
    const { operands } = this.context;
    const [rulesPath, ...paths] = this.rulesPath === undefined ? operands : [this.rulesPath, ...operands];
    if (rulesPath === undefined) throw new UsageError("no rules given; name their file");
    const second = paths.find((path) => /\.ya?ml$/i.test(path));
    if (second !== undefined)
      throw new UsageError(
        `one rules file is checked at a time, and ${shownPath(second)} looks like a second; if it is a log, pipe it in as -`,
      );
    return { rulesPath: parseRulesPath("RULES", rulesPath), paths };
  }

  private async checked(path: string, logs: readonly NamedLog[]): Promise<Checked> {
    try {
      return await check(path, logs, { stripAnsi: this.stripAnsi });
    } catch (error) {
      throw error instanceof NamedError ? error : new NamedError(shownPath(path), error);
    }
  }

  private judge({ issues, findings }: Checked): number {
    const counts = findings.some(({ level }) => level === "error" || (this.strict && level === "warning"));
    return counts || issues.length > 0 ? EXIT.no : EXIT.done;
  }
}

import { setImmediate } from "node:timers/promises";
import { UsageError } from "clipanion";
import type { AddedExamples } from "../../check/add-examples.ts";
import { type CheckReport, check } from "../../check/check.ts";
import type { NamedLog } from "../../normalization/log.ts";
import { CHECK } from "../commands.ts";
import { EXIT, SIGNAL_EXIT } from "../context.ts";
import { NamedError, shownPath } from "../failure.ts";
import { logInputs, logOfInput, refuseOutput, refuseRepeatedInput } from "../inputs/log-inputs.ts";
import { commandBase } from "../options/command-line.ts";
import { parseRulesPath } from "../options/option-values.ts";
import { refuseUnwritable, saveRules } from "../outputs/rules-file.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { shortfall } from "../outputs/statistics-report.ts";
import { plainOutput, textOutput, writeNote } from "../outputs/text-output.ts";
import { writeGithub } from "./check-github.ts";
import { writeJson } from "./check-json.ts";
import { writeText } from "./check-text.ts";

const WRITERS = { text: writeText, json: writeJson, github: writeGithub };

/** The `check` command. It checks rules, by themselves and against logs. */
export class CheckCommand extends commandBase(CHECK) {
  override async execute(): Promise<number> {
    const { rulesPath, paths } = this.operands();
    if (this.failUnder !== undefined && paths.length === 0) throw new UsageError("--fail-under needs a log");
    if (this.addExamples && paths.length === 0) throw new UsageError("--add-examples needs a log");
    refuseRepeatedInput(paths);
    if (this.addExamples) refuseUnwritable(rulesPath);

    const inputs = paths.length === 0 ? [] : logInputs(paths);
    refuseOutput(inputs, [this.context.stdout.fd]);
    // Leaves signals unhandled. They end the process, which has not written anything yet.
    const unhandled = new AbortController().signal;
    const logs = inputs.map((input) => logOfInput(input, unhandled));
    const checked = await this.checked(rulesPath, logs);
    const { examples } = checked;
    const signal = examples && examples.added.length > 0 ? await this.save(rulesPath, examples) : unhandled;
    if (signal.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    const output = this.format === "text" ? textOutput(this.context) : plainOutput(this.context);
    // The findings are known by now, so the exit code is right even if the output pipe is closed.
    await endedByClosedPipe(async () => {
      for (const _ of WRITERS[this.format](output, checked)) if (output.isFull) await output.flush();
      await output.flush();
    });
    if (signal.aborted) return SIGNAL_EXIT[signal.reason] ?? EXIT.trouble;
    const { failUnder } = this;
    const note = failUnder && checked.coverage && shortfall(checked.coverage.statistics, failUnder);
    if (note === undefined) return this.exitCode(checked);
    writeNote(this.context, note);
    return EXIT.negative;
  }

  /** The path of the rules, which is the option or the first operand, and the paths of the logs. */
  private operands(): { readonly rulesPath: string; readonly paths: readonly string[] } {
    const { operands } = this.context;
    const [rulesPath, ...paths] = this.rulesPath === undefined ? operands : [this.rulesPath, ...operands];
    if (rulesPath === undefined) throw new UsageError("no rules given; name the rules file");
    const second = paths.find((path) => /\.ya?ml$/i.test(path));
    if (second !== undefined)
      throw new UsageError(
        `check takes one rules file, and ${shownPath(second)} looks like a second one; if it is a log, pipe it in as -`,
      );
    return { rulesPath: parseRulesPath("RULES", rulesPath), paths };
  }

  private async checked(path: string, logs: readonly NamedLog[]): Promise<CheckReport> {
    try {
      return await check(path, logs, { stripAnsi: this.stripAnsi, addExamples: this.addExamples });
    } catch (error) {
      throw error instanceof NamedError ? error : new NamedError(shownPath(path), error);
    }
  }

  /**
   * Writes the rules with their examples. A signal must not end the process meanwhile. From then on signals abort the one
   * that is returned.
   */
  private async save(path: string, { original, source }: AddedExamples): Promise<AbortSignal> {
    const signal = this.context.handleSignals();
    saveRules(path, original, source.bytes);
    // Signals that came meanwhile are heard only now.
    await setImmediate();
    return signal;
  }

  private exitCode({ issues, findings }: CheckReport): number {
    const hasProblem = findings.some(({ level }) => level === "error" || (this.strict && level === "warning"));
    return hasProblem || issues.length > 0 ? EXIT.negative : EXIT.success;
  }
}

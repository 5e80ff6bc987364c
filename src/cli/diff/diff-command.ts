import { UsageError } from "clipanion";
import { Comparison } from "../../comparison/comparison.ts";
import { quoted } from "../../diagnostics/quoted.ts";
import { DIFF } from "../commands.ts";
import { EXIT } from "../context.ts";
import { DASH, logInputs, logOf, refuseOutput } from "../inputs/log-inputs.ts";
import { readRules } from "../inputs/rules-input.ts";
import { defined } from "../options/command-line.ts";
import { endedByClosedPipe, standardOutputs } from "../outputs/standard-outputs.ts";
import { TextOutput } from "../outputs/text-output.ts";
import { DiffJson } from "./diff-json.ts";
import { DiffText, placeOf } from "./diff-text.ts";
import { isWholeGroup } from "./diff-writer.ts";

/** Two logs in, what differs between them out. */
export class DiffCommand extends defined(DIFF) {
  override async execute(): Promise<number> {
    const { by, unordered, unmatched, stripAnsi } = this;
    if (by !== undefined && unordered) throw new UsageError("--by and --unordered exclude each other");
    if (this.context.operands.length !== 2)
      throw new UsageError(`two logs are compared, OLD and NEW, not ${this.context.operands.length}`);

    if (this.context.operands.every((log) => log === DASH))
      throw new UsageError("standard input can be one of the logs, not both");
    const inputs = logInputs(this.context.operands);
    const rulebook = readRules(this.rulesPath);
    refuseOutput(inputs, this.quiet ? [] : [this.context.stdout.fd]);
    const signal = new AbortController().signal;
    const [old, now] = inputs.map((input) => logOf(input, signal));
    const comparison = await Comparison.of(rulebook, old!, now!, { by, unordered, unmatched, stripAnsi });
    try {
      if (this.quiet) return comparison.differences().next().done ? EXIT.done : EXIT.no;
      for (const field of comparison.unknownFields)
        this.context.stderr.write(`normalizer: no rule has a field ${quoted(field)}\n`);
      return await this.write(comparison);
    } finally {
      comparison.close();
    }
  }

  private async write(comparison: Comparison): Promise<number> {
    const output = new TextOutput(standardOutputs(this.context).lines, this.context.hasColors());
    const writer =
      this.format === "json"
        ? new DiffJson(output)
        : new DiffText(output, comparison.lastPlaces.map(placeOf), this.by !== undefined);
    let exit: number = EXIT.done;
    await endedByClosedPipe(async () => {
      for (const item of comparison.withContext(this.format === "json" ? 0 : this.contextLines)) {
        exit = EXIT.no;
        if (!isWholeGroup(item)) writer.write(item);
        else for (const _ of writer.writeGroup(item)) if (output.full) await output.flush();
        if (output.full) await output.flush();
      }
      writer.end(comparison.summary);
      await output.flush();
    });
    return exit;
  }
}

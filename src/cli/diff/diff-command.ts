import { UsageError } from "clipanion";
import { ComparedLogs } from "../../comparison/compared-logs.ts";
import { ComparisonText } from "../../comparison/comparison-text.ts";
import { writeDifferences } from "../../comparison/diff-writer.ts";
import { quoted } from "../../diagnostics/phrases.ts";
import { DIFF } from "../commands.ts";
import { EXIT } from "../context.ts";
import { DASH, logInputs, logOfInput, refuseOutput } from "../inputs/log-inputs.ts";
import { rulebookInput } from "../inputs/rules-input.ts";
import { commandBase } from "../options/command-line.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { plainOutput, textOutput, writeNote } from "../outputs/text-output.ts";
import { DiffJson } from "./diff-json.ts";

/** The `diff` command. It writes what differs between two logs. */
export class DiffCommand extends commandBase(DIFF) {
  override async execute(): Promise<number> {
    const { by, unordered, unmatched, stripAnsi, mask } = this;
    if (by !== undefined && unordered) throw new UsageError("--by and --unordered exclude each other");
    if (this.context.operands.length !== 2)
      throw new UsageError(`diff compares two logs, OLD and NEW, not ${this.context.operands.length}`);

    if (this.context.operands.every((log) => log === DASH))
      throw new UsageError("standard input can be one of the logs, not both");
    const inputs = logInputs(this.context.operands);
    const rulebook = rulebookInput(this.rulesPath);
    refuseOutput(inputs, this.quiet ? [] : [this.context.stdout.fd]);
    const signal = new AbortController().signal;
    const [old, next] = inputs.map((input) => logOfInput(input, signal));
    const comparison = await ComparedLogs.of(rulebook, old!, next!, { by, unordered, unmatched, stripAnsi, mask });
    try {
      if (this.quiet) return comparison.items(0).next().done ? EXIT.success : EXIT.negative;
      for (const field of comparison.unknownFields) writeNote(this.context, `no rule has a field ${quoted(field)}`);
      return await this.write(comparison);
    } finally {
      comparison.close();
    }
  }

  private async write(comparison: ComparedLogs): Promise<number> {
    const output = this.format === "json" ? plainOutput(this.context) : textOutput(this.context);
    const writer =
      this.format === "json"
        ? new DiffJson(output)
        : new ComparisonText(output, comparison.lastLines, this.by !== undefined, comparison.hasRules);
    let exit: number = EXIT.success;
    await endedByClosedPipe(async () => {
      for (const _ of writeDifferences(comparison, writer, this.format === "json" ? 0 : this.contextLines)) {
        exit = EXIT.negative;
        if (output.isFull) await output.flush();
      }
      await output.flush();
    });
    return exit;
  }
}

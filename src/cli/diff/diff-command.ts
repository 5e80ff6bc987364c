import { Command, Option, UsageError } from "clipanion";
import { Comparison } from "../../comparison/comparison.ts";
import { ComparisonText, isWholeGroup } from "../../comparison/comparison-text.ts";
import { quoted } from "../../diagnostics/quoted.ts";
import { type Context, EXIT } from "../context.ts";
import { DASH, logInputs, logOf, refuseOutput } from "../inputs/log-inputs.ts";
import { neededRules, readRules } from "../inputs/rules-input.ts";
import { parseChoice, parseFields, parseNumber } from "../options/option-values.ts";
import { rulesOption, stripAnsiOption } from "../options/shared-options.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { plainOutput, say, textOutput } from "../outputs/text-output.ts";
import { DiffJson } from "./diff-json.ts";

const UNMATCHED = ["pass", "drop"] as const;
const FORMATS = ["text", "json"] as const;

const MOST_CONTEXT = 1_000_000;

/** Two logs in, what differs between them out. */
export class DiffCommand extends Command<Context> {
  static override paths = [["diff"]];
  static readonly synopsis = "normalizer diff --rules FILE [options] OLD NEW";
  static readonly choices = { "--format": FORMATS, "--unmatched": UNMATCHED };

  static override usage = Command.Usage({
    description: "Compares two logs by what rules make of their lines, and shows the lines themselves.",
    examples: [
      ["What does the new version log differently?", "$0 diff -r rules.yaml old.log new.log"],
      ["The same, of threads that write in any order:", "$0 diff -r rules.yaml --unordered old.log new.log"],
      ["Request by request, though the ids differ:", "$0 diff -r rules.yaml --by request_id,trace_id old.log new.log"],
    ],
    details: [
      "One of the logs may be -, standard input. Gzip is read through.",
      "Exit status: 0 no differences, 1 differences, 2 trouble.",
    ].join("\n\n"),
  });

  rulesPath = rulesOption();
  by = Option.String("--by", {
    description: "FIELDS Compare in groups: by what the first of these fields, joined by commas, captured.",
  });
  unordered = Option.Boolean("--unordered", false, {
    description: "Compare how often each line occurs, not where.",
  });
  contextLines = Option.String("--context", "3", {
    description: "N Show up to N equal lines before and after each difference (default 3).",
  });
  unmatched = Option.String("--unmatched", "pass", {
    description: "MODE Lines that no rule matches: pass, to be compared as they are (default), or drop.",
  });
  format = Option.String("--format", "text", {
    description: "FORM text (default), or json: an object for each difference.",
  });
  quiet = Option.Boolean("--quiet,-q", false, {
    description: "Write nothing; only the exit status tells.",
  });
  stripAnsi = stripAnsiOption();

  override async execute(): Promise<number> {
    const rulesPath = neededRules(this.rulesPath);
    const by = this.by === undefined ? undefined : parseFields("--by", this.by);
    if (by !== undefined && this.unordered) throw new UsageError("--by and --unordered exclude each other");
    const context = parseNumber("--context", this.contextLines, MOST_CONTEXT);
    const unmatched = parseChoice("--unmatched", this.unmatched, UNMATCHED);
    const format = parseChoice("--format", this.format, FORMATS);
    if (this.context.operands.length !== 2)
      throw new UsageError(`two logs are compared, OLD and NEW, not ${this.context.operands.length}`);

    if (this.context.operands.every((log) => log === DASH))
      throw new UsageError("standard input can be one of the logs, not both");
    const inputs = logInputs(this.context.operands);
    const rulebook = readRules(rulesPath);
    refuseOutput(inputs, this.quiet ? [] : [this.context.stdout.fd]);
    const signal = new AbortController().signal;
    const [old, now] = inputs.map((input) => logOf(input, signal));
    const comparison = await Comparison.of(rulebook, old!, now!, {
      by,
      unordered: this.unordered,
      unmatched,
      stripAnsi: this.stripAnsi,
    });
    try {
      if (this.quiet) return comparison.differences().next().done ? EXIT.done : EXIT.no;
      for (const field of comparison.unknownFields) say(this.context, `no rule has a field ${quoted(field)}`);
      return await this.write(comparison, context, format);
    } finally {
      comparison.close();
    }
  }

  private async write(comparison: Comparison, context: number, format: (typeof FORMATS)[number]): Promise<number> {
    const output = format === "json" ? plainOutput(this.context) : textOutput(this.context);
    const writer =
      format === "json"
        ? new DiffJson(output)
        : new ComparisonText(output, comparison.lastLines, this.by !== undefined);
    let exit: number = EXIT.done;
    await endedByClosedPipe(async () => {
      for (const item of comparison.withContext(format === "json" ? 0 : context)) {
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

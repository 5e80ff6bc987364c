import { Command, Option, UsageError } from "clipanion";
import { printable } from "../../diagnostics/printable.ts";
import { type RulesSource, readRulesSource } from "../../normalization/rules-source.ts";
import { LineReader } from "../../streams/line-reader.ts";
import { Why } from "../../why/why.ts";
import { type Context, EXIT } from "../context.ts";
import { NamedError } from "../failure.ts";
import { type LogInput, logInputs, logOf, refuseOutput, refuseTerminal } from "../inputs/log-inputs.ts";
import { neededRules, readRules } from "../inputs/rules-input.ts";
import { rulesOption, stripAnsiOption } from "../options/shared-options.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { textOutput } from "../outputs/text-output.ts";
import { WhyText } from "./why-text.ts";

/** A log in; for each line why a rule won it, or why none did, out. */
export class WhyCommand extends Command<Context> {
  static override paths = [["why"]];
  static readonly synopsis = "normalizer why --rules FILE [--line N] [log]";

  static override usage = Command.Usage({
    description: "Tells of each line why a rule won it, or why none matches and what would help.",
    examples: [
      ["Explain line 7 of a log:", "$0 why -r rules.yaml --line 7 app.log"],
      ["Explain the lines that no rule matches:", "$0 -qr r.yaml --unmatched only a.log | $0 why -r r.yaml"],
    ],
    details: [
      "Without a log, or for -, reads standard input. Gzip is read through.",
      "Exit status: 0 a rule won every line, 1 no rule matched some line, 2 trouble.",
    ].join("\n\n"),
  });

  rulesPath = rulesOption();
  line = Option.String("--line,-n", {
    description: "N Explain only this line; those before it are read, as it may follow one of them.",
  });
  stripAnsi = stripAnsiOption();

  override async execute(): Promise<number> {
    const rulesPath = neededRules(this.rulesPath);
    const only = this.line === undefined ? undefined : parseLineNumber(this.line);
    if (this.context.operands.length > 1)
      throw new UsageError(`one log is explained at a time, not ${this.context.operands.length}`);
    refuseTerminal(this.context.operands);
    const [input] = logInputs(this.context.operands);
    const rules = readRules(rulesPath, readRulesSource);
    refuseOutput([input!], [this.context.stdout.fd]);
    let exit: number = EXIT.done;
    const closed = await endedByClosedPipe(async () => {
      exit = await this.explain(rules, rulesPath, input!, only);
    });
    return closed ? EXIT.done : exit;
  }

  private async explain(
    { rulebook, lines }: RulesSource,
    path: string,
    input: LogInput,
    only: number | undefined,
  ): Promise<number> {
    const why = new Why(rulebook);
    const output = textOutput(this.context);
    const text = new WhyText(output, rulebook, (kind) => `${path}:${lines[kind]}`);
    const stop = new AbortController();
    const reader = new LineReader({ signal: stop.signal, stripsAnsi: this.stripAnsi });
    const log = logOf(input, stop.signal);
    let [explained, unmatched] = [0, 0];
    const take = async (): Promise<void> => {
      while (!stop.signal.aborted && reader.next()) {
        const { bytes, start, end } = reader.lines;
        if (only !== undefined && reader.number < only) {
          why.pass(bytes, start, end);
          continue;
        }
        const answer = why.explain(bytes, start, end);
        text.add(reader.number, bytes.subarray(start, end), answer);
        explained++;
        if ("nearest" in answer) unmatched++;
        if (only !== undefined) stop.abort();
        if (output.full) await output.flush();
      }
      await output.flush();
    };
    try {
      await reader.read(log.open(), take);
    } catch (error) {
      throw log.failure(error);
    }
    if (only !== undefined && explained === 0) throw new NamedError(input.name, beyond(only, reader.number));
    return unmatched === 0 ? EXIT.done : EXIT.no;
  }
}

function beyond(line: number, lines: number): string {
  return `there is no line ${line}; it has ${lines === 0 ? "none" : lines === 1 ? "one line" : `${lines} lines`}`;
}

/** The number of a line, from 1. Throws a UsageError for anything else. */
function parseLineNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UsageError(`--line takes the number of a line, from 1 on, not '${printable(text)}'`);
}

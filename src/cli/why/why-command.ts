import { UsageError } from "clipanion";
import { counted } from "../../diagnostics/phrases.ts";
import { readRulesSource } from "../../normalization/load-rules.ts";
import type { RulesSource } from "../../normalization/rules-source.ts";
import { LineReader } from "../../streams/line-reader.ts";
import { Why } from "../../why/why.ts";
import { WHY } from "../commands.ts";
import { EXIT } from "../context.ts";
import { NamedError } from "../failure.ts";
import { type LogInput, logInputs, logOfInput, refuseOutput, refuseTerminal } from "../inputs/log-inputs.ts";
import { rulesInput } from "../inputs/rules-input.ts";
import { commandBase } from "../options/command-line.ts";
import { endedByClosedPipe } from "../outputs/standard-outputs.ts";
import { textOutput } from "../outputs/text-output.ts";
import { WhyText } from "./why-text.ts";

/** The `why` command. It explains for each line of a log why a rule won it, or why none matches. */
export class WhyCommand extends commandBase(WHY) {
  override async execute(): Promise<number> {
    const { rulesPath, line: only } = this;
    if (this.context.operands.length > 1)
      throw new UsageError(`why takes one log, not ${this.context.operands.length}`);
    refuseTerminal(this.context.operands);
    const [input] = logInputs(this.context.operands);
    const rules = rulesInput(rulesPath, readRulesSource);
    refuseOutput([input!], [this.context.stdout.fd]);
    let exit: number = EXIT.success;
    const closed = await endedByClosedPipe(async () => {
      exit = await this.explain(rules, rulesPath, input!, only);
    });
    return closed ? EXIT.success : exit;
  }

  private async explain(
    { rulebook, lines }: RulesSource,
    path: string,
    input: LogInput,
    only: number | undefined,
  ): Promise<number> {
    const why = new Why(rulebook);
    const output = textOutput(this.context);
    const text = new WhyText(output, rulebook, (linePattern) => `${path}:${lines[linePattern]}`);
    const stop = new AbortController();
    const reader = new LineReader({ signal: stop.signal, stripsAnsi: this.stripAnsi });
    const log = logOfInput(input, stop.signal);
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
        if (output.isFull) await output.flush();
      }
      await output.flush();
    };
    try {
      await reader.read(log.open(), take);
    } catch (error) {
      throw log.failure(error);
    }
    if (only !== undefined && explained === 0) throw new NamedError(input.name, noSuchLine(only, reader.number));
    return unmatched === 0 ? EXIT.success : EXIT.negative;
  }
}

function noSuchLine(line: number, lines: number): string {
  return `has no line ${line}${lines === 0 ? "; it is empty" : `, only ${counted(lines, "line")}`}`;
}

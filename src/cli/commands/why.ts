import { LineReader } from "../../io/line-reader.ts";
import { NamedError } from "../../io/named-error.ts";
import type { TextOutput } from "../../io/text-output.ts";
import { DECOMPRESSION, type LogInput, logInputs, logOfInput, refuseOutput } from "../../library/inputs.ts";
import * as OPTION from "../../library/option-definitions.ts";
import { LINE_NUMBER, UsageError } from "../../library/option-values.ts";
import { proposedCommand } from "../../library/proposed-command.ts";
import { rulesInput } from "../../library/rules-files.ts";
import { endedByClosedPipe } from "../../library/standard-outputs.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { readLogs } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { readRules } from "../../run/rules-file.ts";
import { noLinesRead } from "../../run/statistics-text.ts";
import { nearestOr } from "../../text/messages/nearest.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { counted, namesInWords, quoted } from "../../text/messages/phrases.ts";
import { unmatchedTemplates } from "../../tools/why/unmatched-templates.ts";
import { Why } from "../../tools/why/why.ts";
import { WhyJson } from "../../tools/why/why-json.ts";
import { WhyText } from "../../tools/why/why-text.ts";
import type { WhyWriter } from "../../tools/why/why-writer.ts";
import { COMMAND_SENTENCES } from "../command-names.ts";
import { EXIT } from "../context.ts";
import { readOptions, refuseTerminal } from "../operands.ts";
import type { CommandDefinition } from "../options/command-definition.ts";
import { commandBase } from "../options/command-line.ts";
import { plainOutput, textOutput } from "../print.ts";

const LINE = {
  long: "--line",
  short: "-n",
  metavariable: "N",
  value: LINE_NUMBER,
  once: true,
  sentence: "Explain only this line. Earlier lines are still read, because it may follow one of them.",
} as const satisfies OPTION.OptionDefinition;

const RULE = {
  long: "--rule",
  metavariable: "NAME",
  once: true,
  sentence: "Explain what keeps this rule from winning, even if another one won.",
} as const satisfies OPTION.OptionDefinition;

const WHY = {
  word: "why",
  synopsis: "--rules FILE [options] [LOG]",
  sentence: COMMAND_SENTENCES.why,
  examples: [
    ["Explain line 7 of a log:", "normalizer why -r rules.yaml --line 7 app.log"],
    ["Explain what no rule matches, one line of each template:", "normalizer why -r rules.yaml --unmatched app.log"],
    ["See what keeps a rule from a line:", "normalizer why -r rules.yaml --rule request --line 7 app.log"],
  ],
  options: {
    rulesPath: OPTION.RULES,
    line: LINE,
    unmatched: {
      long: "--unmatched",
      excludes: [{ option: LINE }, { option: RULE }],
      sentence:
        "Explain one line of each template of the lines that no rule matches, the most frequent template first.",
    },
    rule: RULE,
    format: OPTION.resultFormat(["json"], "Write text for people, or a JSON object for each line."),
    input: OPTION.INPUT,
    message: OPTION.MESSAGE,
    stripAnsi: OPTION.STRIP_ANSI,
  },
  notes: [
    "For a line that no rule matches, it shows the nearest rules and how to make them match.",
    `Without a log, or for -, standard input is read. ${DECOMPRESSION}`,
    "Exit code: 0 every line was matched (with --rule, by that rule), 1 some lines were not, 2 trouble.",
  ],
} as const satisfies CommandDefinition;

/** The `why` command. It explains for lines of a log why a rule won them, or why none matches. */
export class WhyCommand extends commandBase(WHY) {
  override async execute(): Promise<number> {
    const { rulesPath } = this;
    if (this.context.operands.length > 1)
      throw new UsageError(`why takes one log, not ${this.context.operands.length}`);
    refuseTerminal(this.context.operands);
    const [input] = logInputs(this.context.operands);
    const rules = rulesInput(rulesPath, readRules);
    const asked = this.rule === undefined ? undefined : rulesNamed(rules.rulebook, this.rule, rulesPath);
    refuseOutput([input!], [this.context.stdout.fd]);
    let exit: number = EXIT.success;
    const closed = await endedByClosedPipe(async () => {
      exit = this.unmatched
        ? await this.explainTemplates(rules, input!)
        : await this.explainLines(rules, input!, asked);
    });
    return closed ? EXIT.success : exit;
  }

  private async explainLines(
    rules: LoadedRules,
    input: LogInput,
    asked: readonly number[] | undefined,
  ): Promise<number> {
    const { line: only } = this;
    const output = this.output();
    const writer = this.writer(output, rules, input);
    const stop = new AbortController();
    const reader = new LineReader({ ...readOptions(this), signal: stop.signal });
    const lines = new ExplainedLines(new Why(rules.rulebook), reader, writer, asked);
    const log = logOfInput(input, stop.signal);
    const take = async (): Promise<void> => {
      while (!stop.signal.aborted && reader.next()) {
        if (only !== undefined && reader.number < only) {
          lines.pass();
          continue;
        }
        lines.explain();
        if (only !== undefined) stop.abort();
        if (output.isFull) await output.flush();
      }
      await output.flush();
    };
    await readLogs([log], stop.signal, async () => {
      for await (const _ of reader.read(log.open())) await take();
    });
    if (reader.number === 0 && only === undefined) {
      writer.noLines();
      await output.flush();
    }
    if (only !== undefined && lines.count === 0) throw new NamedError(input.name, noSuchLine(only, reader.number));
    return lines.negative === 0 ? EXIT.success : EXIT.negative;
  }

  private async explainTemplates(rules: LoadedRules, input: LogInput): Promise<number> {
    // Leaves signals unhandled. They end the process at once.
    const { signal } = new AbortController();
    const log = logOfInput(input, signal);
    const templates = await unmatchedTemplates(rules.rulebook, log, { ...readOptions(this), signal });
    const output = this.output();
    const writer = this.writer(output, rules, input);
    for (const template of templates.explained) {
      writer.addTemplate(template);
      if (output.isFull) await output.flush();
    }
    for (const lines of templates.noTexts) writer.addNoTexts(lines);
    writer.endTemplates(templates);
    await output.flush();
    return templates.unmatched === 0 ? EXIT.success : EXIT.negative;
  }

  private output(): TextOutput {
    return this.format === "json" ? plainOutput(this.context) : textOutput(this.context);
  }

  private writer(output: TextOutput, { rulebook, lines }: LoadedRules, input: LogInput): WhyWriter {
    if (this.format === "json") return new WhyJson(output, rulebook);
    const { rulesPath } = this;
    const { operands } = this.context;
    const logs = operands.length === 0 ? [STANDARD_STREAM] : operands;
    return new WhyText(output, rulebook, {
      empty: noLinesRead([input]),
      suggesting: proposedCommand(["suggest", `--rules ${pathWord(rulesPath)}`], logs, this),
      locationOf: (linePattern) => `${rulesPath}:${lines[linePattern]}`,
    });
  }
}

/** Explains the lines of a reader, one after the other. */
class ExplainedLines {
  /** How many lines were explained. */
  count = 0;
  /** For how many of them the answer was not what one hopes for. */
  negative = 0;

  private readonly why: Why;
  private readonly reader: LineReader;
  private readonly writer: WhyWriter;
  /** The rules that are asked about; undefined for all. */
  private readonly asked: readonly number[] | undefined;

  constructor(why: Why, reader: LineReader, writer: WhyWriter, asked: readonly number[] | undefined) {
    this.why = why;
    this.reader = reader;
    this.writer = writer;
    this.asked = asked;
  }

  /** Passes over the current line. The next one may follow it. */
  pass(): void {
    const { bytes, start, end, isText } = this.reader;
    this.why.pass(bytes, start, end, isText);
  }

  /** Writes the answer for the current line. */
  explain(): void {
    this.count++;
    if (!this.answer()) this.negative++;
  }

  /** Returns whether the answer is what one hopes for. */
  private answer(): boolean {
    const { why, reader, writer, asked } = this;
    const { bytes, start, end } = reader;
    const line = bytes.subarray(start, end);
    if (reader.flaw !== undefined) {
      this.pass();
      writer.addNoText(reader.number, line, reader.flaw);
      return false;
    }
    if (asked !== undefined) {
      const answer = why.explainRules(bytes, start, end, asked);
      writer.addRules(reader.number, line, answer);
      return answer.verdicts.some((verdict) => "won" in verdict);
    }
    const answer = why.explain(bytes, start, end);
    writer.addLine(reader.number, line, answer);
    return !("nearest" in answer);
  }
}

/** The rules with a name. Throws an error that suggests another name if there are none. */
function rulesNamed({ rules }: Rulebook, name: string, path: string): number[] {
  const named = rules.flatMap((rule, i) => (rule.name === name ? [i] : []));
  if (named.length > 0) return named;
  const names = [...new Set(rules.map((rule) => rule.name))];
  const message = `no rule has the name ${quoted(name)}`;
  const help = nearestOr([name], names, `the rules are ${namesInWords(names)}`);
  throw new NamedError(shownPath(path), names.length === 0 ? message : `${message}; ${help}`);
}

function noSuchLine(line: number, lines: number): string {
  return `no line ${line}; ${lines === 0 ? "it is empty" : `it has only ${counted(lines, "line")}`}`;
}

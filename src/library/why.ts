import { LineReader } from "../io/line-reader.ts";
import type { LineTextOptions } from "../io/line-text.ts";
import { NamedError } from "../io/named-error.ts";
import type { TextOutput } from "../io/output-buffer.ts";
import { NEVER } from "../io/source.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import { type Log, readLogs } from "../run/log.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { noLinesRead } from "../run/statistics-text.ts";
import { writeLine } from "../text/messages/json.ts";
import { nearestOr } from "../text/messages/nearest.ts";
import { shownPath } from "../text/messages/paths.ts";
import { counted, namesInWords, quoted } from "../text/messages/phrases.ts";
import { answerJson, type Explanation, type LineAnswer } from "../tools/why/explanation.ts";
import { unmatchedTemplates } from "../tools/why/unmatched-templates.ts";
import { Why } from "../tools/why/why.ts";
import { WhyText } from "../tools/why/why-text.ts";
import { type CommandRun, namedRules, readOptions } from "./command-run.ts";
import { openFiles, readingNotes } from "./inputs.ts";
import * as OPTION from "./option-definitions.ts";
import { option } from "./option-definitions.ts";
import { LINE_NUMBER } from "./option-values.ts";
import type { Found } from "./outputs.ts";
import { proposedCommand, rulesWords } from "./proposed-command.ts";

export const WHY_OPTIONS = {
  rulesPaths: {
    ...OPTION.RULES_OR_OPERAND,
    sentence: "The rules, a YAML file. The only other argument is then the log.",
  },
  line: option(
    "-n, --line N",
    "Explain only this line. Earlier lines are still read, because it may follow one of them.",
    { value: LINE_NUMBER, once: true },
  ),
  unmatched: option(
    "--unmatched",
    "Explain one line of each template of the lines that no rule matches, the most frequent template first.",
    { excludes: ["--line", "--rule"] },
  ),
  rule: option("--rule NAME", "Explain what keeps this rule from winning, even if another one won.", { once: true }),
  format: OPTION.resultFormat(["json"], "Write text for people, or a JSON object for each line."),
  ...OPTION.READING,
};

type WhyRun = CommandRun & OPTION.OptionValues<typeof WHY_OPTIONS>;

/** How answers are written: as JSON, or for people. */
type WhyWriter = Pick<WhyText, "add" | "noLines" | "summary">;

/**
 * Explains lines of a log. A line that arrives on a pipe is explained before the next one is waited for. The answer is
 * negative unless every line was matched, by the rule that was asked about, if there is one. Rejects with a NamedError.
 */
export function whyFiles(run: WhyRun, rulesPaths: readonly string[], paths: readonly string[]): Found {
  const suggesting = proposedCommand(["suggest", ...rulesWords(rulesPaths)], paths, run);
  const files = openFiles([paths], [run.context.stdout.fd], () => namedRules(rulesPaths));
  const { rules, inputs, logs } = files;
  const { lines, path, rulebook } = rules;
  const asked = run.rule === undefined ? undefined : rulesNamed(rules, run.rule);
  const words = {
    ...{ empty: noLinesRead(inputs), suggesting },
    locationOf: (linePattern: number) => `${rulebook.linePatterns[linePattern]!.file ?? path}:${lines[linePattern]}`,
  };
  let isGood = false;
  return {
    async output(output) {
      const writer = run.format === "json" ? jsonWriter(output) : new WhyText(output, words);
      isGood = run.unmatched
        ? await explainTemplates(rulebook, logs[0][0]!, readOptions(run), writer, output)
        : await explainLines(run, files, asked, writer, output);
    },
    advice: async () => (isGood ? [] : readingNotes(run, inputs, rulebook)),
    get isNegative() {
      return !isGood;
    },
    endsWithReader: true,
  };
}

function jsonWriter({ json }: TextOutput): WhyWriter {
  const write = (object: object): void => {
    for (const _ of writeLine(json, object));
  };
  return {
    add: (answer) => write(answerJson(answer)),
    noLines: () => undefined,
    summary: ({ skipped, lines, unmatched, templates, isCut, explained }) => {
      for (const { line, count, followed, template } of skipped)
        write({ kind: "not_explained", line, count, followed: followed || undefined, template });
      write({ kind: "summary", lines, unmatched, templates, countedAll: !isCut, explained: explained.length });
    },
  };
}

async function explainLines(
  run: WhyRun,
  { rules, inputs, logs }: ReturnType<typeof openFiles<LoadedRules>>,
  asked: readonly number[] | undefined,
  writer: WhyWriter,
  output: TextOutput,
): Promise<boolean> {
  const { line: only = 0 } = run;
  const stop = new AbortController();
  const reader = new LineReader({ ...readOptions(run), signal: stop.signal });
  const why = new Why(rules.rulebook);
  let isGood = true;
  const take = async (): Promise<void> => {
    while (!stop.signal.aborted && reader.next()) {
      const { bytes, start, end, number: line, isText, flaw } = reader;
      if (line < only || flaw !== undefined) why.pass(bytes, start, end, isText);
      if (line < only) continue;
      const original = bytes.subarray(start, end);
      const explained = (): Explanation =>
        asked === undefined ? why.explain(original) : why.explainRules(original, asked);
      const answer = { line, original, why: flaw === undefined ? explained() : { won: undefined, flaw } };
      isGood &&= isHopedFor(answer);
      writer.add(answer);
      if (only > 0) stop.abort();
      if (output.isFull) await output.flush();
    }
    await output.flush();
  };
  await readLogs(logs[0], stop.signal, async (log) => {
    for await (const _ of reader.read(log.open())) await take();
  });
  if (only > 0 && !stop.signal.aborted) {
    const found = reader.number === 0 ? "is empty" : `has only ${counted(reader.number, "line")}`;
    throw new NamedError(inputs[0]!.name, `no line ${only}; it ${found}`);
  }
  if (reader.number === 0) writer.noLines();
  return isGood;
}

function isHopedFor({ why: { asked, nearest, flaw } }: LineAnswer): boolean {
  if (flaw !== undefined) return false;
  return asked === undefined ? nearest === undefined : asked.some(({ verdict }) => verdict === "won");
}

async function explainTemplates(
  rulebook: Rulebook,
  log: Log,
  options: LineTextOptions,
  writer: WhyWriter,
  output: TextOutput,
): Promise<boolean> {
  const templates = await unmatchedTemplates(rulebook, log, { ...options, signal: NEVER });
  for (const answer of [...templates.explained, ...templates.noTexts]) {
    writer.add(answer);
    if (output.isFull) await output.flush();
  }
  writer.summary(templates);
  return templates.unmatched === 0;
}

/** The rules with a name. Throws an error that suggests another name if there are none. */
function rulesNamed({ rules, path }: LoadedRules, name: string): number[] {
  const named = rules.flatMap((rule, i) => (rule.name === name ? [i] : []));
  if (named.length > 0) return named;
  const names = [...new Set(rules.map((rule) => rule.name))];
  const message = `no rule has the name ${quoted(name)}`;
  const help = nearestOr([name], names, `the rules are ${namesInWords(names)}`);
  throw new NamedError(shownPath(path), names.length === 0 ? message : `${message}; ${help}`);
}

// Adds examples to rules: to each rule without any, a line that it won, with its output.

import type { LineReader } from "../../io/line-reader.ts";
import type { TextEdit } from "../../rules/edit-rules.ts";
import { type Obstacle, RulesLayout } from "../../rules/edit-rules.ts";
import { MAX_EXAMPLE_BYTES, meaningOf, type Rule } from "../../rules/rule.ts";
import { type EditedTexts, editedAs, makeHarmless, textsOf } from "../../run/edited-rules.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type RuleReference, referencesOf } from "../../run/rule-references.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { printable } from "../../text/messages/printable.ts";
import type { Coverage, LineObserver } from "./coverage.ts";
import { failedExample } from "./finding.ts";

interface AddedExample {
  readonly rule: RuleReference;
  readonly line: string;
  readonly output: string;
  readonly from: { readonly file: string; readonly line: number };
}

type LeftOutCode = "NO_LINE" | "NO_READABLE_LINE" | Obstacle;

export const LEFT_OUT: Readonly<Record<LeftOutCode, string>> = {
  NO_LINE: "no line in the logs",
  NO_READABLE_LINE: `none of the lines is UTF-8 without control characters and at most ${MAX_EXAMPLE_BYTES} bytes long`,
  EMPTY_LIST: "'examples' is an empty list",
  ALIAS: "written as an alias",
  LAYOUT: "no place was found where adding it changes nothing else",
};

/** The examples that were added to rules, and the rules without examples that got none, in the order of the file. */
export interface CheckExamples extends EditedTexts {
  readonly added: readonly AddedExample[];
  readonly leftOut: readonly { readonly rule: RuleReference; readonly code: LeftOutCode }[];
}

interface Planned {
  readonly rule: number;
  readonly line: ExampleLine;
  readonly output: string;
  readonly edit: TextEdit;
}

/**
 * Adds an example to each rule that has none and for which there is a line. Loads the result, and adds only examples
 * that hold and that leave all rules as they are. Returns the rules with the examples, too.
 */
export function addExamples(source: LoadedRules, lines: ExampleLines, coverage: Coverage) {
  const planned: Planned[] = [];
  const refused: { readonly rule: number; readonly code: LeftOutCode }[] = [];
  const layouts = source.files.map((file) => new RulesLayout(file));
  for (const [i, rule] of source.rules.entries()) {
    if (!mayGetExample(rule)) continue;
    const layout = layouts[source.fileOf(i)]!;
    const plan = planOf(source, layout, i, lines.of(i), coverage);
    if (typeof plan === "string") refused.push({ rule: i, code: plan });
    else planned.push(plan);
  }
  let result = source;
  const written = makeHarmless(planned, (some) => {
    const changed = sourceWith(source, some);
    result = changed ?? result;
    return changed !== undefined;
  });
  const withExample = new Set(written);
  for (const plan of planned) if (!withExample.has(plan)) refused.push({ rule: plan.rule, code: "LAYOUT" });
  const references = referencesOf(result);
  const examples: CheckExamples = {
    added: written.map(({ rule, line: { text, log, number }, output }) => ({
      rule: references[rule]!,
      line: text,
      output,
      from: { file: log, line: number },
    })),
    leftOut: refused.sort((a, b) => a.rule - b.rule).map(({ rule, code }) => ({ rule: references[rule]!, code })),
    ...textsOf(result),
  };
  return { examples, source: result };
}

function planOf(
  { rulebook }: LoadedRules,
  layout: RulesLayout,
  rule: number,
  line: ExampleLine | undefined,
  coverage: Coverage,
): Planned | LeftOutCode {
  if (line === undefined) return coverage.rules[rule]!.won === 0 ? "NO_LINE" : "NO_READABLE_LINE";
  const bytes = Buffer.from(line.text);
  rulebook.matcher.match(bytes, 0, bytes.length);
  const output = exampleOutput(rulebook.linePatterns[rule]!, bytes, rulebook.matcher.bounds);
  const edit = layout.withExample(rule, { line: line.text, output });
  return typeof edit === "string" ? edit : { rule, line, output, edit };
}

function sourceWith(source: LoadedRules, planned: readonly Planned[]): LoadedRules | undefined {
  const meanings = source.rules.map(meaningOf);
  for (const { rule, line, output } of planned)
    meanings[rule]!.examples.push({ line: line.text, output, fields: new Map() });
  const edits = planned.map(({ edit }) => edit);
  const changed = editedAs(source, edits, meanings);
  if (changed === undefined) return undefined;
  const { rules, rulebook } = changed;
  const references = referencesOf(changed);
  const fails = planned.some(({ rule }) => failedExample(rulebook, references, rule, rules[rule]!.examples[0]!));
  return fails ? undefined : changed;
}

/** Whether a rule has no example yet. A catch-all gets none, because the next rule that is written may win it. */
function mayGetExample({ examples, pattern }: Pick<Rule, "examples" | "pattern">): boolean {
  return examples.length === 0 && !pattern.isCatchAll;
}

interface ExampleLine {
  readonly text: string;
  readonly log: string;
  readonly number: number;
  readonly captures: number;
}

/**
 * Finds a line for each rule without examples. Only lines that are readable in a rules file count. Takes the one in
 * which most fields captured something, because it shows most of what the rule does, and of several the first.
 */
export class ExampleLines implements LineObserver {
  private readonly rules: readonly Rule[];
  private readonly best: (ExampleLine | undefined)[] = [];

  constructor(rules: readonly Rule[]) {
    this.rules = rules;
  }

  /** Takes a line. Followers, which get no examples, have other numbers than rules. */
  add({ bytes, start, end, number }: LineReader, log: string, rule: number, bounds: readonly number[]): void {
    const own = this.rules[rule];
    if (own === undefined || !mayGetExample(own)) return;
    const { pattern } = own;
    const best = this.best[rule];
    // The most that a line can have: nearly all lines end here.
    if (best?.captures === pattern.fields.length) return;
    const captures = pattern.fields.filter((_, field) => bounds[2 * field]! < bounds[2 * field + 1]!).length;
    if (best !== undefined && captures <= best.captures) return;
    const line = bytes.subarray(start, end);
    if (line.length > MAX_EXAMPLE_BYTES || !isUtf8(line)) return;
    const text = line.toString();
    if (isReadable(text)) this.best[rule] = { text, log, number, captures };
  }

  of(rule: number): ExampleLine | undefined {
    return this.best[rule];
  }
}

/** Whether an editor shows all of a text. Tabs are written as escapes. */
function isReadable(text: string): boolean {
  const withoutTabs = text.replaceAll("\t", "");
  return printable(withoutTabs) === withoutTabs;
}

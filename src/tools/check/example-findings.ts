import { LAW } from "../../matcher/precedence.ts";
import type { Example } from "../../rules/rule.ts";
import type { RuleReference } from "../../run/rule-references.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { listed, quoted } from "../../text/messages/phrases.ts";
import { type ExampleDifference, formatRules, type PendingFinding } from "./finding.ts";

const BEHIND_ALL = "a catch-all wins only lines that no other rule matches; take another line as its example";

/** Finds examples that are lost or give another output or other captures, and `not` lines that are won. */
export function failedExamples(rulebook: Rulebook, references: readonly RuleReference[]): PendingFinding[] {
  return rulebook.rules.flatMap(({ examples, counterexamples }, rule) => [
    ...examples.flatMap((example) => failedExample(rulebook, references, rule, example) ?? []),
    ...counterexamples.flatMap((counterexample) => wonCounterexample(rulebook, rule, counterexample) ?? []),
  ]);
}

export function failedExample(
  rulebook: Rulebook,
  references: readonly RuleReference[],
  rule: number,
  example: Example,
): PendingFinding | undefined {
  const { matcher, rules } = rulebook;
  const line = Buffer.from(example.line);
  if (matcher.match(line, 0, line.length) !== rule) return lostExample(rulebook, references, rule, example);
  const expectations = differences(rulebook, rule, example);
  if (expectations.length === 0) return undefined;
  const what = expectations.map(({ what, isField }) => (isField ? `field ${quoted(what)}` : "the output"));
  const differ = what.length === 1 ? "differs" : "differ";
  return {
    ...{ level: "error", code: "EXAMPLE_DIFFERS", rule, span: example.span, expectations },
    message: `rule ${quoted(rules[rule]!.name)} wins its example, but ${listed(what, "and")} ${differ}`,
    help: "change the example or the rule",
  };
}

function wonCounterexample(
  { matcher, rules }: Rulebook,
  rule: number,
  { line: text, span }: Pick<Example, "line" | "span">,
): PendingFinding | undefined {
  const line = Buffer.from(text);
  if (matcher.match(line, 0, line.length) !== rule) return undefined;
  return {
    ...{ level: "error", code: "COUNTEREXAMPLE_WON", rule, span },
    message: `rule ${quoted(rules[rule]!.name)} wins a line that it must not win`,
    help: `make its pattern more specific, or write a rule that wins the line: ${LAW}`,
  };
}

function lostExample(
  { matcher, linePatterns }: Rulebook,
  references: readonly RuleReference[],
  rule: number,
  { line: text, span }: Example,
): PendingFinding {
  const line = Buffer.from(text);
  const matching = matcher.matching(line, 0, line.length);
  const [winner] = matching;
  const name = quoted(references[rule]!.name);
  const others = winner === undefined ? [] : [winner];
  const finding = (what: string, help: string): PendingFinding => {
    return { level: "error", code: "EXAMPLE_LOST", rule, span, others, message: `rule ${name} ${what}`, help };
  };
  if (winner === undefined)
    return finding(
      "does not match its example, and no other rule does",
      "every byte of the line must be in a text or a field; compare them from the left",
    );
  const by = formatRules([references[winner]!]);
  if (!matching.includes(rule))
    return finding(`does not match its example; ${by} wins it`, "change the example or the rule");
  const { isCatchAll } = linePatterns[rule]!.pattern;
  const help = isCatchAll ? BEHIND_ALL : `${LAW}; see docs/explanation/matching.md`;
  return finding(`matches its example, but ${by} wins it`, help);
}

/** What an example expects otherwise than the rule that wins it gives. */
export function differences(
  { matcher, linePatterns }: Rulebook,
  rule: number,
  { line: text, output, fields }: Example,
): ExampleDifference[] {
  const line = Buffer.from(text);
  matcher.match(line, 0, line.length);
  const bounds = [...matcher.bounds];
  const linePattern = linePatterns[rule]!;
  const found: ExampleDifference[] = [];
  if (output !== undefined) {
    const actual = exampleOutput(linePattern, line, bounds);
    if (actual !== output) found.push({ what: "output", isField: false, expected: output, actual });
  }
  for (const [name, expected] of fields) {
    const captured = linePattern.pattern.fields.flatMap((field, i) =>
      field === name ? [line.toString("utf8", bounds[2 * i], bounds[2 * i + 1])] : [],
    );
    // If several fields have this name, the example may mean any of them.
    if (captured.includes(expected)) continue;
    found.push({ what: name, isField: true, expected, actual: captured.join(", ") });
  }
  return found;
}

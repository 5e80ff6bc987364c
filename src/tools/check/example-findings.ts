import { LAW } from "../../matcher/precedence.ts";
import type { Example } from "../../rules/rule.ts";
import type { RuleReference } from "../../run/rule-references.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { listed, quoted } from "../../text/messages/phrases.ts";
import { type ExampleDifference, formatRules, type PendingFinding } from "./finding.ts";

const BEHIND_ALL = "a catch-all wins only lines that no other rule matches; take another line as its example";

/**
 * Finds examples that their rules do not win or that give another output or other captures, and `not` lines that are
 * won.
 */
export function failedExamples(rulebook: Rulebook, references: readonly RuleReference[]): PendingFinding[] {
  return rulebook.rules.flatMap(({ examples, counterexamples }, rule) => [
    ...examples.flatMap((example) => failedExample(rulebook, references, rule, example) ?? []),
    ...counterexamples.flatMap((counterexample) => wonCounterexample(rulebook, rule, counterexample) ?? []),
  ]);
}

function failedExample(
  rulebook: Rulebook,
  references: readonly RuleReference[],
  rule: number,
  example: Example,
): PendingFinding | undefined {
  const { matcher, rules } = rulebook;
  const line = Buffer.from(example.line);
  if (matcher.match(line, 0, line.length) !== rule) return lostExample(rulebook, references, rule, example);
  const expectations = differences(rulebook, rule, example, line, [...matcher.bounds]);
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
  const matches = matching.includes(rule);
  const others = winner === undefined ? [] : [winner];
  const made = { level: "error", code: "EXAMPLE_LOST", rule, span, others } as const;
  if (winner === undefined) {
    return {
      ...made,
      message: `rule ${name} does not match its example, and no other rule does`,
      help: "every byte of the line must be in a text or a field; compare them from the left",
    };
  }
  const by = formatRules([references[winner]!]);
  return matches
    ? {
        ...made,
        message: `rule ${name} matches its example, but ${by} wins it`,
        help: linePatterns[rule]!.pattern.isCatchAll ? BEHIND_ALL : `${LAW}; see docs/explanation/matching.md`,
      }
    : {
        ...made,
        message: `rule ${name} does not match its example; ${by} wins it`,
        help: "change the example or the rule",
      };
}

function differences(
  { linePatterns }: Rulebook,
  rule: number,
  { output, fields }: Example,
  line: Buffer,
  bounds: readonly number[],
): ExampleDifference[] {
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

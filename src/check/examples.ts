import { quoted } from "../diagnostics/quoted.ts";
import { Aliases } from "../normalization/aliases.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { renderersOf } from "../normalization/template-renderer.ts";
import type { Example } from "../rules/rule.ts";
import { type Expectation, formatList, formatRules, type PendingFinding, type RuleReference } from "./finding.ts";

/** Examples that their rules do not win, or that come out otherwise than they say; and `not` lines that are won. */
export function failedExamples(rulebook: Rulebook, references: readonly RuleReference[]): PendingFinding[] {
  return rulebook.rules.flatMap(({ examples, counterexamples }, rule) => [
    ...examples.flatMap((example) => failure(rulebook, references, rule, example) ?? []),
    ...counterexamples.flatMap((counterexample) => wrongWin(rulebook, rule, counterexample) ?? []),
  ]);
}

function failure(
  rulebook: Rulebook,
  references: readonly RuleReference[],
  rule: number,
  example: Example,
): PendingFinding | undefined {
  const { matcher, rules } = rulebook;
  const line = Buffer.from(example.line);
  if (matcher.match(line, 0, line.length) !== rule) return lost(rulebook, references, rule, example);
  const expectations = differences(rulebook, rule, example, line, [...matcher.bounds]);
  if (expectations.length === 0) return undefined;
  const what = expectations.map(({ what, isField }) => (isField ? `field ${quoted(what)}` : "the output"));
  const differ = what.length === 1 ? "differs" : "differ";
  return {
    ...{ level: "error", code: "EXAMPLE_DIFFERS", rule, span: example.span, expectations },
    message: `rule ${quoted(rules[rule]!.name)} wins its example, but ${formatList(what)} ${differ}`,
    help: "change what the example says, or the rule",
  };
}

function wrongWin(
  { matcher, rules }: Rulebook,
  rule: number,
  { line: text, span }: Pick<Example, "line" | "span">,
): PendingFinding | undefined {
  const line = Buffer.from(text);
  if (matcher.match(line, 0, line.length) !== rule) return undefined;
  return {
    ...{ level: "error", code: "COUNTEREXAMPLE_WON", rule, span },
    message: `rule ${quoted(rules[rule]!.name)} wins a line that it must not win`,
    help: "make its pattern more specific, or write a rule for the line that has more literal text",
  };
}

function lost(
  { matcher }: Rulebook,
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
      message: `rule ${name} does not match its example, and neither does any other`,
      help: "every byte of the line has to be in a text or a field; compare them from the left",
    };
  }
  const by = formatRules([references[winner]!]);
  return matches
    ? {
        ...made,
        message: `rule ${name} matches its example, but ${by} wins it`,
        help: "the rule with more literal text wins; see docs/matching.md",
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
): Expectation[] {
  const linePattern = linePatterns[rule]!;
  const found: Expectation[] = [];
  if (output !== undefined) {
    // Each example is the first line of a run of its own.
    const [renderer] = renderersOf([linePattern], new Aliases(), "");
    renderer!.take(line, bounds);
    const made = Buffer.alloc(renderer!.length);
    renderer!.writeInto(made, 0);
    const actual = made.toString();
    if (actual !== output) found.push({ what: "output", isField: false, expected: output, actual });
  }
  for (const [name, expected] of fields) {
    const captured = linePattern.pattern.fields.flatMap((field, i) =>
      field === name ? [line.toString("utf8", bounds[2 * i], bounds[2 * i + 1])] : [],
    );
    // Where several fields have this name, any of them may be meant.
    if (captured.includes(expected)) continue;
    found.push({ what: name, isField: true, expected, actual: captured.join(", ") });
  }
  return found;
}

import { quoted } from "../diagnostics/quoted.ts";
import { Aliases } from "../normalization/aliases.ts";
import { renderingsOf } from "../normalization/rendering.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { Example } from "../rules/rule.ts";
import type { Draft, Expectation, RuleReference } from "./finding.ts";
import { listed, rulesInWords } from "./in-words.ts";

/** Examples that their rules do not win, or of which comes something else than they say, and `not` lines that are won. */
export function failedExamples(rulebook: Rulebook, references: readonly RuleReference[]): Draft[] {
  const drafts: Draft[] = [];
  for (const [rule, { name, examples, counterexamples }] of rulebook.rules.entries()) {
    for (const example of examples) {
      const { matcher } = rulebook;
      const line = Buffer.from(example.line);
      if (matcher.match(line, 0, line.length) !== rule) {
        drafts.push(lost(rulebook, references, rule, example));
        continue;
      }
      const expectations = differences(rulebook, rule, example, line, [...matcher.bounds]);
      if (expectations.length === 0) continue;
      const what = expectations.map(({ what, isField }) => (isField ? `field ${quoted(what)}` : "the output"));
      const differ = what.length === 1 ? "differs" : "differ";
      drafts.push({
        ...{ level: "error", code: "EXAMPLE_DIFFERS", rule, span: example.span, expectations },
        message: `rule ${quoted(name)} wins its example, but ${listed(what)} ${differ}`,
        help: "change what the example says, or the rule",
      });
    }
    for (const { line: text, span } of counterexamples) {
      const line = Buffer.from(text);
      if (rulebook.matcher.match(line, 0, line.length) !== rule) continue;
      drafts.push({
        ...{ level: "error", code: "COUNTEREXAMPLE_WON", rule, span },
        message: `rule ${quoted(name)} wins a line that it must not win`,
        help: "make its pattern more special, or write a rule for the line that has more literal text",
      });
    }
  }
  return drafts;
}

function lost(
  { matcher }: Rulebook,
  references: readonly RuleReference[],
  rule: number,
  { line: text, span }: Example,
): Draft {
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
  const by = rulesInWords([references[winner]!]);
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
  { kinds }: Rulebook,
  rule: number,
  { output, fields }: Example,
  line: Buffer,
  bounds: readonly number[],
): Expectation[] {
  const kind = kinds[rule]!;
  const found: Expectation[] = [];
  if (output !== undefined) {
    // Each example is the first line of a run of its own.
    const [rendering] = renderingsOf([kind], new Aliases(), "");
    rendering!.take(line, bounds);
    const made = Buffer.alloc(rendering!.length);
    rendering!.writeInto(made, 0);
    const actual = made.toString();
    if (actual !== output) found.push({ what: "output", isField: false, expected: output, actual });
  }
  for (const [name, expected] of fields) {
    const captured = kind.pattern.fields.flatMap((field, i) =>
      field === name ? [line.toString("utf8", bounds[2 * i], bounds[2 * i + 1])] : [],
    );
    // Of several fields of one name any may be meant.
    if (captured.includes(expected)) continue;
    found.push({ what: name, isField: true, expected, actual: captured.join(", ") });
  }
  return found;
}

import { LAW } from "../../matcher/precedence.ts";
import { type Location, locationsOf, type Span } from "../../rules/location.ts";
import type { Example } from "../../rules/rule.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { placedRule, type RuleReference } from "../../run/rule-references.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import { listed, quoted } from "../../text/messages/phrases.ts";

/** What a check can find in rules that load. docs/reference/errors.md has a row for each code. */
export const FINDING_CODES = [
  "EXAMPLE_LOST",
  "EXAMPLE_DIFFERS",
  "COUNTEREXAMPLE_WON",
  "NEVER_WINS",
  "ADJACENT_FIELDS",
  "IN_NAME_ONLY",
  "NO_PLACEHOLDER",
  "BRACED_NAME",
  "UNUSED_FIELD",
  "SAME_NAME",
  "INCLUDED",
  "NEVER_WON",
] as const;

export type CheckFindingCode = (typeof FINDING_CODES)[number];

/** error: wrong; warning: probably unintended; info: the rest. */
export const LEVELS = ["error", "warning", "info"] as const;

export type Level = (typeof LEVELS)[number];

/** A part of an example that differs from what the rule produces. */
export interface ExampleDifference {
  /** `output`, or the name of a field. */
  readonly what: string;
  readonly isField: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** Something that `check` finds in rules that load. */
export interface CheckFinding extends Location {
  readonly level: Level;
  readonly code: CheckFindingCode;
  /** The rule that the finding is about; undefined for the file as a whole. */
  readonly rule: RuleReference | undefined;
  /** The rule's follower that the finding is about, counted from 1; undefined for the rule itself. */
  readonly follower: number | undefined;
  /** Contains only printable characters. */
  readonly message: string;
  /** What to do about it, if anything. Contains only printable characters. */
  readonly help: string | undefined;
  /** The other rules that the finding is about. */
  readonly others: readonly RuleReference[];
  /** For INCLUDED: a line that both rules match and the included rule wins. May contain any characters. */
  readonly witness: string | undefined;
  /** For EXAMPLE_DIFFERS: what differs. May contain any characters. */
  readonly expectations: readonly ExampleDifference[];
}

/** A finding with rule indexes and a span. `locateFindings` replaces them by references and a location. */
export interface PendingFinding
  extends Pick<CheckFinding, "level" | "code" | "message">,
    Partial<Pick<CheckFinding, "follower" | "help" | "witness" | "expectations">> {
  readonly rule?: number;
  readonly span: Span;
  readonly others?: readonly number[];
}

/** Completes findings with their locations and rules. Returns them in the order of the file. */
export function locateFindings(
  pending: readonly PendingFinding[],
  rules: LoadedRules,
  references: readonly RuleReference[],
): CheckFinding[] {
  const sorted = [...pending].sort((a, b) => a.span.start - b.span.start);
  const spans = sorted.map(({ span }) => span);
  const locations = locationsOf(spans, rules.files);
  return sorted.map(({ span: _, rule, follower, help, others = [], witness, expectations = [], ...one }, i) => ({
    ...{ ...one, follower, help, witness, expectations, ...locations[i]! },
    rule: rule === undefined ? undefined : references[rule],
    others: others.map((other) => references[other]!),
  }));
}

const MAX_NAMED = 3;

/** One or more rules, for a message: `rules 'a' (line 2) and 'b' (line 9)`. */
export function formatRules(references: readonly RuleReference[]): string {
  const words = references.slice(0, MAX_NAMED).map(placedRule);
  if (references.length > MAX_NAMED) words.push(`${references.length - MAX_NAMED} more`);
  return `${words.length === 1 ? "rule" : "rules"} ${listed(words, "and")}`;
}

const BEHIND_ALL = "a catch-all wins only lines that no other rule matches; take another line as its example";

/** Finds examples that are lost or give another output or other captures, and `not` lines that are won. */
export function failedExamples(rulebook: Rulebook, references: readonly RuleReference[]): PendingFinding[] {
  return rulebook.rules.flatMap(({ examples, counterexamples }, rule) => [
    ...examples.flatMap((example) => failedExample(rulebook, references, rule, example) ?? []),
    ...counterexamples.flatMap(({ line, span }): PendingFinding[] => {
      if (winnerOf(rulebook, line) !== rule) return [];
      const message = `rule ${quoted(references[rule]!.name)} wins a line that it must not win`;
      const help = `make its pattern more specific, or write a rule that wins the line: ${LAW}`;
      return [{ level: "error", code: "COUNTEREXAMPLE_WON", rule, span, message, help }];
    }),
  ]);
}

export function failedExample(
  rulebook: Rulebook,
  references: readonly RuleReference[],
  rule: number,
  example: Example,
): PendingFinding | undefined {
  const { span, line } = example;
  const name = quoted(references[rule]!.name);
  const winner = winnerOf(rulebook, line);
  if (winner === rule) {
    const expectations = differences(rulebook, rule, example);
    if (expectations.length === 0) return undefined;
    const what = expectations.map(({ what, isField }) => (isField ? `field ${quoted(what)}` : "the output"));
    const message = `rule ${name} wins its example, but ${listed(what, "and")} ${what.length === 1 ? "differs" : "differ"}`;
    const help = "change the example or the rule";
    return { level: "error", code: "EXAMPLE_DIFFERS", rule, span, expectations, message, help };
  }
  const others = winner === -1 ? [] : [winner];
  const lost = (what: string, help: string): PendingFinding => {
    return { level: "error", code: "EXAMPLE_LOST", rule, span, others, message: `rule ${name} ${what}`, help };
  };
  if (winner === -1)
    return lost(
      "does not match its example, and no other rule does",
      "every byte of the line must be in a text or a field; compare them from the left",
    );
  const by = formatRules([references[winner]!]);
  const bytes = Buffer.from(line);
  if (!rulebook.matcher.matching(bytes, 0, bytes.length).includes(rule))
    return lost(`does not match its example; ${by} wins it`, "change the example or the rule");
  const { isCatchAll } = rulebook.linePatterns[rule]!.pattern;
  const help = isCatchAll ? BEHIND_ALL : `${LAW}; see docs/explanation/matching.md`;
  return lost(`matches its example, but ${by} wins it`, help);
}

/** The rule that wins a text, or -1. */
export function winnerOf({ matcher }: Rulebook, line: string): number {
  const bytes = Buffer.from(line);
  return matcher.match(bytes, 0, bytes.length);
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

import type { Excerpt } from "../diagnostics/frame.ts";
import { quoted } from "../diagnostics/quoted.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import { locationsOf, placeOf, type Span } from "../rules/problem.ts";

/** Everything that a check finds in a rules file that can be read. docs/checking.md has a row for each. */
export const FINDING_CODES = [
  "EXAMPLE_LOST",
  "EXAMPLE_DIFFERS",
  "COUNTEREXAMPLE_WON",
  "NEVER_WINS",
  "ADJACENT_FIELDS",
  "NO_PLACEHOLDER",
  "BRACED_NAME",
  "UNUSED_FIELD",
  "SAME_NAME",
  "INCLUDED",
  "NEVER_WON",
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/** error: wrong; warning: probably not what was meant; info: the rest. */
export const LEVELS = ["error", "warning", "info"] as const;

export type Level = (typeof LEVELS)[number];

/** A rule by its name, which others may have too, and the line of the file where it begins. */
export interface RuleReference {
  readonly name: string;
  readonly line: number;
}

/** What an example says must come of a line, and what does. */
export interface Expectation {
  /** `output`, or the name of a field. */
  readonly what: string;
  readonly isField: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** One thing to be told of a rule. */
export interface Finding {
  readonly level: Level;
  readonly code: FindingCode;
  /** Undefined if it is about the file, not about a rule. */
  readonly rule: RuleReference | undefined;
  /** Which of the rule's followers it is about, counted from 1; undefined if it is about the rule's own lines. */
  readonly follower: number | undefined;
  /** Where it stands: `rules.yaml:7:38`, or `rules[3].pattern` of rules given as an object. */
  readonly place: string;
  /** Both start at 1; a column is a code point. */
  readonly line: number;
  readonly column: number;
  /** In code points, within the line; 1 at least. */
  readonly length: number;
  /** Printable, as is the help. */
  readonly message: string;
  /** What to do about it, where something is to be done. */
  readonly help: string | undefined;
  /** The line of the file and the carets under the place. Both fit 80 columns. */
  readonly frame: readonly [string, string];
  /** What a frame of another width is made of. It may hold any characters. */
  readonly excerpt: Excerpt;
  /** The other rules that it is about. */
  readonly others: readonly RuleReference[];
  /** Of an inclusion, a line that both rules match and the included one wins. It may hold any characters. */
  readonly witness: string | undefined;
  /** Of an example, what of it differs. It may hold any characters. */
  readonly expectations: readonly Expectation[];
}

/** A finding that refers to rules by their indexes and to its place by a span. `locateFindings` completes it. */
export interface PendingFinding {
  readonly level: Level;
  readonly code: FindingCode;
  readonly rule?: number;
  readonly follower?: number;
  /** Where it stands in the file. */
  readonly span: Span;
  readonly message: string;
  readonly help?: string;
  readonly others?: readonly number[];
  readonly witness?: string;
  readonly expectations?: readonly Expectation[];
}

/** The rules as messages refer to them. */
export function referencesOf({ rules, lines }: RulesSource): RuleReference[] {
  return rules.map(({ name }, i) => ({ name, line: lines[i]! }));
}

/** Completes findings with their places and rules, and sorts them in the order of the file. */
export function locateFindings(
  pending: readonly PendingFinding[],
  { path, text, pathAt }: RulesSource,
  references: readonly RuleReference[],
): Finding[] {
  const sorted = [...pending].sort((a, b) => a.span.start - b.span.start);
  const locations = locationsOf(
    sorted.map(({ span }) => span),
    text,
  );
  return sorted.map(
    ({ level, code, rule, follower, span, message, help, others = [], witness, expectations = [] }, i) => {
      const { line, column, length, frame, excerpt } = locations[i]!;
      return {
        level,
        code,
        rule: rule === undefined ? undefined : references[rule],
        follower,
        place: placeOf(locations[i]!, path, span, pathAt),
        ...{ line, column, length, message, help, frame, excerpt },
        others: others.map((other) => references[other]!),
        witness,
        expectations,
      };
    },
  );
}

const MAX_NAMED = 3;

/** Rules in a message, with their lines. */
export function formatRules(references: readonly RuleReference[]): string {
  const words = references.slice(0, MAX_NAMED).map(({ name, line }) => `${quoted(name)} (line ${line})`);
  if (references.length > MAX_NAMED) words.push(`${references.length - MAX_NAMED} more`);
  return `${words.length === 1 ? "rule" : "rules"} ${formatList(words)}`;
}

/** One or more words, with `and` before the last. */
export function formatList(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

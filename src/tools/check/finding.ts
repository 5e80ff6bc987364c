import { type Location, locationsOf, type Span } from "../../rules/location.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { placedRule, type RuleReference } from "../../run/rule-references.ts";
import { listed } from "../../text/messages/phrases.ts";

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

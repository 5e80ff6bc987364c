import type { Pattern } from "../matcher/pattern.ts";
import { movedSpan, type Span } from "./location.ts";
import type { Template } from "./notation.ts";
import type { Transform } from "./transforms/transform-registry.ts";

/** How many fields and alternatives a pattern may have: matching recurses for each, and may try each. */
export const MAX_FIELDS = 1000;

/** How long the line of an example may be that is added to a file. A longer one makes the file hard to read. */
export const MAX_EXAMPLE_BYTES = 1000;

/** A pattern of lines, and the template that rewrites those that match, with their places in the rules file. */
export interface Rewrite {
  readonly pattern: Pattern;
  /**
   * For a follower whose lines stay as they are, its only slot is the one after the last field: it stands for the whole
   * line. Only captures of followers have bounds for it.
   */
  readonly template: Template;
  /** The transforms of each field, applied before the template shows it; undefined if no field has any. */
  readonly transforms?: readonly (readonly Transform[])[];
  /** The first key of the rule or the follower, with its value. */
  readonly span: Span;
  /** A span for each field as written; fields in different branches are listed separately even if they share a name. */
  readonly fieldSpans: readonly Span[];
  /** The output as it is written, and its span, or that of its alias; undefined for lines that stay as they are. */
  readonly written: { readonly text: string; readonly span: Span } | undefined;
  /** Present for the follower that stands for the lines of stack traces and empty ones. Its pattern says nothing. */
  readonly isTrace?: true;
}

/** A line that a rule must win, with the expected output and captures. */
export interface Example {
  readonly line: string;
  readonly output: string | undefined;
  /** The expected captures, by field name. */
  readonly fields: ReadonlyMap<string, string>;
  /** Where it is in the rules file. */
  readonly span: Span;
}

/** A line that a rule must not win. */
export interface Counterexample {
  readonly line: string;
  readonly span: Span;
}

/** One rule of a rules file. Names need not be unique. */
export interface Rule extends Rewrite {
  readonly name: string;
  /** The path of its file, if there are several. */
  readonly file?: string;
  /** Lines that may follow the rule's line and then belong to it. */
  readonly followers: readonly Rewrite[];
  readonly examples: readonly Example[];
  readonly counterexamples: readonly Counterexample[];
}

/** A rule and its followers, in the order of the file. */
export function rewritesOf(rule: Rule): readonly Rewrite[] {
  return [rule, ...rule.followers];
}

/** The names of all fields of these rules and their followers. */
export function fieldNamesOf(rules: readonly Rule[]): ReadonlySet<string> {
  return new Set(rules.flatMap((rule) => rewritesOf(rule).flatMap(({ pattern }) => pattern.fields)));
}

/** The same rule with its places this much further on. */
export function movedRule(rule: Rule, by: number): Rule {
  const withMoved = <T extends { readonly span: Span }>(one: T): T => ({ ...one, span: movedSpan(one.span, by) });
  const rewrite = <T extends Rewrite>(one: T): T => ({
    ...withMoved(one),
    fieldSpans: one.fieldSpans.map((span) => movedSpan(span, by)),
    written: one.written && withMoved(one.written),
  });
  return {
    ...rewrite(rule),
    followers: rule.followers.map(rewrite),
    examples: rule.examples.map(withMoved),
    counterexamples: rule.counterexamples.map(withMoved),
  };
}

/** A rule without its places in the file. Those of equal rules are deeply equal. */
export function meaningOf({ followers, examples, counterexamples, ...rule }: Rule) {
  return {
    ...withoutPlaces(rule),
    followers: followers.map(withoutPlaces),
    examples: examples.map(({ span: _, ...example }) => example),
    counterexamples: counterexamples.map(({ span: _, ...counterexample }) => counterexample),
  };
}

function withoutPlaces<T extends Rewrite>({ span: _, fieldSpans: __, written: ___, ...rewrite }: T) {
  return rewrite;
}

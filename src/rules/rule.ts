import type { Pattern } from "../matcher/pattern.ts";
import type { Span } from "./location.ts";
import type { Template } from "./template.ts";
import type { Transform } from "./transforms/transform-registry.ts";

/** A pattern of lines, and the template that rewrites those that match. */
export interface Rewrite {
  readonly pattern: Pattern;
  /**
   * For a follower whose lines stay as they are, its only slot is the one after the last field: it stands for the whole
   * line. Only captures of followers have bounds for it.
   */
  readonly template: Template;
  /** The transforms of each field, applied before the template shows it; undefined if no field has any. */
  readonly transforms?: readonly (readonly Transform[])[];
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
  /** Lines that may follow the rule's line and then belong to it. */
  readonly followers: readonly Rewrite[];
  readonly examples: readonly Example[];
  readonly counterexamples: readonly Counterexample[];
}

/** The text of an output, with the span of its value, or of the alias in its place. */
interface WrittenOutput {
  readonly text: string;
  readonly span: Span;
}

/** What diagnostics need of the file: texts as they are written, and where. */
interface Located {
  /** The first key of the rule or the follower, with its value. */
  readonly span: Span;
  /** A span for each field as written; fields in different branches are listed separately even if they share a name. */
  readonly fieldSpans: readonly Span[];
  /** The output as it is written; undefined for lines that stay as they are. */
  readonly written: WrittenOutput | undefined;
}

export type LocatedRewrite = Rewrite & Located;

export interface LocatedRule extends Rule, Located {
  readonly followers: readonly LocatedRewrite[];
}

/** A rule and its followers, in the order of the file. */
export function rewritesOf(rule: LocatedRule): readonly LocatedRewrite[] {
  return [rule, ...rule.followers];
}

/** The names of all fields of these rules and their followers. */
export function fieldNamesOf(rules: readonly LocatedRule[]): ReadonlySet<string> {
  return new Set(rules.flatMap((rule) => rewritesOf(rule).flatMap(({ pattern }) => pattern.fields)));
}

/** A rule without its locations in the file. Those of equal rules are deeply equal. */
export function meaningOf({ followers, examples, counterexamples, ...rule }: LocatedRule) {
  return {
    ...withoutLocations(rule),
    followers: followers.map(withoutLocations),
    examples: examples.map(({ span: _, ...example }) => example),
    counterexamples: counterexamples.map(({ span: _, ...counterexample }) => counterexample),
  };
}

function withoutLocations<T extends LocatedRewrite>({ span: _, fieldSpans: __, written: ___, ...rewrite }: T) {
  return rewrite;
}

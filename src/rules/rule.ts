import type { Pattern } from "../matcher/pattern.ts";
import type { Span } from "./problem.ts";
import type { Template } from "./template.ts";
import type { Transform } from "./transform.ts";

/** A pattern of lines, and what becomes of these. */
export interface Match {
  readonly pattern: Pattern;
  /** A slot one beyond the fields is the line itself. */
  readonly template: Template;
  /** For each field what is done with its text before the template shows it; undefined if nothing is done with any. */
  readonly transforms?: readonly (readonly Transform[])[];
}

/** A line that a rule must win, and what must become of it. */
export interface Example {
  readonly line: string;
  readonly output: string | undefined;
  /** What fields must capture, by their names. */
  readonly fields: ReadonlyMap<string, string>;
  /** Where it stands in the rules file. */
  readonly span: Span;
}

/** A line that a rule must not win. */
export interface Counterexample {
  readonly line: string;
  readonly span: Span;
}

/** What is read from one rule of a rules file. Several rules may have one name. */
export interface Rule extends Match {
  readonly name: string;
  /** What may follow the rule's line and then belongs to it. */
  readonly followers: readonly Match[];
  readonly examples: readonly Example[];
  readonly counterexamples: readonly Counterexample[];
}

/** Where a pattern stands in the rules file, for who tells of it. */
interface Placed {
  /** The first key of the rule or the follower, with its value. */
  readonly span: Span;
  /** Its fields, as they are written: those of alternatives are there one by one, whatever their names. */
  readonly fieldSpans: readonly Span[];
  /** The text of the output, or the alias in its place; undefined for lines that stay as they are. */
  readonly outputSpan: Span | undefined;
}

export type PlacedMatch = Match & Placed;

export interface PlacedRule extends Rule, Placed {
  readonly followers: readonly PlacedMatch[];
}

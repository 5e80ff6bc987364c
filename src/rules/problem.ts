import type { ParsedNode } from "yaml";
import type { IssueCode } from "./issue.ts";

/** A stretch of the source text: from the code unit `start` up to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is told of a problem; with a span where a closer look finds a narrower place. */
export interface Wording {
  readonly message: string;
  readonly help: string;
  readonly span?: Span;
}

/** Something wrong in the source text. */
export interface Problem {
  readonly code: IssueCode;
  readonly span: Span;
  /**
   * The problem is real only if the text is sound YAML up to here: past its start, or, where something is missing,
   * past all places where it could still have been.
   */
  readonly until: number;
  /** A file may hold a hundred thousand problems and twenty are shown: the words are made when they are asked for. */
  readonly wording: () => Wording;
}

/** Where a node stands, without its anchor and tag. */
export function spanOf({ range }: ParsedNode): Span {
  return { start: range[0], end: range[1] };
}

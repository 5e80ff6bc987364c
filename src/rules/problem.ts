import { locationsOf, locationText, type Span } from "./location.ts";
import type { RulesIssue, RulesIssueCode } from "./rules-error.ts";
import type { PathAt } from "./rules-text.ts";

/** The words for a problem, and its span if looking closer gives a narrower one. */
export interface Wording {
  readonly message: string;
  readonly help: string;
  readonly span?: Span;
}

/** Something wrong in the source text. */
export interface Problem {
  readonly code: RulesIssueCode;
  readonly span: Span;
  /**
   * The problem is real only if the text is valid YAML up to this offset. That is past the start of the problem or, if
   * something is missing, past every place where it could still have come.
   */
  readonly until: number;
  /** Lazy, because a file may have a hundred thousand problems, of which twenty are shown. */
  readonly wording: () => Wording;
}

/** Turns problems, which must be in order of place, into issues with their wording, lines and columns. */
export function issuesOf(problems: readonly Problem[], text: string, path: string, pathAt?: PathAt): RulesIssue[] {
  const worded = problems.map(({ code, span, wording }) => ({ code, span, ...wording() }));
  const locations = locationsOf(
    worded.map(({ span }) => span),
    text,
  );
  return worded.map(({ code, span, message, help }, i) => {
    const location = locations[i]!;
    return { code, place: locationText(location, path, span, pathAt), message, help, ...location };
  });
}

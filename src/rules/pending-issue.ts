import { locationsOf, locationText, type Span } from "./location.ts";
import type { RulesIssue, RulesIssueCode } from "./rules-error.ts";
import type { PathAt } from "./rules-text.ts";

/** The words for an issue, and its span if looking closer gives a narrower one. */
export interface Wording {
  readonly message: string;
  readonly help: string;
  readonly span?: Span;
}

/** Something wrong in the source text. `issuesOf` gives it its wording and its location. */
export interface PendingIssue {
  readonly code: RulesIssueCode;
  readonly span: Span;
  /**
   * The issue is real only if the text is valid YAML up to this offset. That is past the start of the issue or, if
   * something is missing, past every place where it could still have come.
   */
  readonly until: number;
  /** Lazy, because a file may have a hundred thousand issues, of which twenty are shown. */
  readonly wording: () => Wording;
}

/** Gives issues, which must be in order of their offsets, their wording, lines and columns. */
export function issuesOf(issues: readonly PendingIssue[], text: string, path: string, pathAt?: PathAt): RulesIssue[] {
  const worded = issues.map(({ code, span, wording }) => ({ code, span, ...wording() }));
  const locations = locationsOf(
    worded.map(({ span }) => span),
    text,
  );
  return worded.map(({ code, span, message, help }, i) => {
    const location = locations[i]!;
    return { code, place: locationText(location, path, span, pathAt), message, help, ...location };
  });
}

// Whether the comments of a rule tell a difference: not any comment, but one of the kind that makes such a difference.

/** What a tool made of a line: the rule, and the values of its fields. */
export interface Outcome {
  readonly rule: string;
  readonly values: ReadonlyMap<string, string>;
}

/** How two outcomes of a line differ. */
export type Difference =
  /** Only the rule here matches it. */
  | { readonly kind: "more" }
  /** Only the other tool matches it. */
  | { readonly kind: "less" }
  /** Another rule wins. */
  | { readonly kind: "winner" }
  | { readonly kind: "values"; readonly fields: readonly string[] };

const TAKES_MORE =
  /, not only |(?:^|: )any |any known form|^without |also ends at other places|may be empty|up to the next blank|^also (?:for programs|wins)/;
const TAKES_LESS = /, unlike |must end the line|only the usual forms|only once/;
const WINS_OTHERWISE = /^wins over the pattern at |, (?:"|')?[^,]* may win$/;
const ENDS_ELSEWHERE =
  /shortest text|longest text|may end earlier|up to the next blank|all from the |prefers to end|ends at the first place|may be empty|in one piece|as it is written|left out, as|must end the line|perhaps what is meant|brackets that match|without these|begins after|empty if its parts|only from the first|at most \d+ times|occurs more than once|priority .* counts only/;

export function differenceOf(theirs: Outcome | null, ours: Outcome | null): Difference | undefined {
  if (theirs === null || ours === null) {
    if (theirs === ours) return undefined;
    return { kind: theirs === null ? "more" : "less" };
  }
  if (theirs.rule !== ours.rule) return { kind: "winner" };
  const names = [...new Set([...theirs.values.keys(), ...ours.values.keys()])];
  const fields = names.filter((name) => (theirs.values.get(name) ?? "") !== (ours.values.get(name) ?? ""));
  return fields.length === 0 ? undefined : { kind: "values", fields };
}

/**
 * Whether comments explain a difference. `own` are those of the rule that matches here, or would have to. Of fields
 * that differ one must be told to end elsewhere; the others begin where it ends.
 */
export function isExplained(difference: Difference, own: readonly string[]): boolean {
  switch (difference.kind) {
    case "more":
      return own.some((comment) => TAKES_MORE.test(comment));
    case "less":
      return own.some((comment) => TAKES_LESS.test(comment));
    case "winner":
      return own.some((comment) => WINS_OTHERWISE.test(comment) || TAKES_MORE.test(comment));
    case "values":
      return own.some((comment) => ENDS_ELSEWHERE.test(comment) && namesOneOf(comment, difference.fields));
  }
}

/** Whether a comment is about one of these fields, `a, b: …`, or about a part without a name, `%{WORD}: …`. */
function namesOneOf(comment: string, fields: readonly string[]): boolean {
  const colon = comment.indexOf(": ");
  return (
    colon >= 0 &&
    comment
      .slice(0, colon)
      .split(", ")
      .some((subject) => fields.includes(subject) || /^[%(.\\[]/.test(subject))
  );
}

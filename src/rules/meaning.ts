import type { PlacedMatch, PlacedRule } from "./rule.ts";

/** A rule without its places in the file: what must stay the same when the file is edited. */
export function meaningOf({ followers, examples, counterexamples, ...rule }: PlacedRule) {
  return {
    ...withoutPlaces(rule),
    followers: followers.map(withoutPlaces),
    examples: examples.map(({ span: _, ...example }) => example),
    counterexamples: counterexamples.map(({ line }) => line),
  };
}

function withoutPlaces<T extends PlacedMatch>({ span: _, fieldSpans: __, outputSpan: ___, ...match }: T) {
  return match;
}

import type { PlacedMatch, PlacedRule } from "./rule.ts";

/** A rule without its places in the file. Those of equal rules are deeply equal. */
export function meaningOf({ followers, examples, counterexamples, ...rule }: PlacedRule) {
  return {
    ...withoutPlaces(rule),
    followers: followers.map(withoutPlaces),
    examples: examples.map(({ span: _, ...example }) => example),
    counterexamples: counterexamples.map(({ span: _, ...counterexample }) => counterexample),
  };
}

function withoutPlaces<T extends PlacedMatch>({ span: _, fieldSpans: __, written: ___, ...match }: T) {
  return match;
}

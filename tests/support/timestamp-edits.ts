// Texts that are nearly date-times, and texts that an expression matches.
import fc from "fast-check";

/** The digits, the marks that any date-time may have, letters of date-times, and some other characters. */
export const ALPHABET = "0123456789 -/.:,+!\"#$%&'()*;<=>?@[\\]^_`{|}~TZAMPNWEFDISJamprtyneubo\t\0\xe9";

/** Every text that is one deleted, replaced, inserted or swapped character away. */
export function* edits(text: string): Generator<string> {
  for (let i = 0; i <= text.length; i++) {
    const head = text.slice(0, i);
    const tail = text.slice(i);
    for (const character of ALPHABET) {
      yield head + character + tail;
      yield head + character + tail.slice(1);
    }
    yield head + tail.slice(1);
    yield head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
  }
}

/** Texts that an expression matches. Lookarounds are dropped, as the surroundings of the text decide these. */
export function textsOf(expression: string): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^${expression.replace(/\(\?!.*?\)|\\b/g, "")}$`));
}

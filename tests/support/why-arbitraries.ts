import fc from "fast-check";
import type { Element } from "../../src/matcher/pattern.ts";
import { lineFor } from "./arbitraries.ts";
import { structuredLine } from "./solver-arbitraries.ts";

const slip = fc.constantFrom("", "", "x", "é", " ", "ab", "12", "2024-11-15", "(a)", "\0");

/** Lines of rules with one to three mistakes in them: something left out, written twice or inserted. */
export function damagedLines(rules: readonly (readonly Element[])[]): fc.Arbitrary<string> {
  const isPlain = rules.every((rule) =>
    rule.every((one) => "text" in one || ("field" in one && one.type === undefined)),
  );
  const slips = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), slip), { minLength: 1, maxLength: 3 });
  return fc.tuple(isPlain ? lineFor(rules) : structuredLine(rules), slips).map(([line, slips]) =>
    slips.reduce((text, [place, cut, extra]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + extra + text.slice(at + cut);
    }, line),
  );
}

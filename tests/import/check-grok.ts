// Whether random patterns of grok do here what they do there.

import fc from "fast-check";
import { importRules, Processor } from "../../src/index.ts";
import { commentLines } from "./check-engines.ts";
import { differenceOf, isExplained, type Outcome } from "./explained.ts";
import { referenceMatches } from "./reference-grok.ts";

const RULES = 200;
const LINES = 12;

/** Values as they occur in logs, whatever the pattern is. */
const NOISE = [
  "a",
  "web-1",
  "x.y",
  "42",
  "-1",
  "10.0.0.7",
  "a b",
  "-",
  "",
  '"q r"',
  "'s'",
  "k=v",
  "[z]",
  "/p/q",
  "é",
  ":",
];

/** Patterns of values, with texts for them. */
const VALUES: readonly (readonly [pattern: string, texts: readonly string[]])[] = [
  ["%{WORD:F}", ["a", "GET", "ab_1"]],
  ["%{USERNAME:F}", ["ann", "a.b-c"]],
  ["%{HOSTNAME:F}", ["web-1", "a.example.com"]],
  ["%{IPORHOST:F}", ["10.0.0.7", "web-1"]],
  ["%{IP:F}", ["10.0.0.7", "::1"]],
  ["%{INT:F}", ["42", "-1"]],
  ["%{NUMBER:F}", ["42", "1.5"]],
  ["%{POSINT:F}", ["42"]],
  ["%{NOTSPACE:F}", ["a=b", "x", "[z]"]],
  ["%{DATA:F}", ["a b", "", "x"]],
  ["%{GREEDYDATA:F}", ["a b", "", "x: y"]],
  ["%{UNIXPATH:F}", ["/a/b", "/"]],
  ["(?<F>[a-z]+)", ["ab"]],
  ["(?<F>[^,]*)", ["a b", ""]],
  ["(?<F>\\d+)", ["42"]],
  ["(?<F>GET|PUT)", ["GET", "PUT"]],
  ["(?:%{WORD:F}|-)", ["a", "-"]],
  ["(?:%{NUMBER:F})?", ["42", ""]],
  ["(?:%{WORD:F})?", ["a", ""]],
  ["%{WORD}", ["a", "ab_1"]],
  ["\\S+", ["a=b"]],
  ["\\s*", [" ", ""]],
  [".*?", ["a b", ""]],
];

const TEXTS = [" ", " ", " ", ": ", ":", "=", ", ", "/", " [", "] ", " - "];

interface Piece {
  readonly pattern: string;
  readonly lines: readonly string[];
}

function several(texts: readonly string[], noise: readonly string[]): fc.Arbitrary<string[]> {
  const one = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...texts) }, fc.constantFrom(...noise));
  return fc.array(one, { minLength: LINES, maxLength: LINES });
}

const value = fc
  .constantFrom(...VALUES)
  .chain(([pattern, texts]) => several(texts, NOISE).map((lines): Piece => ({ pattern, lines })));

const text = fc
  .constantFrom(...TEXTS)
  .chain((one) => several([one], [one, " ", ""]).map((lines): Piece => ({ pattern: escaped(one), lines })));

/** Pieces in a row, perhaps as a part that may be missing. */
const part = fc
  .record({ pieces: fc.tuple(text, value), isOptional: fc.boolean(), isThere: fc.array(fc.boolean(), sized()) })
  .map(({ pieces, isOptional, isThere }): Piece => {
    const joined = joinedPieces(pieces);
    if (!isOptional) return joined;
    return { pattern: `(?:${joined.pattern})?`, lines: joined.lines.map((line, i) => (isThere[i] ? line : "")) };
  });

const trial = fc.record({
  pieces: fc.array(part, { minLength: 1, maxLength: 4 }),
  isStart: fc.boolean(),
  isEnd: fc.boolean(),
});

function sized(): { minLength: number; maxLength: number } {
  return { minLength: LINES, maxLength: LINES };
}

function joinedPieces(pieces: readonly Piece[]): Piece {
  return {
    pattern: pieces.map(({ pattern }) => pattern).join(""),
    lines: Array.from({ length: LINES }, (_, i) => pieces.map(({ lines }) => lines[i]).join("")),
  };
}

function escaped(text: string): string {
  return text.replace(/[[\]]/g, "\\$&");
}

/** Compares patterns, each by itself, and fails for a difference that no comment of its rule tells. */
export async function checkGrok(seed: number): Promise<void> {
  let [carried, lines, exact, wrong] = [0, 0, 0, 0];
  for (const { pieces, isStart, isEnd } of fc.sample(trial, { seed, numRuns: RULES })) {
    let count = 0;
    const joined = joinedPieces([{ pattern: "rule", lines: Array.from({ length: LINES }, () => "rule") }, ...pieces]);
    const body = joined.pattern.replace(/\bF\b/g, () => `f${count++}`);
    const pattern = `${isStart ? "^" : ""}${body}${isEnd ? "$" : ""}`;
    const { rules, ruleCount } = await importRules(`A ${pattern}\n`, { from: "grok" });
    if (ruleCount === 0) continue;
    carried++;
    const [, comment = ""] = /((?:^ {2}#.*\n)*)^ {2}- name: /m.exec(rules)!;
    const remarks = commentLines(comment).slice(1);
    const processor = new Processor({ rules });
    const messages = joined.lines.map((line) => `${isStart ? "" : "no "}${line}${isEnd ? "" : " end"}`);
    const theirs = referenceMatches({ definitions: new Map(), patterns: [pattern] }, messages);
    for (const [i, message] of messages.entries()) {
      const reference = theirs[i]!;
      const own = processor.normalize(message);
      const expected = reference && outcome(Object.entries(reference.values));
      const found = own ? outcome(own.captures.map(({ name, value }) => [name, value])) : null;
      if (expected === null && found === null) continue;
      lines++;
      const difference = differenceOf(expected, found);
      if (difference === undefined) exact++;
      else if (!isExplained(difference, remarks) && ++wrong <= 8)
        console.log(`FAIL ${pattern} on ${message}: ${shown(expected)} there, ${shown(found)} here\n${rules}`);
    }
  }
  console.log(`patterns of grok, seed ${seed}: ${carried} of ${RULES} carried over; of ${lines} lines ${exact} exact`);
  if (wrong > 0) {
    console.log(`FAIL ${wrong} lines differ without a comment`);
    process.exitCode = 1;
  }
}

function outcome(values: readonly (readonly [string, string])[]): Outcome {
  return { rule: "A", values: new Map(values.filter(([name, value]) => /^f\d/.test(name) && value !== "")) };
}

function shown(outcome: Outcome | null): string {
  return outcome === null ? "no match" : JSON.stringify([...outcome.values]);
}

// Whether random regular expressions in patterns of syslog-ng do here what they do there.

import fc from "fast-check";
import { importRules, Processor } from "../../src/index.ts";
import { pdbtoolMatches } from "./engine-matches.ts";

const RULES = 400;
const LINES = 14;

const atom = fc.constantFrom(
  ...["\\d", "\\w", "\\S", "[a-c]", "[^;]", ".", "\\h", "[0-9a-f]", "(?:a|ab)", "(?:ab|a)", "(12|1)"],
  ...["a", "b", "1", "x", ";"],
);
const quantifier = fc.constantFrom("", "", "", "+", "*", "?", "+?", "*?", "{2}", "{1,2}");
const sequence = fc
  .array(
    fc.tuple(atom, quantifier).map((pair) => pair.join("")),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.join(""));
const expression = fc.oneof(
  sequence,
  fc.tuple(sequence, sequence).map(([a, b]) => `${a}|${b}`),
  sequence.map((one) => `^${one}`),
  sequence.map((one) => `${one}$`),
);
const NOISE = ["a", "b", "ab", "1", "12", "2", ";", " ", "x", "c", "é", "abab", "  ", ""];

/** A part of a pattern, and of the messages for it. */
const piece = fc.oneof(
  fc.tuple(fc.boolean(), expression).chain(([isNamed, one]) =>
    fc.record({
      text: fc.constant(isNamed ? `@PCRE:NAME:${one}@` : `@PCRE::${one}@`),
      messages: several(fc.oneof(textOf(one), fc.constantFrom(...NOISE))),
    }),
  ),
  fc
    .constantFrom(" ", "a", ";", "1", "b ", " x", "é")
    .chain((text) =>
      fc.record({ text: fc.constant(text), messages: several(fc.oneof(fc.constant(text), fc.constantFrom(...NOISE))) }),
    ),
);

function several(one: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc.array(one, { minLength: LINES, maxLength: LINES });
}

/** Texts of an expression, with few characters. */
function textOf(expression: string): fc.Arbitrary<string> {
  const known = expression
    .replaceAll("\\h", " ")
    .replaceAll(/\.|\[\^;\]|\\S/g, "[abx1]")
    .replaceAll("\\w", "[abc1]");
  return fc.stringMatching(new RegExp(`^(?:${known.replaceAll(/[\^$](?!\])/g, "")})$`), { maxLength: 8 });
}

/** A pattern, and messages for it. syslog-ng tries no parser at the end of a message, so these go on. */
const trial = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => {
  let count = 0;
  return {
    pattern: pieces.map(({ text }) => text.replace("NAME", () => `f${count++}`)).join(""),
    messages: Array.from({ length: LINES }, (_, i) => `${pieces.map(({ messages }) => messages[i]).join("")}~`),
  };
});

/**
 * Compares rules, each with a beginning of its own, and fails for a line that is lost or a difference that is not told.
 */
export async function checkExpressions(seed: number): Promise<void> {
  const trials = fc.sample(trial, { seed, numRuns: RULES });
  const patterns = trials.map(({ pattern }) => pattern);
  const lines = trials.flatMap(({ messages }, i) => messages.map((message) => `rule${i}: ${message}`));
  const database = `<patterndb version="5" pub_date="2024-01-01"><ruleset name="r" id="r"><rules>${patterns
    .map(
      (one, i) =>
        `<rule id="rule${i}" class="system" provider="p"><patterns><pattern>rule${i}: ${escaped(one)}</pattern></patterns></rule>`,
    )
    .join("")}</rules></ruleset></patterndb>`;
  const { rules, ruleCount, leftOut } = await importRules(database, { from: "patterndb" });
  const remarks = new Map<string, string>();
  for (const [, comment, name] of rules.matchAll(/((?:^ {2}#.*\n)*)^ {2}- name: (.*)$/gm))
    remarks.set(name!, comment!.split("\n").slice(1).join("\n"));
  const processor = new Processor({ rules });
  const theirs = pdbtoolMatches(database, lines, true);
  let [matched, either, exact, wrong] = [0, 0, 0, 0];
  for (const [i, line] of lines.entries()) {
    const remark = remarks.get(`rule${Math.floor(i / LINES)}`);
    if (remark === undefined) continue;
    const their = theirs[i] && valuesOf([...theirs[i].values]);
    const own = processor.normalize(line);
    const ours = own === undefined ? null : valuesOf(own.captures.map(({ name, value }) => [name, value]));
    if (their === null && ours === null) continue;
    either++;
    if (their !== null) matched++;
    if (their === ours) {
      exact++;
      continue;
    }
    const mayHaveOtherValues = /shortest text|longest text|up to the next blank|may be empty/.test(remark);
    const isTold = their === null ? remark !== "" : ours !== null && mayHaveOtherValues;
    if (!isTold && ++wrong <= 5)
      console.log(`FAIL ${patterns[Math.floor(i / LINES)]} on ${line}: theirs ${their}, ours ${ours}`);
  }
  console.log(
    `regular expressions of syslog-ng, seed ${seed}: ${ruleCount} of ${ruleCount + leftOut.length} patterns carried over; ${matched} lines matched there, ${either} by either, ${exact} exact`,
  );
  if (wrong > 0) process.exitCode = 1;
}

function valuesOf(values: readonly (readonly [string, string])[]): string {
  return values
    .filter(([name, value]) => /^f\d/.test(name) && value !== "")
    .map((pair) => pair.join("="))
    .sort()
    .join(" ");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

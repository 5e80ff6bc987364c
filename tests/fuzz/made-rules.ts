import fc from "fast-check";
import { type Element, pattern } from "../../src/matcher/pattern.ts";
import { TRANSFORM_NAMES } from "../../src/rules/transforms/transform-registry.ts";
import { elements, lineFor, similarRules } from "../support/arbitraries.ts";
import { structured, structuredLine } from "../support/solver-arbitraries.ts";
import { damagedLines } from "../support/why-arbitraries.ts";

/** Rules as a file holds them, with lines that they match or nearly match. */
export interface MadeRules {
  readonly file: string;
  readonly lines: readonly string[];
}

const MAX_LINES = 24;

/** The transforms of fields by name: alternatives require a name to have the same ones everywhere. */
type Transforms = Readonly<Record<string, readonly (string | object)[]>>;

const transforms: fc.Arbitrary<Transforms> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom("p", "q", "x", "y", "timestamp"),
      fc.array(fc.constantFrom<(string | object)[]>(...TRANSFORM_NAMES, { mask: ["uuid", "n"] }, { mask: "time" }), {
        minLength: 1,
        maxLength: 2,
      }),
      { maxKeys: 2 },
    ),
  },
);

/** Everything in a rule besides its pattern, which may instead become a follower of the rule before. */
const extra = fc.record({
  shows: fc.nat(7),
  text: fc.constantFrom("", "[", '{"a": ', "\\", "é", "\x1b[1m"),
  isCatchAll: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  isFollower: fc.oneof({ weight: 7, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
});
type Extra = typeof extra extends fc.Arbitrary<infer Value> ? Value : never;

const plain = fc.oneof(fc.array(elements, { minLength: 1, maxLength: 4 }), similarRules);
const typed = fc.array(fc.oneof(structured, elements), { minLength: 1, maxLength: 4 });

/** Valid rules of every sort. */
export const madeRules: fc.Arbitrary<MadeRules> = fc
  .tuple(
    fc.oneof(
      plain.chain((rules) => fc.tuple(fc.constant(rules), lines(lineFor(rules), rules))),
      typed.chain((rules) => fc.tuple(fc.constant(rules), lines(structuredLine(rules), rules))),
    ),
    fc.array(extra, { minLength: 8, maxLength: 8 }),
    transforms,
  )
  .map(([[rules, lines], extras, transforms]) => ({ file: fileOf(rules, extras, transforms), lines }));

function lines(line: fc.Arbitrary<string>, rules: Element[][]): fc.Arbitrary<string[]> {
  return fc.array(fc.oneof({ weight: 3, arbitrary: line }, { weight: 1, arbitrary: damagedLines(rules) }), {
    maxLength: MAX_LINES,
  });
}

function fileOf(patterns: readonly Element[][], extras: readonly Extra[], transforms: Transforms): string {
  const rules: { name: string; catch_all?: boolean; sequence?: { followers: object[] } }[] = [];
  for (const [i, elements] of patterns.entries()) {
    const { shows, text, isFollower, isCatchAll } = extras[i % extras.length]!;
    const match = { pattern: elements.map((one) => written(one, transforms)), output: output(elements, shows, text) };
    const leader = rules.at(-1);
    if (!isFollower || leader === undefined) {
      rules.push({ name: `rule ${i}`, ...match, ...(isCatchAll && { catch_all: true }) });
    } else {
      leader.sequence ??= { followers: [] };
      leader.sequence.followers.push(match);
    }
  }
  return JSON.stringify({ rules });
}

function written(element: Element, transforms: Transforms): object {
  if ("text" in element) return element;
  if ("alternatives" in element) {
    const branches = element.alternatives.map((branch) => branch.map((one) => written(one, transforms)));
    const isOptional = branches.length === 2 && branches[0]!.length > 0 && branches[1]!.length === 0;
    return isOptional ? { optional: branches[0] } : { alternatives: branches };
  }
  const { field, type } = element;
  const transform = transforms[field];
  // The matcher accepts an empty value, but a rules file cannot hold one.
  const asked =
    type && ("values" in type ? { values: type.values.map((value) => value || "a") } : { parser: type.typeName });
  return { field, ...asked, ...(transform && { transform }) };
}

/** The text, and placeholders for all or some of the fields whose names stand for a single field. */
function output(elements: readonly Element[], shows: number, text: string): string {
  const names = pattern(elements).fields;
  const own = names.filter((name, i) => names.indexOf(name) === i && names.lastIndexOf(name) === i);
  return text + own.flatMap((name, i) => ((shows >> (i % 3)) & 1 ? [`{${name}}`] : [])).join("|");
}

import { readFileSync } from "node:fs";

interface Shape {
  readonly shape: string;
  /** Whether the expression for other tools, in src/text/date-times/usual-date-times.ts, matches it. */
  readonly isUsual: boolean;
  readonly core: string;
  readonly tails: readonly string[];
  readonly examples: readonly string[];
}

interface Timestamps {
  readonly shapes: readonly Shape[];
  readonly none: readonly string[];
}

/** The shapes as specified, with texts that are date-times and texts that begin none. */
export const { shapes, none } = JSON.parse(
  readFileSync(new URL("timestamps.json", import.meta.url), "utf8"),
) as Timestamps;

const cores = shapes.map(({ shape, core }) => ({ shape, core: new RegExp(`(?:${core})`, "y") }));

const expressions = shapes.flatMap(({ core, tails }) =>
  choices(tails).map((chosen) => new RegExp(`(?:${core})${chosen.join("")}`, "y")),
);

const LETTER_OR_DIGIT = /[A-Za-z0-9]/;

/** Where date-times may end that start at `at` in a Latin-1 line: all ends, the longest first. */
export function oracleEnds(line: string, at: number): number[] {
  const ends = new Set<number>();
  for (const expression of expressions) {
    const end = firstMatch(expression, line, at);
    if (end >= 0 && !(LETTER_OR_DIGIT.test(line[end - 1] ?? "") && LETTER_OR_DIGIT.test(line[end] ?? "")))
      ends.add(end);
  }
  return [...ends].sort((a, b) => b - a);
}

/** The names of the shapes whose core matches at `at`. */
export function oracleShapes(line: string, at: number): string[] {
  return cores.filter(({ core }) => firstMatch(core, line, at) >= 0).map(({ shape }) => shape);
}

function firstMatch(expression: RegExp, line: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(line) ? expression.lastIndex : -1;
}

/** All ways to leave out some of the tails and keep the others in their order. */
function choices(tails: readonly string[]): string[][] {
  const [first, ...rest] = tails;
  if (first === undefined) return [[]];
  const shorter = choices(rest);
  return [...shorter, ...shorter.map((chosen) => [first, ...chosen])];
}

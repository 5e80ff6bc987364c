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

/** Where a field `timestamp` that starts at `at` in a Latin-1 line prefers to end: all ends, the longest first. */
export function oracleEnds(line: string, at: number): number[] {
  const ends = new Set<number>();
  for (const expression of expressions) {
    const end = firstMatch(expression, line, at);
    if (end >= 0 && !isInside(line, end)) ends.add(end);
  }
  return [...ends].sort((a, b) => b - a);
}

/**
 * Where a typed field may end that starts at `at`: wherever one of the expressions can be made to end, the longest
 * first.
 */
export function everyOracleEnd(line: string, at: number): number[] {
  const near = line.slice(at, at + MAX_LENGTH);
  if (firstMatch(anyExpression, near, 0) < 0) return [];
  const ends = Array.from(near, (_, i) => near.length - i).filter((end) => !isInside(near, end));
  return ends.filter((end) => firstMatch(endingBefore(near.length - end), near, 0) >= 0).map((end) => at + end);
}

/** No date-time and what it looks at after its end are longer. */
const MAX_LENGTH = 80;

const anyExpression = new RegExp(expressions.map(({ source }) => `(?:${source})`).join("|"), "y");

/** By number of characters: what matches before so many at the end of a line. */
const ending = new Map<number, RegExp>();

function endingBefore(count: number): RegExp {
  const made = ending.get(count) ?? new RegExp(`(?:${anyExpression.source})(?=[^]{${count}}$)`, "y");
  ending.set(count, made);
  return made;
}

/** The names of the shapes whose core matches at `at`. */
export function oracleShapes(line: string, at: number): string[] {
  return cores.filter(({ core }) => firstMatch(core, line, at) >= 0).map(({ shape }) => shape);
}

function isInside(line: string, end: number): boolean {
  return LETTER_OR_DIGIT.test(line[end - 1] ?? "") && LETTER_OR_DIGIT.test(line[end] ?? "");
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

// One line on two sides: the parsers, which define matching, and the module.
import type { Machine, MachineParts } from "../../src/matcher/machine/machine.ts";
import { Matcher } from "../../src/matcher/matcher.ts";
import { type Pattern, pattern } from "../../src/matcher/pattern.ts";
import type { RandomRule } from "./random-rules.ts";

/** What finds winners and their captures. */
export interface Side {
  match(bytes: Buffer, start: number, end: number): number;
  matching(bytes: Buffer, start: number, end: number): number[];
  readonly bounds: readonly number[];
  /** Whether it is the module that matches. */
  readonly hasModule: boolean;
}

/** Makes one of the sides for a rule set. */
export type SideMaker = (patterns: readonly Pattern[]) => Side;

export const byParsers: SideMaker = (patterns) => {
  const matcher = new Matcher(patterns);
  matcher.expectManyLines = () => {};
  return sideOf(matcher);
};

/** As `byParsers`, if this Node has no module. */
export const byModule: SideMaker = (patterns) => {
  const matcher = new Matcher(patterns);
  matcher.expectManyLines();
  return sideOf(matcher);
};

/** Does some work without a module, however many lines there are. */
export function withParsersAlone<Result>(work: () => Promise<Result>): Promise<Result> {
  return withMachines(() => undefined, work);
}

/** Does some work with other machines than the usual ones. */
export async function withMachines<Result>(
  make: (parts: MachineParts) => Machine | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const { prototype } = Matcher;
  const { expectManyLines } = prototype;
  prototype.expectManyLines = function (this: Matcher) {
    expectManyLines.call(this, make);
  };
  try {
    return await work();
  } finally {
    prototype.expectManyLines = expectManyLines;
  }
}

function sideOf(matcher: Matcher): Side {
  return {
    match: (bytes, start, end) => matcher.match(bytes, start, end),
    matching: (bytes, start, end) => matcher.matching(bytes, start, end),
    bounds: matcher.bounds,
    get hasModule() {
      return matcher.machine !== undefined;
    },
  };
}

/** Two sides that should be the same. */
export interface Sides {
  readonly expected: SideMaker;
  readonly actual: SideMaker;
}

/** A line that the sides do not agree about. */
export interface Difference {
  readonly rules: readonly RandomRule[];
  readonly line: Buffer;
  readonly expected: string;
  readonly actual: string;
}

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

export function patternsOf(rules: readonly RandomRule[]): Pattern[] {
  return rules.map(({ elements, isCatchAll }) => ({ ...pattern(elements), ...(isCatchAll && { isCatchAll }) }));
}

/** A rule set on both sides, for one log after the other. */
export class Comparison {
  /** How many lines were compared, and how many of them had a winner. */
  lines = 0;
  won = 0;
  private readonly rules: readonly RandomRule[];
  private readonly patterns: readonly Pattern[];
  private readonly expected: Side;
  private readonly actual: Side;

  constructor(rules: readonly RandomRule[], { expected, actual }: Sides) {
    this.rules = rules;
    this.patterns = patternsOf(rules);
    this.expected = expected(this.patterns);
    this.actual = actual(this.patterns);
    if (this.expected.hasModule) throw new Error("the module would be compared with itself");
  }

  /** Whether the second side is the module. */
  get hasModule(): boolean {
    return this.actual.hasModule;
  }

  /** Compares the lines of a log, and returns the first about which the sides do not agree. */
  compare(log: Buffer): Difference | undefined {
    for (let start = 0; start < log.length; ) {
      const newline = log.indexOf(NEWLINE, start);
      const next = newline === -1 ? log.length : newline + 1;
      let end = newline === -1 ? log.length : newline;
      if (newline !== -1 && end > start && log[end - 1] === CARRIAGE_RETURN) end--;
      if (!this.agree(log, start, end)) return this.difference(log.subarray(start, end));
      start = next;
    }
    return undefined;
  }

  private agree(bytes: Buffer, start: number, end: number): boolean {
    const { expected, actual, patterns } = this;
    const winner = expected.match(bytes, start, end);
    const found = actual.match(bytes, start, end);
    this.lines++;
    if (winner !== found) return false;
    // A share of the lines, because most patterns are tried for it.
    if ((this.lines & 63) === 0) {
      const others = expected.matching(bytes, start, end);
      if (actual.matching(bytes, start, end).join() !== others.join()) return false;
      expected.match(bytes, start, end);
      actual.match(bytes, start, end);
    }
    if (winner === -1) return true;
    this.won++;
    const bounds = 2 * patterns[winner]!.fields.length;
    for (let i = 0; i < bounds; i++) if (expected.bounds[i] !== actual.bounds[i]) return false;
    return true;
  }

  private difference(line: Buffer): Difference {
    const own = Buffer.from(line);
    const describe = (side: Side): string => described(this.patterns, side, own);
    return { rules: this.rules, line: own, expected: describe(this.expected), actual: describe(this.actual) };
  }
}

/** A side's winner, captures and other matches as text. */
function described(patterns: readonly Pattern[], side: Side, line: Buffer): string {
  const winner = side.match(line, 0, line.length);
  const fields = patterns[winner]?.fields ?? [];
  const captures = fields.map((name, i) => `${name} ${side.bounds[2 * i]}-${side.bounds[2 * i + 1]}`);
  return `rule ${winner}: ${captures.join(", ")}; matching: ${side.matching(line, 0, line.length).join(" ")}`;
}

/**
 * A smaller difference: with fewer rules and elements and a shorter line. Returns the difference itself if it needs the
 * lines before it.
 */
export function shrunk(difference: Difference, sides: Sides): Difference {
  let [least, steps] = [difference, 2_000];
  const differs = (rules: readonly RandomRule[], line: Buffer): Difference | undefined => {
    if (steps-- <= 0) return undefined;
    try {
      // With a repeated line, one that is only matched otherwise once the rules are known is found as well.
      const lines = Buffer.concat([line, Buffer.from("\n"), line, Buffer.from("\n")]);
      return new Comparison(rules, sides).compare(lines);
    } catch {
      return undefined;
    }
  };
  const smaller = (): Difference | undefined => {
    const { rules, line } = least;
    for (const fewer of withLess(rules)) {
      const found = fewer.length > 0 && differs(fewer, line);
      if (found) return found;
    }
    for (const [i, rule] of rules.entries()) {
      for (const elements of withLess(rule.elements)) {
        const found = elements.length > 0 && differs(rules.with(i, { ...rule, elements }), line);
        if (found) return found;
      }
    }
    for (const bytes of withLess([...line])) {
      const found = differs(rules, Buffer.from(bytes));
      if (found) return found;
    }
    return undefined;
  };
  if (differs(difference.rules, difference.line) === undefined) return difference;
  for (let found = smaller(); found !== undefined; found = smaller()) least = found;
  return least;
}

/** A list without some of its parts, the largest first. */
function* withLess<Item>(list: readonly Item[]): Generator<Item[]> {
  for (let length = list.length >> 1; length > 0; length = length >> 1) {
    for (let at = 0; at < list.length; at += length) yield list.toSpliced(at, length);
  }
  if (list.length === 1) yield [];
}

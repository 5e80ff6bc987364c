import type { Matcher } from "../matcher/matcher.ts";
import { isAny, isPlain, type Pattern } from "../matcher/pattern.ts";
import { precedenceOrder } from "../matcher/precedence.ts";
import { covers, type Expansion, expansionsOf } from "./covering.ts";
import { Witnesses } from "./witness.ts";

/** A rule that never wins, because these rules before it match all its lines. */
export interface Shadowed {
  readonly rule: number;
  readonly by: readonly number[];
}

/** A rule that wins over another rule, which also matches all its lines. */
export interface Inclusion {
  readonly rule: number;
  readonly in: number;
  /** A line that both rules match and the included rule wins. */
  readonly witness: string;
}

/**
 * How many rules are examined that may include a rule, starting with those that would win its lines next. Also how many
 * rules with types or alternatives are examined that may shadow it.
 */
const MAX_CANDIDATES = 20;

/**
 * Thousands of real rules take a second or two. Contrived files could take hours, because all rules are compared with
 * all.
 */
const LIMIT_MS = 10_000;

/**
 * How many patterns may be tried on lines. Thousands of real rules need a few for each rule, because their texts tell them
 * apart. Where nothing does, the comparison must not take longer than reading a log.
 */
const MAX_TRIES = 2_000_000;

/** How many matching patterns are remembered, so that contrived files take no more memory than others. */
const MAX_REMEMBERED = 1_000_000;

/** Bounds the comparison of rules. Beyond the limit, findings are missed, but none is wrong. */
export class ComparisonLimit {
  /** Whether anything was left out because the limit was reached. */
  isReached = false;
  private readonly end: number;
  private tries = 0;

  constructor(milliseconds = LIMIT_MS) {
    this.end = performance.now() + milliseconds;
  }

  /** Must be asked before each step. If it returns true, the caller leaves out the step. */
  isOver(): boolean {
    this.isReached ||= this.tries > MAX_TRIES || performance.now() > this.end;
    return this.isReached;
  }

  /** Counts patterns that were tried on a line. */
  countTries(tries: number): void {
    this.tries += tries;
  }
}

/** Finds patterns that match all lines of other patterns, and what the precedence makes of them. */
export class PatternOrder {
  private readonly patterns: readonly Pattern[];
  private readonly matcher: Matcher;
  private readonly limit: ComparisonLimit;
  private readonly witnesses: Witnesses;
  /** The place of each pattern in the order of precedence. */
  private readonly ranks: number[] = [];
  private readonly expansions: readonly (readonly Expansion[] | undefined)[];
  /** For each pattern whose first expansion was examined, the patterns that match it. */
  private readonly matchingFirst: (readonly number[] | undefined)[] = [];
  private remembered = 0;
  /** Whether any pattern has types or alternatives. */
  private readonly hasStructured: boolean;

  /** `matcher` must be the matcher of these patterns. */
  constructor(patterns: readonly Pattern[], matcher: Matcher, limit = new ComparisonLimit()) {
    this.patterns = patterns;
    this.matcher = matcher;
    this.limit = limit;
    this.witnesses = new Witnesses(patterns);
    this.expansions = patterns.map(expansionsOf);
    this.hasStructured = !patterns.every(isPlain);
    for (const [rank, index] of precedenceOrder(patterns).entries()) this.ranks[index] = rank;
  }

  /**
   * The patterns that can never win a line. Finds all such patterns that consist of literals and fields of any text,
   * unless it takes several patterns with types or alternatives to match all their lines. Finds other patterns if it
   * can prove them.
   */
  shadowed(): Shadowed[] {
    const bestByText = this.bestByText();
    return this.patterns.flatMap((pattern, rule) => {
      const expansions = this.expansions[rule];
      const best = bestByText.get(canonicalText(pattern))!;
      const by = best !== rule ? [best] : expansions && this.shadowing(rule, expansions);
      return by === undefined ? [] : [{ rule, by }];
    });
  }

  /** Patterns of higher precedence that together match all lines of this one; undefined if no proof is found. */
  private shadowing(rule: number, expansions: readonly Expansion[]): number[] | undefined {
    // By the law of precedence, a plain pattern is shadowed by another plain pattern only if they are written alike,
    // which `shadowed` has checked. Catch-alls stand behind patterns that the law places after them.
    const isByLaw = this.isPlain(rule) && !this.patterns[rule]!.isCatchAll;
    if (isByLaw && !this.hasStructured) return undefined;
    const found = new Set<number>();
    for (const [i, expansion] of expansions.entries()) {
      // A pattern that matches all its lines matches this one.
      const matching = i === 0 ? this.matchingFirstOf(rule, expansion) : this.matchingOpaque(expansion);
      const before = matching.filter((other) => this.ranks[other]! < this.ranks[rule]!);
      const plain = isByLaw ? [] : before.filter((other) => this.isPlain(other));
      const structured = before.filter((other) => !this.isPlain(other)).slice(0, MAX_CANDIDATES);
      const by = [...plain, ...structured].find((other) => this.covers(other, expansion));
      if (by === undefined) return undefined;
      found.add(by);
    }
    return [...found];
  }

  /** For each canonical text, the pattern with it that wins: the first one, unless it is a catch-all. */
  private bestByText(): ReadonlyMap<string, number> {
    const best = new Map<string, number>();
    for (const [rule, pattern] of this.patterns.entries()) {
      const text = canonicalText(pattern);
      const other = best.get(text);
      if (other === undefined || this.ranks[rule]! < this.ranks[other]!) best.set(text, rule);
    }
    return best;
  }

  /**
   * Inclusions between patterns that can win. Leaves out those that follow from other inclusions, and those in
   * catch-alls, which are there to include others.
   */
  inclusions(shadowed: readonly Shadowed[]): Inclusion[] {
    const neverWinning = new Set(shadowed.map(({ rule }) => rule));
    return this.patterns.flatMap((_, rule) => {
      const expansions = this.expansions[rule];
      if (expansions === undefined || neverWinning.has(rule)) return [];
      const candidates = this.matchingFirstOf(rule, expansions[0]!)
        .filter((other) => this.ranks[other]! > this.ranks[rule]! && !this.patterns[other]!.isCatchAll)
        .filter((other) => !neverWinning.has(other))
        .slice(0, MAX_CANDIDATES);
      const nearest: number[] = [];
      for (const other of candidates) {
        const follows = nearest.some((near) => this.includes(other, this.expansions[near]));
        if (!follows && this.includes(other, expansions)) nearest.push(other);
      }
      return nearest.length === 0 ? [] : this.withWitness(rule, expansions, nearest);
    });
  }

  private includes(general: number, special: readonly Expansion[] | undefined): boolean {
    return special?.every((one) => this.covers(general, one)) ?? false;
  }

  private covers(general: number, special: Expansion): boolean {
    if (this.limit.isOver()) return false;
    return this.expansions[general]?.some((one) => covers(one, special)) ?? false;
  }

  private isPlain(rule: number): boolean {
    return isPlain(this.patterns[rule]!);
  }

  /** The inclusions of a pattern for which it wins some line. That line is the witness, a readable one if possible. */
  private withWitness(rule: number, expansions: readonly Expansion[], others: readonly number[]): Inclusion[] {
    const { fields } = this.patterns[rule]!;
    const lines = [
      ...expansions.map((expansion) => this.witnesses.readable(expansion, fields)),
      ...expansions.map((expansion) => this.witnesses.opaque(expansion)),
    ];
    const won = lines.flatMap((line) => {
      const matching = this.matching(line);
      return matching[0] === rule ? [{ line, matching }] : [];
    });
    return others.flatMap((other) => {
      const witness = won.find(({ matching }) => matching.includes(other));
      return witness === undefined ? [] : [{ rule, in: other, witness: witness.line }];
    });
  }

  /** The patterns that match the first expansion of a pattern, whatever its fields capture. */
  private matchingFirstOf(rule: number, first: Expansion): readonly number[] {
    const known = this.matchingFirst[rule];
    if (known !== undefined) return known;
    const matching = this.matchingOpaque(first);
    this.remembered += matching.length;
    if (this.remembered <= MAX_REMEMBERED) this.matchingFirst[rule] = matching;
    return matching;
  }

  private matchingOpaque(expansion: Expansion): number[] {
    return this.matching(this.witnesses.opaque(expansion));
  }

  private matching(line: string): number[] {
    if (this.limit.isOver()) return [];
    const bytes = Buffer.from(line);
    const triedBefore = this.matcher.rulesTried;
    const matching = this.matcher.matching(bytes, 0, bytes.length);
    this.limit.countTries(this.matcher.rulesTried - triedBefore);
    return matching;
  }
}

/**
 * Equal for patterns that differ only in the names of their fields. Plain patterns match the same lines if and only if
 * their canonical texts are equal; see docs/explanation/matching.md. Among adjacent fields of any text, all but one capture nothing
 * and are left out.
 */
function canonicalText(pattern: Pattern): string {
  const { parts } = pattern;
  const written = isPlain(pattern) ? parts.filter((part, i) => !isAny(part) || !isAny(parts[i - 1])) : parts;
  return JSON.stringify(written, (key, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    return key === "field" ? 0 : value;
  });
}

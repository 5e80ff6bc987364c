import type { Matcher } from "../matcher/matcher.ts";
import { isAny, isPlain, type Pattern } from "../matcher/pattern.ts";
import { precedenceOrder } from "../matcher/precedence.ts";
import { covers, type Expansion, expansionsOf } from "./covering.ts";
import { TimeLimit } from "./time-limit.ts";
import { Witnesses } from "./witness.ts";

/** A rule all of whose lines are won by these others, which come before it. */
export interface Shadowed {
  readonly rule: number;
  readonly by: readonly number[];
}

/** A rule all of whose lines are lines of another one, over which it wins. */
export interface Inclusion {
  readonly rule: number;
  readonly in: number;
  /** A line that the first wins and the second matches too. */
  readonly witness: string;
}

/**
 * So many rules are looked at in which a rule may be included, beginning with those that would win its lines next; and so
 * many rules with types or alternatives that may win over it.
 */
const MAX_CANDIDATES = 20;

/** Which patterns have all lines of others, and what the order of precedence makes of that. */
export class Order {
  private readonly patterns: readonly Pattern[];
  private readonly matcher: Matcher;
  private readonly limit: TimeLimit;
  private readonly witnesses: Witnesses;
  /** For each pattern its place in the order of precedence. */
  private readonly ranks: number[] = [];
  private readonly expansions: readonly (readonly Expansion[] | undefined)[];
  private readonly hasStructured: boolean;

  /** The matcher is that of the patterns. */
  constructor(patterns: readonly Pattern[], matcher: Matcher, limit = new TimeLimit()) {
    this.patterns = patterns;
    this.matcher = matcher;
    this.limit = limit;
    this.witnesses = new Witnesses(patterns);
    this.expansions = patterns.map(expansionsOf);
    this.hasStructured = !patterns.every(isPlain);
    for (const [rank, index] of precedenceOrder(patterns).entries()) this.ranks[index] = rank;
  }

  /**
   * The patterns that can't win any line. All are found that have nothing but literals and fields of any text, unless it takes
   * several patterns with types or alternatives to have all their lines. Of the others those are found that can be proved.
   */
  shadowed(): Shadowed[] {
    const firstByText = this.firstByText();
    return this.patterns.flatMap((pattern, rule) => {
      const expansions = this.expansions[rule];
      const first = firstByText.get(canonicalText(pattern))!;
      const by = first !== rule ? [first] : expansions && this.shadows(rule, expansions);
      return by === undefined ? [] : [{ rule, by }];
    });
  }

  /** The patterns before this one in the order that have all its lines together; undefined if no proof is found. */
  private shadows(rule: number, expansions: readonly Expansion[]): number[] | undefined {
    // Plain patterns have the same lines only if they are written alike.
    const isPlain = this.isPlain(rule);
    if (isPlain && !this.hasStructured) return undefined;
    const found = new Set<number>();
    for (const expansion of expansions) {
      // A pattern that has all its lines has this one.
      const before = this.matching(this.witnesses.opaque(expansion)).filter(
        (other) => this.ranks[other]! < this.ranks[rule]!,
      );
      const plain = isPlain ? [] : before.filter((other) => this.isPlain(other));
      const structured = before.filter((other) => !this.isPlain(other)).slice(0, MAX_CANDIDATES);
      const by = [...plain, ...structured].find((other) => this.covers(other, expansion));
      if (by === undefined) return undefined;
      found.add(by);
    }
    return [...found];
  }

  /** For each canonical text the first pattern that has it. */
  private firstByText(): ReadonlyMap<string, number> {
    const first = new Map<string, number>();
    for (const [rule, pattern] of this.patterns.entries()) {
      const text = canonicalText(pattern);
      if (!first.has(text)) first.set(text, rule);
    }
    return first;
  }

  /** Inclusions between patterns that can win, without those that follow from others. */
  inclusions(shadowed: readonly Shadowed[]): Inclusion[] {
    const idle = new Set(shadowed.map(({ rule }) => rule));
    return this.patterns.flatMap((_, rule) => {
      const expansions = this.expansions[rule];
      if (expansions === undefined || idle.has(rule)) return [];
      const behind = this.matching(this.witnesses.opaque(expansions[0]!))
        .filter((other) => this.ranks[other]! > this.ranks[rule]! && !idle.has(other))
        .slice(0, MAX_CANDIDATES);
      const nearest: number[] = [];
      for (const other of behind) {
        const follows = nearest.some((near) => this.includes(other, this.expansions[near]));
        if (!follows && this.includes(other, expansions)) nearest.push(other);
      }
      return nearest.length === 0 ? [] : this.witnessed(rule, expansions, nearest);
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

  /** The inclusions of a pattern in others for which a line shows it that the pattern wins, a readable one if possible. */
  private witnessed(rule: number, expansions: readonly Expansion[], others: readonly number[]): Inclusion[] {
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

  private matching(line: string): number[] {
    if (this.limit.isOver()) return [];
    const bytes = Buffer.from(line);
    return this.matcher.matching(bytes, 0, bytes.length);
  }
}

/**
 * A text that is the same for patterns that differ only in the names of their fields. Plain patterns have the same lines if
 * and only if it is the same: see docs/matching.md. Of adjacent fields in them all but one stand for nothing.
 */
function canonicalText(pattern: Pattern): string {
  const { parts } = pattern;
  const written = isPlain(pattern) ? parts.filter((part, i) => !isAny(part) || !isAny(parts[i - 1])) : parts;
  return JSON.stringify(written, (key, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    return key === "field" ? 0 : value;
  });
}

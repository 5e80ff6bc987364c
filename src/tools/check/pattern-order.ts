import { Matcher } from "../../matcher/matcher.ts";
import { isAny, isPlain, type Pattern } from "../../matcher/pattern.ts";
import { decisionBetween, precedenceOrder } from "../../matcher/precedence.ts";
import {
  type Expansion,
  expansionsOf,
  InclusionProver,
  STEPS_FOR_TRY,
  type StepCounter,
  type SymbolicLine,
  symbolicLine,
  Witnesses,
} from "./inclusion.ts";

/** A rule that never wins, because these rules before it match all its lines. */
interface Shadowed {
  readonly rule: number;
  readonly by: readonly number[];
  /** Whether each of these rules also matches other lines, and comes first only because it is written first. */
  readonly isMoreSpecific: boolean;
}

/** A rule that wins over another rule, which also matches all its lines. */
interface Inclusion {
  readonly rule: number;
  readonly in: number;
  /** A line that both rules match and the included rule wins. */
  readonly witness: string;
}

/** How many rules are examined that may include a rule, starting with those that would win its lines next. */
const MAX_CANDIDATES = 20;

/** Thousands of rules take a second or two; contrived ones could take hours, as all are compared with all. */
const LIMIT_MS = 10_000;

/**
 * How many steps the comparison may take. Thousands of real rules need some hundreds for each rule, because their texts
 * or values tell them apart. If nothing does, the comparison must not take longer than reading a log.
 */
const MAX_STEPS = 20_000_000;

/** Bounds the comparison of rules. Beyond the limit, findings are missed, but none is wrong. */
export class ComparisonLimit implements StepCounter {
  /** Whether anything was left out because the limit was reached. */
  isReached = false;
  steps = 0;
  private readonly end: number;

  constructor(milliseconds = LIMIT_MS) {
    this.end = performance.now() + milliseconds;
  }

  /** Must be asked before each step. If it returns true, the caller leaves out the step. */
  isOver(): boolean {
    this.isReached ||= this.steps > MAX_STEPS || performance.now() > this.end;
    return this.isReached;
  }
}

/** Finds patterns that match all lines of other patterns, and what the precedence makes of them. */
export class PatternOrder {
  private readonly patterns: readonly Pattern[];
  private readonly matcher: Matcher;
  private readonly limit: ComparisonLimit;
  private readonly witnesses: Witnesses;
  /** The rank of each pattern in the order of precedence. */
  private readonly ranks: number[] = [];
  private readonly expansions: readonly (readonly Expansion[] | undefined)[];
  private readonly prover: InclusionProver;
  /** For each pattern whose first expansion was examined, the patterns that include it: few, as each takes steps. */
  private readonly knownIncluding: (readonly number[] | undefined)[] = [];

  /** `matcher` must be the matcher of these patterns. */
  constructor(patterns: readonly Pattern[], matcher: Matcher, limit = new ComparisonLimit()) {
    this.patterns = patterns;
    this.matcher = matcher;
    this.limit = limit;
    this.witnesses = new Witnesses(patterns);
    this.expansions = patterns.map(expansionsOf);
    this.prover = new InclusionProver(patterns, limit);
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
      if (by === undefined) return [];
      return [{ rule, by, isMoreSpecific: best === rule && by.every((other) => this.isBehindByOrder(rule, other)) }];
    });
  }

  /** Whether the second rule wins over the first only because it is written first, and also matches other lines. */
  private isBehindByOrder(rule: number, other: number): boolean {
    const patterns = [this.patterns[other]!, this.patterns[rule]!] as const;
    if (decisionBetween(...patterns).by !== "order") return false;
    // A matcher of the two alone, because that of all rules may have to try many on each line.
    const matcher = new Matcher(patterns);
    const lines = this.expansions[other]!.flatMap((expansion) => this.witnesses.varied(expansion));
    return lines.some((line) => {
      const matching = this.matching(line, matcher);
      return matching.length === 1 && matching[0] === 0;
    });
  }

  /** Patterns of higher precedence that together match all lines of this one; undefined if no proof is found. */
  private shadowing(rule: number, expansions: readonly Expansion[]): number[] | undefined {
    // By the law of precedence, a plain pattern is shadowed by another plain pattern only if they are written alike,
    // which `shadowed` has checked. Catch-alls come after patterns that would follow them by this law.
    const isByLaw = this.isPlain(rule) && !this.patterns[rule]!.isCatchAll;
    const found = new Set<number>();
    for (const [i, expansion] of expansions.entries()) {
      const including = i === 0 ? this.includingFirst(rule, expansion) : this.including(rule, expansion);
      const before = including.filter((other) => this.ranks[other]! < this.ranks[rule]!);
      const plain = isByLaw ? undefined : before.find((other) => this.isPlain(other));
      const by = plain ?? before.find((other) => !this.isPlain(other));
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
      const candidates = this.includingFirst(rule, expansions[0]!)
        .filter((other) => this.ranks[other]! > this.ranks[rule]! && !this.patterns[other]!.isCatchAll)
        .filter((other) => !neverWinning.has(other))
        .slice(0, MAX_CANDIDATES);
      const lines = expansions.map(symbolicLine);
      const nearest: { readonly rule: number; readonly lines: readonly SymbolicLine[] }[] = [];
      for (const other of candidates) {
        const follows = nearest.some((near) => this.includes(other, near.lines));
        if (!follows && this.includes(other, lines))
          nearest.push({ rule: other, lines: this.expansions[other]!.map(symbolicLine) });
      }
      if (nearest.length === 0) return [];
      const others = nearest.map((near) => near.rule);
      return this.withWitness(rule, expansions, others);
    });
  }

  /** Whether a pattern matches all lines of another, each expansion of which is given as a line. */
  private includes(general: number, special: readonly SymbolicLine[]): boolean {
    return special.every((line) => this.includesOne(general, line));
  }

  private includesOne(general: number, special: SymbolicLine): boolean {
    if (this.limit.isOver() || this.expansions[general] === undefined) return false;
    return this.prover.includes(general, special);
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

  /** The patterns that include the first expansion of a pattern. */
  private includingFirst(rule: number, first: Expansion): readonly number[] {
    this.knownIncluding[rule] ??= this.including(rule, first);
    return this.knownIncluding[rule];
  }

  /**
   * The other patterns that match all lines of an expansion of a rule, as far as proved, in order of precedence. Only
   * those that match one of these lines are tried.
   */
  private including(rule: number, expansion: Expansion): number[] {
    const line = symbolicLine(expansion);
    return this.matching(this.witnesses.opaque(expansion)).filter(
      (other) => other !== rule && this.includesOne(other, line),
    );
  }

  private matching(line: string, matcher = this.matcher): number[] {
    if (this.limit.isOver()) return [];
    const bytes = Buffer.from(line);
    const triedBefore = matcher.patternsTried;
    const matching = matcher.matching(bytes, 0, bytes.length);
    this.limit.steps += STEPS_FOR_TRY * (matcher.patternsTried - triedBefore);
    return matching;
  }
}

/**
 * Equal for patterns that differ only in the names of their fields. Plain patterns match the same lines if and only if
 * their canonical texts are equal; see docs/explanation/matching.md. Among adjacent fields of any text, all but one
 * capture nothing and are left out.
 */
function canonicalText(pattern: Pattern): string {
  const { elements } = pattern;
  const written = isPlain(pattern)
    ? elements.filter((element, i) => !isAny(element) || !isAny(elements[i - 1]))
    : elements;
  return JSON.stringify(written, (key, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString();
    return key === "field" ? 0 : value;
  });
}

import { Line } from "../matcher/line/line.ts";
import type { Element } from "../matcher/pattern.ts";
import { fieldGroups, literalBytes, precedenceOrder } from "../matcher/precedence.ts";
import { Recognizer } from "../normalization/recognizer.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { elementsOf } from "./edit.ts";
import { expectation } from "./expectation.ts";
import type { Decision, Loser, NearRule, WhyMatched, WhyUnmatched } from "./explanation.ts";
import { byProgress, type Candidate, ranked, shortlist } from "./nearest.ts";
import { suggestFix } from "./suggest-fix.ts";
import type { PreparedPattern } from "./walk.ts";
import { Preparation, Walker } from "./walker.ts";
import { WordIndex } from "./word-index.ts";

const MAX_NEAREST = 3;

/** The nearest are sought among so many rules: of thousands, those that the line has most in common with. */
const MAX_FAMILIAR = 100;

/** Explains one line of a log after the other. */
export class Why {
  private readonly rulebook: Rulebook;
  private readonly recognizer: Recognizer;
  /** The line that prepared patterns know. */
  private readonly current = new Line();
  private readonly preparation = new Preparation(this.current);
  /** The elements of each kind and its prepared pattern, made when first asked for. */
  private readonly made: (readonly Element[] | undefined)[] = [];
  private readonly preparedPatterns: (PreparedPattern | undefined)[] = [];
  private index: WordIndex | undefined;
  private readonly order: readonly number[];
  private number = 0;
  /** The rule whose line may be followed, and that line's number. */
  private leader: { readonly rule: number; readonly number: number } | undefined;

  constructor(rulebook: Rulebook) {
    this.rulebook = rulebook;
    this.recognizer = new Recognizer(rulebook);
    this.order = precedenceOrder(rulebook.rules.map(({ pattern }) => pattern));
  }

  /** Begins a log: no line came before. */
  begin(): void {
    this.recognizer.begin();
    this.leader = undefined;
    this.number = 0;
  }

  /** Goes past a line, which may be one that others follow. */
  pass(bytes: Buffer, start: number, end: number): void {
    this.take(bytes, start, end);
  }

  /** Explains the next line. What it gives may be kept. */
  explain(bytes: Buffer, start: number, end: number): WhyMatched | WhyUnmatched {
    const line = bytes.subarray(start, end);
    const { leader } = this;
    const kind = this.take(line, 0, line.length);
    if (kind === -1) return { nearest: this.nearest(line, leader?.rule) };
    const { pattern, isFollower } = this.rulebook.kinds[kind]!;
    const { bounds } = this.recognizer;
    const captures = pattern.fields.map((field, i) => ({ field, from: bounds[2 * i]!, to: bounds[2 * i + 1]! }));
    return {
      kind,
      captures,
      follows: isFollower ? leader?.number : undefined,
      losers: this.losers(line, kind, leader?.rule),
    };
  }

  /** The kind of the next line, which is noted as one that others may follow. */
  private take(bytes: Buffer, start: number, end: number): number {
    const kind = this.recognizer.recognize(bytes, start, end);
    const { kinds, followers } = this.rulebook;
    this.number++;
    if (kind !== -1 && kinds[kind]!.isFollower) return kind;
    this.leader = kind !== -1 && followers[kind] !== undefined ? { rule: kind, number: this.number } : undefined;
    return kind;
  }

  private losers(line: Buffer, kind: number, leader: number | undefined): Loser[] {
    const { kinds, followers, matcher } = this.rulebook;
    const rules = matcher.matching(line, 0, line.length);
    if (!kinds[kind]!.isFollower)
      return rules.slice(1).map((loser) => ({ kind: loser, decision: this.decision(kind, loser) }));
    const { matcher: following, first } = followers[leader!]!;
    const [, ...others] = following.matching(line, 0, line.length);
    return [
      ...others.map((other) => ({ kind: first + other, decision: this.decision(kind, first + other) })),
      ...rules.map((rule) => ({ kind: rule, decision: { by: "sequence", winner: 0, loser: 0 } as const })),
    ];
  }

  private decision(winner: number, loser: number): Decision {
    const { kinds } = this.rulebook;
    const [won, lost] = [kinds[winner]!.pattern, kinds[loser]!.pattern];
    const bytes = { winner: literalBytes(won), loser: literalBytes(lost) };
    if (bytes.winner !== bytes.loser) return { by: "literal bytes", ...bytes };
    const groups = { winner: fieldGroups(won), loser: fieldGroups(lost) };
    return groups.winner === groups.loser ? { by: "order", winner, loser } : { by: "fields of any text", ...groups };
  }

  private nearest(line: Buffer, leader: number | undefined): NearRule[] {
    this.current.begin(0, line.length);
    const walker = new Walker(line);
    const near = byProgress(this.familiar(line, leader), walker);
    const chosen = shortlist(near).map(({ candidate, mismatch }) => ({
      candidate,
      mismatch,
      fix: suggestFix(candidate.elements, mismatch, walker, this.needed(candidate.kind)),
    }));
    return ranked(chosen)
      .filter(({ mismatch, fix }, i) => i === 0 || mismatch.matched > 0 || fix !== undefined)
      .slice(0, MAX_NEAREST)
      .map(({ candidate: { kind, elements }, mismatch, fix }) => ({
        kind,
        matched: mismatch.matched,
        total: elements.length,
        ...expectation(elements, mismatch, walker),
        fix,
      }));
  }

  /** The rules that the line has most in common with, and what could have followed, in the order of precedence. */
  private familiar(line: Buffer, leader: number | undefined): Candidate[] {
    this.index ??= new WordIndex(this.rulebook.kinds.map((_, kind) => this.elements(kind)));
    const common = this.index.inCommon(line);
    const kinds = [...this.following(leader), ...this.order];
    const familiar = new Set(kinds.toSorted((a, b) => common[b]! - common[a]!).slice(0, MAX_FAMILIAR));
    return kinds
      .filter((kind) => familiar.has(kind))
      .map((kind) => ({
        kind,
        elements: this.elements(kind),
        prepared: () => this.prepared(kind),
        common: common[kind]!,
      }));
  }

  /** The kinds that could have followed. */
  private following(leader: number | undefined): number[] {
    const { rules, followers } = this.rulebook;
    if (leader === undefined) return [];
    const { first } = followers[leader]!;
    return precedenceOrder(rules[leader]!.followers.map(({ pattern }) => pattern)).map((i) => first + i);
  }

  private elements(kind: number): readonly Element[] {
    this.made[kind] ??= elementsOf(this.rulebook.kinds[kind]!.pattern);
    return this.made[kind];
  }

  private prepared(kind: number): PreparedPattern {
    this.preparedPatterns[kind] ??= this.preparation.prepare(this.elements(kind));
    return this.preparedPatterns[kind];
  }

  /** The fields that the output shows, which no edit may take away. */
  private needed(kind: number): Set<string> {
    const { pattern, template } = this.rulebook.kinds[kind]!;
    return new Set(template.slots.flatMap((slot) => pattern.fields[slot] ?? []));
  }
}

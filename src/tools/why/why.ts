import { type Element, elementsOf, type Pattern, pattern } from "../../matcher/pattern.ts";
import { decisionBetween, precedenceOrder } from "../../matcher/precedence.ts";

import { LineClassifier, lineRuleOf, type Rulebook } from "../../run/rulebook.ts";
import { Attempts, BudgetedLine, MAX_STEPS, type Mismatch } from "./attempts.ts";
import { expectation } from "./expectation.ts";
import type { Decision, Explanation, LostRule, NearRule, RuleEntry, Verdict, WonRule } from "./explanation.ts";
import { type Fix, outranks, RuleExamples, SLIP_COST, suggestFix } from "./suggest-fix.ts";
import { WordIndex } from "./word-index.ts";

const MAX_NEAREST = 3;

/**
 * How many rules are examined to find the nearest: those that the line has most words in common with. How far a rule
 * matches says little if all lines begin alike: of 1,858 lines of real logs with a slip in them, the right rule comes
 * first for 1,641, and for 1,436 if the words do not count.
 */
const MAX_EXAMINED = 4;

/** By how many bytes the words that a line lacks outweigh those that it has if it is of another event than the rule. */
const FOREIGN_BYTES = 5;

/** How many bytes of common words one matching element is worth, and one unit of a fix's cost outweighs. */
const BYTES_FOR_ELEMENT = 4;
const BYTES_FOR_COST = 2;
/** A greater cost, and that of a rule without a fix, count like this one. */
const MAX_COST = 20;

/** A budget that several lines share: how many steps are left. Below one, nothing more should be explained. */
export interface SharedBudget {
  steps: number;
}

export class Why {
  private readonly rulebook: Rulebook;
  private readonly budget: number;
  private readonly classifier: LineClassifier;
  private readonly attempts = new Attempts();
  /** The elements of each line pattern, made at their first use. */
  private readonly patternElements: (readonly Element[] | undefined)[] = [];
  /** By rule, made at their first use. */
  private readonly ruleExamples: (RuleExamples | undefined)[] = [];
  private index: WordIndex | undefined;
  private readonly order: readonly number[];
  private number = 0;
  /** The rule whose followers may match the next line, and the number of the line that it won. */
  private leader: { readonly rule: number; readonly number: number } | undefined;

  /** `budget` bounds the work for a line that no rule matches, in steps; see `BudgetedLine`. */
  constructor(rulebook: Rulebook, budget = MAX_STEPS) {
    this.rulebook = rulebook;
    this.budget = budget;
    this.classifier = new LineClassifier(rulebook);
    this.order = precedenceOrder(rulebook.rules.map(({ pattern }) => pattern));
  }

  begin(): void {
    this.classifier.begin();
    this.leader = undefined;
    this.number = 0;
  }

  /** Passes a line without explaining it. Later lines may follow it, unless it holds no text for rules. */
  pass(bytes: Buffer, start: number, end: number, isText = true): void {
    this.take(bytes, start, end, isText);
  }

  /** Explains the next line. The result may be kept. Takes what it spends from a budget that lines share. */
  explain(line: Buffer, shared?: SharedBudget): Explanation {
    const { leader } = this;
    const won = this.takeAndMatch(line);
    if (this.countsAsMatched(won)) return { won };
    const budget = Math.min(shared?.steps ?? Number.POSITIVE_INFINITY, this.budget);
    const budgeted = new BudgetedLine(line, budget, this.attempts);
    const nearest = this.nearest(budgeted, leader?.rule, won !== undefined);
    if (shared !== undefined) shared.steps -= budgeted.spent + line.length;
    return { won, nearest };
  }

  private countsAsMatched(won: WonRule | undefined): boolean {
    return won !== undefined && this.classifier.countsAsMatched(won.linePattern);
  }

  /** Explains why these rules win the next line, or what keeps each of them from it. The result may be kept. */
  explainRules(line: Buffer, rules: readonly number[]): Explanation {
    const won = this.takeAndMatch(line);
    // All rules share one budget.
    const budgeted = new BudgetedLine(line, this.budget, this.attempts);
    return { won, asked: rules.map((rule) => this.verdict(budgeted, rule, won)) };
  }

  private verdict(line: BudgetedLine, rule: number, won: WonRule | undefined): Verdict {
    if (won?.linePattern === rule) return { verdict: "won", ...this.entry(rule) };
    const lost = won?.lost.find(({ linePattern }) => linePattern === rule);
    if (lost !== undefined) return { verdict: "lost", ...lost };
    const mismatch = line.tryRule(this.elements(rule))!;
    const fix = this.fix(rule, mismatch, line);
    const losesThen = won && fix && this.decisionAgainst(won.linePattern, rule, fix);
    return { verdict: "mismatch", ...this.nearRule(line, rule, mismatch, fix), losesThen };
  }

  private nearRule(line: BudgetedLine, linePattern: number, mismatch: Mismatch, fix: Fix | undefined): NearRule {
    const elements = this.elements(linePattern);
    return {
      ...this.entry(linePattern),
      matched: mismatch.matched,
      total: elements.length,
      ...expectation(elements, mismatch, line),
      edits: fix?.edits.map(({ describe }) => describe()) ?? [],
      fix,
    };
  }

  private entry(linePattern: number): RuleEntry {
    const own = this.rulebook.linePatterns[linePattern]!;
    return { catchAll: undefined, ...lineRuleOf(own), follower: own.isFollower || undefined, linePattern };
  }

  /** Why a rule would lose to the winner even with the edits; undefined if it would win. */
  private decisionAgainst(winner: number, rule: number, { elements }: Fix): Decision | undefined {
    const { linePatterns } = this.rulebook;
    if (linePatterns[winner]!.isFollower) return BY_SEQUENCE;
    const { isCatchAll } = linePatterns[rule]!.pattern;
    const changed = { ...pattern(elements), ...(isCatchAll && { isCatchAll }) };
    const stronger = linePatterns[winner]!.pattern;
    if (outranks(changed, rule, { rule: winner, pattern: stronger })) return undefined;
    return decision(winner, stronger, rule, changed);
  }

  /** Takes the next line, and says why it was matched; undefined if no rule matches it. */
  private takeAndMatch(line: Buffer): WonRule | undefined {
    const { leader } = this;
    const linePattern = this.take(line, 0, line.length, true);
    if (linePattern === -1) return undefined;
    const { pattern, isFollower } = this.rulebook.linePatterns[linePattern]!;
    const { bounds } = this.classifier;
    return {
      ...this.entry(linePattern),
      captures: pattern.fields.map((name, i) => ({ name, from: bounds[2 * i]!, to: bounds[2 * i + 1]! })),
      follows: isFollower ? leader?.number : undefined,
      lost: this.lost(line, linePattern, leader?.rule),
    };
  }

  /** Returns the line pattern of the next line, and records whether later lines may follow it. */
  private take(bytes: Buffer, start: number, end: number, isText: boolean): number {
    const linePattern = this.classifier.classify(bytes, start, end, isText);
    const { linePatterns, followers } = this.rulebook;
    this.number++;
    if (this.classifier.isGap || (linePattern !== -1 && linePatterns[linePattern]!.isFollower)) return linePattern;
    this.leader =
      linePattern !== -1 && followers[linePattern] !== undefined
        ? { rule: linePattern, number: this.number }
        : undefined;
    return linePattern;
  }

  private lost(line: Buffer, winner: number, leader: number | undefined): LostRule[] {
    const { linePatterns, followers, matcher } = this.rulebook;
    const lost = (linePattern: number): LostRule => ({
      ...this.entry(linePattern),
      decision: decision(winner, linePatterns[winner]!.pattern, linePattern, linePatterns[linePattern]!.pattern),
    });
    const rules = matcher.matching(line, 0, line.length);
    if (!linePatterns[winner]!.isFollower) return rules.slice(1).map(lost);
    const { matcher: following, first } = followers[leader!]!;
    const [, ...others] = following.matching(line, 0, line.length);
    return [
      ...others.map((other) => lost(first + other)),
      ...rules.map((linePattern) => ({ ...lost(linePattern), decision: BY_SEQUENCE })),
    ];
  }

  /** The nearest rules. For a line that a catch-all took, other catch-alls are left out. */
  private nearest(line: BudgetedLine, leader: number | undefined, isCaught: boolean): NearRule[] {
    const near = this.familiar(line.bytes, leader, isCaught).flatMap(({ linePattern, common }, i) => {
      if (i > 0 && line.isSpent) return [];
      const mismatch = line.tryRule(this.elements(linePattern));
      if (mismatch === undefined) return [];
      const found = this.fix(linePattern, mismatch, line);
      // A line that lacks most of the rule's words, and not because of a slip, is of another event. Edits would only
      // bend the rule until it matches both.
      const isForeign = common < -FOREIGN_BYTES && found !== undefined && found.cost > SLIP_COST;
      const fix = isForeign ? undefined : found;
      const cost = Math.min(fix?.cost ?? MAX_COST, MAX_COST);
      const nearness = common + BYTES_FOR_ELEMENT * mismatch.matched - BYTES_FOR_COST * cost;
      return [{ linePattern, mismatch, fix, nearness }];
    });
    return near
      .sort((a, b) => b.nearness - a.nearness)
      .filter(({ mismatch, fix }, i) => i === 0 || mismatch.matched > 0 || fix !== undefined)
      .slice(0, MAX_NEAREST)
      .map(({ linePattern, mismatch, fix }) => this.nearRule(line, linePattern, mismatch, fix));
  }

  /**
   * The line patterns that the line has most words in common with; of equal ones, followers that could match first,
   * then rules, by precedence. Leaves out those of catch-alls if the line is caught.
   */
  private familiar(line: Buffer, leader: number | undefined, isCaught: boolean) {
    this.index ??= new WordIndex(this.rulebook.linePatterns.map((_, linePattern) => this.elements(linePattern)));
    const common = this.index.inCommon(line);
    return [...this.following(leader), ...this.order]
      .filter((linePattern) => !isCaught || this.classifier.countsAsMatched(linePattern))
      .map((linePattern) => ({ linePattern, common: common[linePattern]! }))
      .sort((a, b) => b.common - a.common)
      .slice(0, MAX_EXAMINED);
  }

  /** The followers that could match the line, in the order of precedence. */
  private following(leader: number | undefined): number[] {
    const { rules, followers } = this.rulebook;
    if (leader === undefined) return [];
    const { first, isTrace } = followers[leader]!;
    if (isTrace) return [];
    return precedenceOrder(rules[leader]!.followers.map(({ pattern }) => pattern)).map((i) => first + i);
  }

  private elements(linePattern: number): readonly Element[] {
    this.patternElements[linePattern] ??= elementsOf(this.rulebook.linePatterns[linePattern]!.pattern);
    return this.patternElements[linePattern];
  }

  private fix(linePattern: number, mismatch: Mismatch, line: BudgetedLine): Fix | undefined {
    const needed = this.needed(linePattern);
    return suggestFix(this.elements(linePattern), mismatch, line, needed, this.examplesOf(linePattern, needed));
  }

  /** What the examples of a rule ask for; undefined if it has none, as followers. */
  private examplesOf(linePattern: number, needed: ReadonlySet<string>): RuleExamples | undefined {
    const rule = this.rulebook.rules[linePattern];
    if (rule === undefined || rule.examples.length + rule.counterexamples.length === 0) return undefined;
    this.ruleExamples[linePattern] ??= new RuleExamples(this.rulebook, linePattern, needed);
    return this.ruleExamples[linePattern];
  }

  /** The fields that the output shows, which no edit may remove. */
  private needed(linePattern: number): Set<string> {
    const { pattern, template } = this.rulebook.linePatterns[linePattern]!;
    return new Set(template.slots.flatMap((slot) => pattern.fields[slot] ?? []));
  }
}

const BY_SEQUENCE: Decision = { by: "sequence", winner: 0, loser: 0 };

function decision(winner: number, stronger: Pattern, loser: number, weaker: Pattern): Decision {
  const { by, measures = [winner, loser] } = decisionBetween(stronger, weaker);
  return { by, winner: measures[0], loser: measures[1] };
}

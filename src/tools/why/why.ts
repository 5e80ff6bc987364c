import { type Element, elementsOf, type Pattern, pattern } from "../../matcher/pattern.ts";
import { decisionBetween, precedenceOrder } from "../../matcher/precedence.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { Attempts, BudgetedLine, MAX_STEPS, type Mismatch } from "./attempts.ts";
import { expectation } from "./expectation.ts";
import type { Decision, Explanation, LostRule, NearRule, Verdict, WonRule } from "./explanation.ts";
import { byProgress, ranked, type SimilarPattern, shortlist, unlessForeign, WordIndex } from "./nearest-rules.ts";
import { type Fix, outranks, RuleExamples, suggestFix } from "./suggest-fix.ts";

const MAX_NEAREST = 3;

/** How many rules are examined to find the nearest: of thousands, those that the line has most in common with. */
const MAX_FAMILIAR = 100;

/** The rule whose followers may match the next line, and the number of the line that it won. */
interface Leader {
  readonly rule: number;
  readonly number: number;
}

/** A budget that several lines share: how many steps are left. Below one, nothing more should be explained. */
interface SharedBudget {
  offsets: number;
}

/** Explains an unmatched line that was taken before. Takes what it spends from the budget. */
export type Explainer = (budget: SharedBudget) => Explanation;

/** Explains the lines of a log one by one. */
export class Why {
  private readonly rulebook: Rulebook;
  private readonly budget: number | undefined;
  private readonly classifier: LineClassifier;
  private readonly attempts = new Attempts();
  /** The elements of each line pattern, made at their first use. */
  private readonly patternElements: (readonly Element[] | undefined)[] = [];
  /** By rule, made at their first use. */
  private readonly ruleExamples: (RuleExamples | undefined)[] = [];
  private index: WordIndex | undefined;
  private readonly order: readonly number[];
  private number = 0;
  private leader: Leader | undefined;

  /** `budget` bounds the work for a line that no rule matches, in steps; see `BudgetedLine`. */
  constructor(rulebook: Rulebook, budget?: number) {
    this.rulebook = rulebook;
    this.budget = budget;
    this.classifier = new LineClassifier(rulebook);
    this.order = precedenceOrder(rulebook.rules.map(({ pattern }) => pattern));
  }

  /** Begins a log. */
  begin(): void {
    this.classifier.begin();
    this.leader = undefined;
    this.number = 0;
  }

  /** Passes a line without explaining it. Later lines may follow it, unless it holds no text for rules. */
  pass(bytes: Buffer, start: number, end: number, isText = true): void {
    this.take(bytes, start, end, isText);
  }

  /** Explains the next line. The result may be kept. */
  explain(line: Buffer): Explanation {
    const { leader } = this;
    const won = this.takeAndMatch(line);
    if (this.countsAsMatched(won)) return { won };
    const budgeted = new BudgetedLine(line, this.budget, this.attempts);
    return { won, nearest: this.nearest(budgeted, leader?.rule, won !== undefined) };
  }

  /**
   * Takes the next line, which must not change, and leaves its explanation for later. Returns undefined if the line
   * counts as matched.
   */
  explainLater(bytes: Buffer): Explainer | undefined {
    const { leader } = this;
    const won = this.takeAndMatch(bytes);
    if (this.countsAsMatched(won)) return undefined;
    return (budget) => {
      const line = new BudgetedLine(bytes, Math.min(budget.offsets, this.budget ?? MAX_STEPS), this.attempts);
      const nearest = this.nearest(line, leader?.rule, won !== undefined);
      budget.offsets -= line.spent + bytes.length;
      return { won, nearest };
    };
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
      edits: fix?.edits.map(({ description }) => description) ?? [],
      fix,
    };
  }

  private entry(linePattern: number): Pick<NearRule, "rule" | "linePattern"> {
    return { rule: this.rulebook.linePatterns[linePattern]!.name, linePattern };
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
    const { name: rule, pattern, isFollower } = this.rulebook.linePatterns[linePattern]!;
    const { bounds } = this.classifier;
    return {
      rule,
      linePattern,
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
      rule: linePatterns[linePattern]!.name,
      linePattern,
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
    const near = byProgress(this.familiar(line.bytes, leader, isCaught), line);
    const chosen = shortlist(near).map(({ candidate, mismatch }) => ({
      candidate,
      mismatch,
      fix: unlessForeign(candidate, this.fix(candidate.linePattern, mismatch, line)),
    }));
    return ranked(chosen)
      .filter(({ mismatch, fix }, i) => i === 0 || mismatch.matched > 0 || fix !== undefined)
      .slice(0, MAX_NEAREST)
      .map(({ candidate, mismatch, fix }) => this.nearRule(line, candidate.linePattern, mismatch, fix));
  }

  /**
   * The line patterns that the line has most in common with: followers that could match first, then rules, by
   * precedence. Leaves out those of catch-alls if the line is caught.
   */
  private familiar(line: Buffer, leader: number | undefined, isCaught: boolean): SimilarPattern[] {
    this.index ??= new WordIndex(this.rulebook.linePatterns.map((_, linePattern) => this.elements(linePattern)));
    const common = this.index.inCommon(line);
    const linePatterns = [...this.following(leader), ...this.order].filter(
      (linePattern) => !isCaught || this.classifier.countsAsMatched(linePattern),
    );
    const familiar = new Set(
      linePatterns.toSorted((a, b) => common[b]!.bytes - common[a]!.bytes).slice(0, MAX_FAMILIAR),
    );
    return linePatterns
      .filter((linePattern) => familiar.has(linePattern))
      .map((linePattern) => ({
        linePattern,
        elements: this.elements(linePattern),
        common: common[linePattern]!.bytes,
        isForeign: common[linePattern]!.bytes < 0 && common[linePattern]!.lacking > 1,
      }));
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

/** What decided between two rules that match. */
function decision(winner: number, stronger: Pattern, loser: number, weaker: Pattern): Decision {
  const { by, measures = [winner, loser] } = decisionBetween(stronger, weaker);
  return { by, winner: measures[0], loser: measures[1] };
}

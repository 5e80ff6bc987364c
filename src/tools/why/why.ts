import { type Element, elementsOf, type Pattern } from "../../matcher/pattern.ts";
import { decisionBetween, precedenceOrder } from "../../matcher/precedence.ts";
import { LineClassifier, lineRuleOf, type Rulebook } from "../../run/rulebook.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
import { expectation } from "./expectation.ts";
import type { Decision, Explanation, LostRule, NearRule, RuleEntry, Verdict, WonRule } from "./explanation.ts";
import { changedPattern, examplesPass, type Fix, type Kept, outranks, SLIP_COST, suggestFix } from "./suggest-fix.ts";
import { type Mismatch, Trial } from "./trial.ts";

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

export class Why {
  /** What was spent on all lines that were explained, in steps of a `Trial`. */
  spent = 0;

  private readonly rulebook: Rulebook;
  private readonly budget: number | undefined;
  private readonly classifier: LineClassifier;
  private readonly asked: (ReturnType<typeof askedOf> | undefined)[] = [];
  private inCommon: ReturnType<typeof commonWords> | undefined;
  private readonly order: readonly number[];
  private number = 0;
  /** The rule whose followers may match the next line, and the number of the line that it won. */
  private leader: { readonly rule: number; readonly number: number } | undefined;

  /** `budget` bounds the work for a line that no rule matches, in steps of a `Trial`. */
  constructor(rulebook: Rulebook, budget?: number) {
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

  /** Passes a line, and returns its line pattern. Later lines may follow it, unless it holds no text for rules. */
  pass(bytes: Buffer, start: number, end: number, isText = true): number {
    const linePattern = this.classifier.classify(bytes, start, end, isText);
    const { linePatterns, followers } = this.rulebook;
    this.number++;
    if (this.classifier.isGap || linePatterns[linePattern]?.isFollower) return linePattern;
    const leads = linePattern !== -1 && followers[linePattern] !== undefined;
    this.leader = leads ? { rule: linePattern, number: this.number } : undefined;
    return linePattern;
  }

  /** Explains the next line. The result may be kept. */
  explain(line: Buffer): Explanation {
    const { leader } = this;
    const won = this.takeAndMatch(line);
    if (won !== undefined && this.classifier.countsAsMatched(won.linePattern)) return { won };
    const trial = new Trial(line, this.budget);
    const nearest = this.nearest(trial, leader?.rule, won !== undefined);
    this.spent += trial.spent + line.length;
    return { won, nearest };
  }

  /** Explains why these rules win the next line, or what keeps each of them from it. The result may be kept. */
  explainRules(line: Buffer, rules: readonly number[]): Explanation {
    const won = this.takeAndMatch(line);
    // All rules share one budget.
    const trial = new Trial(line, this.budget);
    return { won, asked: rules.map((rule) => this.verdict(trial, rule, won)) };
  }

  private verdict(trial: Trial, rule: number, won: WonRule | undefined): Verdict {
    if (won?.linePattern === rule) return { verdict: "won", ...this.entry(rule) };
    const lost = won?.lost.find(({ linePattern }) => linePattern === rule);
    if (lost !== undefined) return { verdict: "lost", ...lost };
    const { elements, kept } = this.askedOf(rule);
    const mismatch = trial.mismatch(elements)!;
    const fix = suggestFix(elements, mismatch, trial, kept);
    const losesThen = won && fix && this.decisionAgainst(won.linePattern, rule, fix);
    return { verdict: "mismatch", ...this.nearRule(trial, rule, mismatch, fix), losesThen };
  }

  private nearRule(trial: Trial, linePattern: number, mismatch: Mismatch, fix: Fix | undefined): NearRule {
    const { elements } = this.askedOf(linePattern);
    return {
      ...this.entry(linePattern),
      matched: mismatch.matched,
      total: elements.length,
      isGivenUp: mismatch.isGivenUp,
      ...expectation(elements, mismatch, trial),
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
    const { pattern, isFollower } = this.rulebook.linePatterns[winner]!;
    if (isFollower) return BY_SEQUENCE;
    const changed = changedPattern(this.rulebook, rule, elements);
    return outranks(this.rulebook, rule, changed, winner) ? undefined : decision(winner, pattern, rule, changed);
  }

  private takeAndMatch(line: Buffer): WonRule | undefined {
    const { leader } = this;
    const linePattern = this.pass(line, 0, line.length);
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
  private nearest(trial: Trial, leader: number | undefined, isCaught: boolean): NearRule[] {
    const near = this.familiar(trial.line, leader, isCaught).flatMap(({ linePattern, common }, i) => {
      if (i > 0 && trial.isSpent) return [];
      const { elements, kept } = this.askedOf(linePattern);
      const mismatch = trial.mismatch(elements);
      if (mismatch === undefined) return [];
      const found = suggestFix(elements, mismatch, trial, kept);
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
      .map(({ linePattern, mismatch, fix }) => this.nearRule(trial, linePattern, mismatch, fix));
  }

  /**
   * The line patterns that the line has most words in common with; of equal ones, followers that could match first,
   * then rules, by precedence. Leaves out those of catch-alls if the line is caught.
   */
  private familiar(line: Buffer, leader: number | undefined, isCaught: boolean) {
    this.inCommon ??= commonWords(this.rulebook.linePatterns.map(({ pattern }) => elementsOf(pattern)));
    const common = this.inCommon(line);
    return [...this.following(leader), ...this.order]
      .filter((linePattern) => !isCaught || this.classifier.countsAsMatched(linePattern))
      .map((linePattern) => ({ linePattern, common: common[linePattern]! }))
      .sort((a, b) => b.common - a.common)
      .slice(0, MAX_EXAMINED);
  }

  private following(leader: number | undefined): number[] {
    const { rules, followers } = this.rulebook;
    if (leader === undefined) return [];
    const { first, isTrace } = followers[leader]!;
    if (isTrace) return [];
    return precedenceOrder(rules[leader]!.followers.map(({ pattern }) => pattern)).map((i) => first + i);
  }

  private askedOf(linePattern: number): ReturnType<typeof askedOf> {
    this.asked[linePattern] ??= askedOf(this.rulebook, linePattern);
    return this.asked[linePattern];
  }
}

/** What edits of a line pattern need. Followers have no examples. */
function askedOf(
  rulebook: Rulebook,
  linePattern: number,
): { readonly elements: readonly Element[]; readonly kept: Kept } {
  const { pattern, template } = rulebook.linePatterns[linePattern]!;
  const fields = new Set(template.slots.flatMap((slot) => pattern.fields[slot] ?? []));
  const rule = rulebook.rules[linePattern];
  const hasExamples = rule !== undefined && rule.examples.length + rule.counterexamples.length > 0;
  const passes = hasExamples ? examplesPass(rulebook, linePattern, fields) : () => true;
  return { elements: elementsOf(pattern), kept: { fields, passes } };
}

const BY_SEQUENCE: Decision = { by: "sequence", winner: 0, loser: 0 };

function decision(winner: number, stronger: Pattern, loser: number, weaker: Pattern): Decision {
  const { by, measures = [winner, loser] } = decisionBetween(stronger, weaker);
  return { by, winner: measures[0], loser: measures[1] };
}

/** How much is read at each end of a long line. Most of the words of rules are there. */
const END_BYTES = 32 * 1024;
/**
 * Letters are separate from digits, because units follow numbers. Characters of other scripts are single words, because
 * some scripts have no blanks between words.
 */
const WORDS = /[a-z]+|[0-9]+|[\xc0-\xff][\x80-\xbf]*/g;

/**
 * Tells how much a line has in common with each pattern, by the words of its literals anywhere in the line: the bytes
 * of those that it has, minus those that it lacks. If all lines begin alike and one has a slip there, no pattern
 * matches beyond it, and only the words show which pattern is meant. Takes as long as the line and the patterns share
 * words.
 */
function commonWords(patterns: readonly (readonly Element[])[]): (line: Buffer) => number[] {
  const nothing = patterns.map(() => 0);
  const gains = new Map<string, { readonly pattern: number; readonly gain: number }[]>();
  for (const [pattern, elements] of patterns.entries())
    for (const [word, isRequired] of wordsOf(elements)) {
      if (isRequired) nothing[pattern]! -= word.length;
      addToGroup(gains, word, { pattern, gain: isRequired ? 2 * word.length : word.length });
    }
  return (line) => {
    const common = [...nothing];
    for (const word of wordsIn(line)) for (const { pattern, gain } of gains.get(word) ?? []) common[pattern]! += gain;
    return common;
  };
}

/** The words of a pattern, and whether every line of it contains them, or only those of some of its alternatives. */
function wordsOf(
  elements: readonly Element[],
  isRequired = true,
  words = new Map<string, boolean>(),
): ReadonlyMap<string, boolean> {
  for (const element of elements) {
    if ("alternatives" in element) for (const branch of element.alternatives) wordsOf(branch, false, words);
    if (!("text" in element)) continue;
    for (const word of wordsIn(Buffer.from(element.text))) words.set(word, isRequired || words.get(word) === true);
  }
  return words;
}

function wordsIn(bytes: Buffer): Set<string> {
  const { length } = bytes;
  const text =
    length > 2 * END_BYTES
      ? `${bytes.toString("latin1", 0, END_BYTES)} ${bytes.toString("latin1", length - END_BYTES)}`
      : bytes.toString("latin1");
  // Changes only ASCII, because other bytes are not characters of Latin-1.
  return new Set(text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase()).match(WORDS));
}

import { Matcher } from "../matcher/matcher.ts";
import type { Match, Rule } from "../rules/rule.ts";
import { MissingKeyError, type Pseudonyms } from "../transforms/pseudonyms.ts";
import { needsKey } from "../transforms/transform-registry.ts";

/** A rule's own pattern, or the pattern of one of its followers. */
export interface LinePattern extends Match {
  /** The rule's name, also for its followers. */
  readonly name: string;
  readonly isFollower: boolean;
  /** What gives names to values; undefined if no key is given. */
  readonly pseudonyms?: Pseudonyms | undefined;
}

/**
 * Whether lines of a line pattern count as unmatched: those of catch-alls, and those that no rule matches (undefined).
 */
export function countsAsUnmatched(linePattern: LinePattern | undefined): boolean {
  return linePattern?.pattern.isCatchAll ?? linePattern === undefined;
}

/** The followers of one rule. */
export interface Followers {
  readonly matcher: Matcher;
  /** The index of the first follower's line pattern. The others come right after it. */
  readonly first: number;
}

/** The rules of one file with their matchers. */
export interface Rulebook {
  readonly rules: readonly Rule[];
  /** The rules' own patterns, in the order of the rules, then the patterns of all followers. */
  readonly linePatterns: readonly LinePattern[];
  /** Gives the index of the rule that wins a line. */
  readonly matcher: Matcher;
  /** By rule. Empty if no rule has followers. */
  readonly followers: readonly (Followers | undefined)[];
  readonly pseudonyms?: Pseudonyms | undefined;
}

/**
 * Makes the rulebook of these rules. Making its matchers is costly, so this is done once. `pseudonyms` gives names to
 * values; without it, rendering an output that needs one throws a MissingKeyError.
 */
export function rulebookOf(rules: readonly Rule[], pseudonyms?: Pseudonyms): Rulebook {
  const linePatterns: LinePattern[] = rules.map((rule) => ({ ...rule, isFollower: false, pseudonyms }));
  const followers = rules.map(({ name, followers }): Followers | undefined => {
    if (followers.length === 0) return undefined;
    const first = linePatterns.length;
    for (const follower of followers) linePatterns.push({ ...follower, name, isFollower: true, pseudonyms });
    return { matcher: new Matcher(followers.map(({ pattern }) => pattern)), first };
  });
  return {
    rules,
    linePatterns,
    matcher: new Matcher(rules.map(({ pattern }) => pattern)),
    followers: followers.some((one) => one !== undefined) ? followers : [],
    pseudonyms,
  };
}

/** Throws a MissingKeyError if a rule has a transform that needs a key, and none is given. */
export function requireKey({ linePatterns, pseudonyms }: Rulebook): void {
  if (pseudonyms !== undefined) return;
  for (const { pattern, transforms = [] } of linePatterns) {
    const field = transforms.findIndex((steps) => steps.some(needsKey));
    if (field !== -1) throw new MissingKeyError(pattern.fields[field]!);
  }
}

/** The rule of each line pattern, by their indexes: its own for a rule, and that of the rule for a follower. */
export function rulesOfLinePatterns({ rules, followers }: Rulebook): number[] {
  const ruleOf = rules.map((_, rule) => rule);
  for (const [rule, { followers: own }] of rules.entries()) {
    for (let i = 0; i < own.length; i++) ruleOf[followers[rule]!.first + i] = rule;
  }
  return ruleOf;
}

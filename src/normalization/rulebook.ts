import { Matcher } from "../matcher/matcher.ts";
import { loadRules } from "../rules/load-rules.ts";
import type { Match, Rule } from "../rules/rule.ts";

/** A kind of line: the lines that a rule wins, or those that one of its followers matches. */
export interface LinePattern extends Match {
  /** The rule's name, of its followers too. */
  readonly name: string;
  readonly isFollower: boolean;
}

/** What may follow the line of a rule. */
export interface Followers {
  readonly matcher: Matcher;
  /** The first of their linePatterns; the others come after it. */
  readonly first: number;
}

/** The rules of one file, and the matchers made of them. */
export interface Rulebook {
  readonly rules: readonly Rule[];
  /** Those of the rules, by the rules' indexes, and then those that may follow. */
  readonly linePatterns: readonly LinePattern[];
  /** Answers with a rule's index. */
  readonly matcher: Matcher;
  /** By the rules' indexes; answers with the index of a follower. Empty if nothing follows anything. */
  readonly followers: readonly (Followers | undefined)[];
}

/** Throws a RulesError that lists all problems of the rules file, or the system's error if it cannot be read. */
export function loadRulebook(path: string): Rulebook {
  return rulebookOf(loadRules(path));
}

/** The rules with their linePatterns of lines and their matchers, which are made here, once. */
export function rulebookOf(rules: readonly Rule[]): Rulebook {
  const linePatterns: LinePattern[] = rules.map((rule) => ({ ...rule, isFollower: false }));
  const followers = rules.map(({ name, followers }): Followers | undefined => {
    if (followers.length === 0) return undefined;
    const first = linePatterns.length;
    for (const follower of followers) linePatterns.push({ ...follower, name, isFollower: true });
    return { matcher: new Matcher(followers.map(({ pattern }) => pattern)), first };
  });
  return {
    rules,
    linePatterns,
    matcher: new Matcher(rules.map(({ pattern }) => pattern)),
    followers: followers.some((one) => one !== undefined) ? followers : [],
  };
}

import { Matcher } from "../matcher/matcher.ts";
import { loadRules } from "../rules/load-rules.ts";
import type { Rule } from "../rules/rule.ts";

/** The rules of one file, and the matcher made of them, which answers with a rule's index. */
export interface Rulebook {
  readonly rules: readonly Rule[];
  readonly matcher: Matcher;
}

/** Throws a RulesError that lists all problems of the rules file, or the system's error if it cannot be read. */
export function loadRulebook(path: string): Rulebook {
  return rulebookOf(loadRules(path));
}

export function rulebookOf(rules: readonly Rule[]): Rulebook {
  return { rules, matcher: new Matcher(rules.map(({ pattern }) => pattern)) };
}

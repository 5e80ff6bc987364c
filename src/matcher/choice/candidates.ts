import type { Parser } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import { type AnchorGroup, anchorsOf } from "./anchors.ts";
import { AnchorSearch, type Candidate, type Candidates } from "./candidate.ts";

/** A rule that may be chosen. */
export interface RankedRule<T> {
  /** Its place in the order of precedence. */
  readonly rank: number;
  readonly literals: readonly Literal[];
  readonly parser: Parser<T>;
}

/** Up to so many rules are tried rather than looked for. */
const FEW = 2;

/** Rules that share an anchor are told apart by a second one, and so on, down to this depth. */
const DEEPEST = 4;

/** What the rules, given best first, are found by. */
export function candidatesOf<T>(rules: readonly RankedRule<T>[], depth = 0): Candidates<T> {
  if (rules.length <= FEW || depth === DEEPEST) return rules.map(ruleCandidate);
  const { groups, others } = anchorsOf(rules);
  const candidates = [...groups.flatMap((group) => groupCandidates(group, depth)), ...others.map(ruleCandidate)];
  return candidates.sort((a, b) => a.rank - b.rank);
}

function ruleCandidate<T>({ rank, parser }: RankedRule<T>): Candidate<T> {
  return { rank, rule: parser, search: undefined };
}

function groupCandidates<T>(group: AnchorGroup<RankedRule<T>>, depth: number): Candidate<T>[] {
  const rules = group.anchors.flatMap(({ rules }) => rules);
  if (rules.length <= FEW) return rules.map(ruleCandidate);
  const next = group.anchors.map(({ rules }) => candidatesOf(rules, depth + 1));
  const rank = rules.reduce((best, { rank }) => Math.min(best, rank), rules[0]!.rank);
  return [{ rank, rule: undefined, search: new AnchorSearch(group, next) }];
}

import { type AliasedLines, type AliasedLogs, type KeyedLines, NO_VALUE } from "./aliased-lines.ts";
import { BestRenaming, type Effort } from "./best-renaming.ts";
import { pairByContexts } from "./context-pairs.ts";
import { InOrder, Unordered } from "./line-matching.ts";
import type { Renaming } from "./renaming.ts";
import { repair } from "./repair.ts";
import { keysByHistory, keysByOccurrences, keysByRecency } from "./traits.ts";
import { Votes } from "./votes.ts";

/** How often the lines are matched again with what the last matching has shown. */
const REFINEMENTS = 3;

/** What pairing the values of a field by their contexts may cost in any case, in times of all lines. */
const MIN_PASSES_OF_PAIRING = 6;

/** How often values of all fields are paired by their contexts, where those depend on the values of other fields. */
const MAX_CONTEXT_ROUNDS = 4;

/**
 * Finds out which values of the new log stand for which values of the old one, so that few lines differ. `same` has the
 * values with equal texts. They are paired unless another renaming explains more lines.
 *
 * If the order of lines does not count and each line has one value, values can be judged one by one, and the best pairs
 * are found by `pairByContexts`. Otherwise lines are matched by what does not change if values are renamed, matched
 * lines vote for the pairs of their values, and what is still wrong is repaired by trying all ways to pair a few values
 * at a time.
 */
export function findRenaming(logs: AliasedLogs, same: Renaming, isOrdered: boolean, effort: Effort): Renaming {
  const best = new BestRenaming(logs, same, isOrdered ? new InOrder() : new Unordered(), effort);
  const areIndependent = !isOrdered && hasSingleValues(logs.old) && hasSingleValues(logs.next);
  if (!isOrdered) pairAllByContexts(best, areIndependent);
  if (!areIndependent) voteFromAll(best);
  if (!areIndependent && !isOrdered) pairAllByContexts(best, false);
  repair(best, isOrdered);
  return best.renaming;
}

/**
 * Pairs the values of each field by their contexts: once if no line has values of several fields, otherwise repeatedly
 * as long as that helps.
 */
function pairAllByContexts(best: BestRenaming, areIndependent: boolean): void {
  const { logs, same } = best;
  const fields = new Set(logs.old.fields);
  // Each pairing may spend a share of what is left, so that the first one leaves enough for the others.
  const shares = areIndependent ? fields.size : 2 * fields.size;
  let current = best.renaming;
  for (let round = 0; round < MAX_CONTEXT_ROUNDS && !best.isDone; round++) {
    const before = best.differing;
    let isBest = true;
    for (const field of fields) {
      const maxCost = Math.max(best.linesLeft / shares, MIN_PASSES_OF_PAIRING * best.cost);
      const found = pairByContexts(logs, field, current, same, Math.min(maxCost, best.linesLeft));
      best.spend(found.cost);
      current = found.renaming;
      isBest &&= found.isBest;
    }
    best.try(current);
    if (areIndependent && isBest) best.prove();
    if (areIndependent || best.differing === before) return;
  }
}

function voteFromAll(best: BestRenaming): void {
  const hasSame = best.same.partners.some((partner) => partner !== NO_VALUE);
  for (const start of hasSame ? [best.same, best.none] : [best.none]) voteFrom(best, start);
}

/** Looks for a renaming that keeps all pairs of another one. */
function voteFrom(best: BestRenaming, start: Renaming): void {
  const { logs } = best;
  const ways = [
    () => start.looseKeys(logs),
    () => keysByHistory(logs),
    () => keysByRecency(logs, "forward"),
    () => keysByRecency(logs, "backward"),
    () => keysByOccurrences(logs),
  ];
  const all = new Votes();
  for (const [i, way] of ways.entries()) {
    if (best.isDone) return;
    const votes = new Votes();
    vote(best, way(), votes, all);
    refine(best, decided(best, votes, start), start);
    if (best.isDone) return;
    if (i > 0) refine(best, decided(best, all, start), start);
  }
}

/** Tries a renaming and those that follow from it. */
function refine(best: BestRenaming, renaming: Renaming, start: Renaming): void {
  let current = renaming;
  for (let round = 0; !best.isDone; round++) {
    best.try(current);
    if (round === REFINEMENTS || best.isDone) return;
    const votes = new Votes();
    vote(best, current.looseKeys(best.logs), votes);
    current = decided(best, votes, start);
  }
}

/** Lets lines with equal keys vote. */
function vote(best: BestRenaming, keyed: KeyedLines, ...all: readonly Votes[]): void {
  best.match(keyed, (i, j, isCertain) => {
    for (const votes of all) votes.addFor(best.logs, i, j, isCertain);
  });
}

function decided(best: BestRenaming, votes: Votes, start: Renaming): Renaming {
  votes.prefer(best.same.partners);
  return votes.decide(start.copy());
}

function hasSingleValues({ starts }: AliasedLines): boolean {
  for (let i = 1; i < starts.length; i++) if (starts[i]! - starts[i - 1]! > 1) return false;
  return true;
}

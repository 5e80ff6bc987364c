// Improves drafts after their rules were run.

import { type Draft, haveSamePattern, redraft } from "./draft.ts";
import type { Verification } from "./verify.ts";

/** Better drafts. */
interface Improvement {
  readonly drafts: readonly Draft[];
  /** Whether their rules may win other lines than those of the drafts before. */
  readonly mustRunAgain: boolean;
}

/** Drops rules that win lines of given rules or none at all, and drafts those again that missed lines. */
export function improved(drafts: readonly Draft[], { results, intruders }: Verification): Improvement {
  const winners = new Set([...results.values()].flatMap(({ won }) => [...won.keys()]));
  const winnersOfLeaders = new Set(
    [...results].flatMap(([{ header }, { won }]) => (header === -1 ? [] : [...won.keys()])),
  );
  let mustRunAgain = false;
  const better = drafts.flatMap((draft): readonly Draft[] => {
    const { identity, isFollower, shapes } = draft;
    const missed = shapes.flatMap((shape) => results.get(shape)?.missed ?? []);
    // A follower must not win lines that have a header.
    const isIntruder = intruders.has(identity) || (isFollower && winnersOfLeaders.has(identity));
    if (!isIntruder && missed.length === 0 && winners.has(identity)) return [draft];
    mustRunAgain = true;
    if (isIntruder) return isFollower ? [{ ...draft, isFollower: false }] : [];
    if (missed.length === 0) return [];
    const again = redraft(draft, missed);
    // Between the lines of a follower and their leader, there are others that have rules.
    const isApart = isFollower && again.length === 1 && haveSamePattern(again[0]!, draft);
    return isApart ? [{ ...draft, isFollower: false }] : again;
  });
  return { drafts: better, mustRunAgain };
}

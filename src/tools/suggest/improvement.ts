// Improves drafts after their rules were run.

import { addToGroup } from "../../text/collections/polyfills.ts";
import { type Draft, haveSamePattern, redraft, withShapes } from "./draft.ts";
import type { Samples } from "./samples.ts";
import type { Shape } from "./shape-table.ts";
import type { ShapeResult, Verification } from "./verify.ts";

/** Better drafts. */
interface Improvement {
  readonly drafts: readonly Draft[];
  /** Whether their rules may win other lines than those of the drafts before. */
  readonly mustRunAgain: boolean;
}

/**
 * Moves shapes to the drafts whose rules win all their lines, redrafts rules that missed lines or left some to others,
 * and drops rules that win lines of given rules.
 */
export function improved(drafts: readonly Draft[], { results, intruders }: Verification): Improvement {
  const { moved, gained } = movedShapes(drafts, results);
  let mustRunAgain = false;
  const better = drafts.flatMap((draft): Draft[] => {
    const { identity, isFollower } = draft;
    // A rule must not win lines of the given rules, and a follower must not win lines that have a header.
    const isIntruder = intruders.has(identity);
    if (isIntruder || (isFollower && winsLeaders(identity, results))) {
      mustRunAgain = true;
      return isFollower ? [{ ...draft, isFollower: false }] : [];
    }
    const shapes = [...draft.shapes.filter((shape) => !moved.has(shape)), ...(gained.get(identity) ?? [])];
    const kept = withShapes(draft, shapes);
    if (shapes.length === 0) {
      // Without a rule, the names and types of others may change.
      mustRunAgain = true;
      return [];
    }
    const lines = shapes.flatMap((shape) => linesNotWon(identity, results.get(shape)));
    if (lines.length === 0) return [kept];
    const again = redraft(kept, lines);
    const missesSome = shapes.some((shape) => (results.get(shape)?.missed ?? 0) > 0);
    const isSame = again.length === 1 && haveSamePattern(again[0]!, kept);
    if (!missesSome && isSame) return [kept];
    mustRunAgain = true;
    // Between the lines of a follower and their leader, there are others that have rules.
    return isFollower && isSame ? [{ ...kept, isFollower: false }] : again;
  });
  return { drafts: better, mustRunAgain };
}

type Results = Verification["results"];

/**
 * Lines of a shape that the draft's rule did not win, although it won others: its samples may all have had the same
 * number by chance.
 */
function linesNotWon(draft: symbol, result: ShapeResult | undefined): Samples[] {
  if (result === undefined) return [];
  const { won, missed, missedLines, strayLines } = result;
  return [...(missed > 0 ? [missedLines] : []), ...(won.has(draft) && won.size > 1 ? [strayLines] : [])];
}

/** Shapes all of whose lines the rule of another draft wins, and the shapes that drafts gain in that way. */
function movedShapes(
  drafts: readonly Draft[],
  results: Results,
): { readonly moved: ReadonlySet<Shape>; readonly gained: ReadonlyMap<symbol, Shape[]> } {
  const moved = new Set<Shape>();
  const gained = new Map<symbol, Shape[]>();
  const byIdentity = new Map(drafts.map((draft) => [draft.identity, draft]));
  for (const draft of drafts) {
    for (const shape of draft.shapes) {
      const result = results.get(shape);
      if (result === undefined || result.missed > 0 || result.won.size !== 1) continue;
      const winner = byIdentity.get([...result.won.keys()][0]!);
      if (winner === undefined || winner === draft || winner.isFollower !== draft.isFollower) continue;
      moved.add(shape);
      addToGroup(gained, winner.identity, shape);
    }
  }
  return { moved, gained };
}

/** Whether the follower wins lines that have a header. */
function winsLeaders(follower: symbol, results: Results): boolean {
  return [...results].some(([shape, { won }]) => shape.header !== -1 && won.has(follower));
}

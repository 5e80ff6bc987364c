// Improves drafts by what was learned when their rules were run.

import { type Draft, redraft, withShapes } from "./draft.ts";
import type { Shape } from "./shape-table.ts";
import type { Verification } from "./verify.ts";

/** Better drafts, or undefined if there is nothing to improve. */
export function improved(drafts: readonly Draft[], { results, thieves }: Verification): Draft[] | undefined {
  const moved = movedShapes(drafts, results);
  let isChanged = moved.size > 0;
  const better = drafts.flatMap((draft): Draft[] => {
    // A rule must not take lines of the given rules.
    if (thieves.has(draft)) {
      isChanged = true;
      return draft.isFollower ? [{ ...draft, isFollower: false }] : [];
    }
    const own = [...draft.shapes.filter((shape) => !moved.has(shape)), ...shapesMovedTo(moved, draft)];
    if (own.length === 0) return [];
    const kept = own.length === draft.shapes.length && moved.size === 0 ? draft : withShapes(draft, own);
    // A follower must not take lines that have a header.
    if (draft.isFollower && takesOthers(draft, results)) {
      isChanged = true;
      return [{ ...kept, isFollower: false }];
    }
    const missed = own.flatMap((shape) => results.get(shape) ?? []).filter((result) => result.missed > 0);
    if (missed.length === 0) return [kept];
    isChanged = true;
    return redraft(
      kept,
      missed.map(({ missedLines }) => missedLines),
    );
  });
  return isChanged ? better : undefined;
}

type Results = Verification["results"];

/** Shapes all of whose lines another draft's rule wins, and that draft. */
function movedShapes(drafts: readonly Draft[], results: Results): Map<Shape, Draft> {
  const moved = new Map<Shape, Draft>();
  for (const draft of drafts) {
    for (const shape of draft.shapes) {
      const result = results.get(shape);
      if (result === undefined || result.missed > 0 || result.won.size !== 1) continue;
      const [winner] = result.won.keys();
      if (winner !== draft && winner!.isFollower === draft.isFollower) moved.set(shape, winner!);
    }
  }
  return moved;
}

function shapesMovedTo(moved: ReadonlyMap<Shape, Draft>, draft: Draft): Shape[] {
  return [...moved].flatMap(([shape, to]) => (to === draft ? [shape] : []));
}

function takesOthers(follower: Draft, results: Results): boolean {
  return [...results].some(([shape, { won }]) => shape.header !== -1 && won.has(follower));
}

import { UNALIGNED } from "./alignment.ts";
import { TRAIT } from "./bad-words.ts";
import { type ComparedLines, STATE } from "./failed-lines.ts";

/** Lines at most so far apart belong together. */
const MAX_DISTANCE = 2;

/** Lines of a good run whose shapes all good runs have and the failed run lacks. `to` is the index of the last one. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/**
 * Where a run ends although all good runs go on: its last line that they have and that has a word, and the next one of
 * the nearest run.
 */
interface EarlyEnd {
  readonly index: number;
  readonly next: number;
}

/** What the nearest good run has and the failed run did not reach, the most lines first. */
export function findNotReached(lines: ComparedLines): Stretch[] {
  if (lines.isCut || lines.good.length === 0) return [];
  const reached = reachedShapes(lines);
  const { shapes } = lines.good[lines.nearestRun]!;
  // A line in whose place another one stands was reached.
  const replaced = new Set(
    [...lines.changes, ...lines.heads]
      .filter(({ source }) => source === lines.stored.length + lines.nearestRun)
      .map(({ goodIndex }) => goodIndex),
  );
  const stretches: Stretch[] = [];
  let from = -1;
  let to = -1;
  let count = 0;
  const end = (): void => {
    if (from !== -1) stretches.push({ from, to, count });
    from = -1;
    count = 0;
  };
  for (let i = 0; i < shapes.length; i++) {
    if (!isMissed(lines, shapes.at(i), reached) || replaced.has(i)) continue;
    if (from !== -1 && i - to > MAX_DISTANCE) end();
    if (from === -1) from = i;
    to = i;
    count++;
  }
  end();
  return stretches.sort((a, b) => b.count - a.count || a.from - b.from);
}

/** Whether all good runs go on where the failed one ends. A run that ends with another word has its end. */
export function findEarlyEnd(lines: ComparedLines): EarlyEnd | undefined {
  const { lastWord } = lines;
  if (lines.isCut || lines.states[lastWord] === STATE.changed) return undefined;
  const reached = reachedShapes(lines);
  let found: EarlyEnd | undefined;
  for (const [r, run] of lines.good.entries()) {
    const partners = lines.partners[r]!;
    let index = partners.length - 1;
    while (index >= 0 && partners[index] === UNALIGNED) index--;
    let next = index === -1 ? 0 : partners[index]! + 1;
    while (next < run.length && !isMissed(lines, run.shapes.at(next), reached)) next++;
    if (next === run.length) return undefined;
    // An empty line tells nobody how far it came.
    while (index >= 0 && (partners[index] === UNALIGNED || (lines.traits(index) & TRAIT.word) === 0)) index--;
    if (r === lines.nearestRun) found = { index, next };
  }
  return found;
}

function isMissed(lines: ComparedLines, shape: number, reached: Uint8Array): boolean {
  const { table } = lines;
  return reached[shape] === 0 && (table.traitsOf(shape) & TRAIT.word) !== 0 && table.runsOf(shape) === table.runCount;
}

function reachedShapes({ table, failed }: ComparedLines): Uint8Array {
  const reached = new Uint8Array(table.size);
  for (const shape of failed.shapes.values()) reached[shape] = 1;
  return reached;
}

// What good runs have and the failed one did not reach: lines that it lacks, and an end that comes too early.

import { UNALIGNED } from "./alignment.ts";
import type { ComparedLog } from "./compared-log.ts";
import { STATE } from "./failed-lines.ts";
import { TRAIT } from "./line-traits.ts";

/** Lines at most so far apart belong together: one of another kind may stand between, as an empty one. */
export const MAX_DISTANCE = 2;

/** A last line that shares so many words with one of a good run stands in its place: `1 failed, 8 passed`. */
const MIN_END_SIMILARITY = 0.5;

/** Lines that belong together: the indexes of the first and the last one, and how many there are. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Joins the lines among so many that are told to be some, wherever they belong together. */
export function* stretchesOf(length: number, isSome: (index: number) => boolean): Generator<Stretch> {
  let from = -1;
  let to = -1;
  let count = 0;
  for (let i = 0; i < length; i++) {
    if (!isSome(i)) continue;
    if (count > 0 && i - to > MAX_DISTANCE) {
      yield { from, to, count };
      count = 0;
    }
    if (count === 0) from = i;
    to = i;
    count++;
  }
  if (count > 0) yield { from, to, count };
}

/**
 * Where a run ends although all good runs go on: its last line that they have and that has a word, and the next one of
 * the nearest run.
 */
export interface EarlyEnd {
  readonly index: number;
  readonly next: number;
}

/** The lines of the nearest good run whose shapes all good runs have and the failed one lacks, the longest first. */
export function findNotReached(log: ComparedLog): Stretch[] {
  const run = log.good[log.nearestRun];
  if (log.isCut || run === undefined) return [];
  const isMissed = missedShapes(log);
  const replaced = replacedLines(log, log.nearestRun);
  const missed = stretchesOf(run.length, (i) => isMissed(run.shapes.at(i)) && !replaced.has(i));
  return [...missed].sort((a, b) => b.count - a.count || a.from - b.from);
}

/** Whether all good runs go on where the failed one ends. A run that ends with another word has its end. */
export function findEarlyEnd(log: ComparedLog): EarlyEnd | undefined {
  if (log.isCut || log.states[log.lastWord] === STATE.changed) return undefined;
  const isMissed = missedShapes(log);
  const last = log.states[log.lastWord] === STATE.new ? log.newShape(log.lastWord) : undefined;
  const resembled = last !== undefined && last.similarity >= MIN_END_SIMILARITY ? last.nearest : undefined;
  let found: EarlyEnd | undefined;
  for (const [r, run] of log.good.entries()) {
    const partners = log.partners[r]!;
    let index = partners.length - 1;
    while (index >= 0 && partners[index] === UNALIGNED) index--;
    let next = index === -1 ? 0 : partners[index]! + 1;
    const replaced = replacedLines(log, r);
    const isReached = (shape: number): boolean => !isMissed(shape) || shape === resembled;
    while (next < run.length && (isReached(run.shapes.at(next)) || replaced.has(next))) next++;
    if (next === run.length) return undefined;
    // An empty line tells nobody how far it came.
    while (index >= 0 && (partners[index] === UNALIGNED || !log.has(index, TRAIT.word))) index--;
    if (r === log.nearestRun) found = { index, next };
  }
  return found;
}

/** The lines of a good run in whose places other ones stand: they were reached. */
function replacedLines(log: ComparedLog, run: number): Set<number> {
  const source = log.stored.length + run;
  const places = [...log.changes, ...log.heads].filter((place) => place.source === source);
  return new Set(places.map(({ goodIndex }) => goodIndex));
}

/** Tells which shapes all good runs have and the failed one lacks. */
function missedShapes({ table, failed }: ComparedLog): (shape: number) => boolean {
  const reached = new Uint8Array(table.size);
  for (const shape of failed.shapes.values()) reached[shape] = 1;
  return (shape) =>
    reached[shape] === 0 && (table.traitsOf(shape) & TRAIT.word) !== 0 && table.runsOf(shape) === table.runCount;
}

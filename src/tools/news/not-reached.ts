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

/** The lines of the nearest good run whose shapes all good runs have and the failed one lacks, the longest first. */
export function findNotReached(log: ComparedLog): Stretch[] {
  const run = log.good[log.nearestRun];
  if (log.isCut || run === undefined) return [];
  const replaced = replacedLines(log, log.nearestRun);
  const missed = stretchesOf(run.length, (i) => log.isMissed[run.shapes.at(i)] === 1 && !replaced.has(i));
  return [...missed].sort((a, b) => b.count - a.count || a.from - b.from);
}

/**
 * Where a run ends although all good runs go on: its last line that they have and that has a word, with the number 0 if
 * there is none, and the next one of the nearest run. A run that ends with another word has its end.
 */
export function findEarlyEnd(log: ComparedLog) {
  const { failed, good, isMissed, partners: all } = log;
  if (log.isCut || good.length === 0 || log.states[log.lastWord] === STATE.changed) return undefined;
  const isNew = log.states[log.lastWord] === STATE.new;
  const resembled = isNew ? log.shapes.nearestTo(log.shapeOf(log.lastWord), MIN_END_SIMILARITY) : undefined;
  const isReached = (shape: number): boolean => isMissed[shape] === 0 || shape === resembled;
  const ends = good.map((run, r) => {
    const partners = all[r]!;
    const last = partners.findLastIndex((partner) => partner !== UNALIGNED);
    let next = last === -1 ? 0 : partners[last]! + 1;
    const replaced = replacedLines(log, r);
    while (next < run.length && (isReached(run.shapes.at(next)) || replaced.has(next))) next++;
    return { run, partners, next };
  });
  if (ends.some(({ run, next }) => next === run.length)) return undefined;
  const { run, partners, next } = ends[log.nearestRun]!;
  // An empty line tells nobody how far it came.
  const index = partners.findLastIndex((partner, i) => partner !== UNALIGNED && log.has(i, TRAIT.word));
  return {
    file: failed.name,
    line: index === -1 ? 0 : failed.fileLine(index),
    get text() {
      return index === -1 ? Buffer.alloc(0) : failed.text(index);
    },
    get next() {
      return run.text(next);
    },
  };
}

/** The lines of a good run in whose places other ones stand: they were reached. */
function replacedLines(log: ComparedLog, run: number): Set<number> {
  const source = log.stored.length + run;
  const places = [...log.changes, ...log.heads].filter((place) => place.source === source);
  return new Set(places.map(({ goodIndex }) => goodIndex));
}

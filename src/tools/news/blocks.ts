// Which lines are told together, and in which order.

import type { ComparedLog } from "./compared-log.ts";
import { STATE } from "./failed-lines.ts";
import { TRAIT } from "./line-traits.ts";
import { MAX_DISTANCE } from "./not-reached.ts";

/** More known lines in a row than this divide a block: what stands so far apart has another cause. */
const MAX_KNOWN_LINES = 5;
/** So many indented lines may follow the last new one, as those of a long trace do. */
const MAX_INDENTED_LINES = 500;

/** A line of bad news weighs as much as ten words that no good run has, and so many lines are enough. */
const BAD_LINE_SCORE = 10;
const MAX_BAD_LINES = 40;
/** More words say no more: a dump must not outdo a failure. */
const MAX_INFORMATION = 200;
/** The words of a block without failures count a quarter, and less the more known lines follow. */
const CALM_FACTOR = 0.25;
/** A warning, and a line that stands in the place of another one, as messages of commits do, count a third. */
const WARNING_WEIGHT = 0.3;
const REPLACING_WEIGHT = 0.3;
/** What stops a run stands at its end: a block in the tail is worth two lines of bad news more. */
const TAIL_SCORE = 20;
/** A block is in the tail if at most so many placed lines follow, or this share of them. */
const MIN_TAIL_LINES = 8;
const TAIL_SHARE = 0.02;
/** After the first one, shapes that differ in one word say a tenth. */
const REPEATED_WEIGHT = 0.1;

/** So many lines are few enough to be told although they are not important. */
const FEW_LINES = 8;
/** A block in the tail is told if it says so much, with bad news elsewhere and without. */
const MIN_TAIL_INFORMATION = 3;
const MIN_CALM_TAIL_INFORMATION = 2;
/** So many blocks with a new shape are told. A service that fails says so a thousand times. */
const MAX_TIMES_TOLD = 3;
/** A block is related to the best one by so many common new words, or if it says this share of it. */
const MIN_COMMON_WORDS = 2;
const MIN_INFORMATION_SHARE = 0.3;
/** An earlier block with this share of the best weight is taken for the cause: effects write more than causes. */
const MIN_CAUSE_SHARE = 0.3;

/** Lines of the failed run that are told or folded together. */
export interface Block {
  readonly log: ComparedLog;
  readonly from: number;
  /** The index of its last line. */
  readonly to: number;
  readonly badLines: number;
  /** Whether it has bad news beside warnings. */
  readonly isFailure: boolean;
  readonly information: number;
  /** How much of it no block before says. */
  readonly fresh: number;
  readonly isTail: boolean;
  /** How much it says, and how important it is. */
  readonly weight: number;
  readonly score: number;
  /** Its new shapes, and the words of them that no good run has. */
  readonly shapes: ReadonlySet<number>;
  readonly unseen: ReadonlySet<number>;
  /** How many lines that good runs have follow in the log. */
  readonly knownAfter: number;
}

type Range = [from: number, to: number];

/** All blocks of a failed run, in the order of its lines. */
export function findBlocks(log: ComparedLog): Block[] {
  if (log.isCut) return [];
  const { placed, failed, table } = log;
  const placedBefore = countsBefore(failed.length, (i) => placed[i] === 1);
  // Also those that stand in another place than in good runs.
  const knownBefore = countsBefore(failed.length, (i) => table.isKnown(failed.shapes.at(i)));
  const told = new Set<number>();
  return findRanges(log).map((range) => describe(log, range, placedBefore, knownBefore, told));
}

/** By index, also behind the last line: how many lines before it are some. */
function countsBefore(length: number, isSome: (index: number) => boolean): Uint32Array {
  const counts = new Uint32Array(length + 1);
  for (let i = 0; i < length; i++) counts[i + 1] = counts[i]! + (isSome(i) ? 1 : 0);
  return counts;
}

/** The first and the last lines of stretches that belong together. */
function findRanges(log: ComparedLog): Range[] {
  const { length } = log.states;
  const ranges: Range[] = [];
  for (let from = 0; from < length; from++) {
    if (!isCandidate(log, from)) continue;
    let to = from;
    // The last line that belongs to the block, or that is new but says nothing, as the mark under a place.
    let last = from;
    for (let i = from + 1; i < length && (i - last <= MAX_DISTANCE || isBelow(log, i, to)); i++) {
      if (isCandidate(log, i)) to = last = i;
      else if (log.isWordless(i)) last = i;
    }
    for (const range of divided(log, from, to)) add(log, ranges, range);
    from = to;
  }
  return ranges;
}

/** Whether a line that is not far away belongs to a new one, as all lines between them do: they are indented more. */
function isBelow(log: ComparedLog, i: number, head: number): boolean {
  if (i - head > MAX_KNOWN_LINES + 1 || log.states[head] !== STATE.new) return false;
  const indent = log.indentOf(head);
  for (let line = head + 1; line <= i; line++) if (log.indentOf(line) <= indent) return false;
  return true;
}

/** Adds a paragraph, or joins it to the one before if both have failures or none. Empty lines count for no distance. */
function add(log: ComparedLog, ranges: Range[], range: Range): void {
  const before = ranges.at(-1);
  let distance = 1;
  for (let i = (before?.[1] ?? -1) + 1; i < range[0] && distance <= MAX_DISTANCE; i++) if (!log.isEmpty(i)) distance++;
  if (before !== undefined && distance <= MAX_DISTANCE && isFailure(log, before) === isFailure(log, range))
    before[1] = range[1];
  else ranges.push(range);
}

/** Whether there is bad news beside warnings. */
function isFailure(log: ComparedLog, [from, to]: Range): boolean {
  for (let i = from; i <= to; i++) if (isNews(log, i) && badness(log, i) === 1) return true;
  return false;
}

/** Whether a line may be one of a block: it is new, bad news beside new lines, or known in another place. */
function isCandidate(log: ComparedLog, i: number): boolean {
  const state = log.states[i];
  if (state === STATE.new) return true;
  if (state === STATE.changed)
    return (
      i !== log.lastWord && log.lines.isBad(i) && (log.states[i + 1] === STATE.new || log.states[i - 1] === STATE.new)
    );
  return state === STATE.known && log.placed[i] === 0 && log.has(i, TRAIT.word);
}

/** Whether a line is new, or became bad news beside new lines. */
function isNews(log: ComparedLog, i: number): boolean {
  return log.states[i] === STATE.new || (log.states[i] === STATE.changed && isCandidate(log, i));
}

/** Cuts a stretch where too many known lines stand in a row, and trims its parts. Each one has a new line. */
function divided(log: ComparedLog, from: number, to: number): Range[] {
  const parts: Range[] = [];
  let start = -1;
  let lastNew = -1;
  let known = 0;
  const end = (): void => {
    if (start === -1) return;
    let last = lastNew;
    while (last < to && isIndented(log, last + 1) && last - lastNew < MAX_INDENTED_LINES) last++;
    parts.push([start, last]);
    start = -1;
  };
  for (let i = from; i <= to; i++) {
    if (isNews(log, i)) {
      if (start === -1) start = i;
      lastNew = i;
      known = 0;
      continue;
    }
    if (!log.has(i, TRAIT.indented | TRAIT.errorLevel)) known++;
    if (known > MAX_KNOWN_LINES) end();
  }
  end();
  return parts;
}

function isIndented(log: ComparedLog, i: number): boolean {
  return log.has(i, TRAIT.indented) && isCandidate(log, i);
}

/** `told` has the shapes told before, and gets those of the block. */
function describe(
  log: ComparedLog,
  [from, to]: Range,
  placedBefore: Uint32Array,
  knownBefore: Uint32Array,
  told: Set<number>,
): Block {
  const lines = Array.from({ length: to - from + 1 }, (_, i) => from + i).filter((i) => isNews(log, i));
  const badLines = lines.reduce((sum, i) => sum + badness(log, i), 0);
  const hasFailure = isFailure(log, [from, to]);
  const shapes = new Set(lines.filter((i) => log.states[i] === STATE.new).map((i) => log.shapeOf(i)));
  const information = informationOf(log, shapes);
  const fresh = informationOf(log, new Set([...shapes].filter((shape) => !told.has(shape))));
  for (const shape of shapes) told.add(shape);
  const unseen = new Set([...shapes].flatMap((shape) => log.shapes.of(shape).unseen));
  const placed = placedBefore.at(-1)!;
  const after = placed - placedBefore[to + 1]!;
  const isTail = after <= Math.max(MIN_TAIL_LINES, TAIL_SHARE * placed);
  const weight =
    BAD_LINE_SCORE * Math.min(badLines, MAX_BAD_LINES) +
    Math.min(information, MAX_INFORMATION) * (hasFailure ? 1 : CALM_FACTOR * (1 - after / Math.max(placed, 1)));
  const score = weight + (isTail ? TAIL_SCORE : 0);
  const knownAfter = knownBefore.at(-1)! - knownBefore[to + 1]!;
  return {
    log,
    from,
    to,
    badLines,
    isFailure: hasFailure,
    information,
    fresh,
    isTail,
    weight,
    score,
    shapes,
    unseen,
    knownAfter,
  };
}

/** How bad the news of a line is: 1 for a failure, less if it may be none. */
function badness(log: ComparedLog, i: number): number {
  if (!log.lines.isBad(i)) return 0;
  if (log.has(i, TRAIT.lowLevel | TRAIT.command)) return 0;
  if (log.replacing.has(i)) return REPLACING_WEIGHT;
  return log.has(i, TRAIT.middleLevel) ? WARNING_WEIGHT : 1;
}

/** How much new shapes say together. */
function informationOf({ shapes }: ComparedLog, ids: ReadonlySet<number>): number {
  const seriesOf = shapes.seriesAmong(ids);
  const told = new Set<unknown>();
  let sum = 0;
  for (const id of ids) {
    const series = seriesOf(id);
    sum += (series !== undefined && told.has(series) ? REPEATED_WEIGHT : 1) * shapes.of(id).information;
    if (series !== undefined) told.add(series);
  }
  return sum;
}

/** The lines of a block, without those that were overwritten. */
export function linesOf({ log, from, to }: Block): number[] {
  const indexes: number[] = [];
  for (let i = from; i <= to; i++) if (log.states[i] !== STATE.redraw) indexes.push(i);
  return indexes;
}

/**
 * Blocks by what becomes of them: told, the most important first; repeated, as their shapes are told often enough; or
 * not important. The last two are in the order of their lines.
 */
export interface SortedBlocks {
  readonly told: readonly Block[];
  readonly repeated: readonly Block[];
  readonly unimportant: readonly Block[];
}

export function sortedBlocks(blocks: readonly Block[]): SortedBlocks {
  const important = importantBlocks(blocks);
  const repeated = new Set<Block>();
  const times = new Map<ComparedLog, Map<number, number>>();
  for (const block of important) {
    const { log, shapes } = block;
    const toldTimes = times.get(log) ?? new Map<number, number>();
    times.set(log, toldTimes);
    const timesOf = (shape: number): number => toldTimes.get(shape) ?? 0;
    if (shapes.size > 0 && [...shapes].every((shape) => timesOf(shape) >= MAX_TIMES_TOLD)) repeated.add(block);
    else for (const shape of shapes) toldTimes.set(shape, timesOf(shape) + 1);
  }
  const matter = new Set(important);
  return {
    told: important.filter((block) => !repeated.has(block)),
    repeated: blocks.filter((block) => repeated.has(block)),
    unimportant: blocks.filter((block) => !matter.has(block)),
  };
}

/** Those of the blocks that matter, the most important first. */
function importantBlocks(blocks: readonly Block[]): Block[] {
  const ranked = [...blocks].sort(
    (a, b) => Number(b.isFailure) - Number(a.isFailure) || b.score - a.score || a.from - b.from,
  );
  const best = ranked[0];
  if (best === undefined) return [];
  const hasBad = ranked.some(({ badLines }) => badLines > 0);
  let told = 0;
  const toldOnes = ranked.filter((block, rank) => {
    const isTold =
      rank === 0 ||
      block.isFailure ||
      (block.badLines > 0 && !best.isFailure) ||
      told + lengthOf(block) <= FEW_LINES ||
      (hasBad ? block.isTail && block.fresh >= MIN_TAIL_INFORMATION : isRelated(block, best));
    if (isTold) told += lengthOf(block);
    return isTold;
  });
  const cause = toldOnes
    .filter(({ log, isFailure, weight }) => log === best.log && isFailure && weight >= MIN_CAUSE_SHARE * best.weight)
    .reduce((first, block) => (block.from < first.from ? block : first), best);
  return [cause, ...toldOnes.filter((block) => block !== cause)];
}

/** Whether a block may have to do with the best one, where no words say so. */
function isRelated(block: Block, best: Block): boolean {
  if (block.isTail && block.information > MIN_CALM_TAIL_INFORMATION) return true;
  let common = 0;
  for (const word of block.unseen) if (best.unseen.has(word)) common++;
  return common >= MIN_COMMON_WORDS || block.information >= MIN_INFORMATION_SHARE * best.information;
}

function lengthOf({ from, to }: Block): number {
  return to - from + 1;
}

// Which lines are told together, and in which order.

import { TRAIT } from "./bad-words.ts";
import { type ComparedLines, STATE } from "./failed-lines.ts";

/** Lines at most so far apart belong together. */
const MAX_DISTANCE = 2;
/** More known lines in a row than this divide a block. */
const MAX_KNOWN_LINES = 5;
const MAX_BAD_LINES = 40;
const BAD_LINE_SCORE = 10;
const MAX_INFORMATION = 200;
const CALM_FACTOR = 0.25;
const TAIL_SCORE = 20;
/** A block is in the tail if at most so many lines of good runs follow. */
const MIN_TAIL_LINES = 8;
const TAIL_SHARE = 0.02;
/** Shapes that differ in one word count once if there are so many of them, and then a tenth. */
const MIN_REPEATED_SHAPES = 4;
const REPEATED_WEIGHT = 0.1;
const WARNING_WEIGHT = 0.3;
/** Of a line that stands in the place of another one, as messages of commits do. */
const REPLACED_WEIGHT = 0.3;
/** So many lines are few enough to be told although they are not important. */
const FEW_LINES = 8;
const MIN_TAIL_INFORMATION = 3;
const MIN_CALM_TAIL_INFORMATION = 2;
const MIN_COMMON_WORDS = 2;
const MIN_INFORMATION_SHARE = 0.3;
/** An earlier block with this share of the best score is taken for the cause. */
const MIN_CAUSE_SHARE = 0.3;

/** Lines of the failed run that are told or folded together. */
export interface Block {
  readonly lines: ComparedLines;
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
  readonly unseen: ReadonlySet<number>;
  /** How many lines that good runs have follow in the log. */
  readonly knownAfter: number;
}

type Range = [from: number, to: number];

/** All blocks of a failed run, in the order of its lines. */
export function findBlocks(lines: ComparedLines): Block[] {
  if (lines.isCut) return [];
  const placedAfter = countPlacedAfter(lines.placed);
  const before = new Set<number>();
  const ranges = joined(lines, findRanges(lines));
  const knownAfter = countKnownAfter(lines, ranges);
  return ranges.map(([from, to], i) => ({
    ...describe(lines, from, to, placedAfter, before),
    knownAfter: knownAfter[i]!,
  }));
}

/** The first and the last lines of stretches that belong together. */
function findRanges(lines: ComparedLines): Range[] {
  const { length } = lines.states;
  const ranges: Range[] = [];
  let from = -1;
  let to = -1;
  const end = (): void => {
    if (from !== -1) ranges.push(...divided(lines, from, to));
    from = -1;
  };
  // The last line that belongs to the block, or that is new but says nothing, as the mark under a place.
  let last = -1;
  for (let i = 0; i < length; i++) {
    if (!isCandidate(lines, i)) {
      if (from !== -1 && i - last <= MAX_DISTANCE && lines.isWordless(i)) last = i;
      continue;
    }
    if (from !== -1 && i - last > MAX_DISTANCE) end();
    if (from === -1) from = i;
    to = i;
    last = i;
  }
  end();
  return ranges;
}

/** Joins paragraphs: empty lines count for no distance, if both have failures or none does. */
function joined(lines: ComparedLines, ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges) {
    const last = result.at(-1);
    if (last !== undefined && areNear(lines, last[1], from) && isFailure(lines, last) === isFailure(lines, [from, to]))
      last[1] = to;
    else result.push([from, to]);
  }
  return result;
}

function areNear(lines: ComparedLines, from: number, to: number): boolean {
  let distance = 1;
  for (let i = from + 1; i < to && distance <= MAX_DISTANCE; i++) if (!lines.isEmpty(i)) distance++;
  return distance <= MAX_DISTANCE;
}

/** Whether there is bad news beside warnings. */
function isFailure(lines: ComparedLines, [from, to]: Range): boolean {
  for (let i = from; i <= to; i++) if (lines.states[i] === STATE.new && badness(lines, i) === 1) return true;
  return false;
}

function isCandidate(lines: ComparedLines, i: number): boolean {
  const state = lines.states[i];
  if (state === STATE.new) return true;
  if (state === STATE.changed)
    return (
      i !== lines.lastWord && lines.isBad(i) && (lines.states[i + 1] === STATE.new || lines.states[i - 1] === STATE.new)
    );
  return state === STATE.known && lines.placed[i] === 0 && (lines.traits(i) & TRAIT.word) !== 0;
}

/** Cuts a stretch where too many known lines stand in a row, and trims its parts. Each one has a new line. */
function divided(lines: ComparedLines, from: number, to: number): Range[] {
  const parts: Range[] = [];
  let start = -1;
  let lastNew = -1;
  let known = 0;
  const end = (): void => {
    if (start === -1) return;
    let last = lastNew;
    while (last < to && isIndented(lines, last + 1) && last - lastNew < MAX_KNOWN_LINES * 100) last++;
    parts.push([start, last]);
    start = -1;
  };
  for (let i = from; i <= to; i++) {
    if (lines.states[i] === STATE.new || (lines.states[i] === STATE.changed && isCandidate(lines, i))) {
      if (start === -1) start = i;
      lastNew = i;
      known = 0;
      continue;
    }
    if ((lines.traits(i) & (TRAIT.indented | TRAIT.errorLevel)) === 0) known++;
    if (known > MAX_KNOWN_LINES) end();
  }
  end();
  return parts;
}

function isIndented(lines: ComparedLines, i: number): boolean {
  return (lines.traits(i) & TRAIT.indented) !== 0 && isCandidate(lines, i);
}

function describe(
  lines: ComparedLines,
  from: number,
  to: number,
  placedAfter: Uint32Array,
  before: Set<number>,
): Omit<Block, "knownAfter"> {
  let badLines = 0;
  let isFailure = false;
  const shapes = new Set<number>();
  for (let i = from; i <= to; i++) {
    if (lines.states[i] !== STATE.new) continue;
    shapes.add(lines.shapeOf(i));
    const weight = badness(lines, i);
    badLines += weight;
    if (weight === 1) isFailure = true;
  }
  const information = informationOf(lines, shapes);
  const fresh = informationOf(lines, new Set([...shapes].filter((shape) => !before.has(shape))));
  for (const shape of shapes) before.add(shape);
  const unseen = new Set<number>();
  for (const shape of shapes) for (const word of lines.shapes.of(shape).unseen) unseen.add(word);
  const placed = lines.placed.length - placedBefore(placedAfter);
  const isTail = placedAfter[to + 1]! <= Math.max(MIN_TAIL_LINES, TAIL_SHARE * placed);
  const weight =
    BAD_LINE_SCORE * Math.min(badLines, MAX_BAD_LINES) +
    Math.min(information, MAX_INFORMATION) *
      (isFailure ? 1 : CALM_FACTOR * (1 - placedAfter[to + 1]! / Math.max(placed, 1)));
  const score = weight + (isTail ? TAIL_SCORE : 0);
  return {
    lines,
    from,
    to,
    badLines,
    isFailure,
    information,
    fresh,
    isTail,
    weight,
    score,
    unseen,
  };
}

function placedBefore(placedAfter: Uint32Array): number {
  return placedAfter.length - 1 - placedAfter[0]!;
}

function badness(lines: ComparedLines, i: number): number {
  if (!lines.isBad(i)) return 0;
  const traits = lines.traits(i);
  if ((traits & (TRAIT.lowLevel | TRAIT.command)) !== 0) return 0;
  if (lines.isReplaced(i)) return REPLACED_WEIGHT;
  return (traits & TRAIT.middleLevel) !== 0 ? WARNING_WEIGHT : 1;
}

function informationOf(lines: ComparedLines, shapes: ReadonlySet<number>): number {
  const repeated = new Map<unknown, number>();
  for (const shape of shapes)
    for (const hole of lines.shapes.of(shape).holes) repeated.set(hole, (repeated.get(hole) ?? 0) + 1);
  const told = new Set<unknown>();
  let sum = 0;
  for (const shape of shapes) {
    const { holes, information } = lines.shapes.of(shape);
    const isRepeated = holes.find((hole) => repeated.get(hole)! >= MIN_REPEATED_SHAPES);
    const weight = isRepeated === undefined || !told.has(isRepeated) ? 1 : REPEATED_WEIGHT;
    if (isRepeated !== undefined) told.add(isRepeated);
    sum += weight * information;
  }
  return sum;
}

/** By range: how many known lines follow it, also those that stand in another place than in good runs. */
function countKnownAfter({ failed, table }: ComparedLines, ranges: readonly Range[]): number[] {
  const counts: number[] = [];
  let count = 0;
  let next = failed.length;
  for (const [, to] of [...ranges].reverse()) {
    for (let i = to + 1; i < next; i++) if (table.isKnown(failed.shapes.at(i))) count++;
    next = to + 1;
    counts.push(count);
  }
  return counts.reverse();
}

/** By line: how many placed lines stand at it or behind it. */
function countPlacedAfter(placed: Uint8Array): Uint32Array {
  const counts = new Uint32Array(placed.length + 1);
  for (let i = placed.length - 1; i >= 0; i--) counts[i] = counts[i + 1]! + placed[i]!;
  return counts;
}

/** The blocks that are told, the most important first. */
export function selectBlocks(blocks: readonly Block[]): Block[] {
  const ranked = [...blocks].sort(
    (a, b) => Number(b.isFailure) - Number(a.isFailure) || b.score - a.score || a.from - b.from,
  );
  const best = ranked[0];
  if (best === undefined) return [];
  const hasBad = ranked.some(({ badLines }) => badLines > 0);
  let told = 0;
  const selected = ranked.filter((block, rank) => {
    const isSelected =
      rank === 0 ||
      block.isFailure ||
      (block.badLines > 0 && !best.isFailure) ||
      told + lengthOf(block) <= FEW_LINES ||
      (hasBad ? block.isTail && block.fresh >= MIN_TAIL_INFORMATION : isRelated(block, best));
    if (isSelected) told += lengthOf(block);
    return isSelected;
  });
  const cause = selected
    .filter(
      ({ lines, isFailure, weight }) => lines === best.lines && isFailure && weight >= MIN_CAUSE_SHARE * best.weight,
    )
    .reduce((first, block) => (block.from < first.from ? block : first), best);
  return [cause, ...selected.filter((block) => block !== cause)];
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

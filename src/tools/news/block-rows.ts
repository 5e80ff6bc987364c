// Which lines of a block are shown if there is no room for all: those that tell most, and of lines that are alike the
// first ones.

import { TRAIT } from "./bad-words.ts";
import type { Block } from "./blocks.ts";
import { type ComparedLines, STATE } from "./failed-lines.ts";
import { linesOf } from "./news.ts";

/** More indented lines in a row are folded, all but the first of them. */
const MAX_INDENTED = 6;
/** In blocks of more lines, lines with the same shape are folded from the fourth on. */
const MAX_LINES_OF_SMALL_BLOCK = 12;
const MAX_LINES_OF_KIND = 3;
/** As many new shapes that differ in one word are one kind. */
const MIN_SHAPES_OF_KIND = 4;
/** So many lines after a line that tells much, or the first one, are shown rather than others. */
const NEAR_LINES = 3;

/** How much a line tells. Lines of later levels are folded first. */
const LEVEL = { telling: 0, near: 1, first: 2, known: 3, repeated: 4, indented: 5 } as const;

/** A row of a block: a line or, if `count` is more than 1, lines that are folded. `from` and `to` are their indexes. */
export interface BlockRow {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** The rows of a block. */
export class BlockRows {
  /** How many rows there are if the room is unlimited. */
  readonly length: number;
  private readonly indexes: readonly number[];
  /** The lines that may be shown, as places in `indexes`, the most telling first. */
  private readonly ranked: readonly number[];

  constructor(block: Block) {
    const { lines } = block;
    this.indexes = linesOf(block);
    const levels = levelsOf(lines, this.indexes);
    const isFolded = foldedLines(lines, this.indexes, levels);
    this.ranked = [...this.indexes.keys()]
      .filter((place) => !isFolded[place])
      .sort((a, b) => levels[a]! - levels[b]! || a - b);
    this.length = this.rowsWith(this.ranked.length).length;
  }

  /** At most `room` rows, but at least one. */
  within(room: number): readonly BlockRow[] {
    // One line more is never fewer rows: it may only fill the place of a row of folded ones.
    let low = 0;
    let high = this.ranked.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.rowsWith(middle).length <= room) low = middle;
      else high = middle - 1;
    }
    return this.rowsWith(low);
  }

  /** The line that tells most. */
  get best(): number {
    return this.indexes[this.ranked[0]!]!;
  }

  private rowsWith(shown: number): BlockRow[] {
    const { indexes, ranked } = this;
    const isShown = new Uint8Array(indexes.length);
    for (const place of ranked.slice(0, shown)) isShown[place] = 1;
    const rows: BlockRow[] = [];
    for (let place = 0; place < indexes.length; ) {
      let end = place + 1;
      if (isShown[place] === 0) while (end < indexes.length && isShown[end] === 0) end++;
      rows.push({ from: indexes[place]!, to: indexes[end - 1]!, count: end - place });
      place = end;
    }
    return rows;
  }
}

function levelsOf(lines: ComparedLines, indexes: readonly number[]): Uint8Array {
  const kinds = kindsOf(lines, indexes);
  const seen = new Set<unknown>();
  const levels = Uint8Array.from(indexes, (index) => {
    const kind = kinds(index);
    const isFirst = !seen.has(kind);
    seen.add(kind);
    const state = lines.states[index];
    if (state !== STATE.new && state !== STATE.changed) return LEVEL.known;
    if (lines.isBad(index)) return isFirst ? LEVEL.telling : LEVEL.repeated;
    if ((lines.traits(index) & TRAIT.indented) !== 0) return LEVEL.indented;
    return isFirst ? LEVEL.first : LEVEL.repeated;
  });
  levels[0] = Math.min(levels[0]!, LEVEL.near);
  let near = NEAR_LINES;
  for (const [place, level] of levels.entries()) {
    if (level === LEVEL.telling) near = NEAR_LINES;
    else if (near > 0) {
      near--;
      if (level === LEVEL.first || level === LEVEL.indented) levels[place] = LEVEL.near;
    }
  }
  return levels;
}

/** What lines have in common that are of one kind. */
function kindsOf(lines: ComparedLines, indexes: readonly number[]): (index: number) => unknown {
  const counts = new Map<unknown, number>();
  const holesOf = (shape: number) => (lines.table.isKnown(shape) ? [] : lines.shapes.of(shape).holes);
  for (const shape of new Set(indexes.map((index) => lines.shapeOf(index))))
    for (const hole of holesOf(shape)) counts.set(hole, (counts.get(hole) ?? 0) + 1);
  return (index) => {
    const shape = lines.shapeOf(index);
    return holesOf(shape).find((hole) => counts.get(hole)! >= MIN_SHAPES_OF_KIND) ?? shape;
  };
}

/** By place: whether a line is folded although there may be room. */
function foldedLines(lines: ComparedLines, indexes: readonly number[], levels: Uint8Array): boolean[] {
  const isFolded = indexes.map(() => false);
  const isIndented = (place: number): boolean => (lines.traits(indexes[place]!) & TRAIT.indented) !== 0;
  for (let place = 0; place < indexes.length; ) {
    let end = place;
    while (end < indexes.length && isIndented(end)) end++;
    if (end - place > MAX_INDENTED) isFolded.fill(true, place + MAX_INDENTED - 1, end);
    place = Math.max(end, place + 1);
  }
  if (indexes.length > MAX_LINES_OF_SMALL_BLOCK) {
    const counts = new Map<number, number>();
    for (const [place, index] of indexes.entries()) {
      const count = (counts.get(lines.shapeOf(index)) ?? 0) + 1;
      counts.set(lines.shapeOf(index), count);
      if (count > MAX_LINES_OF_KIND) isFolded[place] = true;
    }
  }
  return isFolded.map((folded, place) => folded && levels[place] !== LEVEL.telling);
}

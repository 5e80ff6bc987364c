// Which lines of a block are shown if there is no room for all: those that tell most, and of lines that are alike the
// first ones.

import { EventReader, groupLines } from "../../text/events/event-reader.ts";
import { ROLES } from "../../text/events/trace-steps.ts";
import { type Block, linesOf } from "./blocks.ts";
import type { ComparedLog } from "./compared-log.ts";
import { TRAIT } from "./line-traits.ts";
import type { Stretch } from "./not-reached.ts";

/** More indented lines in a row, or frames of a stack trace, are folded, all but the first: the cause is near them. */
const MAX_INDENTED = 6;
const MAX_FRAMES = 4;
/** In blocks of more lines, lines with the same shape are folded from the fourth on. */
const MAX_LINES_OF_SMALL_BLOCK = 12;
const MAX_LINES_OF_KIND = 3;
/** So many lines after a line that tells much, or the first one, are shown rather than others. */
const NEAR_LINES = 3;

/** How much a line tells. Lines of later levels are folded first. */
const LEVEL = { telling: 0, near: 1, first: 2, known: 3, repeated: 4, indented: 5 } as const;

/** The rows of a block: each is a line or, if its count is more than 1, lines that are folded. */
export class BlockRows {
  /** How many rows there are if the room is unlimited. */
  readonly length: number;
  /** The line that tells most. What begins a stack trace, or stands right before one, tells less than its exception. */
  readonly best: number;
  private readonly indexes: readonly number[];
  /** The lines that may be shown, as places in `indexes`, the most telling first. */
  private readonly ranked: readonly number[];
  private readonly isBlank: readonly boolean[];

  constructor(block: Block) {
    const { log } = block;
    this.indexes = linesOf(block);
    this.isBlank = this.indexes.map((index) => log.isEmpty(index));
    const traces = tracesIn(log, this.indexes);
    const levels = levelsOf(log, this.indexes, traces);
    const isFolded = foldedLines(log, this.indexes, levels, traces);
    this.ranked = [...this.indexes.keys()]
      .filter((place) => !isFolded[place])
      .sort((a, b) => levels[a]! - levels[b]! || a - b);
    const best = this.ranked[0]!;
    this.best = this.indexes[traces.tellingOf(best) ?? traces.tellingOf(best + 1) ?? best]!;
    this.length = this.rowsWith(this.ranked.length).length;
  }

  /** At most `room` rows, but at least one. */
  within(room: number): readonly Stretch[] {
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

  private rowsWith(shown: number): Stretch[] {
    const { indexes, ranked, isBlank } = this;
    const isShown = new Uint8Array(indexes.length);
    for (const place of ranked.slice(0, shown)) isShown[place] = 1;
    // Blank lines beside folded ones are folded with them.
    for (const place of isShown.keys()) if (isBlank[place] && isShown[place - 1] === 0) isShown[place] = 0;
    for (let place = isShown.length - 2; place >= 0; place--)
      if (isBlank[place] && isShown[place + 1] === 0) isShown[place] = 0;
    const rows: Stretch[] = [];
    for (let place = 0; place < indexes.length; ) {
      let end = place + 1;
      if (isShown[place] === 0) while (isShown[end] === 0) end++;
      rows.push({ from: indexes[place]!, to: indexes[end - 1]!, count: end - place });
      place = end;
    }
    return rows;
  }
}

/** Stack traces, by place. */
interface Traces {
  readonly isFrame: readonly boolean[];
  /** The telling line of the trace that a line is in. */
  tellingOf(place: number): number | undefined;
}

function tracesIn({ failed, table: { line } }: ComparedLog, indexes: readonly number[]): Traces {
  const reader = new EventReader();
  const { first, telling, roles } = groupLines(indexes.length, reader, (place) => {
    const text = failed.text(indexes[place]!);
    line.read(text, 0, text.length);
    return reader.read(line.bytes, line.start, line.end);
  });
  const tellingOf = (place: number): number | undefined => {
    const own = telling[first[place] ?? -1];
    return own !== undefined && ROLES[roles[own]!] === "telling" ? own : undefined;
  };
  return { isFrame: Array.from(roles, (role) => ROLES[role] === "frame"), tellingOf };
}

function levelsOf(log: ComparedLog, indexes: readonly number[], { isFrame, tellingOf }: Traces): Uint8Array {
  const seriesOf = log.shapes.seriesAmong(indexes.map((index) => log.shapeOf(index)));
  const seen = new Set<unknown>();
  let near = NEAR_LINES;
  return Uint8Array.from(indexes, (index, place) => {
    const shape = log.shapeOf(index);
    const like = seriesOf(shape) ?? shape;
    const isFirst = !seen.has(like);
    seen.add(like);
    const level = (): number => {
      if (!log.isNew(index)) return LEVEL.known;
      if (tellingOf(place) === place) return LEVEL.telling;
      if (isFrame[place]) return LEVEL.indented;
      if (log.lines.isBad(index)) return isFirst ? LEVEL.telling : LEVEL.repeated;
      if (log.has(index, TRAIT.indented)) return LEVEL.indented;
      return isFirst ? LEVEL.first : LEVEL.repeated;
    };
    const own = place === 0 ? Math.min(level(), LEVEL.near) : level();
    if (own === LEVEL.telling) near = NEAR_LINES;
    else if (near-- > 0 && (own === LEVEL.first || own === LEVEL.indented)) return LEVEL.near;
    return own;
  });
}

/** By place: whether a line is folded although there may be room. */
function foldedLines(log: ComparedLog, indexes: readonly number[], levels: Uint8Array, { isFrame }: Traces): boolean[] {
  const isFolded = indexes.map(() => false);
  const foldLong = (isOne: (place: number) => boolean, most: number): void => {
    let count = 0;
    for (const place of indexes.keys()) {
      count = isOne(place) ? count + 1 : 0;
      if (count === most + 1) isFolded[place - 1] = true;
      if (count > most) isFolded[place] = true;
    }
  };
  foldLong((place) => log.has(indexes[place]!, TRAIT.indented), MAX_INDENTED);
  foldLong((place) => isFrame[place]!, MAX_FRAMES);
  const counts = new Map<number, number>();
  for (const [place, index] of indexes.entries()) {
    const count = (counts.get(log.shapeOf(index)) ?? 0) + 1;
    counts.set(log.shapeOf(index), count);
    if (count > MAX_LINES_OF_KIND && indexes.length > MAX_LINES_OF_SMALL_BLOCK) isFolded[place] = true;
  }
  return isFolded.map((folded, place) => folded && levels[place] !== LEVEL.telling);
}

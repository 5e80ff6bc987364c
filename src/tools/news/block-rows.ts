// Which lines of a block are shown if there is no room for all: those that tell most, and of lines that are alike the
// first ones.

import { EventReader } from "../../text/events/event-reader.ts";
import { groupLines } from "../../text/events/group-lines.ts";
import { ROLES } from "../../text/events/trace-steps.ts";
import { type Block, linesOf } from "./blocks.ts";
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

/** How much a line tells. Lines of later levels are folded first, and those of the last one always. */
const LEVEL = { telling: 0, near: 1, first: 2, known: 3, repeated: 4, indented: 5, folded: 6 } as const;

/** The rows of a block: each is a line or, if its count is more than 1, lines that are folded. */
export class BlockRows {
  /** How many rows there are if the room is unlimited. */
  readonly length: number;
  private readonly block: Block;
  private readonly indexes: readonly number[];
  /** By place in `indexes`: the line that tells what the stack trace is about that the line is in. */
  private readonly causes: readonly (number | undefined)[];
  private readonly isFrame: readonly boolean[];
  /** The places of lines that may be shown, the most telling first. */
  private readonly ranked: readonly number[];

  constructor(block: Block) {
    const { failed, table } = block.log;
    this.block = block;
    const indexes = linesOf(block);
    this.indexes = indexes;
    const reader = new EventReader();
    const { first, telling, roles } = groupLines(indexes.length, reader, (place) => {
      const text = failed.text(indexes[place]!);
      table.line.read(text, 0, text.length);
      return reader.read(table.line.bytes, table.line.start, table.line.end);
    });
    this.isFrame = indexes.map((_, place) => ROLES[roles[place]!] === "frame");
    this.causes = indexes.map((_, place) => {
      const cause = telling[first[place]!]!;
      return ROLES[roles[cause]!] === "telling" ? cause : undefined;
    });
    const levels = this.levels();
    this.ranked = [...indexes.keys()]
      .filter((place) => levels[place] !== LEVEL.folded)
      .sort((a, b) => levels[a]! - levels[b]! || a - b);
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

  /** The line that tells most. What begins a stack trace, or stands right before one, tells less than its exception. */
  get best(): number {
    const place = this.ranked[0]!;
    return this.indexes[this.causes[place] ?? this.causes[place + 1] ?? place]!;
  }

  private rowsWith(shown: number): Stretch[] {
    const { indexes, ranked } = this;
    const { log } = this.block;
    const isShown = new Uint8Array(indexes.length + 1);
    for (const place of ranked.slice(0, shown)) isShown[place] = 1;
    // Blank lines beside folded ones are folded with them.
    const foldBlank = (place: number, neighbour: number): void => {
      if (isShown[neighbour] === 0 && log.isEmpty(indexes[place]!)) isShown[place] = 0;
    };
    for (let place = 1; place < indexes.length; place++) foldBlank(place, place - 1);
    for (let place = indexes.length - 2; place >= 0; place--) foldBlank(place, place + 1);
    const rows: Stretch[] = [];
    for (let place = 0; place < indexes.length; ) {
      let end = place + 1;
      if (isShown[place] === 0) while (end < indexes.length && isShown[end] === 0) end++;
      rows.push({ from: indexes[place]!, to: indexes[end - 1]!, count: end - place });
      place = end;
    }
    return rows;
  }

  /** By place: one of `LEVEL`. */
  private levels(): number[] {
    const { indexes, isFrame, causes } = this;
    const { log } = this.block;
    const seriesOf = log.shapes.seriesAmong(indexes.map((index) => log.shapeOf(index)));
    const seen = new Set<unknown>();
    const counts = new Map<number, number>();
    let near = NEAR_LINES + 1;
    let indented = 0;
    let frames = 0;
    return indexes.map((index, place) => {
      const shape = log.shapeOf(index);
      const like = seriesOf(shape) ?? shape;
      const isFirst = !seen.has(like);
      seen.add(like);
      const count = (counts.get(shape) ?? 0) + 1;
      counts.set(shape, count);
      indented = log.has(index, TRAIT.indented) ? indented + 1 : 0;
      frames = isFrame[place] ? frames + 1 : 0;
      near--;
      if (log.isNew(index) && (causes[place] === place || (log.isBad(index) && isFirst && !isFrame[place]))) {
        near = NEAR_LINES + 1;
        return LEVEL.telling;
      }
      const isLong = indexes.length > MAX_LINES_OF_SMALL_BLOCK;
      if (indented >= MAX_INDENTED || frames >= MAX_FRAMES || (isLong && count > MAX_LINES_OF_KIND))
        return LEVEL.folded;
      if (place === 0) return LEVEL.near;
      if (!log.isNew(index)) return LEVEL.known;
      const isPart = frames > 0 || (indented > 0 && !log.isBad(index));
      if (!isFirst && !isPart) return LEVEL.repeated;
      if (near > 0) return LEVEL.near;
      return isPart ? LEVEL.indented : LEVEL.first;
    });
  }
}

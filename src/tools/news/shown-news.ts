// What people are shown of news within a number of lines: the head, blocks with the rows that tell most, and how much
// else there is. All that is written for people is written from it.

import { counted } from "../../text/messages/phrases.ts";
import { BlockRows } from "./block-rows.ts";
import { type Block, linesOf } from "./blocks.ts";
import type { News } from "./news.ts";
import type { NewsBlock } from "./news-items.ts";
import type { Stretch } from "./not-reached.ts";
import { headRows, LogNames, MAX_NAMED, rangeOf, type ShownRow, type ShownSection, sectionsOf } from "./shown-rows.ts";

/** How many lines are written, if nothing else is asked for. */
export const DEFAULT_BUDGET = 200;

/** The share of the lines that the first block may have, and how many it may have in any case: it is the cause. */
const FIRST_SHARE = 0.6;
const MIN_FIRST = 40;
/** A block has so many rows, or is shown by a single line: fewer do not say what happened. */
const MIN_ROWS = 4;
/** With fewer rows, a block has no nearest line. */
const MIN_ROWS_OF_NEAREST = 6;

export interface ShownBlock {
  readonly block: Block;
  readonly item: NewsBlock<Buffer>;
  /** Where it is in its log: `lines 3–5, then the log ends`. */
  readonly place: string;
  /** Its lines and, if there is room for it, the good line that is most like it. Read one by one. */
  readonly rows: Iterable<ShownRow>;
  /** The index of the line that tells most. */
  readonly best: number;
}

/** What there is room for. */
export interface ShownParts {
  readonly head: readonly ShownRow[];
  readonly blocks: readonly ShownBlock[];
  /** The best lines of blocks that have only room for these. */
  readonly brief: ShownSection | undefined;
  /** What is said of blocks without room; undefined if there are none. */
  readonly others: string | undefined;
  readonly sections: readonly ShownSection[];
}

/** What is shown of news. */
export class ShownNews {
  readonly names: LogNames;
  private readonly news: News;
  private readonly summary: ReturnType<News["summary"]>;

  constructor(news: News) {
    this.news = news;
    this.summary = news.summary();
    this.names = new LogNames(this.summary);
  }

  /**
   * All there is room for in so many lines, of which `frame` are around the rows of each block and section. There is
   * always room for the first line.
   */
  within(budget: number, frame: number): ShownParts {
    const head = headRows(this.news, this.summary, this.names).slice(0, Math.max(budget, 1));
    const room = Math.max(budget - head.length, 0);
    const sections = sectionsOf(this.news, this.names, budget);
    const lines = (): number => sections.reduce((sum, { rows }) => sum + rows.length + frame, 0);
    while (sections.length > 0 && lines() > (this.news.blocks.length > 0 ? room / 2 : room)) sections.pop();
    return { head, ...this.blocksWithin(room - lines(), frame), sections };
  }

  /** A block with all its lines. */
  whole(block: Block, rank: number): ShownBlock {
    const rows = linesOf(block).map((index) => ({ from: index, to: index, count: 1 }));
    return this.shownBlock(block, this.news.blockItem(block, rank), rows, new BlockRows(block).best, true);
  }

  private blocksWithin(room: number, frame: number): Pick<ShownParts, "blocks" | "brief" | "others"> {
    const { news } = this;
    const all = news.blocks.map((block, i) => {
      const item = news.blockItem(block, i + 1);
      const rows = new BlockRows(block);
      return { block, item, rows, lines: frame + rows.length + (item.nearest === null ? 0 : 1) };
    });
    const blocks: ShownBlock[] = [];
    const needed = all.slice(1).reduce((sum, { lines }) => sum + lines, 0);
    let left = room;
    for (const [i, { block, item, rows }] of all.entries()) {
      const others = all.length - 1 - i;
      const first = Math.max(Math.floor(room * FIRST_SHARE), Math.min(room - needed, MIN_FIRST));
      const share = i === 0 ? first : Math.floor(left / (others + 1));
      const least = others === 0 ? 0 : Math.min(others + frame, left >> 1);
      const most = Math.min(share, left - least) - frame;
      const hasNearest = item.nearest !== null && most > MIN_ROWS_OF_NEAREST;
      const nearestLines = hasNearest ? 1 : 0;
      const shown = rows.within(Math.max(most - nearestLines, MIN_ROWS));
      const lines = frame + shown.length + nearestLines;
      if (lines > left - (others === 0 ? 0 : 1)) break;
      if (i > 0 && most < MIN_ROWS && shown.length > most) break;
      blocks.push(this.shownBlock(block, item, shown, rows.best, hasNearest));
      left -= lines;
    }
    const rest = all.slice(blocks.length);
    if (rest.length === 0 || left <= 0) return { blocks, brief: undefined, others: undefined };
    const fits = rest.length + frame <= left;
    const brief = rest.slice(0, fits ? rest.length : Math.max(left - frame - 1, 0));
    const hidden = rest.slice(brief.length).map(({ block }) => block);
    return {
      blocks,
      brief:
        brief.length === 0
          ? undefined
          : { title: "more blocks", rows: brief.map(({ block, rows }) => this.briefRow(block, rows.best)) },
      others: hidden.length === 0 ? undefined : this.countOf(hidden),
    };
  }

  private shownBlock(
    block: Block,
    item: NewsBlock<Buffer>,
    rows: readonly Stretch[],
    best: number,
    hasNearest: boolean,
  ): ShownBlock {
    const { names } = this;
    const range = rangeIn(block, block);
    const width = String(block.log.failed.fileLine(block.to)).length;
    const margin = " ".repeat(width + 3);
    const nearest = hasNearest ? item.nearest : null;
    return {
      block,
      item,
      best,
      place: `${range.includes("–") ? "lines" : "line"} ${range}, ${followingOf(block)}`,
      rows: (function* (): Generator<ShownRow> {
        for (const row of rows) {
          const label = `${margin}… ${counted(row.count, "more line")}, ${rangeIn(block, row)}`;
          yield row.count === 1 ? lineRow(block, row.from, width) : { label, style: "faint", foldedIn: item.id };
        }
        if (nearest === null) return;
        const label = `${margin}nearest: ${names.of(nearest.file)}:${nearest.line} `;
        yield { label, text: nearest.text, style: "faint" };
      })(),
    };
  }

  private briefRow(block: Block, best: number): ShownRow {
    const file = this.names.before(block.log.failed.name, ", ");
    const after = `  (${file}${this.news.idOf(block)}, ${counted(linesOf(block).length, "line")})`;
    return { ...lineRow(block, best, 0), after };
  }

  private countOf(blocks: readonly Block[]): string {
    const count = blocks.reduce((sum, block) => sum + linesOf(block).length, 0);
    const noun = blocks.length === this.news.blocks.length ? "block" : "more block";
    const ids = blocks.slice(0, MAX_NAMED).map((block) => this.news.idOf(block));
    if (blocks.length > MAX_NAMED) ids.push("…");
    return `… ${counted(blocks.length, noun)} with ${counted(count, "line")}: ${ids.join(", ")}`;
  }
}

/** A line of a block. What is new has a `+`. */
function lineRow({ log }: Block, index: number, width: number): ShownRow {
  const isNew = log.isNew(index);
  const style = !isNew ? "faint" : log.lines.isBad(index) ? "removed" : undefined;
  return {
    label: `${String(log.failed.fileLine(index)).padStart(width)} `,
    mark: isNew ? "+ " : "  ",
    text: log.failed.text(index),
    ...(style && { style }),
  };
}

/** Which lines of the file a row of a block stands for. */
function rangeIn({ log: { failed } }: Block, { from, to }: Pick<Stretch, "from" | "to">): string {
  return rangeOf(failed.fileLine(from), failed.fileLine(to));
}

/** What follows a block in its log. */
export function followingOf({ knownAfter }: Block): string {
  if (knownAfter === 0) return "then the log ends";
  return `${counted(knownAfter, "known line")} ${knownAfter === 1 ? "follows" : "follow"}`;
}

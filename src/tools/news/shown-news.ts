// What people are shown of news within a number of lines: the head, blocks with the rows that tell most, and how much
// else there is. The screen and the Markdown are written from it.

import { counted } from "../../text/messages/phrases.ts";
import { type BlockRow, BlockRows } from "./block-rows.ts";
import { type Block, linesOf } from "./blocks.ts";
import type { News } from "./news.ts";
import type { NewsBlock } from "./news-items.ts";
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
  readonly rows: readonly BlockRow[];
  /** The good line that is most like it, if there is room for it. */
  readonly nearest: NewsBlock<Buffer>["nearest"];
  /** The index of the line that tells most. */
  readonly best: number;
}

/** What there is room for. */
interface ShownParts {
  readonly head: readonly ShownRow[];
  readonly blocks: readonly ShownBlock[];
  /** Blocks of which there is only room for the best line. */
  readonly brief: readonly Pick<ShownBlock, "block" | "best">[];
  /** What is said of blocks without room; undefined if there are none. */
  readonly others: string | undefined;
  readonly sections: readonly ShownSection[];
}

/** What is shown of news. */
export class ShownNews {
  readonly names: LogNames;
  private readonly news: News;
  /** How many lines there are around the rows of a block and of a section. */
  private readonly frame: number;
  private readonly summary: ReturnType<News["summary"]>;

  constructor(news: News, frame: number) {
    this.news = news;
    this.frame = frame;
    this.summary = news.summary();
    this.names = new LogNames(this.summary);
  }

  /** All there is room for in so many lines. There is always room for the first line. */
  within(budget: number): ShownParts {
    const head = headRows(this.news, this.summary, this.names).slice(0, Math.max(budget, 1));
    const room = Math.max(budget - head.length, 0);
    const sections = sectionsOf(this.news, this.names, budget);
    const lines = (): number => sections.reduce((sum, { rows }) => sum + rows.length + this.frame, 0);
    while (sections.length > 0 && lines() > (this.news.blocks.length > 0 ? room / 2 : room)) sections.pop();
    return { head, ...this.blocksWithin(room - lines()), sections };
  }

  /** A block with all its lines. */
  whole(block: Block, rank: number): ShownBlock {
    const item = this.news.blockItem(block, rank);
    const rows = linesOf(block).map((index) => ({ from: index, to: index, count: 1 }));
    return { block, item, rows, nearest: item.nearest, best: new BlockRows(block).best };
  }

  /** Where a block is in its log: `lines 3–5, then the log ends`. */
  placeOf(block: Block): string {
    const range = rangeIn(block, block);
    return `${range.includes("–") ? "lines" : "line"} ${range}, ${followingOf(block)}`;
  }

  /** What stands behind the best line of a block that has only room for that. */
  briefOf(block: Block): string {
    const file = this.names.before(block.log.failed.name, ", ");
    return `  (${file}${this.news.idOf(block)}, ${counted(linesOf(block).length, "line")})`;
  }

  private blocksWithin(room: number): Pick<ShownParts, "blocks" | "brief" | "others"> {
    const { news, frame } = this;
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
      const nearest = most > MIN_ROWS_OF_NEAREST ? item.nearest : null;
      const nearestLines = nearest === null ? 0 : 1;
      const shown = rows.within(Math.max(most - nearestLines, MIN_ROWS));
      const lines = frame + shown.length + nearestLines;
      if (lines > left - (others === 0 ? 0 : 1)) break;
      if (i > 0 && most < MIN_ROWS && shown.length > most) break;
      blocks.push({ block, item, rows: shown, nearest, best: rows.best });
      left -= lines;
    }
    const rest = all.slice(blocks.length).map(({ block, rows }) => ({ block, best: rows.best }));
    if (rest.length === 0 || left <= 0) return { blocks, brief: [], others: undefined };
    const fits = rest.length + frame <= left;
    const brief = rest.slice(0, fits ? rest.length : Math.max(left - frame - 1, 0));
    const hidden = rest.slice(brief.length).map(({ block }) => block);
    return { blocks, brief, others: hidden.length === 0 ? undefined : this.countOf(hidden) };
  }

  private countOf(blocks: readonly Block[]): string {
    const count = blocks.reduce((sum, block) => sum + linesOf(block).length, 0);
    const noun = blocks.length === this.news.blocks.length ? "block" : "more block";
    const ids = blocks.slice(0, MAX_NAMED).map((block) => this.news.idOf(block));
    if (blocks.length > MAX_NAMED) ids.push("…");
    return `… ${counted(blocks.length, noun)} with ${counted(count, "line")}: ${ids.join(", ")}`;
  }
}

/** Which lines of the file a row of a block stands for. */
export function rangeIn({ log: { failed } }: Block, { from, to }: Pick<BlockRow, "from" | "to">): string {
  return rangeOf(failed.fileLine(from), failed.fileLine(to));
}

/** What follows a block in its log. */
export function followingOf({ knownAfter }: Block): string {
  if (knownAfter === 0) return "then the log ends";
  return `${counted(knownAfter, "known line")} ${knownAfter === 1 ? "follows" : "follow"}`;
}

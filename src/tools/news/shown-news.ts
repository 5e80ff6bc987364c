// What people are shown of news within a number of lines: the head, blocks with the rows that tell most, and how much
// else there is. The screen and the Markdown are written from it.

import { shortPaths, shownPath } from "../../text/messages/paths.ts";
import { counted, listed } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { type BlockRow, BlockRows } from "./block-rows.ts";
import { type Block, linesOf } from "./blocks.ts";
import type { News } from "./news.ts";
import type { NewsChange, NewsItem, NewsRate } from "./news-items.ts";

/** How many lines are written, if nothing else is asked for. */
export const DEFAULT_BUDGET = 200;

/** The share of the lines that the first block may have, and how many it may have in any case. */
const FIRST_SHARE = 0.6;
const MIN_FIRST = 40;
/** A block has so many rows, or is shown by a single line. */
const MIN_ROWS = 4;
/** With fewer rows, a block has no nearest line. */
const MIN_ROWS_OF_NEAREST = 6;
/** The share of the lines that a section may have, and how many at most. */
const SECTION_SHARES = { changed: [0.1, 20], rates: [0.05, 6], missed: [0.05, 4], folded: [0.05, 6] } as const;
/** Of logs, at most so many are told how they ended. */
const MAX_ENDS = 3;
/** Of a change, at most so many characters are shown of what was before. What came instead is in the line. */
const MAX_CHANGE = 40;
const MAX_NEW_WORDS = 20;

/** What is missing without a log of a good run. */
const MISSING =
  "missing without a log of a good run: changed lines, lines that were not reached, known lines in another place";

/** A text of this program around one of a log. */
export interface ShownRow {
  readonly label: string;
  readonly text?: Buffer;
  readonly after?: string;
}

interface ShownSection {
  readonly title: string;
  readonly rows: readonly ShownRow[];
}

export interface ShownBlock {
  readonly block: Block;
  readonly rank: number;
  readonly rows: readonly BlockRow[];
  readonly hasNearest: boolean;
}

/** A block of which there is only room for a line. */
export interface BriefBlock {
  readonly block: Block;
  readonly index: number;
}

/** What there is room for. */
interface ShownParts {
  readonly head: readonly ShownRow[];
  readonly blocks: readonly ShownBlock[];
  readonly brief: readonly BriefBlock[];
  /** What is said of blocks without room; undefined if there are none. */
  readonly others: string | undefined;
  readonly sections: readonly ShownSection[];
}

/** How many lines there are around the rows of a block and of a section. */
interface Frames {
  readonly block: number;
  readonly section: number;
}

/** What is shown of news. */
export class ShownNews {
  readonly news: News;
  readonly hasSeveralLogs: boolean;
  private readonly summary: ReturnType<News["summary"]>;
  private readonly names: ReadonlyMap<string, string>;

  constructor(news: News) {
    this.news = news;
    this.summary = news.summary();
    const { failed, good, stored = [] } = this.summary;
    this.hasSeveralLogs = failed.length > 1;
    this.names = shortPaths([...failed, ...good, ...stored].map(({ file }) => file));
  }

  /** As much of a file's name as tells it from the others. */
  nameOf(file: string): string {
    return shownPath(this.names.get(file) ?? file);
  }

  /** The line of a block that tells most. */
  bestOf(block: Block): number {
    return new BlockRows(block).best;
  }

  /** All there is room for in so many lines. There is always room for the first line. */
  within(budget: number, frames: Frames): ShownParts {
    const head = this.head().slice(0, Math.max(budget, 1));
    const room = Math.max(budget - head.length, 0);
    const sections = this.sections(budget);
    const lines = (): number => sections.reduce((sum, { rows }) => sum + rows.length + frames.section, 0);
    while (sections.length > 0 && lines() > (this.news.blocks.length > 0 ? room / 2 : room)) sections.pop();
    return { head, ...this.blocksWithin(room - lines(), frames), sections };
  }

  private blocksWithin(room: number, frames: Frames): Pick<ShownParts, "blocks" | "brief" | "others"> {
    const { news } = this;
    const all = news.blocks.map((block, i) => {
      const rows = new BlockRows(block);
      const nearest = news.blockItem(block, i + 1).nearest === null ? 0 : 1;
      return { block, rows, nearest, lines: frames.block + rows.length + nearest };
    });
    const blocks: ShownBlock[] = [];
    const needed = all.slice(1).reduce((sum, { lines }) => sum + lines, 0);
    let left = room;
    for (const [i, { block, rows, nearest }] of all.entries()) {
      const others = all.length - 1 - i;
      const first = Math.max(Math.floor(room * FIRST_SHARE), Math.min(room - needed, MIN_FIRST));
      const share = i === 0 ? first : Math.floor(left / (others + 1));
      const least = others === 0 ? 0 : Math.min(others + frames.section, left >> 1);
      const most = Math.min(share, left - least) - frames.block;
      const hasNearest = nearest === 1 && most > MIN_ROWS_OF_NEAREST;
      const shown = rows.within(Math.max(most - (hasNearest ? 1 : 0), MIN_ROWS));
      const lines = frames.block + shown.length + (hasNearest ? 1 : 0);
      if (lines > left - (others === 0 ? 0 : 1)) break;
      if (i > 0 && most < MIN_ROWS && shown.length > most) break;
      blocks.push({ block, rank: i + 1, rows: shown, hasNearest });
      left -= lines;
    }
    const rest = all.slice(blocks.length);
    if (rest.length === 0 || left <= 0) return { blocks, brief: [], others: undefined };
    const fits = rest.length + frames.section <= left;
    const brief = rest.slice(0, fits ? rest.length : Math.max(left - frames.section - 1, 0));
    const hidden = rest.slice(brief.length);
    return {
      blocks,
      brief: brief.map(({ block, rows }) => ({ block, index: rows.best })),
      others: hidden.length === 0 ? undefined : this.countOf(hidden.map(({ block }) => block)),
    };
  }

  private countOf(blocks: readonly Block[]): string {
    const count = blocks.reduce((sum, block) => sum + linesOf(block).length, 0);
    const isAll = blocks.length === this.news.blocks.length;
    const ids = blocks.slice(0, MAX_ENDS).map((block) => this.news.idOf(block));
    return `… ${counted(blocks.length, isAll ? "block" : "more block")} with ${counted(count, "line")}: ${ids.join(", ")}${blocks.length > MAX_ENDS ? ", …" : ""}`;
  }

  private head(): ShownRow[] {
    const { failed, told, blocks, rates = 0, lines, ended, endedEarly, littleInCommon, ...summary } = this.summary;
    const changed = this.news.changes.filter((change) => change.told).length;
    const { stored = [], missing } = summary;
    const read = this.news.goodRuns;
    const runs = stored.reduce((sum, table) => sum + table.runs, read);
    const sources = [
      ...(read > 0 || stored.length === 0 ? [counted(read, "good run")] : []),
      ...stored.map((table) => `${counted(table.runs, "good run")} in ${this.nameOf(table.file)}`),
    ];
    const name = failed.length === 1 ? this.nameOf(failed[0]!.file) : counted(failed.length, "log");
    const parts = [
      `${counted(told, "line")} to read${blocks > 0 ? ` in ${counted(blocks, "block")}` : ""}`,
      ...(changed > 0 ? [`${changed} changed`] : []),
      ...(rates > 0 ? [`${counted(rates, "known line")} at another rate`] : []),
    ];
    const rows: ShownRow[] = [
      { label: `${name}: ${counted(lines, "line")}, ${parts.join(", ")}; ${listed(sources, "and")}` },
    ];
    if (missing !== undefined) rows.push({ label: MISSING });
    if (littleInCommon === true)
      rows.push({ label: "These logs have little in common with the good ones: are they runs of the same work?" });
    for (const [logs, where] of [
      [summary.onlyFailed ?? [], "in no good run"],
      [summary.onlyGood ?? [], "in all good runs, but not in the failed one"],
    ] as const)
      rows.push(
        ...limited(
          logs,
          MAX_ENDS,
          (log) => ({ label: `${this.nameOf(log)} is ${where}` }),
          (others) => ({ label: `${counted(others.length, "more log")} are ${where}` }),
        ),
      );
    const placeOf = (file: string, line: number): string =>
      this.hasSeveralLogs ? `${this.nameOf(file)}:${line}` : String(line);
    const ends = this.hasSeveralLogs ? ended.filter(({ was }) => was !== undefined) : ended;
    for (const { file, line, text, was } of ends.slice(0, MAX_ENDS)) {
      const after = was === undefined ? {} : { after: `  (was ${shortened(was)})` };
      rows.push({ label: `ends at ${placeOf(file, line)}: `, text, ...after });
    }
    if (endedEarly !== undefined) {
      const { file, line, text, next } = endedEarly;
      if (line > 0 && !ended.some((end) => end.file === file && end.line === line))
        rows.push({ label: `last known line, ${placeOf(file, line)}: `, text });
      rows.push({
        label: `ends early: ${runs === 1 ? "the good run goes" : "all good runs go"} on with: `,
        text: next,
      });
    }
    return rows;
  }

  /** What is no block: changes that are told, what was not reached, and what is folded. */
  private sections(budget: number): ShownSection[] {
    const items = [...this.news.items()].filter(({ kind }) => kind !== "block");
    const changes = items.filter((item) => item.kind === "changed");
    const told = changes.filter((change) => change.told);
    const changed = limited(
      told,
      limitOf(budget, "changed"),
      (change) => this.changeRow(change, changes),
      (others) => ({ label: `  ${counted(others.length, "changed line")}` }),
    );
    const rates = limited(
      items.filter((item) => item.kind === "rate"),
      limitOf(budget, "rates"),
      (rate) => this.rateRow(rate),
      (others) => ({ label: `  ${counted(others.length, "known line")} at another rate` }),
    );
    const missed = limited(
      items.filter((item) => item.kind === "not_reached"),
      limitOf(budget, "missed"),
      ({ file, from, to, count, first }) => ({
        label: `  ${counted(count, "line")}, ${this.nameOf(file)}:${rangeOf(from, to)}: `,
        text: first,
      }),
      (others, isAll) => {
        const count = others.reduce((sum, other) => sum + other.count, 0);
        return { label: `  ${counted(count, isAll ? "line" : "more line")} in ${counted(others.length, "place")}` };
      },
    );
    return [
      { title: "changed", rows: changed },
      { title: "rates", rows: rates },
      { title: "not reached", rows: missed },
      { title: "folded", rows: this.foldedRows(items, limitOf(budget, "folded")) },
    ].filter(({ rows }) => rows.length > 0);
  }

  private changeRow(change: NewsChange, changes: readonly NewsChange[]): ShownRow {
    const { file, fileLine, field, from, to, count = 1, text, nearest } = change;
    const equal = changes.filter((other) => other.field === field && other.from === from && other.to === to);
    // The first of several rows for the same words counts those that have none.
    const untold = equal.find(({ told }) => told) === change ? equal.filter(({ told }) => !told) : [];
    const others = untold.reduce((sum, other) => sum + (other.count ?? 1), count - 1);
    const more = others > 0 ? ` and ${others} more` : "";
    const words =
      to.length > MAX_NEW_WORDS || to === "" ? `was ${shortened(from)}` : `${shortened(from)} → ${shortened(to)}`;
    const what = field === undefined ? words : `${field}: ${shortened(from)} → ${shortened(to)}`;
    const place = `${this.nameOf(nearest.file)}:${nearest.line}`;
    return {
      label: `${this.hasSeveralLogs ? `${this.nameOf(file)}:` : ""}${fileLine}   `,
      text,
      after: `  (${what}, ${place})${more}`,
    };
  }

  private rateRow({ file, fileLine, old, new: next, text, nearest }: NewsRate): ShownRow {
    const place = `${this.hasSeveralLogs ? `${this.nameOf(file)}:` : ""}${fileLine ?? "-"}   `;
    const now = next.count === 0 ? `none in the last ${stretch(next)}` : `${next.count} in ${stretch(next)}`;
    return { label: place, text, after: `  (${now}; ${this.nameOf(nearest.file)}: ${old.count} in ${stretch(old)})` };
  }

  /** How many lines are folded and where, a row for each reason. */
  private foldedRows(items: readonly NewsItem[], limit: number): ShownRow[] {
    const kinds = new Map<string, { count: number; places: number; from: string; to: string }>();
    for (const item of items) {
      const folded =
        item.kind === "folded"
          ? item
          : item.kind === "changed" && !item.told
            ? { ...item, reason: "changed", count: 1, from: item.fileLine, to: item.fileLine }
            : undefined;
      if (folded === undefined) continue;
      const place = (line: number): string =>
        this.hasSeveralLogs ? `${this.nameOf(folded.file)}:${line}` : String(line);
      const kind = kinds.get(folded.reason);
      if (kind === undefined) {
        kinds.set(folded.reason, {
          count: folded.count,
          places: 1,
          from: place(folded.from),
          to: place(folded.to),
        });
      } else {
        kind.count += folded.count;
        kind.places++;
        kind.to = place(folded.to);
      }
    }
    return limited(
      [...kinds],
      limit,
      ([reason, { count, from, to }]) => {
        const words = FOLDED_WORDS[reason]![count === 1 ? 0 : 1];
        return { label: `  ${count} ${words}, ${from === to ? from : `${from}–${to}`}` };
      },
      (others, isAll) => {
        const count = others.reduce((sum, [, kind]) => sum + kind.count, 0);
        return { label: `  ${counted(count, isAll ? "line" : "more line")} that seem not to matter` };
      },
    );
  }
}

/** So many lines, or so much time, for people. */
function stretch({ lines, seconds }: NewsRate["old"]): string {
  if (seconds === undefined) return counted(lines, "line");
  if (seconds < 2 * 60) return `${seconds} s`;
  return seconds < 2 * 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

function limitOf(budget: number, section: keyof typeof SECTION_SHARES): number {
  const [share, most] = SECTION_SHARES[section];
  return Math.min(Math.max(Math.floor(budget * share), 1), most);
}

/** A row for each item. If there are too many, the last row is about all others. */
function limited<Item>(
  items: readonly Item[],
  limit: number,
  rowOf: (item: Item) => ShownRow,
  restOf: (others: readonly Item[], isAll: boolean) => ShownRow,
): ShownRow[] {
  if (items.length <= limit) return items.map(rowOf);
  return [...items.slice(0, limit - 1).map(rowOf), restOf(items.slice(limit - 1), limit === 1)];
}

/** Words of a log, cut to as many characters as people need to recognise them. */
function shortened(text: string): string {
  const characters = Array.from(text.replaceAll("\t", " ").slice(0, 2 * MAX_CHANGE + 2));
  return printable(
    characters.length > MAX_CHANGE ? `${characters.slice(0, MAX_CHANGE).join("")}…` : characters.join(""),
  );
}

export function rangeOf(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** What follows a block in its log. */
export function followingOf({ placedAfter }: Block): string {
  if (placedAfter === 0) return "then the log ends";
  return `${counted(placedAfter, "known line")} ${placedAfter === 1 ? "follows" : "follow"}`;
}

const FOLDED_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  redraw: ["overwritten line", "overwritten lines"],
  value: ["new value where values vary", "new values where values vary"],
  variant: ["variant of known lines", "variants of known lines"],
  changed: ["line in the place of another", "lines in the place of others"],
  block: ["new line that seems not to matter", "new lines that seem not to matter"],
};

import { counted, listed } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { TRAIT } from "./bad-words.ts";
import type { Block } from "./blocks.ts";
import { STATE } from "./failed-lines.ts";
import { linesOf, type News, type NewsChange, type NewsItem } from "./news.ts";

/** How many lines are written, if nothing else is asked for. */
export const DEFAULT_BUDGET = 200;

/** More indented lines in a row are folded, all but the first of them. */
const MAX_INDENTED = 6;
/** In blocks of more lines, lines of the same kind are folded from the fourth on. */
const MAX_LINES_OF_SMALL_BLOCK = 12;
const MAX_LINES_OF_KIND = 3;
/** The share of the lines that the first block may have. */
const FIRST_SHARE = 0.6;
/** A block has its heading and at least as many lines, or is only counted. */
const MIN_LINES_OF_BLOCK = 2;
/** Of changes with the same words, and of places that were not reached, at most so many are listed. */
const MAX_PLACES = 3;

/** A row of a block: a line, or lines that are folded, as indexes. `to` is the last one. */
interface Row {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Writes news for people, the cause first, in about as many lines as the budget says. */
export class NewsText {
  private readonly layout: TextLayout;
  private readonly news: News;
  private readonly hasSeveralLogs: boolean;

  constructor(layout: TextLayout, news: News) {
    this.layout = layout;
    this.news = news;
    this.hasSeveralLogs = news.summary().failed.length > 1;
  }

  *write(budget: number): Generator<void> {
    const { news } = this;
    this.writeHead();
    const rest = [...news.items()].filter(({ kind }) => kind !== "block");
    const sections = sectionsOf(rest, this.hasSeveralLogs);
    const used = sections.reduce((sum, { rows }) => sum + rows.length + 2, 0);
    yield* this.writeBlocks(Math.max(budget - used - 2, MIN_LINES_OF_BLOCK));
    for (const { title, rows } of sections) {
      this.layout.text("\n");
      this.layout.styled("heading", title);
      this.layout.text("\n");
      for (const row of rows) {
        this.layout.text(row.label);
        this.layout.hang();
        this.layout.limitToRow();
        if (row.text !== undefined) this.layout.bytes(row.text);
        this.layout.text(`${row.after ?? ""}\n`);
      }
      yield;
    }
  }

  /** Writes one block in full. */
  *writeBlock(block: Block, rank: number): Generator<void> {
    yield* this.writeRows(block, rank, linesOf(block).map(lineRow));
  }

  private writeHead(): void {
    const { layout, news } = this;
    const {
      failed,
      good,
      stored = [],
      missing,
      told,
      blocks,
      lines,
      ended,
      endedEarly,
      littleInCommon,
    } = news.summary();
    const changed = news.changes.filter(({ change }) => change.told).length;
    const read = Math.ceil(new Set(good.map(({ file }) => file)).size / Math.max(failed.length, 1));
    const runs = [
      ...(read > 0 || stored.length === 0 ? [counted(read, "good run")] : []),
      ...stored.map(({ file, runs: count }) => `${counted(count, "good run")} in ${printable(file)}`),
    ];
    const name = failed.length === 1 ? failed[0]!.file : counted(failed.length, "log");
    const parts = [
      `${counted(told, "line")} to read${blocks > 0 ? ` in ${counted(blocks, "block")}` : ""}`,
      ...(changed > 0 ? [`${changed} changed`] : []),
    ];
    layout.text(`${name}: ${counted(lines, "line")}, ${parts.join(", ")}; ${listed(runs, "and")}\n`);
    if (missing !== undefined) {
      layout.text(
        "no log of a good run: changed lines, lines that were not reached, and known lines that came along are missing\n",
      );
    }
    if (littleInCommon === true) {
      layout.text("These logs have little in common with the good ones: are they runs of the same work?\n");
    }
    for (const { line, text, was } of ended.slice(0, MAX_PLACES)) {
      layout.text(`ends at ${line}: `);
      layout.limitToRow();
      layout.bytes(text);
      layout.text(was === undefined ? "\n" : `  (was ${was})\n`);
    }
    if (endedEarly === undefined) return;
    layout.text(`ends early: all good runs go on after line ${endedEarly.line} with `);
    layout.limitToRow();
    layout.bytes(endedEarly.next);
    layout.text("\n");
  }

  private *writeBlocks(budget: number): Generator<void> {
    const { blocks } = this.news;
    let left = budget;
    for (const [i, block] of blocks.entries()) {
      const isFirst = i === 0 && blocks.length > 1;
      const share = Math.floor(isFirst ? left * FIRST_SHARE : left / (blocks.length - i));
      const room = Math.max(share - 2, MIN_LINES_OF_BLOCK);
      if (left < MIN_LINES_OF_BLOCK + 2 && i > 0) {
        const others = blocks.slice(i);
        const count = others.reduce((sum, other) => sum + linesOf(other).length, 0);
        const [first, last] = [others.at(0)!, others.at(-1)!];
        this.layout.text(`\n… ${counted(others.length, "more block")} with ${counted(count, "line")}, `);
        this.layout.text(`lines ${numberOf(first, first.from)}–${numberOf(last, last.to)}\n`);
        return;
      }
      const rows = cutRows(foldedRows(block), room);
      yield* this.writeRows(block, i + 1, rows);
      left -= rows.length + 2;
    }
  }

  private *writeRows(block: Block, rank: number, rows: readonly Row[]): Generator<void> {
    const { layout, news } = this;
    const { lines, from, to, placedAfter } = block;
    const item = news.blockItem(block, rank);
    const follow = placedAfter === 0 ? "then the log ends" : `${counted(placedAfter, "known line")} follow`;
    const file = this.hasSeveralLogs ? `${item.file}, ` : "";
    layout.text("\n");
    layout.styled("heading", `${rank}  ${item.id}`);
    layout.text(`  ${file}lines ${numberOf(block, from)}–${numberOf(block, to)}, ${follow}\n`);
    const width = String(numberOf(block, to)).length;
    for (const row of rows) {
      const number = String(lines.failed.fileLine(row.from)).padStart(width);
      if (row.count > 1 || row.from !== row.to) {
        const range = `${numberOf(block, row.from)}–${numberOf(block, row.to)}`;
        layout.styled("faint", `${" ".repeat(width)}   … ${counted(row.count, "more line")}, ${range}`);
        layout.text("\n");
        continue;
      }
      const isNew = lines.states[row.from] === STATE.new || lines.states[row.from] === STATE.changed;
      layout.text(`${number} `);
      layout.limitToRow();
      if (isNew) layout.begin("added");
      layout.text(isNew ? "+ " : "  ");
      layout.hang();
      layout.bytes(lines.failed.text(row.from));
      if (isNew) layout.end("added");
      layout.text("\n");
      yield;
    }
    if (item.nearest === null) return;
    layout.limitToRow();
    layout.begin("faint");
    layout.text(`${" ".repeat(width)}   nearest: ${item.nearest.file}:${item.nearest.line} `);
    layout.bytes(item.nearest.text);
    layout.end("faint");
    layout.text("\n");
  }
}

function numberOf({ lines }: Block, index: number): number {
  return lines.failed.fileLine(index);
}

function lineRow(index: number): Row {
  return { from: index, to: index, count: 1 };
}

/** The rows of a block, with lines that say little more folded. */
function foldedRows(block: Block): Row[] {
  const { lines } = block;
  const indexes = linesOf(block);
  const isFolded = indexes.map(() => false);
  const isIndented = (i: number): boolean => (lines.traits(indexes[i]!) & TRAIT.indented) !== 0;
  for (let i = 0; i < indexes.length; ) {
    let end = i;
    while (end < indexes.length && isIndented(end)) end++;
    if (end - i > MAX_INDENTED) isFolded.fill(true, i + MAX_INDENTED - 1, end);
    i = Math.max(end, i + 1);
  }
  if (indexes.length > MAX_LINES_OF_SMALL_BLOCK) {
    const counts = new Map<number, number>();
    for (const [i, index] of indexes.entries()) {
      const count = (counts.get(lines.shapeOf(index)) ?? 0) + 1;
      counts.set(lines.shapeOf(index), count);
      if (count > MAX_LINES_OF_KIND) isFolded[i] = true;
    }
  }
  const rows: Row[] = [];
  for (let i = 0; i < indexes.length; ) {
    let end = i + 1;
    if (isFolded[i]) while (end < indexes.length && isFolded[end]) end++;
    rows.push({ from: indexes[i]!, to: indexes[end - 1]!, count: end - i });
    i = end;
  }
  return rows;
}

/** At most `room` rows. What is cut off is one row. */
function cutRows(rows: readonly Row[], room: number): readonly Row[] {
  if (rows.length <= room) return rows;
  const cut = rows.slice(room - 1);
  const count = cut.reduce((sum, row) => sum + row.count, 0);
  return [...rows.slice(0, room - 1), { from: cut[0]!.from, to: cut.at(-1)!.to, count }];
}

interface SectionRow {
  readonly label: string;
  readonly text?: Buffer;
  readonly after?: string;
}

interface Section {
  readonly title: string;
  readonly rows: readonly SectionRow[];
}

/** What follows the blocks: changes that are told, what was not reached, and how many lines are folded. */
function sectionsOf(items: readonly NewsItem<Buffer>[], hasSeveralLogs: boolean): Section[] {
  const sections: Section[] = [];
  const changes = items.filter((item) => item.kind === "changed");
  const told = changes.filter((change) => change.told);
  if (told.length > 0)
    sections.push({ title: "changed", rows: told.map((change) => changeRow(change, changes, hasSeveralLogs)) });
  const missed = items.filter((item) => item.kind === "not_reached");
  if (missed.length > 0) {
    const rows: SectionRow[] = missed.slice(0, MAX_PLACES).map(({ file, from, to, count, first }) => ({
      label: `  ${counted(count, "line")}, ${file}:${from}${to > from ? `–${to}` : ""}: `,
      text: first,
    }));
    const others = missed.slice(MAX_PLACES);
    if (others.length > 0) {
      const count = others.reduce((sum, other) => sum + other.count, 0);
      rows.push({ label: `  ${counted(count, "more line")} in ${counted(others.length, "place")}` });
    }
    sections.push({ title: "not reached", rows });
  }
  const folded = foldedRow(items);
  if (folded !== undefined) sections.push({ title: "folded", rows: [folded] });
  return sections;
}

function changeRow(
  { file, fileLine, from, to, text, nearest }: NewsChange<Buffer>,
  changes: readonly NewsChange<Buffer>[],
  hasSeveralLogs: boolean,
): SectionRow {
  const others = changes.filter((other) => !other.told && other.from === from && other.to === to).length;
  const more = others > 0 ? ` and ${others} more` : "";
  return {
    label: `${hasSeveralLogs ? `${file}:` : ""}${fileLine}   `,
    text,
    after: `  (${from} → ${to}, ${nearest.file}:${nearest.line})${more}`,
  };
}

/** How many lines are folded, by reason. */
function foldedRow(items: readonly NewsItem<Buffer>[]): SectionRow | undefined {
  const counts = new Map<string, number>();
  for (const item of items) {
    if (item.kind === "folded") counts.set(item.reason, (counts.get(item.reason) ?? 0) + item.count);
    else if (item.kind === "changed" && !item.told) counts.set("changed", (counts.get("changed") ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  const parts = [...counts].map(([reason, count]) => `${count} ${FOLDED_WORDS[reason]![count === 1 ? 0 : 1]}`);
  return { label: `  ${listed(parts, "and")}` };
}

const FOLDED_WORDS: Readonly<Record<string, readonly [string, string]>> = {
  redraw: ["overwritten line", "overwritten lines"],
  value: ["new value where values vary", "new values where values vary"],
  variant: ["variant of known lines", "variants of known lines"],
  changed: ["line in the place of another", "lines in the place of others"],
  block: ["new line that seems not to matter", "new lines that seem not to matter"],
};

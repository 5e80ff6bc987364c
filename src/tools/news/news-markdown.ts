// News as Markdown for comments and summaries of jobs.

import { cut, details, escaped, fenced, MAX_ROW } from "../../text/messages/markdown.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printableBytes } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import type { Block } from "./blocks.ts";
import type { News } from "./news.ts";
import { rangeIn, type ShownBlock, ShownNews } from "./shown-news.ts";
import type { ShownRow } from "./shown-rows.ts";

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer diff --good -->";
/** How many lines there are around the rows of a block and of a section, and the rows of the head. */
const FRAME = 6;
const LINES_OF_HEAD = 4;
const MAX_SUMMARY = 100;

/** Writes news as Markdown. It has nothing that differs if the same lines are new. */
export class NewsMarkdown {
  private readonly layout: TextLayout;
  private readonly shown: ShownNews;
  private readonly clean = new CleanLine();

  constructor(layout: TextLayout, news: News) {
    this.layout = layout;
    this.shown = new ShownNews(news, FRAME);
  }

  /** Writes at most so many lines, but at least the head. */
  *write(budget: number): Generator<void> {
    const { head, blocks, brief, others, sections } = this.shown.within(budget - LINES_OF_HEAD);
    this.layout.text(`${MARK}\n### What is new in the failed run\n`);
    this.layout.text(fenced(head.map((row) => this.rowText(row))));
    for (const block of blocks) {
      this.writeBlockRows(block);
      yield;
    }
    if (brief.length > 0) {
      const rows = brief.map(({ block, best }) => `${this.lineText(block, best, 0)}${this.shown.briefOf(block)}`);
      this.writeDetails("more blocks", rows, false);
    }
    if (others !== undefined) this.layout.text(`<p>${others}</p>\n`);
    for (const { title, rows } of sections) {
      const texts = rows.map((row) => this.rowText(row));
      this.writeDetails(title, texts, title === "changed" && blocks.length === 0);
    }
  }

  /** Writes one block in full. */
  *writeBlock(block: Block, rank: number): Generator<void> {
    this.writeBlockRows(this.shown.whole(block, rank), true);
    yield;
  }

  private writeBlockRows({ block, item, rows, nearest, best }: ShownBlock, isOpen = item.rank === 1): void {
    const { names } = this.shown;
    const { failed } = block.log;
    const width = String(failed.fileLine(block.to)).length;
    const texts = rows.map((row) =>
      row.count === 1
        ? this.lineText(block, row.from, width)
        : `${" ".repeat(width)}   … ${counted(row.count, "more line")}, ${rangeIn(block, row)}`,
    );
    if (nearest !== null) {
      const place = `${names.of(nearest.file)}:${nearest.line}`;
      texts.push(`${" ".repeat(width)}   nearest: ${place} ${this.text(nearest.text)}`);
    }
    const summary = cut(this.text(failed.text(best)).trim(), MAX_SUMMARY);
    const id = `<code>${escaped(`${names.before(item.file, ", ")}${item.id}`)}</code>`;
    const title = `<b>${item.rank}</b> ${id}, ${this.shown.placeOf(block)}: <code>${escaped(summary)}</code>`;
    this.writeDetails(title, texts, isOpen);
  }

  /** Writes rows that are shown at once or on a click. The title is HTML. */
  private writeDetails(title: string, rows: readonly string[], isOpen: boolean): void {
    this.layout.text(details(title, fenced(rows), isOpen));
  }

  private lineText({ log }: Block, index: number, width: number): string {
    const mark = log.isNew(index) ? "+" : " ";
    return `${String(log.failed.fileLine(index)).padStart(width)} ${mark} ${this.text(log.failed.text(index))}`;
  }

  private rowText({ label, text, after = "" }: ShownRow): string {
    if (text === undefined) return `${label}${after}`;
    const room = Math.max(MAX_ROW - label.length - after.length, 1);
    return `${label}${cut(this.text(text).trimEnd(), room)}${after}`;
  }

  private text(line: Buffer): string {
    return printedText(this.clean, line, MAX_ROW + 1);
  }
}

/** The beginning of a line without what a CI service has written before it, and without escape sequences. */
export function printedText(clean: CleanLine, line: Buffer, characters: number): string {
  clean.read(line, 0, line.length);
  // A character takes at most four bytes.
  const end = Math.min(clean.end, clean.start + 4 * characters);
  return [...printableBytes(Buffer.from(clean.bytes.subarray(clean.start, end)))].join("");
}

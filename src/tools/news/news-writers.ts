// News for people, the cause first: on a screen, as Markdown, and as annotations of a log.

import { cut, details, escaped, fenced, MAX_ROW } from "../../text/messages/markdown.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable, printableBytes } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import { type Block, linesOf } from "./blocks.ts";
import type { News } from "./news.ts";
import { type ShownBlock, ShownNews, type ShownParts } from "./shown-news.ts";
import type { ShownRow, ShownSection } from "./shown-rows.ts";

abstract class NewsWriter {
  /** How many lines there are around the rows of a block and of a section. */
  protected abstract readonly frame: number;
  protected readonly layout: TextLayout;
  protected readonly news: News;
  protected readonly shown: ShownNews;
  protected readonly clean = new CleanLine();

  constructor(layout: TextLayout, news: News) {
    this.layout = layout;
    this.news = news;
    this.shown = new ShownNews(news);
  }

  protected within(budget: number): ShownParts {
    return this.shown.within(budget, this.frame);
  }

  /** The beginning of a line without what a CI service has written before it, and without escape sequences. */
  protected printed(line: Buffer, characters: number): string {
    const { clean } = this;
    clean.read(line, 0, line.length);
    // A character takes at most four bytes.
    const end = Math.min(clean.end, clean.start + 4 * characters);
    return [...printableBytes(Buffer.from(clean.bytes.subarray(clean.start, end)))].join("");
  }
}

/** Writes news on a screen. On a terminal each line of a log takes one row. */
export class NewsText extends NewsWriter {
  /** A blank line and a heading. */
  protected readonly frame = 2;
  /** Whether it has been said how to see what is folded in a block. */
  private hasHint = false;
  /** Whether lines of logs are shown as they are, in as many rows as they need. */
  private isWhole = this.layout.columns === Number.POSITIVE_INFINITY;

  /** Writes at most so many lines, but at least one. */
  *write(budget: number): Generator<void> {
    const { head, blocks, brief, others, sections } = this.within(budget);
    for (const row of head) this.writeRow(row);
    for (const block of blocks) yield* this.writeShown(block);
    if (brief !== undefined) this.writeSection(brief);
    if (others !== undefined) this.writeRow({ label: others });
    for (const section of sections) {
      this.writeSection(section);
      yield;
    }
  }

  /** Writes one block in full. */
  *writeBlock(block: Block, rank: number): Generator<void> {
    this.isWhole = true;
    yield* this.writeShown(this.shown.whole(block, rank));
  }

  private writeSection({ title, rows }: ShownSection): void {
    this.layout.text("\n");
    this.layout.styled("heading", title);
    this.layout.text("\n");
    for (const row of rows) this.writeRow(row);
  }

  private *writeShown({ block, item, place, rows }: ShownBlock): Generator<void> {
    const { layout, clean } = this;
    layout.text("\n");
    layout.limitToRow();
    layout.styled("heading", `${item.rank}  ${item.id}`);
    layout.text(`  ${this.shown.names.before(item.file, ", ")}${place}`);
    if (!this.isWhole) {
      // What is not shown of the lines: what a CI service or a container tool has written before them.
      const line = block.log.failed.text(block.from);
      clean.read(line, 0, line.length);
      const prefix = Buffer.from(clean.bytes.subarray(0, clean.start)).toString("latin1").trimEnd();
      layout.begin("faint");
      if (prefix !== "") layout.text("  ");
      layout.bytes(Buffer.from(prefix, "latin1"));
      layout.end("faint");
    }
    layout.text("\n");
    for (const row of rows) {
      this.writeRow(row);
      yield;
    }
  }

  private writeRow({ label, mark, text, after = "", style, foldedIn }: ShownRow): void {
    const { layout, clean } = this;
    // How to see what is folded is never cut.
    if (foldedIn === undefined && (mark === undefined || !this.isWhole)) layout.limitToRow();
    if (mark !== undefined) {
      layout.styled("faint", label);
      if (mark === "+ ") layout.styled("added", mark);
      else layout.text(mark);
      layout.hang();
    }
    if (style !== undefined) layout.begin(style);
    if (mark === undefined) layout.text(label);
    if (foldedIn !== undefined && !this.hasHint) {
      layout.text(`  (all: --show ${foldedIn})`);
      this.hasHint = true;
    }
    if (text !== undefined) {
      clean.read(text, 0, text.length);
      layout.bytes(Buffer.from(clean.bytes.subarray(this.isWhole ? 0 : clean.start, clean.end)));
    }
    if (style !== undefined) layout.end(style);
    layout.keepRest();
    layout.text(`${after}\n`);
  }
}

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer diff --good -->";
/** Beside the rows of the head. */
const LINES_OF_HEAD = 4;
const MAX_SUMMARY = 100;

/** Writes news as Markdown, for comments and summaries of jobs. It is equal if the same lines are new. */
export class NewsMarkdown extends NewsWriter {
  protected readonly frame = 6;

  /** Writes at most so many lines, but at least the head. */
  *write(budget: number): Generator<void> {
    const { head, blocks, brief, others, sections } = this.within(budget - LINES_OF_HEAD);
    this.layout.text(`${MARK}\n### What is new in the failed run\n${this.fencedRows(head)}`);
    for (const block of blocks) {
      this.writeShown(block, block.item.rank === 1);
      yield;
    }
    if (brief !== undefined) this.writeSection(brief, false);
    if (others !== undefined) this.layout.text(`<p>${others}</p>\n`);
    for (const section of sections) this.writeSection(section, section.title === "changed" && blocks.length === 0);
  }

  /** Writes one block in full. */
  *writeBlock(block: Block, rank: number): Generator<void> {
    this.writeShown(this.shown.whole(block, rank), true);
    yield;
  }

  private writeShown({ block, item, place, rows, best }: ShownBlock, isOpen: boolean): void {
    const line = this.printed(block.log.failed.text(best), MAX_ROW + 1);
    const id = `<code>${escaped(`${this.shown.names.before(item.file, ", ")}${item.id}`)}</code>`;
    const summary = `<code>${escaped(cut(line.trim(), MAX_SUMMARY))}</code>`;
    this.writeSection({ title: `<b>${item.rank}</b> ${id}, ${place}: ${summary}`, rows }, isOpen);
  }

  /** Writes rows that are shown at once or on a click. The title is HTML. */
  private writeSection({ title, rows }: ShownSection<Iterable<ShownRow>>, isOpen: boolean): void {
    this.layout.text(details(title, this.fencedRows(rows), isOpen));
  }

  private fencedRows(rows: Iterable<ShownRow>): string {
    const texts = Array.from(rows, ({ label, mark = "", text, after = "" }) => {
      const begin = label + mark;
      const room = Math.max(MAX_ROW - begin.length - after.length, 1);
      return `${begin}${text === undefined ? "" : cut(this.printed(text, MAX_ROW + 1).trimEnd(), room)}${after}`;
    });
    return fenced(texts);
  }
}

/** Of a line, so many characters are shown in an annotation. */
const MAX_CHARACTERS = 1000;

/** Writes news as annotations of the log: a block by the line that tells most. */
export class NewsGithub extends NewsWriter {
  protected readonly frame = 0;

  *write(budget: number): Generator<void> {
    const { news, layout } = this;
    for (const [i, block] of news.blocks.slice(0, MAX_ANNOTATIONS).entries()) yield* this.writeBlock(block, i + 1);
    const { endedEarly } = news.summary();
    if (endedEarly !== undefined) {
      const text = `all good runs go on with: ${this.text(endedEarly.next)}`;
      layout.text(annotation("error", { ...placeOf(endedEarly.file, endedEarly.line), title: "ENDS_EARLY" }, text));
    }
    const changes = news.changes.filter(({ told }) => told);
    for (const { log, index, from, to } of changes.slice(0, MAX_ANNOTATIONS)) {
      const { failed } = log;
      const text = `${this.text(failed.text(index))}\n${printable(from)} → ${printable(to)}`;
      layout.text(annotation("warning", { ...placeOf(failed.name, failed.fileLine(index)), title: "CHANGED" }, text));
    }
    // Text of logs could be a command here.
    const labels = this.within(budget).head.flatMap(({ label, text }) => (text === undefined ? [label] : []));
    layout.text(`compared ${labels.join("; ")}\n`);
  }

  *writeBlock(block: Block, rank: number): Generator<void> {
    const { item, place, best } = this.shown.whole(block, rank);
    const { failed } = block.log;
    const about = `block ${item.id}: ${counted(linesOf(block).length, "line")}, ${place}`;
    const lines = { ...placeOf(item.file, failed.fileLine(best)), title: "NEW" };
    this.layout.text(annotation("error", lines, `${this.text(failed.text(best))}\n${about}`));
    yield;
  }

  private text(line: Buffer): string {
    return this.printed(line, MAX_CHARACTERS);
  }
}

import { counted } from "../../text/messages/phrases.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import type { Block } from "./blocks.ts";
import type { News } from "./news.ts";
import { rangeIn, type ShownBlock, ShownNews } from "./shown-news.ts";
import type { ShownRow } from "./shown-rows.ts";

/** A blank line and a heading stand above the rows of a block and of a section. */
const FRAME = 2;

/** Writes news for people, the cause first. On a terminal each line of a log takes one row. */
export class NewsText {
  private readonly layout: TextLayout;
  private readonly shown: ShownNews;
  private readonly clean = new CleanLine();
  /** Whether it has been said how to see what is folded in a block. */
  private hasHint = false;
  /** Whether lines of logs are shown as they are, in as many rows as they need. */
  private isWhole: boolean;

  constructor(layout: TextLayout, news: News) {
    this.layout = layout;
    this.shown = new ShownNews(news, FRAME);
    this.isWhole = layout.columns === Number.POSITIVE_INFINITY;
  }

  /** Writes at most so many lines, but at least one. */
  *write(budget: number): Generator<void> {
    const { head, blocks, brief, others, sections } = this.shown.within(budget);
    for (const [i, row] of head.entries()) this.writeRow(row, i === 0);
    for (const block of blocks) yield* this.writeShown(block);
    if (brief.length > 0) {
      this.writeTitle("more blocks");
      for (const { block, best } of brief) this.writeLine(block, best, 0, this.shown.briefOf(block));
    }
    if (others !== undefined) this.writeRow({ label: others });
    for (const { title, rows } of sections) {
      this.writeTitle(title);
      for (const row of rows) this.writeRow(row);
      yield;
    }
  }

  /** Writes one block in full. */
  *writeBlock(block: Block, rank: number): Generator<void> {
    this.isWhole = true;
    yield* this.writeShown(this.shown.whole(block, rank));
  }

  private writeTitle(title: string): void {
    this.layout.text("\n");
    this.layout.styled("heading", title);
    this.layout.text("\n");
  }

  private writeRow({ label, text, after }: ShownRow, isHeading = false): void {
    const { layout } = this;
    layout.limitToRow();
    if (isHeading) layout.styled("heading", label);
    else layout.text(label);
    if (text !== undefined) this.writeText(text);
    layout.keepRest();
    layout.text(`${after ?? ""}\n`);
  }

  private *writeShown({ block, item, rows, nearest }: ShownBlock): Generator<void> {
    const { layout, shown } = this;
    const { failed } = block.log;
    layout.text("\n");
    layout.limitToRow();
    layout.styled("heading", `${item.rank}  ${item.id}`);
    layout.text(`  ${shown.names.before(item.file, ", ")}${shown.placeOf(block)}`);
    const prefix = this.prefixOf(failed.text(block.from));
    if (prefix !== undefined) {
      layout.begin("faint");
      layout.text("  ");
      layout.bytes(prefix);
      layout.end("faint");
    }
    layout.text("\n");
    const width = String(failed.fileLine(block.to)).length;
    for (const row of rows) {
      if (row.count === 1) this.writeLine(block, row.from, width);
      else this.writeFold(`${counted(row.count, "more line")}, ${rangeIn(block, row)}`, item.id, width);
      yield;
    }
    if (nearest === null) return;
    layout.limitToRow();
    layout.begin("faint");
    layout.text(`${" ".repeat(width)}   nearest: ${shown.names.of(nearest.file)}:${nearest.line} `);
    this.writeText(nearest.text);
    layout.end("faint");
    layout.text("\n");
  }

  private writeFold(what: string, id: string, width: number): void {
    const hint = this.hasHint ? "" : `  (all: --show ${id})`;
    this.hasHint = true;
    this.layout.styled("faint", `${" ".repeat(width)}   … ${what}${hint}`);
    this.layout.text("\n");
  }

  /** Writes a line of a block. What is new has a `+`. */
  private writeLine({ log }: Block, index: number, width: number, after = ""): void {
    const { layout } = this;
    const isNew = log.isNew(index);
    const style = !isNew ? "faint" : log.isBad(index) ? "removed" : undefined;
    if (!this.isWhole) layout.limitToRow();
    layout.styled("faint", `${String(log.failed.fileLine(index)).padStart(width)} `);
    if (isNew) layout.styled("added", "+ ");
    else layout.text("  ");
    layout.hang();
    if (style !== undefined) layout.begin(style);
    this.writeText(log.failed.text(index));
    if (style !== undefined) layout.end(style);
    layout.keepRest();
    layout.text(`${after}\n`);
  }

  /** What a terminal does not show of a line: what a CI service or a container tool has written before it. */
  private prefixOf(line: Buffer): Buffer | undefined {
    if (this.isWhole) return undefined;
    const { clean } = this;
    clean.read(line, 0, line.length);
    const length = Buffer.from(clean.bytes.subarray(0, clean.start)).toString("latin1").trimEnd().length;
    return length === 0 ? undefined : Buffer.from(clean.bytes.subarray(0, length));
  }

  /** Writes a line of a log without escape sequences. */
  private writeText(line: Buffer): void {
    const { clean, layout } = this;
    clean.read(line, 0, line.length);
    const start = this.isWhole ? 0 : clean.start;
    layout.bytes(Buffer.from(clean.bytes.subarray(start, clean.end)));
  }
}

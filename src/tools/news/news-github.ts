import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import { type Block, linesOf } from "./blocks.ts";
import type { News } from "./news.ts";
import { printedText } from "./news-markdown.ts";
import { ShownNews } from "./shown-news.ts";

/** Of a line, so many characters are shown. */
const MAX_CHARACTERS = 1000;

/** Writes news as annotations of the log: a block by the line that tells most, the cause first. */
export class NewsGithub {
  private readonly layout: TextLayout;
  private readonly news: News;
  private readonly shown: ShownNews;
  private readonly clean = new CleanLine();

  constructor(layout: TextLayout, news: News) {
    this.layout = layout;
    this.news = news;
    this.shown = new ShownNews(news, 0);
  }

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
    const labels = this.shown.within(budget).head.flatMap(({ label, text }) => (text === undefined ? [label] : []));
    layout.text(`compared ${labels.join("; ")}\n`);
  }

  *writeBlock(block: Block, rank: number): Generator<void> {
    const { item, best } = this.shown.whole(block, rank);
    const { failed } = block.log;
    const about = `block ${item.id}: ${counted(linesOf(block).length, "line")}, ${this.shown.placeOf(block)}`;
    const place = { ...placeOf(item.file, failed.fileLine(best)), title: "NEW" };
    this.layout.text(annotation("error", place, `${this.text(failed.text(best))}\n${about}`));
    yield;
  }

  private text(line: Buffer): string {
    return printedText(this.clean, line, MAX_CHARACTERS);
  }
}

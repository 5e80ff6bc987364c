// What is new in the log of a failed run: as `diff --good` writes it, with the lines around it.
import type { ReadOptions } from "../io/line-text.ts";
import type { Log } from "../run/log.ts";
import { JsonWriter, writeLine } from "../text/messages/json.ts";
import { BlockRows } from "../tools/news/block-rows.ts";
import type { Block } from "../tools/news/blocks.ts";
import { compareRuns, type GoodLogs } from "../tools/news/compare-runs.ts";
import type { News } from "../tools/news/news.ts";
import type { NewsItem } from "../tools/news/news-items.ts";
import { followingOf } from "../tools/news/shown-news.ts";
import type { NewsData, NewsFigures, NewsPlace } from "./news-data.ts";

/** How many lines of blocks a report has at most, how many other items, and how many characters of each text. */
const MAX_LINES = 5000;
const MAX_ITEMS = 500;
const MAX_TEXT = 2000;
/** How many lines of the log are shown before and after a block, and how many rows of it before some are folded. */
const LINES_AROUND = 3;
const MAX_ROWS = 60;

/** Compares a log with those of good runs. Rejects with a log's read error. */
export async function collectNews(failed: Log, good: GoodLogs, reading: ReadOptions): Promise<NewsFigures> {
  const { news, close } = await compareRuns([{ ...good, failed }], reading);
  try {
    return figuresOf(news);
  } finally {
    close();
  }
}

function figuresOf(news: News): NewsFigures {
  const items: NewsData[] = [];
  const counts = new Map<string, number>();
  let left = 0;
  let room = MAX_LINES;
  for (const item of news.items()) {
    const count = (counts.get(item.kind) ?? 0) + 1;
    counts.set(item.kind, count);
    if (item.kind === "block") {
      const lines = [...firstOf(item.lines, room)];
      left += [...item.lines].length - lines.length;
      room -= lines.length;
      items.push(dataOf({ ...item, lines }));
    } else if (count <= MAX_ITEMS) items.push(dataOf(item));
    else left++;
  }
  return { items, places: news.blocks.map(placeOf), left };
}

function* firstOf<Item>(items: Iterable<Item>, count: number): Generator<Item> {
  let left = count;
  for (const item of items) {
    if (left-- === 0) return;
    yield item;
  }
}

function placeOf(block: Block): NewsPlace {
  const { log, from, to } = block;
  const { failed } = log;
  const linesAt = (begin: number, end: number): NewsPlace["before"] =>
    Array.from({ length: end - begin }, (_, i) => ({
      line: failed.fileLine(begin + i),
      text: failed
        .text(begin + i)
        .toString()
        .slice(0, MAX_TEXT),
    }));
  return {
    before: linesAt(Math.max(from - LINES_AROUND, 0), from),
    after: linesAt(to + 1, Math.min(to + 1 + LINES_AROUND, failed.length)),
    rows: new BlockRows(block).within(MAX_ROWS).map(({ count }) => count),
    following: followingOf(block),
  };
}

/** An item as it is in JSON, with texts cut. */
function dataOf(item: NewsItem<Buffer>): NewsData {
  const texts: string[] = [];
  const json = new JsonWriter({
    appendText: (text) => texts.push(text),
    appendReady: (bytes, from) => texts.push(bytes.toString("utf8", from)),
    appendInJson: () => false,
    appendPieces: (pieces) => {
      for (const piece of pieces) texts.push(piece.toString());
    },
  });
  for (const _ of writeLine(json, item)) {
    // Nothing is flushed.
  }
  const cut = (_: string, value: unknown): unknown =>
    typeof value === "string" && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  return JSON.parse(texts.join(""), cut) as NewsData;
}

// What is new in the log of a failed run: as `diff --good` writes it, with the lines around it.
import type { LineReader } from "../io/line-reader.ts";
import type { ReadOptions } from "../io/line-text.ts";
import type { Log } from "../run/log.ts";
import type { LinePattern, Rulebook } from "../run/rulebook.ts";
import { TemplateRenderers } from "../run/template-renderer.ts";
import type { LineObserver } from "../tools/check/coverage.ts";
import { BlockRows } from "../tools/news/block-rows.ts";
import type { Block } from "../tools/news/blocks.ts";
import { compareRuns } from "../tools/news/compare-runs.ts";
import type { GoodLogs } from "../tools/news/good-runs.ts";
import type { News } from "../tools/news/news.ts";
import type { NewsBlock, NewsItem, NewsLine } from "../tools/news/news-items.ts";
import { followingOf } from "../tools/news/shown-news.ts";

/** What `diff --good` tells, with texts cut. */
export type NewsData =
  | Exclude<NewsItem<string>, NewsBlock<string>>
  | (Omit<NewsBlock<string>, "lines"> & { readonly lines: readonly NewsLine<string>[] });

export interface RuleOutput {
  readonly rule: string;
  readonly output?: string;
}

/** How many lines of blocks a report has at most, how many other items, and how many characters of each text. */
const MAX_LINES = 5000;
const MAX_ITEMS = 500;
const MAX_TEXT = 2000;
/** How many lines of the log are shown before and after a block, and how many rows of it before some are folded. */
const LINES_AROUND = 3;
const MAX_ROWS = 60;

/** What is new in a log, by the outputs of the rules if there are any. Rejects with a log's read error. */
export async function collectNews(failed: Log, good: GoodLogs, reading: ReadOptions, rulebook: Rulebook | undefined) {
  const by = rulebook && { rulebook, ignored: [] };
  const { news, close } = await compareRuns([{ ...good, failed }], reading, by);
  try {
    return figuresOf(news);
  } finally {
    close();
  }
}

/** What `diff --good` tells, and where its blocks are. */
export type NewsFigures = Omit<ReturnType<typeof figuresOf>, "told" | "shown">;

function figuresOf(news: News) {
  const items: NewsData[] = [];
  const counts = new Map<string, number>();
  /** The numbers of lines: of those that are new and told, and of all that the page has. */
  const told = new Set<number>();
  const shown = new Set<number>();
  let left = 0;
  let room = MAX_LINES;
  for (const item of news.items()) {
    const count = (counts.get(item.kind) ?? 0) + 1;
    counts.set(item.kind, count);
    if (item.kind === "block") {
      for (const { fileLine, new: isNew } of item.lines) if (isNew) told.add(fileLine);
      const all = [...item.lines];
      const lines = all.slice(0, room);
      for (const { fileLine } of lines) shown.add(fileLine);
      left += all.length - lines.length;
      room -= lines.length;
      items.push(dataOf({ ...item, lines }));
      continue;
    }
    if (item.kind === "changed" && item.told) told.add(item.fileLine);
    if (item.kind === "changed") shown.add(item.fileLine);
    if (count <= MAX_ITEMS) items.push(dataOf(item));
    else left++;
  }
  return { items, places: news.blocks.map(placeOf), left, told, shown };
}

/** Finds the rules and the outputs of some lines of a log while it is read. */
export class LineOutputs implements LineObserver {
  readonly outputs: Record<number, RuleOutput> = {};
  private readonly linePatterns: readonly LinePattern[];
  private readonly wanted: ReadonlySet<number>;
  private readonly renderers: TemplateRenderers;

  constructor({ linePatterns }: Rulebook, wanted: ReadonlySet<number>) {
    this.linePatterns = linePatterns;
    this.wanted = wanted;
    this.renderers = new TemplateRenderers(linePatterns);
  }

  add({ bytes, start, end, number }: LineReader, _: string, index: number, bounds: readonly number[]): void {
    if (index === -1 || !this.wanted.has(number)) return;
    const output = this.renderers.of(index).render(bytes, bounds);
    const isLine = output.equals(bytes.subarray(start, end));
    this.outputs[number] = { rule: this.linePatterns[index]!.name, ...(!isLine && { output: cut(output.toString()) }) };
  }
}

function cut(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}

function placeOf(block: Block) {
  const { log, from, to } = block;
  const { failed } = log;
  const rows = new BlockRows(block);
  const linesAt = (begin: number, end: number): readonly { readonly line: number; readonly text: string }[] =>
    Array.from({ length: end - begin }, (_, i) => ({
      line: failed.fileLine(begin + i),
      text: cut(failed.text(begin + i).toString()),
    }));
  return {
    /** The line that tells most. */
    best: linesAt(rows.best, rows.best + 1)[0]!,
    before: linesAt(Math.max(from - LINES_AROUND, 0), from),
    after: linesAt(to + 1, Math.min(to + 1 + LINES_AROUND, failed.length)),
    /** How many lines each row has: 1, or more that are folded. */
    rows: rows.within(MAX_ROWS).map(({ count }) => count),
    following: followingOf(block),
  };
}

/** An item with its texts cut, and lists that can be read again. */
const dataOf = (item: NewsItem<Buffer>): NewsData => plain(item) as NewsData;

function plain(value: unknown): unknown {
  if (typeof value === "string") return cut(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Buffer) return cut(value.toString());
  if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, plain);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
}

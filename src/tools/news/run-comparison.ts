import type { ReadOptions } from "../../io/line-text.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import { INSPECT } from "../../text/collections/lazy-items.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import type { ComparedRuns } from "./compare-runs.ts";
import type { News } from "./news.ts";
import type { NewsBlock, NewsItem, NewsLine, NewsSummary } from "./news-items.ts";
import { NewsMarkdown, NewsText } from "./news-writers.ts";
import { DEFAULT_BUDGET } from "./shown-news.ts";

/** How runs are read and compared. Escape sequences never count. */
export interface RunComparisonOptions extends Omit<ReadOptions, "stripAnsi"> {
  /** Fields of rules, of JSON objects and of `key=value` lines that never count. */
  readonly ignore?: readonly string[] | undefined;
}

/** Lines that are told together. */
export interface RunBlock<Line extends string | Uint8Array = string> extends Omit<NewsBlock<Line>, "lines"> {
  readonly lines: readonly NewsLine<Line>[];
}

/** What is told of a failed run, or counted. The last item is the summary. */
export type RunItem<Line extends string | Uint8Array = string> =
  | Exclude<NewsItem<Line>, { readonly kind: "block" }>
  | RunBlock<Line>;

/**
 * What is new in a failed run. Iterating it yields what `normalizer diff --good --format json` writes. Holds a few
 * numbers for each line, and reads the lines again when they are needed: from the logs, or from temporary copies of
 * logs that cannot be read twice. `close` closes the logs and deletes the copies.
 */
export class RunComparison<Line extends string | Uint8Array = string> implements Iterable<RunItem<Line>> {
  /** Whether anything is told: false for a run that is as good as the others. */
  readonly hasNews: boolean;
  /** How many lines are told, and how the run ended. */
  readonly summary: NewsSummary<Line>;

  // Nothing that prints an object shows these: they hold rules, the key of pseudonyms, and memory of the process.
  readonly #news: News;
  readonly #close: () => void;
  readonly #convert: LineConverter<Line>;

  /** `Processor.compareRuns` makes these. */
  constructor({ news, close }: Pick<ComparedRuns, "news" | "close">, convert: LineConverter<Line>) {
    this.#news = news;
    this.#close = close;
    this.#convert = convert;
    this.hasNews = news.hasNews;
    this.summary = this.converted(news.summary()) as NewsSummary<Line>;
  }

  /** Yields all items in the order of their rank. Throws if a log cannot be read again. */
  *[Symbol.iterator](): Generator<RunItem<Line>, void, undefined> {
    for (const item of this.#news.items()) yield this.converted(item) as RunItem<Line>;
  }

  /** What `JSON.stringify` writes. */
  toJSON(): object {
    return { hasNews: this.hasNews, ...this.summary };
  }

  /** What `console.log` shows. */
  [INSPECT](_depth: number, options: object, inspect: (value: unknown, options: object) => string): string {
    return `RunComparison ${inspect(this.toJSON(), options)}`;
  }

  /** The text that `normalizer diff --good` shows. Throws if a log cannot be read again. */
  toString(): string {
    return this.written(NewsText);
  }

  /** The Markdown that `normalizer diff --good --format markdown` writes. Throws if a log cannot be read again. */
  toMarkdown(): string {
    return this.written(NewsMarkdown);
  }

  private written(Writer: typeof NewsText | typeof NewsMarkdown): string {
    const text = new StringLayout();
    for (const _ of new Writer(text, this.#news).write(DEFAULT_BUDGET));
    return text.toString();
  }

  /**
   * Closes the logs, which nothing else does: each has a descriptor until then. No line can be read afterwards;
   * `hasNews` and the summary stay available.
   */
  close(): void {
    this.#close();
  }

  /** The same with lines as the caller wants them, and with arrays for what is made anew by each iteration. */
  private converted(value: unknown): unknown {
    if (Buffer.isBuffer(value)) return this.#convert(value, 0, value.length);
    if (typeof value !== "object" || value === null) return value;
    if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, (item) => this.converted(item));
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.converted(member)]));
  }
}

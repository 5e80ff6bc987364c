// What `diff --good` found, as a report holds it.

import type { NewsItem } from "../tools/news/news-items.ts";

type InSnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${InSnakeCase<Rest>}`
  : Name;

/** What `writeLine` makes of a value. */
type InJson<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends Iterable<infer Item>
    ? readonly InJson<Item>[]
    : { readonly [Name in keyof Value as InSnakeCase<Name & string>]: InJson<Value[Name]> };

/** What `diff --good --format json` writes, with texts cut. */
export type NewsData = InJson<NewsItem<string>>;

/** A line, by its number in its log. */
interface NumberedText {
  readonly line: number;
  readonly text: string;
}

export interface NewsPlace {
  /** The line that tells most. */
  readonly best: NumberedText;
  readonly before: readonly NumberedText[];
  readonly after: readonly NumberedText[];
  /** Its rows: 1 for a line, and how many for folded lines. */
  readonly rows: readonly number[];
  /** What follows, in words. */
  readonly following: string;
}

/** What is new in the log of a failed run. */
export interface NewsFigures {
  readonly items: readonly NewsData[];
  /** By block. */
  readonly places: readonly NewsPlace[];
  readonly left: number;
  /** By number of a line of a block: the rule that won it, and its output unless that is the line. */
  readonly outputs: Readonly<Record<number, RuleOutput>>;
}

export interface RuleOutput {
  readonly rule: string;
  readonly output?: string;
}

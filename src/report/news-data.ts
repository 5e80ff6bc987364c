// What `diff --good` found, as a report holds it.

interface NewsLineData {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** What `diff --good --format json` writes, with texts cut. */
export type NewsData =
  | {
      readonly kind: "block";
      readonly rank: number;
      readonly id: string;
      readonly lines: readonly { readonly file_line: number; readonly new: boolean; readonly text: string }[];
      readonly nearest: NewsLineData | null;
    }
  | {
      readonly kind: "changed";
      readonly file_line: number;
      readonly from: string;
      readonly to: string;
      readonly told: boolean;
      readonly text: string;
      readonly nearest: NewsLineData;
    }
  | {
      readonly kind: "rate";
      readonly file_line: number | null;
      readonly old: FrequencyData;
      readonly new: FrequencyData;
      readonly text: string;
      readonly nearest: NewsLineData;
    }
  | ({ readonly kind: "not_reached" } & NewsRangeData)
  | ({ readonly kind: "folded"; readonly reason: "redraw" | "value" | "variant" | "block" } & NewsRangeData)
  | {
      readonly kind: "summary";
      readonly told: number;
      readonly blocks: number;
      readonly lines: number;
      readonly good: readonly unknown[];
      readonly stored?: readonly { readonly runs: number }[];
      readonly ended: readonly (NewsLineData & { readonly was?: string })[];
      readonly ended_early?: NewsLineData & { readonly next: string };
      readonly little_in_common?: boolean;
    };

interface NewsRangeData {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly first: string;
}

/** How often a line comes, or how seldom. */
interface FrequencyData {
  readonly count: number;
  readonly lines: number;
}

/** Where a block is in its log. */
export interface NewsPlace {
  /** The line that tells most. */
  readonly best: Omit<NewsLineData, "file">;
  /** Lines before and after it. */
  readonly before: readonly Omit<NewsLineData, "file">[];
  readonly after: readonly Omit<NewsLineData, "file">[];
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
  /** How many lines and items are left out. */
  readonly left: number;
  /** By number of a line of a block: the rule that won it, and its output unless that is the line. */
  readonly outputs: Readonly<Record<number, RuleOutput>>;
}

export interface RuleOutput {
  readonly rule: string;
  readonly output?: string;
}

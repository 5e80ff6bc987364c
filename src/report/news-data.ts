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
  | ({ readonly kind: "not_reached" } & NewsRangeData)
  | ({ readonly kind: "folded"; readonly reason: "redraw" | "value" | "variant" | "block" } & NewsRangeData)
  | {
      readonly kind: "summary";
      readonly told: number;
      readonly blocks: number;
      readonly lines: number;
      readonly good: readonly unknown[];
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

/** Where a block is in its log. */
export interface NewsPlace {
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
}

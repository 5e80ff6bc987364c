// What a report holds, as JSON in the page. The command collects it, and the page reads it.
import type { LoadedRules } from "../run/loaded-rules.ts";
import { asText } from "../run/record-builder.ts";
import type { FieldColumns } from "../tools/fields/field-columns.ts";
import { fieldResults } from "../tools/fields/field-results.ts";

/** A line as text or, if it is not UTF-8, as its bytes in base64. */
export type SampleLine = string | { readonly base64: string };

/** Neighbouring lines of a file. Later ones may follow earlier ones. */
export interface SampleStretch {
  /** The index of the file. */
  readonly file: number;
  /** The number of the first line. */
  readonly line: number;
  readonly lines: readonly SampleLine[];
}

/** Lines in one part of a file: how many, and how many of them are matched. */
export type Bucket = readonly [lines: number, matched: number];

export interface FileFigures {
  readonly name: string;
  readonly lines: number;
  readonly matched: number;
  /** At most 240, in the order of the file. All but the last have the same number of lines. */
  readonly buckets: readonly Bucket[];
}

interface RuleFigures {
  /** Lines that the rule won. */
  readonly won: number;
  /** Lines that its followers matched. */
  readonly followed: number;
}

/** Unmatched lines that differ only in their varying parts. */
export interface TemplateFigures {
  readonly template: string;
  readonly count: number;
  /** Where the first such line is. */
  readonly file: string;
  readonly line: number;
}

/** What the rules made of the logs. */
export interface RunFigures {
  readonly lines: number;
  readonly matched: number;
  readonly files: readonly FileFigures[];
  /** By rule index. */
  readonly rules: readonly RuleFigures[];
  /** The most frequent templates of unmatched lines, at most 200. */
  readonly templates: readonly TemplateFigures[];
  /** Unmatched lines with other templates. */
  readonly otherUnmatched: number;
}

/** What a field of a rule captured. */
export interface FieldFigures {
  readonly rule: string;
  /** The index of the rule. */
  readonly index: number;
  readonly field: string;
  readonly lines: number;
  readonly distinct: number;
  /** Whether `distinct` is exact, and not an estimate. */
  readonly exact: boolean;
  /** The most frequent values, or their beginnings, and how often each occurs at least. */
  readonly common: readonly { readonly value: string; readonly cut: boolean; readonly count: number }[];
  /** The narrowest type that all values have; `any` if there is none. */
  readonly type: string;
  /** Whether the output shows it. */
  readonly shown: boolean;
  /** Whether its values vary from run to run; undefined if that is unknown, as without a second log. */
  readonly varies: boolean | undefined;
}

/** A line of a comparison, and where it is. */
export interface DiffLine {
  readonly place: string;
  readonly output: string;
}

/** A line that one log lacks, or that has other values in it, or that both have. */
export interface DiffItem {
  /** The ids of the group, if groups are compared. */
  readonly group: string | undefined;
  readonly old: DiffLine | undefined;
  readonly new: DiffLine | undefined;
  /** The fields that differ. */
  readonly fields: readonly { readonly name: string; readonly old: string; readonly new: string }[];
}

/** How the logs differ from older ones. */
export interface DiffFigures {
  readonly same: number;
  readonly onlyOld: number;
  readonly onlyNew: number;
  /** The first differences. */
  readonly items: readonly DiffItem[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/** An event of a group. */
export interface GroupEvent {
  /** Milliseconds since 1970; undefined if the line has no time. */
  readonly time: number | undefined;
  /** The index of the log. */
  readonly file: number;
  readonly line: number;
  readonly output: string;
}

/** The lines of one id. */
export interface GroupFigures {
  readonly id: string;
  /** Seconds from the first event to the last; undefined without times. */
  readonly span: number | undefined;
  readonly count: number;
  /** The first ones, in order of time. */
  readonly events: readonly GroupEvent[];
}

/** The lines of the logs by id. */
export interface TraceFigures {
  readonly by: readonly string[];
  readonly files: readonly string[];
  readonly count: number;
  /** Those that took longest. */
  readonly groups: readonly GroupFigures[];
  /** Lines without an id. */
  readonly withoutId: number;
}

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

export interface ReportData {
  readonly rules: {
    /** The name of the file, for messages and for downloads. */
    readonly name: string;
    readonly text: string;
  };
  /** Undefined in a playground, which has no logs. */
  readonly run: RunFigures | undefined;
  readonly fields: readonly FieldFigures[];
  /** How many lines of the logs their values were counted in, from the first on. */
  readonly fieldLines: number;
  /** Undefined if no older logs were given. */
  readonly diff: DiffFigures | undefined;
  /** Undefined if no good runs were given. */
  readonly news: NewsFigures | undefined;
  /** Undefined if lines were not grouped. */
  readonly trace: TraceFigures | undefined;
  /** The lines that the page holds. */
  readonly samples: readonly SampleStretch[];
  /** Whether these are all lines of the logs. */
  readonly hasAllLines: boolean;
}

/** The two sides of a comparison of fields. A single log is the new one. */
export const OLD = 1;
export const NEW = 0;

/** The fields, without those of followers, which the page does not list. */
export function fieldFigures(
  columns: FieldColumns,
  source: LoadedRules,
  { isCompared, withValues }: { readonly isCompared: boolean; readonly withValues: boolean },
): FieldFigures[] {
  const ofRules = columns.columns.slice(0, source.rules.length);
  const results = fieldResults(ofRules.flat(), source, isCompared ? 2 : 1, asText);
  const indexes = ofRules.flatMap((own, index) => own.map(() => index));
  return results.map(({ rule, field, lines, oldLines = lines, distinct, exact, common, type, shown, varies }, i) => ({
    ...{ rule, index: indexes[i]!, field, lines: oldLines, distinct, exact, type, shown, varies },
    common: (withValues ? common : []).map(({ value, cut, count }) => ({ value, cut, count })),
  }));
}

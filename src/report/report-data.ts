// What a report holds, as JSON in the page. The command collects it, and the page reads it.

/** A line as text or, if it is not UTF-8, as its bytes in base64. */
export type SampleLine = string | { readonly base64: string };

/** Neighbouring lines of a file. Later ones may follow earlier ones. */
export interface Stretch {
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

export interface RuleFigures {
  /** Lines that the rule won. */
  readonly won: number;
  /** Lines that its followers matched. */
  readonly followed: number;
}

/** Unmatched lines that differ only in their varying parts. */
export interface TemplateFigures {
  readonly template: string;
  readonly count: number;
  /** The place of the first such line. */
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

export interface ReportData {
  readonly rules: {
    /** The name of the file, for messages and for downloads. */
    readonly name: string;
    readonly text: string;
  };
  /** Undefined in a playground, which has no logs. */
  readonly run: RunFigures | undefined;
  /** The lines that the page holds. */
  readonly samples: readonly Stretch[];
  /** Whether these are all lines of the logs. */
  readonly hasAllLines: boolean;
}

import type { Writable } from "node:stream";
import type { ExportFormat } from "../exchange/export/exported.ts";
import type { ImportFormat } from "../exchange/import/imported.ts";
import type { ReadOptions } from "../io/line-text.ts";
import type { LogStream } from "../io/source.ts";
import type { Format, RecordOptions } from "../run/line-writer.ts";
import type { LogPart } from "../run/part-of-logs.ts";
import type { TextOptions } from "../run/text-lines.ts";
import type { CheckOptions } from "../tools/check/check.ts";
import type { ComparisonOptions } from "../tools/diff/log-diff.ts";
import type { RunComparisonOptions } from "../tools/news/run-comparison.ts";
import type { SuggestionSettings } from "../tools/suggest/suggest.ts";
import type { MergeOptions } from "../tools/trace/collect-events.ts";
import type { TraceOptions } from "../tools/trace/trace.ts";

/** A log: a path, a URL or a stream. The second form also gives it a name, which its lines then carry as their file. */
export type LogSource = string | URL | LogStream | { readonly name: string; readonly input: string | URL | LogStream };

/** One log, or several in order. */
export type LogSources = LogSource | readonly LogSource[];

/** The contents of a rules file as an object, from a YAML or JSON parser or written in code. */
export interface RulesObject {
  readonly rules: readonly unknown[];
  readonly [key: string]: unknown;
}

/** Rules, or the path of their file. */
export type RulesOptions =
  | {
      /** The path of the rules file, or of several. They are read at once, and apply as if they were one. */
      readonly rulesPath: string | URL | readonly (string | URL)[];
      readonly rules?: undefined;
    }
  | {
      /** The text of a rules file, or its contents as an object. */
      readonly rules: string | RulesObject;
      readonly rulesPath?: undefined;
    };

/** What names the transform `pseudonym` gives. */
export interface PseudonymKeyOptions {
  /** The key. A text stands for its bytes in UTF-8. */
  readonly key?: string | Uint8Array | undefined;
}

/** The rules of a Processor, and what becomes of lines that none of them matches. */
export type ProcessorOptions =
  | (RulesOptions &
      PseudonymKeyOptions & {
        /**
         * Whether lines that no rule matches are masked: their times, ids, addresses and numbers become `<time>`,
         * `<uuid>`, `<ip>`, `<mac>`, `<hex>` and `<n>`. They still count as unmatched.
         */
        readonly mask?: boolean | undefined;
      })
  | {
      /** Masks all lines: without rules, none is matched. */
      readonly mask: true;
      readonly rules?: undefined;
      readonly rulesPath?: undefined;
      readonly key?: undefined;
    };

/** Whether results are bytes. By default they are text, in which bytes that are not UTF-8 become U+FFFD. */
export interface InBytes<Bytes extends boolean> {
  readonly bytes?: Bytes | undefined;
}

/** Whether a comparison also finds what has changed, as claims. */
export interface WithClaims<Claimed extends boolean> {
  readonly summary?: Claimed | undefined;
}

/** What lines and values are in results. */
export type LineAs<Bytes extends boolean> = Bytes extends true ? Uint8Array : string;

/** How a log is read and written. `original` and `timezone` are for `json`. */
export interface TransformOptions extends RecordOptions {
  /** How lines are written: `lines` by default, which are the outputs of the rules. */
  readonly format?: Format | undefined;
  /** The stream for explain records. That of a line is written before the line. */
  readonly explain?: Writable | undefined;
}

/**
 * How logs are read and written. If `explain` is the output itself, the explain records are written among the lines.
 */
export interface ProcessOptions extends TransformOptions {
  /**
   * The number of threads that match large regular files: 1 (the default) to 256, or `auto` for as many as the system
   * can run at a time. The output does not depend on it.
   */
  readonly jobs?: number | "auto" | undefined;
  /**
   * Reads only one of `count` nearly equal parts of all logs together; the first has the number 1. The logs must be
   * files that are not compressed. The outputs of all parts, one after the other, are the output of the logs, and their
   * statistics add up. Rules must not use the transform `alias`.
   */
  readonly part?: LogPart | undefined;
}

/** What is checked besides the rules. */
export interface RulesCheckOptions extends CheckOptions, PseudonymKeyOptions {
  /** Older rules. With logs, tells which lines they treat differently. Rejects with a RulesError if they are wrong. */
  readonly against?: RulesOptions | undefined;
}

/** Options for counting fields. */
export interface FieldsOptions extends ReadOptions {
  /** The log of a second run that does the same. */
  readonly next?: LogSources | undefined;
  /** Makes the edits that the two runs prove, in the text of the rules. The result has it as `edits.text`. */
  readonly inPlace?: boolean | undefined;
}

/** How files of other tools are read. */
export interface ImportOptions {
  /** What the files are. Without it, the files tell. */
  readonly from?: ImportFormat | undefined;
}

/** What rules are exported to. */
export interface ExportOptions {
  /** What to write. */
  readonly to: ExportFormat;
  /** The program whose messages the rules are for: printable ASCII. Without it, they are for those of all programs. */
  readonly program?: string | undefined;
}

/** What rules are suggested. At most one of `rules` and `rulesPath` may be given. */
export interface SuggestionOptions extends SuggestionSettings {
  /** The text of a rules file. Only lines that its rules leave get new ones. */
  readonly rules?: string | undefined;
  /** The path of such a file, or of several. The new rules go into the last one. */
  readonly rulesPath?: string | URL | readonly (string | URL)[] | undefined;
}

/** What the options of each method are. Tests try each of them. */
export interface MethodOptions {
  readonly process: ProcessOptions;
  readonly createTransform: TransformOptions;
  readonly records: RecordOptions & InBytes<true>;
  readonly normalizeText: TextOptions;
  readonly explainText: TextOptions;
  readonly compare: ComparisonOptions & InBytes<true> & WithClaims<true>;
  readonly compareRuns: RunComparisonOptions & InBytes<true>;
  readonly trace: TraceOptions & InBytes<true>;
  readonly merge: MergeOptions & InBytes<true>;
  readonly check: RulesCheckOptions & InBytes<true>;
  readonly fields: FieldsOptions & InBytes<true>;
  readonly suggest: SuggestionOptions;
  readonly importRules: ImportOptions;
  readonly exportRules: ExportOptions;
}

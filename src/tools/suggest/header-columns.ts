// Cuts the beginning of a line into columns, and says what each looks like.

import { dateTimeEnds } from "../../text/date-times/date-time-ends.ts";
import { MAX_DATE_DIGITS } from "../../text/date-times/date-time-forms.ts";
import { DATE, DATE_OF_DIGITS, hasControl } from "../../text/shapes/skeleton.ts";

/** A `service` is a name before a bar, a `sign` punctuation alone; a `tag` ends with a colon. */
export type ColumnClass =
  | ("priority" | "timestamp" | "date" | "epoch" | "uptime" | "level" | "stream" | "service")
  | ("integer" | "bracketed" | "sign" | "tag" | "other");

export interface HeaderColumn {
  readonly columnClass: ColumnClass;
  readonly before: string;
  readonly value: string;
  readonly after: string;
  readonly behind: string;
}

const MAX_COLUMNS = 16;
/** Headers are at the beginning: what comes after this many bytes is ignored. */
const MAX_HEADER_BYTES = 512;
const MAX_BEHIND = 60;

const LEVELS = new Set(
  (
    "trace trc trce debug dbg dbug fine finer finest verbose info information inf note notice config warn warning wrn " +
    "fail error err severe fatal critical crit alert emerg emergency panic"
  ).split(" "),
);

/** Whether a word is a level. Those of one letter are capitals, and so is PostgreSQL's for what is no error. */
export function isLevel(text: string): boolean {
  return LEVELS.has(text.toLowerCase()) || /^(?:[VDIWEF]|LOG)$/.test(text);
}

/** A text in brackets that are closed within reason, perhaps filled with blanks. Another may follow without a blank. */
const IN_BRACKETS = ["[]", "()", "<>", "{}"].map(
  ([open, close]) => `(\\${open})([^\\${close}]{0,160}?)( *\\${close}[:,;]?)(?=[ \\t|[]|$)`,
);
const END = "(?=[ \\t|]|$)";

/** What is before a value, the value, and what is behind it, in the order tried. The end of a time is found apart. */
const FORMS = (
  [
    ["priority", "^(<)(\\d{1,3})(>)"],
    ["service", "^()([A-Za-z_$\\x80-\\xff][^ \\t|]*)()(?= +\\| )"],
    // As glog writes it, before a date without a year.
    ["level", "()([IWEFD])()(?=\\d{4} \\d)"],
    ["timestamp", `([[(<{]?)(?!\\d{${MAX_DATE_DIGITS + 1}})`],
    // Dates and times in notations that rules do not know as such.
    [
      "date",
      `([[(<{]?)(${DATE}|${DATE_OF_DIGITS}|\\d{4}[./-]\\d\\d?[./-]\\d\\d?|\\d\\d?[./-]\\d\\d?[./-]\\d{4}|\\d\\d?:\\d\\d)` +
        `([\\])>}]?[,:;]*)${END}`,
    ],
    // Seconds since 1970 from 2001 to 2033, with or without decimals, or milliseconds and the like; or TAI64N; or the
    // seconds and their fraction, both as eight hexadecimal digits.
    [
      "epoch",
      `([[(<]?)(1\\d{9}(?:\\d{3}|\\d{6}|\\d{9}|\\.\\d+)?|@4[0-9a-f]{23}|[3-7][0-9a-f]{7}\\.[0-9a-f]{8})([\\])>]?[:,;]*)${END}`,
    ],
    ["uptime", `()(\\[ *\\d+\\.\\d{6}\\])()`],
    ...IN_BRACKETS.map((source) => ["bracketed", source] as const),
    ["level", `()([A-Za-z]+)([:,;]*)${END}`],
    // What closes a bracket that was opened some columns before, or, as glog writes it, nowhere.
    ["bracketed", `(#?)([^[\\]# \\t|]+)(\\][:,;]?)${END}`],
    ["stream", `()(stdout|stderr)()${END}`],
    ["integer", `()([+-]?\\d+)([:,;]*)${END}`],
    ["sign", `()([^A-Za-z0-9\\x80-\\xff \\t|]+)()${END}`],
    // A path before a colon is that of a process with its number, or else of a request.
    ["tag", `()([^/#" \\t|](?:[^ \\t|]*[^:,; \\t|])?|[^ \\t|]*\\])(:)${END}`],
  ] satisfies (readonly [ColumnClass, string])[]
).map(([columnClass, source]) => ({ columnClass, expression: new RegExp(source, "y") }));

const INDENT = /^[ \t]*/;
const GAP = /[ \t|]*/y;
const TEXT = /[^ \t|]*/y;
/** What follows a time up to a blank or to the next bracket. */
const AFTER_TIME = /[^A-Za-z0-9\x80-\xff \t|[]*/y;

/**
 * The columns with which a line begins; none if it is JSON, or has control characters, or begins with a blank, unless a
 * time follows.
 */
export function columnsOf(bytes: Buffer): HeaderColumn[] {
  const text = bytes.toString("latin1", 0, MAX_HEADER_BYTES);
  const columns: HeaderColumn[] = [];
  const indent = INDENT.exec(text)![0];
  if (/^(?:\||\{\s*")/.test(text.slice(indent.length)) || hasControl(text)) return columns;
  let at = indent.length;
  // With a quote, the message has begun.
  while (at < text.length && columns.length < MAX_COLUMNS && text[at] !== '"') {
    const column = columnAt(bytes, text, at);
    const isFirst = columns.length === 0;
    if (isFirst && indent !== "" && column.columnClass !== "timestamp") return columns;
    const to = at + column.before.length + column.value.length + column.after.length;
    const gap = matchAt(GAP, text, to)[0]!;
    at = to + gap.length;
    const before = isFirst ? indent + column.before : column.before;
    columns.push({ ...column, before, after: column.after + gap, behind: text.slice(at, at + MAX_BEHIND) });
  }
  return columns;
}

type Column = Omit<HeaderColumn, "behind">;

const ends: number[] = [];

function columnAt(bytes: Buffer, text: string, at: number): Column {
  for (const { columnClass, expression } of FORMS) {
    const [found, before = "", value = "", after = ""] = matchAt(expression, text, at);
    if (found === undefined) continue;
    if (columnClass === "timestamp") {
      const from = at + before.length;
      if (dateTimeEnds(bytes, from, text.length, ends) === 0) continue;
      const [to] = ends as [number];
      return { columnClass, before, value: text.slice(from, to), after: matchAt(AFTER_TIME, text, to)[0]! };
    }
    if (isLevel(value)) return { columnClass: "level", before, value, after };
    if (columnClass !== "level") return { columnClass, before, value, after };
  }
  return { columnClass: "other", before: "", value: matchAt(TEXT, text, at)[0]!, after: "" };
}

function matchAt(expression: RegExp, text: string, at: number): readonly string[] {
  expression.lastIndex = at;
  return expression.exec(text) ?? [];
}

// Cuts the beginning of a line into columns, and says what each looks like.

import { isDigit } from "../../text/bytes/ascii.ts";
import { dateTimeEnds } from "../../text/date-times/date-time-ends.ts";
import { MAX_DATE_DIGITS } from "../../text/date-times/date-time-forms.ts";

/** What a column looks like. `marked` is punctuation alone; `tag` ends with a colon; `other` has no class. */
export type ColumnClass = "time" | "epoch" | "level" | "integer" | "bracketed" | "marked" | "tag" | "other";

export interface HeaderColumn {
  readonly columnClass: ColumnClass;
  /** What surrounds the value, such as a bracket before it and a comma after it. */
  readonly before: string;
  readonly value: string;
  readonly after: string;
  /** What is between this column and the next. */
  readonly gap: string;
}

const MAX_COLUMNS = 16;
/** Headers are at the beginning: what comes after this many bytes is ignored. */
const MAX_HEADER_BYTES = 512;
/** A longer text in brackets is not a value of a header. */
const MAX_BRACKETED = 160;

const LEVELS = new Set(
  (
    "trace trc debug dbg fine finer finest verbose info information inf notice config warn warning wrn error " +
    "err severe fatal critical crit alert emerg emergency panic failure"
  ).split(" "),
);
/** Levels of one letter are capitals. */
const LEVEL_LETTER = /^[VDIWEF]$/;
/** Seconds since 1970 from 2001 to 2033, with or without decimals, or milliseconds and the like. */
const EPOCH = /^1\d{9}(?:\d{3}|\d{6}|\d{9}|\.\d+)?$/;
const GAP = /[ \t|]+/y;
const TEXT = /[^ \t|]+/y;
/** Blanks that fill the width of a text in brackets. */
const PADDING = /(?<! ) +$/;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "<": ">", "{": "}" };

/** The columns with which a line begins; none if it begins with a blank. */
export function columnsOf(bytes: Buffer, start: number, end: number): HeaderColumn[] {
  const stop = Math.min(end, start + MAX_HEADER_BYTES);
  const text = bytes.toString("latin1", start, stop);
  const columns: HeaderColumn[] = [];
  let at = 0;
  // With a quote, the message has begun.
  while (at < text.length && columns.length < MAX_COLUMNS && text[at] !== '"') {
    const { before, value, after, columnClass } = columnAt(bytes, start, text, at);
    at += before.length + value.length + after.length;
    GAP.lastIndex = at;
    const gap = GAP.exec(text)?.[0] ?? "";
    at += gap.length;
    // A line that begins with a blank has no first column.
    if (columns.length === 0 && value === "" && before === "" && after === "") return [];
    columns.push({ columnClass, before, value, after, gap });
  }
  return columns;
}

const ends: number[] = [];

function columnAt(bytes: Buffer, start: number, text: string, at: number): Omit<HeaderColumn, "gap"> {
  const closing = CLOSING[text[at]!];
  if (closing !== undefined) {
    const close = closingAt(text, at, closing);
    const time = timeEnd(bytes, start + at + 1, start + text.length) - start;
    if (time > at && close !== -1 && time <= close) {
      return {
        columnClass: "time",
        before: text[at]!,
        value: text.slice(at + 1, time),
        after: text.slice(time, close + 1),
      };
    }
    if (close !== -1) {
      const inner = text.slice(at + 1, close);
      const value = inner.replace(PADDING, "") || inner;
      const rest = text[close + 1] === "[" && isOfHeader(value, inner) ? "" : restAt(text, close + 1);
      const columnClass = rest !== "" && !/^[:,;]$/.test(rest) ? "other" : isLevel(value) ? "level" : "bracketed";
      if (columnClass !== "other")
        return { columnClass, before: text[at]!, value, after: inner.slice(value.length) + closing + rest };
    }
  }
  const time = timeEnd(bytes, start + at, start + text.length) - start;
  if (time > at) return { columnClass: "time", before: "", value: text.slice(at, time), after: restAt(text, time) };
  const value = restAt(text, at);
  const bare = value.replace(/[:,;]$/, "");
  const after = value.slice(bare.length);
  if (isLevel(bare)) return { columnClass: "level", before: "", value: bare, after };
  if (EPOCH.test(bare)) return { columnClass: "epoch", before: "", value: bare, after };
  if (/^[+-]?\d+$/.test(bare)) return { columnClass: "integer", before: "", value: bare, after };
  if (!/[A-Za-z0-9\x80-\xff]/.test(value)) return { columnClass: "marked", before: "", value, after: "" };
  if (after === ":") return { columnClass: "tag", before: "", value: bare, after };
  return { columnClass: "other", before: "", value, after: "" };
}

function isLevel(text: string): boolean {
  return LEVELS.has(text.toLowerCase()) || LEVEL_LETTER.test(text);
}

/** A name with dots, as loggers have. */
const DOTTED_NAME = /^[\w$]+(?:\.[\w$]+)+$/;

/**
 * Whether a text in brackets is surely part of a header, so that another bracket may follow without a blank. After any
 * other text, as in `[500][GET]`, the message may have begun.
 */
function isOfHeader(value: string, inner: string): boolean {
  return isLevel(value) || (value !== inner && !/^\d/.test(value)) || DOTTED_NAME.test(value);
}

function restAt(text: string, at: number): string {
  TEXT.lastIndex = at;
  return TEXT.exec(text)?.[0] ?? "";
}

/** The offset of the bracket that closes the one at `at`, or -1. */
function closingAt(text: string, at: number, closing: string): number {
  let depth = 0;
  for (let i = at; i < Math.min(text.length, at + MAX_BRACKETED); i++) {
    if (text[i] === text[at]) depth++;
    else if (text[i] === closing && --depth === 0) return i;
  }
  return -1;
}

/** The end of the date-time at `at`, or -1. */
function timeEnd(bytes: Buffer, at: number, end: number): number {
  let digits = 0;
  while (at + digits < end && isDigit(bytes[at + digits]!)) digits++;
  return digits <= MAX_DATE_DIGITS && dateTimeEnds(bytes, at, end, ends) > 0 ? ends[0]! : -1;
}

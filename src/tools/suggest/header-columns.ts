// Cuts the beginning of a line into columns, and says what each looks like.

import { isDigit } from "../../text/bytes/ascii.ts";
import { dateTimeEnds } from "../../text/date-times/date-time-ends.ts";
import { MAX_DATE_DIGITS } from "../../text/date-times/date-time-forms.ts";

/**
 * What a column looks like. A `stream` is that of a container, a `sign` is punctuation alone, a `tag` ends with a
 * colon, and `other` has no class.
 */
export type ColumnClass =
  | ("priority" | "time" | "epoch" | "level" | "stream")
  | ("integer" | "bracketed" | "sign" | "tag" | "other");

export interface HeaderColumn {
  readonly columnClass: ColumnClass;
  /** What surrounds the value, such as a bracket before it and a comma after it. */
  readonly before: string;
  readonly value: string;
  readonly after: string;
  /** What is between this column and the next. */
  readonly gap: string;
  /** Where the next column begins. */
  readonly end: number;
}

const MAX_COLUMNS = 16;
/** Headers are at the beginning: what comes after this many bytes is ignored. */
const MAX_HEADER_BYTES = 512;
/** A longer text in brackets is not a value of a header. */
const MAX_BRACKETED = 160;

const LEVELS = new Set(
  (
    "trace trc debug dbg fine finer finest verbose info information inf notice config warn warning wrn error " +
    "err severe fatal critical crit alert emerg emergency panic"
  ).split(" "),
);
/** Levels of one letter are capitals. */
const LEVEL_LETTER = /^[VDIWEF]$/;
/** The letter of a level right before a date without a year, as glog writes it. */
const GLUED_LEVEL = /[IWEFD](?=\d{4} \d)/y;
/** Seconds since 1970 from 2001 to 2033, with or without decimals, or milliseconds and the like; or TAI64N. */
const EPOCH = /^(?:1\d{9}(?:\d{3}|\d{6}|\d{9}|\.\d+)?|@4[0-9a-f]{23})$/;
/** The priority with which syslog begins on the wire. */
const PRIORITY = /^<(\d{1,3})>/;
const GAP = /[ \t|]*/y;
const TEXT = /[^ \t|]*/y;
/** Blanks that fill the width of a text in brackets. */
const PADDING = /(?<! ) +$/;
const GLUED_DATE = /(?<![:|,;])[:|,;]+(?=\d{4}-\d\d-\d\d[ T])/;
/** What closes a bracket that was opened some columns before, or, as glog writes it, nowhere. */
const CLOSED = /^(#?)([^[\]#]+)(\][:,;]?)$/;
const RUN = /^(?:\[[^\]]*\])+/;
const SIGNS = /^[^A-Za-z0-9\x80-\xff]*/;
/** What may stand before a colon; a path only if it is that of a process, or else it is one of a request. */
const NAME = /^(?:[^/#"].*|.*\])$/;
const CLOSING: Readonly<Record<string, string>> = { "[": "]", "(": ")", "<": ">", "{": "}" };

export function isLevel(text: string): boolean {
  return LEVELS.has(text.toLowerCase()) || LEVEL_LETTER.test(text);
}

type Column = Omit<HeaderColumn, "gap" | "end">;

/** The columns with which a line begins; none if it begins with a blank, or is JSON. */
export function columnsOf(bytes: Buffer): HeaderColumn[] {
  const text = bytes.toString("latin1", 0, MAX_HEADER_BYTES);
  const columns: HeaderColumn[] = [];
  if (/^(?:[ \t|]|\{\s*")/.test(text)) return columns;
  let at = 0;
  // With a quote or with JSON, the message has begun.
  while (at < text.length && columns.length < MAX_COLUMNS && !/^\{?"/.test(text.slice(at, at + 2))) {
    const column = (at === 0 ? priorityOf(text) : undefined) ?? columnAt(bytes, text, at);
    at += column.before.length + column.value.length + column.after.length;
    const gap = matchAt(GAP, text, at);
    at += gap.length;
    columns.push({ ...column, gap, end: at });
  }
  return columns;
}

function priorityOf(text: string): Column | undefined {
  const value = PRIORITY.exec(text)?.[1];
  return value === undefined ? undefined : { columnClass: "priority", before: "<", value, after: ">" };
}

function columnAt(bytes: Buffer, text: string, at: number): Column {
  const level = matchAt(GLUED_LEVEL, text, at);
  if (level !== "") return { columnClass: "level", before: "", value: level, after: "" };
  const close = closingAt(text, at);
  const from = close === -1 ? at : at + 1;
  const time = timeEnd(bytes, from, text.length);
  if (time !== -1 && (close === -1 || time <= close)) {
    // In one bracket with the time may be other columns.
    const isWhole = close !== -1 && !/[A-Za-z0-9]/.test(text.slice(time, close));
    const after = isWhole ? text.slice(time, close + 1) : SIGNS.exec(matchAt(TEXT, text, time))![0];
    return { columnClass: "time", before: text.slice(at, from), value: text.slice(from, time), after };
  }
  const bracketed = close === -1 ? undefined : bracketedAt(text, at, close);
  if (bracketed !== undefined) return bracketed;
  const whole = matchAt(TEXT, text, at);
  const value = beforeDate(whole, text, at);
  const bare = value.replace(/(?<![:,;])[:,;]+$/, "");
  const column = { before: "", value: bare, after: value.slice(bare.length) };
  if (isLevel(bare)) return { columnClass: "level", ...column };
  if (EPOCH.test(bare)) return { columnClass: "epoch", ...column };
  const [, before, closed, end] = CLOSED.exec(value) ?? [];
  if (closed !== undefined)
    return { columnClass: isLevel(closed) ? "level" : "bracketed", before: before!, value: closed, after: end! };
  if (/^std(?:out|err)$/.test(value)) return { columnClass: "stream", ...column };
  if (/^[+-]?\d+$/.test(bare)) return { columnClass: "integer", ...column };
  const isSign = SIGNS.exec(value)![0] === value;
  if (column.after === ":" && !isSign && NAME.test(bare)) return { columnClass: "tag", ...column };
  if (value !== whole) return { columnClass: "other", ...column };
  return { columnClass: isSign ? "sign" : "other", before: "", value, after: "" };
}

/** The text without a date at its end, as in `main::INFO::2011-12-05 07:04:56`. */
function beforeDate(value: string, text: string, at: number): string {
  const date = GLUED_DATE.exec(text.slice(at, at + value.length + 1));
  return date === null ? value : value.slice(0, date.index + date[0].length);
}

function bracketedAt(text: string, at: number, close: number): Column | undefined {
  const inner = text.slice(at + 1, close);
  const value = inner.replace(PADDING, "") || inner;
  // Brackets may follow each other without a blank if one has a level. In others, as in `[500][GET]`, is the message.
  const run = text.slice(0, close + 1) + (RUN.exec(text.slice(close + 1))?.[0] ?? "");
  const isRun = text[close + 1] === "[" && [...run.matchAll(/\[ *(\w+) *\]/g)].some(([, word]) => isLevel(word!));
  const rest = isRun ? "" : matchAt(TEXT, text, close + 1);
  if (!/^[:,;]?$/.test(rest)) return undefined;
  const after = inner.slice(value.length) + text[close]! + rest;
  return { columnClass: isLevel(value) ? "level" : "bracketed", before: text[at]!, value, after };
}

function matchAt(expression: RegExp, text: string, at: number): string {
  expression.lastIndex = at;
  return expression.exec(text)?.[0] ?? "";
}

/** The offset of the bracket that closes the one at `at`, or -1. */
function closingAt(text: string, at: number): number {
  const closing = CLOSING[text[at]!];
  let depth = 0;
  for (let i = at; closing !== undefined && i < Math.min(text.length, at + MAX_BRACKETED); i++) {
    if (text[i] === text[at]) depth++;
    else if (text[i] === closing && --depth === 0) return i;
  }
  return -1;
}

const ends: number[] = [];

/** The end of the date-time at `at`, or -1. */
function timeEnd(bytes: Buffer, at: number, end: number): number {
  let digits = 0;
  while (at + digits < end && isDigit(bytes[at + digits]!)) digits++;
  return digits <= MAX_DATE_DIGITS && dateTimeEnds(bytes, at, end, ends) > 0 ? ends[0]! : -1;
}

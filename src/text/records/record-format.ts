// Lines that are records themselves: JSON objects, `key=value` pairs, and rows of a table. Their keys are text, their
// values vary, and only their message is taken apart as other text is.

import { normalForm } from "../shapes/normal-form.ts";
import { VARYING, withoutEndBlanks } from "../shapes/skeleton.ts";

type MessageSkeleton = (message: string) => string;

export interface RecordFormat {
  /** The skeleton of a line, without line breaks and in Latin-1. */
  skeletonOf(text: string, ofMessage: MessageSkeleton): string;
  /** The names of a row's columns, if it is one and the first line has them. */
  readonly columns: readonly string[];
}

/** Longer lines are not taken for records. */
export const MAX_RECORD_BYTES = 64 * 1024;
const MIN_SHARE = 0.9;
const MIN_PAIRS = 3;
const MIN_PAIR_SHARE = 0.8;

const MESSAGE_KEYS = /^(?:msg|message|event|log|text|short_message)$/i;

/** `key=value` after a blank, whose value may be in quotes. Single quotes may be around several pairs. */
const PAIR = /(?<![^\s'])([A-Za-z_@][\w.@-]*)=("(?:[^"\\]|\\.)*"|[^\s"']*)(?='?(?:\s|$))/g;

/** The format of most of the lines, or undefined if they are not records. */
export function recordFormatOf(lines: readonly Buffer[]): RecordFormat | undefined {
  const isShort = ({ length }: Buffer): boolean => length > 0 && length <= MAX_RECORD_BYTES;
  const texts = lines.filter(isShort).map((line) => line.toString("latin1"));
  const share = (test: (text: string) => boolean): number => texts.filter(test).length / Math.max(1, texts.length);
  if (share(isJson) >= MIN_SHARE) return { skeletonOf: jsonSkeleton, columns: [] };
  if (share(isLogfmt) >= MIN_SHARE) return logfmtOf(texts);
  return tableOf(texts);
}

/** The normal form of a message in a record, where the blanks at its end are not those of the line. */
function formInside(skeleton: string): string {
  return normalForm(skeleton) + skeleton.slice(withoutEndBlanks(skeleton).length);
}

function isJson(text: string): boolean {
  if (!text.startsWith("{")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function isLogfmt(text: string): boolean {
  const pairs = text.match(PAIR) ?? [];
  return (
    pairs.length >= MIN_PAIRS && pairs.reduce((sum, { length }) => sum + length + 1, 0) >= MIN_PAIR_SHARE * text.length
  );
}

/** The format of lines of `key=value` pairs. Quotes are text around the values of keys that always have some. */
function logfmtOf(texts: readonly string[]): RecordFormat {
  const bare = new Set(
    texts.flatMap((text) => Array.from(text.matchAll(PAIR), ([, key, value]) => (value!.startsWith('"') ? "" : key!))),
  );
  const skeletonOf = (text: string, ofMessage: MessageSkeleton): string =>
    text.replace(PAIR, (_, key: string, value: string) => {
      if (!value.startsWith('"')) return `${key}=${VARYING}`;
      const inner = MESSAGE_KEYS.test(key) ? formInside(ofMessage(value.slice(1, -1))) : VARYING;
      return MESSAGE_KEYS.test(key) || !bare.has(key) ? `${key}="${inner}"` : `${key}=${inner}`;
    });
  return { skeletonOf, columns: [] };
}

/** A string, which may lack its end, a number or another scalar, a bracket, or what is between them. */
const JSON_TOKEN = /"(?:[^"\\]|\\[\s\S]?)*("|$)|-?\d[\d.eE+-]*|true|false|null|[[\]]|[\s\S]/g;

/** The skeleton of a JSON object. Arrays are values as a whole. */
function jsonSkeleton(text: string, ofMessage: MessageSkeleton): string {
  let skeleton = "";
  let key = "";
  let arrays = 0;
  for (const { 0: token, 1: quote, index } of text.matchAll(JSON_TOKEN)) {
    if (token === "[" && arrays++ === 0) skeleton += VARYING;
    if (arrays > 0) {
      if (token === "]") arrays--;
      continue;
    }
    if (quote === "") {
      skeleton += `"${VARYING}`;
    } else if (quote !== undefined) {
      const isKey = KEY_END.test(text.slice(index + token.length, index + token.length + MAX_GAP));
      if (isKey) key = token.slice(1, -1);
      skeleton += isKey ? token : `"${MESSAGE_KEYS.test(key) ? formInside(ofMessage(token.slice(1, -1))) : VARYING}"`;
    } else {
      skeleton += SCALAR.test(token) ? VARYING : token;
    }
  }
  return skeleton;
}

const KEY_END = /^\s*:/;
/** In practice, JSON has no more blanks before a colon. */
const MAX_GAP = 16;
const SCALAR = /^(?:-?\d|true$|false$|null$)/;

const SEPARATORS = [",", ";", "\t", "|"] as const;
const MIN_ROWS = 3;
const MIN_COLUMNS = 3;
const MIN_ROW_SHARE = 0.99;
/** Cells with more blanks are sentences. */
const MAX_CELL_BLANKS = 3;
const COLUMN_NAME = /^"?[A-Za-z_][\w .()/-]*"?$/;
/** A line that names the columns, as W3C's extended log format, Zeek, Exchange and CloudFront have it. */
const FIELDS = /^#fields:?[ \t]/i;
/** What is between the names in such a line, and between the cells of its rows. */
const SEPARATORS_WITH_FIELDS = [
  ["\t", "\t"],
  [",", ","],
  [" ", " "],
  [" ", "\t"],
] as const;

/** The format of rows with the same number of cells, if the texts are such rows. Lines with `#` are no rows. */
function tableOf(texts: readonly string[]): RecordFormat | undefined {
  const rows = texts.filter((text) => !text.startsWith("#"));
  const fields = texts.find((text) => FIELDS.test(text));
  const heading = fields?.replace(FIELDS, "") ?? rows[0];
  if (heading === undefined || rows.length < (fields === undefined ? MIN_ROWS : 1)) return undefined;
  const separators = fields === undefined ? SEPARATORS.map((one) => [one, one] as const) : SEPARATORS_WITH_FIELDS;
  for (const [betweenNames, separator] of separators) {
    const names = cellsOf(heading, betweenNames);
    if (names.length < MIN_COLUMNS) continue;
    const isRow = (text: string): boolean => {
      const cells = cellsOf(text, separator);
      // In sentences, a blank follows most commas.
      const isSentence = (cell: string): boolean =>
        cell.split(" ").length - 1 > MAX_CELL_BLANKS || cell.startsWith(" ");
      return cells.length === names.length && (fields !== undefined || !cells.some(isSentence));
    };
    if (rows.filter(isRow).length < MIN_ROW_SHARE * rows.length) continue;
    const isHeading = names.every((name) => COLUMN_NAME.test(name)) && new Set(names).size === names.length;
    return {
      columns: isHeading ? names.map((name) => name.replaceAll('"', "")) : [],
      skeletonOf: (text, ofMessage) => {
        if (text.startsWith("#") || (isHeading && text === heading)) return text;
        return isRow(text) ? names.map(() => VARYING).join(separator) : ofMessage(text);
      },
    };
  }
  return undefined;
}

/** The cells of a row. In double quotes, separators are text. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') isQuoted = !isQuoted;
    else if (text[i] === separator && !isQuoted) {
      cells.push(text.slice(from, i));
      from = i + 1;
    }
  }
  return [...cells, text.slice(from)];
}

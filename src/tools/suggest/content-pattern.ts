// Turns a form and the texts of some lines that have it into the parts of a pattern: what is the same in all texts
// becomes a literal, and what varies a field with the narrowest type that fits.

import { Matcher } from "../../matcher/matcher.ts";
import { type Element, pattern } from "../../matcher/pattern.ts";
import { SPACE } from "../../text/bytes/ascii.ts";
import { MASK_INDEX, VaryingParts } from "../../text/masks/varying-parts.ts";
import { elementsOfForm } from "./absorption.ts";
import { hasControl, WORD_CHARACTERS } from "./skeleton.ts";
import { typeOfAll } from "./value-types.ts";

/** Of a pattern: a literal, one of several texts that are blanks or nothing, any number of blanks, or a field. */
export type ContentPart = { readonly text: string } | { readonly blanks: readonly string[] } | Padding | ContentField;

/** One blank or more, which fill the width of a column. */
interface Padding {
  readonly isPadding: true;
}

const PADDING: Padding = { isPadding: true };

export interface ContentField {
  /** A type's name; undefined for any text. */
  readonly type: string | undefined;
  /** What it captured in the texts. */
  readonly values: readonly string[];
  /** The name of its column, if the texts are rows of a table. */
  readonly column?: string;
}

/** The fields among the parts, in their order. */
export function contentFields(parts: readonly ContentPart[]): ContentField[] {
  return capturingParts(parts).filter((part) => "values" in part);
}

/** The parts that are fields in rules, in their order. */
export function capturingParts(parts: readonly ContentPart[]): (ContentField | Padding)[] {
  return parts.filter((part) => "values" in part || "isPadding" in part);
}

/** A number that is the same in at least this many lines becomes a literal. */
const MIN_LINES_OF_LITERAL_NUMBER = 20;

/**
 * The parts of the form, or undefined if it does not match one of the texts. The form is in Latin-1 and does not end
 * with a blank; `lineCount` is the number of lines that the texts were taken from. If there are as many `columns` as
 * varying parts, the texts are rows.
 */
export function contentParts(
  form: string,
  texts: readonly Buffer[],
  lineCount: number,
  columns: readonly string[],
): readonly ContentPart[] | undefined {
  const elements = elementsOfForm(fromLatin1(form));
  const matcher = new Matcher([pattern(elements)]);
  const count = elements.filter((element) => "field" in element).length;
  const values: string[][] = Array.from({ length: count }, () => []);
  const endings = new Set<string>();
  for (const text of texts) {
    const end = endOf(text);
    if (matcher.match(text, 0, end) === -1) return undefined;
    for (let i = 0; i < count; i++)
      values[i]!.push(text.toString("latin1", matcher.bounds[2 * i], matcher.bounds[2 * i + 1]));
    endings.add(text.toString("latin1", end));
  }
  let next = 0;
  const isRow = columns.length > 0 && columns.length === count;
  let before = "";
  const parts = elements.flatMap((element, i): ContentPart[] => {
    if ("text" in element) {
      before = element.text;
      return [element];
    }
    const gap = next++;
    if (isRow) return [{ ...fieldOf(values[gap]!), column: columns[gap]! }];
    const isProcess = PROCESS.test(before) && values[gap]!.every((value) => NUMBER.test(value));
    if (isProcess) return [fieldOf(values[gap]!)];
    return partsOfPadded(values[gap]!, lineCount, { before: textOf(elements[i - 1]), after: textOf(elements[i + 1]) });
  });
  return withinMaxFields(joined([...parts, ...endingParts([...endings])]));
}

function textOf(element: Element | undefined): string {
  return element !== undefined && "text" in element ? element.text : "";
}

const BLANKS_BEFORE = /^ +/;
/** Only where they begin: a text may have many blanks inside. */
const BLANKS_AFTER = /(?<! ) +$/;
/** What columns are filled for. A name with a blank before it is another name. */
const COUNT = /^ *[+-]?\d/;

/** The parts in place of a varying part. Numbers may have different numbers of blanks around them. */
function partsOfPadded(
  values: readonly string[],
  lineCount: number,
  { before, after }: { readonly before: string; readonly after: string },
): ContentPart[] {
  const areCounts = values.every((value) => COUNT.test(value));
  const varies = (blanks: RegExp): boolean => !areAlike(values.map((value) => blanks.exec(value)?.[0]));
  const beginsPadded = areCounts && before.endsWith(" ") && varies(BLANKS_BEFORE);
  const endsPadded = areCounts && after.startsWith(" ") && varies(BLANKS_AFTER);
  const bare = values
    .map((value) => (beginsPadded ? value.replace(BLANKS_BEFORE, "") : value))
    .map((value) => (endsPadded ? value.replace(BLANKS_AFTER, "") : value));
  return [...(beginsPadded ? [PADDING] : []), ...partsOfGap(bare, lineCount), ...(endsPadded ? [PADDING] : [])];
}

function areAlike(texts: readonly (string | undefined)[]): boolean {
  return texts.every((text) => text === texts[0]);
}

const NUMBER = /^\d+$/;
/** A text before the number of a process or a thread, which the lines of one run have in common. */
const PROCESS = /(?<![A-Za-z0-9])(?:p?pid|tid|(?:process|thread)[_-]?id)["']?(?: ?[=:#] ?| )["'[(]?$/i;

/** Nobody reads a rule with more fields. This is far below the limit of rules files. */
const MAX_READABLE_FIELDS = 100;

/** The parts. If there are too many fields, the last one holds the rest of the line. */
function withinMaxFields(parts: readonly ContentPart[]): readonly ContentPart[] {
  const fields = parts.flatMap((part, i) => ("type" in part ? [i] : []));
  const last = fields[MAX_READABLE_FIELDS - 1];
  return fields.length <= MAX_READABLE_FIELDS ? parts : [...parts.slice(0, last), { type: undefined, values: [] }];
}

/** Where the text ends without the blanks after it. */
function endOf(text: Buffer): number {
  let end = text.length;
  while (end > 0 && text[end - 1] === SPACE) end--;
  return end;
}

function endingParts(endings: readonly string[]): ContentPart[] {
  if (endings.length > 1) return [{ blanks: [...endings].sort((a, b) => b.length - a.length) }];
  return endings.every((ending) => ending === "") ? [] : [{ text: endings[0]! }];
}

/** The parts in place of a varying part of the form, which has these values. */
function partsOfGap(values: readonly string[], lineCount: number): ContentPart[] {
  const [first = ""] = values;
  if (values.every((value) => value === first) && mayBeLiteral(first, lineCount)) return [{ text: fromLatin1(first) }];
  if (values.every((value) => PATH_OR_URL.test(value))) return [fieldOf(values)];
  const split =
    partsByStructure(values.map(valuePieces), lineCount) ?? partsByStructure(values.map(wordPieces), lineCount);
  return split ?? trimmed(values);
}

const PATH_OR_URL = /^(?:[A-Za-z]:[/\\]|[/\\]|\.{1,2}\/|[A-Za-z][A-Za-z0-9+.-]*:\/\/)[^\s:/\\.]*[/\\.][^\s:]*$/;
/** A name with a short number in it, such as `ssh2`. */
const NAME = /^_*[A-Za-z]+\d{0,2}(?:[_-]+[A-Za-z]+\d{0,2})*_*$/;

/** Whether a text that was the same in all lines may be taken for a literal. */
function mayBeLiteral(text: string, lineCount: number): boolean {
  if (text === "" || lineCount === 1 || !isLiteral(text) || PATH_OR_URL.test(text)) return false;
  if (valuePieces(text).some(({ valueClass }) => valueClass !== undefined && valueClass !== MASK_INDEX.n)) return false;
  return NAME.test(text) || (lineCount >= MIN_LINES_OF_LITERAL_NUMBER && !hasIdInWord(text));
}

/** A longer number is no code, port or version. */
const ID = /\d{6}/;
/** Several numbers in a word, such as `job_17_0020`. Each may be the same in all lines of one run of a program. */
const ID_OF_NUMBERS = /\d[A-Za-z_-]+\d/;

/** Whether a text that was the same in all lines looks like part of an id, which is different in the next log. */
function hasIdInWord(text: string): boolean {
  return ID.test(text) || ID_OF_NUMBERS.test(text);
}

/**
 * A field for each value in the texts, if all texts have values at the same positions, with the same text around them.
 */
function partsByStructure(rows: readonly Piece[][], lineCount: number): ContentPart[] | undefined {
  const [first] = rows;
  if (first === undefined || first.length > MAX_PIECES || !first.some(({ valueClass }) => valueClass !== undefined))
    return undefined;
  if (
    !rows.every((row) => hasStructure(row, first)) ||
    !first.every(({ valueClass, text }) => valueClass !== undefined || isLiteral(text))
  )
    return undefined;
  return first.flatMap(({ valueClass, text }, i) => {
    const values = rows.map((row) => row[i]!.text);
    if (valueClass === undefined) return partsOfSeparator(values);
    const isSame = areAlike(values) && !isInId(first, i);
    return isSame && mayBeLiteral(text, lineCount) ? { text: fromLatin1(text) } : fieldOf(values);
  });
}

/** The parts of texts that differ at most in how many blanks are where all have some. */
function partsOfSeparator(texts: readonly string[]): ContentPart[] {
  const rows = texts.map((text) => text.split(/( +)/));
  return rows[0]!.flatMap((token, i): ContentPart[] => {
    if (!areAlike(rows.map((row) => row[i]!))) return [PADDING];
    return token === "" ? [] : [{ text: fromLatin1(token) }];
  });
}

/** Whether the piece is part of a word with several numbers. */
function isInId(row: readonly Piece[], i: number): boolean {
  const join = (from: number, to: number): string =>
    row
      .slice(Math.max(0, from), to)
      .map(({ text }) => text)
      .join("");
  return ID_OF_NUMBERS.test(join(i - 2, i + 1)) || ID_OF_NUMBERS.test(join(i, i + 3));
}

function withoutPadding(text: string): string {
  return text.replace(/ +/g, " ");
}

/** Whether two rows have values at the same positions, with the same text around them, but perhaps more blanks. */
function hasStructure(row: readonly Piece[], other: readonly Piece[]): boolean {
  if (row.length !== other.length) return false;
  return row.every(({ valueClass, text }, i) => {
    const { valueClass: otherClass, text: otherText } = other[i]!;
    if (valueClass !== undefined) return otherClass !== undefined;
    return otherClass === undefined && withoutPadding(text) === withoutPadding(otherText);
  });
}

/** More pieces make a pattern that nobody can read. */
const MAX_PIECES = 24;

/** A value, of the class `word` or one of `MASK_INDEX`; or, without a class, the text between values. */
interface Piece {
  readonly valueClass: number | "word" | undefined;
  readonly text: string;
}

/** As in the first version: words with digits are told from names here by other means. */
const parts = new VaryingParts(true);

/** Numbers with two or more dots between them, such as a version, are one value. */
const DOTTED = /^\d+(?:\.\d+){2,}$/;

/** The pieces with the numbers of a version, and the dots between them, as one word. */
function withVersions(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const from = i;
    while (
      pieces[i]!.valueClass === MASK_INDEX.n &&
      pieces[i + 1]?.text === "." &&
      pieces[i + 2]?.valueClass === MASK_INDEX.n
    )
      i += 2;
    const run = pieces.slice(from, i + 1);
    const text = run.map((piece) => piece.text).join("");
    if (DOTTED.test(text)) result.push({ valueClass: "word", text });
    else result.push(...run);
  }
  return result;
}

/** Cuts a text at times, addresses, numbers and the like. */
function valuePieces(value: string): Piece[] {
  const bytes = Buffer.from(value, "latin1");
  const found: Piece[] = [];
  let at = 0;
  parts.begin(bytes, 0, bytes.length);
  while (parts.next()) {
    if (parts.from > at) found.push({ valueClass: undefined, text: value.slice(at, parts.from) });
    found.push({ valueClass: parts.mask, text: value.slice(parts.from, parts.to) });
    at = parts.to;
  }
  if (at < value.length) found.push({ valueClass: undefined, text: value.slice(at) });
  return withVersions(found);
}

const SEPARATORS = "\\s[\\](){}<>\"',;=|";
const WORD_OR_SEPARATORS = new RegExp(`([^${SEPARATORS}]+)|[${SEPARATORS}]+`, "g");

/** Cuts a text at blanks, brackets, quotes and the like. */
function wordPieces(value: string): Piece[] {
  return Array.from(value.matchAll(WORD_OR_SEPARATORS), ({ 0: text, 1: word }) => ({
    valueClass: word === undefined ? undefined : "word",
    text,
  }));
}

/** One field, and the words with which all values begin or end. */
function trimmed(values: readonly string[]): ContentPart[] {
  const start = commonStart(values);
  const rest = values.map((value) => value.slice(start.length));
  const end = commonEnd(rest);
  const middle = rest.map((value) => value.slice(0, value.length - end.length));
  return [
    ...(start === "" ? [] : [{ text: fromLatin1(start) }]),
    fieldOf(middle),
    ...(end === "" ? [] : [{ text: fromLatin1(end) }]),
  ];
}

const IN_WORD = new RegExp(`[${WORD_CHARACTERS}]`);

/** The longest common beginning that has no digit and ends where a word ends in all values. */
function commonStart(values: readonly string[]): string {
  const [first = ""] = values;
  if (values.length < 2) return "";
  let length = 0;
  while (
    length < first.length &&
    !/\d/.test(first[length]!) &&
    values.every((value) => value[length] === first[length])
  )
    length++;
  while (length > 0 && IN_WORD.test(first[length - 1]!) && values.some((value) => IN_WORD.test(value[length] ?? "")))
    length--;
  const text = first.slice(0, length);
  return isLiteral(text) ? text : "";
}

/**
 * The longest common end that has no digit, begins where a word begins, and closes no bracket that it has not opened.
 */
function commonEnd(values: readonly string[]): string {
  const reversed = (text: string): string => Array.from(text).reverse().join("");
  return reversed(commonStart(values.map(reversed))).replace(/^[^\s]*[)\]}>"'][^\s]*/, "");
}

function fieldOf(values: readonly string[]): ContentField {
  return { type: typeOfAll(values), values };
}

/**
 * The parts, with neighbouring literals joined, and neighbouring fields of any text too. Padding takes in a blank
 * beside it, so that it always has one.
 */
function joined(parts: readonly ContentPart[]): ContentPart[] {
  const result: ContentPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if ("text" in part && last !== undefined && "isPadding" in last && part.text.startsWith(" ")) {
      if (part.text !== " ") result.push({ text: part.text.slice(1) });
    } else if ("isPadding" in part && last !== undefined && "text" in last && last.text.endsWith(" ")) {
      result.pop();
      if (last.text !== " ") result.push({ text: last.text.slice(0, -1) });
      result.push(part);
    } else if ("text" in part && last !== undefined && "text" in last)
      result[result.length - 1] = { text: last.text + part.text };
    else if (
      "values" in part &&
      part.type === undefined &&
      last !== undefined &&
      "values" in last &&
      last.type === undefined
    )
      result[result.length - 1] = { type: undefined, values: last.values.map((value, i) => value + part.values[i]!) };
    else result.push(part);
  }
  return result;
}

/** Whether rules can contain the text and people can read it. */
function isLiteral(text: string): boolean {
  return !hasControl(text) && Buffer.from(fromLatin1(text)).toString("latin1") === text;
}

/** The text whose bytes in UTF-8 these characters stand for. */
export function fromLatin1(text: string): string {
  return /[\x80-\xff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text;
}

// Turns a shape and the texts of some of its lines into the elements of a pattern: what is the same in all texts becomes a
// literal, and what varies a field with the narrowest type that fits.

import { VaryingParts } from "../masks/varying-parts.ts";
import { Matcher } from "../matcher/matcher.ts";
import { pattern } from "../matcher/pattern.ts";
import { elementsOf } from "./absorption.ts";
import { typeOfAll } from "./value-types.ts";
import { VARYING } from "./skeleton.ts";

/** A part of a mined pattern. */
export type ContentPart = { readonly text: string } | ContentField;

export interface ContentField {
  /** A type's name; undefined for any text. */
  readonly type: string | undefined;
  /** What it captured in the texts. */
  readonly values: readonly string[];
}

/** The fewest lines after which a number that is always the same is taken for a literal. */
const MIN_LINES_OF_LITERAL_NUMBER = 20;

/**
 * The parts of the shape, or undefined if it does not match one of the texts. Texts and shape are in Latin-1; `lineCount` is the number of
 * lines that the texts were taken from.
 */
export function contentParts(shape: string, texts: readonly Buffer[], lineCount: number): ContentPart[] | undefined {
  const elements = elementsOf(fromLatin1(shape));
  const matcher = new Matcher([pattern(elements)]);
  const count = elements.filter((element) => "field" in element).length;
  const values: string[][] = Array.from({ length: count }, () => []);
  for (const text of texts) {
    if (matcher.match(text, 0, text.length) === -1) return undefined;
    for (let i = 0; i < count; i++) values[i]!.push(text.toString("latin1", matcher.bounds[2 * i], matcher.bounds[2 * i + 1]));
  }
  let next = 0;
  const parts = elements.flatMap((element): ContentPart[] =>
    "text" in element ? [element] : partsOfGap(values[next++]!, lineCount),
  );
  return joinTexts(parts);
}

/** What stands in a varying part of the shape. */
function partsOfGap(values: readonly string[], lineCount: number): ContentPart[] {
  const [first = ""] = values;
  const isSame = values.every((value) => value === first);
  if (isSame && first !== "" && (lineCount >= MIN_LINES_OF_LITERAL_NUMBER || (lineCount > 1 && /[A-Za-z]{2}/.test(first)))) {
    return isLiteral(first) ? [{ text: fromLatin1(first) }] : [fieldOf(values)];
  }
  return partsByStructure(values) ?? trimmed(values);
}

/** A field for each value in the texts, if all texts have values of the same kinds with the same text around them. */
function partsByStructure(values: readonly string[]): ContentPart[] | undefined {
  const rows = values.map(pieces);
  const [first] = rows;
  if (first === undefined || !first.some((piece) => piece.isValue)) return undefined;
  const isAlike = rows.every(
    (row) =>
      row.length === first.length &&
      row.every((piece, i) => piece.isValue === first[i]!.isValue && (piece.isValue || piece.text === first[i]!.text)),
  );
  if (!isAlike || !first.every((piece) => piece.isValue || isLiteral(piece.text))) return undefined;
  return first.map((piece, i) => (piece.isValue ? fieldOf(rows.map((row) => row[i]!.text)) : { text: fromLatin1(piece.text) }));
}

interface Piece {
  readonly isValue: boolean;
  readonly text: string;
}

const parts = new VaryingParts();

function pieces(value: string): Piece[] {
  const bytes = Buffer.from(value, "latin1");
  const found: Piece[] = [];
  let at = 0;
  parts.begin(bytes, 0, bytes.length);
  while (parts.next()) {
    if (parts.from > at) found.push({ isValue: false, text: value.slice(at, parts.from) });
    found.push({ isValue: true, text: value.slice(parts.from, parts.to) });
    at = parts.to;
  }
  if (at < value.length) found.push({ isValue: false, text: value.slice(at) });
  return found;
}

/** One field, and the words that all values begin or end with. */
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

const IN_WORD = /[A-Za-z0-9_\x80-\xff]/;

/** The longest common beginning that ends with a word of its own and has no digit. */
function commonStart(values: readonly string[]): string {
  const [first = ""] = values;
  if (values.length < 2) return "";
  let length = 0;
  while (length < first.length && !/\d/.test(first[length]!) && values.every((value) => value[length] === first[length])) length++;
  while (length > 0 && IN_WORD.test(first[length - 1]!) && values.some((value) => IN_WORD.test(value[length] ?? ""))) length--;
  const text = first.slice(0, length);
  return isLiteral(text) ? text : "";
}

function commonEnd(values: readonly string[]): string {
  const reversed = (text: string): string => Array.from(text).reverse().join("");
  return reversed(commonStart(values.map(reversed)));
}

function fieldOf(values: readonly string[]): ContentField {
  return { type: typeOfAll(values), values };
}

function joinTexts(parts: readonly ContentPart[]): ContentPart[] {
  const joined: ContentPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if ("text" in part && last !== undefined && "text" in last) joined[joined.length - 1] = { text: last.text + part.text };
    // Two fields of any text side by side are one.
    else if (!("text" in part) && part.type === undefined && last !== undefined && !("text" in last) && last.type === undefined)
      joined[joined.length - 1] = { type: undefined, values: last.values.map((value, i) => value + part.values[i]!) };
    else joined.push(part);
  }
  return joined;
}

/** Whether rules can hold the text. */
function isLiteral(text: string): boolean {
  return !text.includes(VARYING) && Buffer.from(fromLatin1(text)).toString("latin1") === text;
}

/** The text whose bytes in UTF-8 these characters stand for. */
export function fromLatin1(text: string): string {
  return /[\x80-\xff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text;
}

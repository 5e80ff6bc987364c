// Turns a form and the texts of some lines that have it into the parts of a pattern: what is the same in all texts
// becomes a literal, and what varies a field with the narrowest type that fits.

import { Matcher } from "../../matcher/matcher.ts";
import { type Element, pattern } from "../../matcher/pattern.ts";
import { SPACE } from "../../text/bytes/ascii.ts";
import { HTTP_METHOD } from "../../text/bytes/http.ts";
import { type Piece, valuePieces } from "../../text/masks/value-pieces.ts";
import { MAX_READABLE_FIELDS, UNITS } from "../../text/shapes/normal-form.ts";
import { BASE64, chunksOf, DATE, hasControl, VARYING, withoutEndBlanks } from "../../text/shapes/skeleton.ts";
import { Field } from "./shown-fields.ts";
import { isTime, typeOfAll } from "./value-types.ts";

/** Of a pattern: a literal, blanks that fill a width, or a field. */
export type ContentPart = { readonly text: string } | Padding | Field;

/** One blank or more, or also none. */
interface Padding {
  readonly padding: "some" | "any";
}

const PADDING: Padding = { padding: "some" };

/** The elements of a pattern in which each varying part is a field. */
export function elementsOfForm(form: string): Element[] {
  return form
    .split(VARYING)
    .flatMap((text, i) => [...(i === 0 ? [] : [{ field: `f${i}` }]), ...(text === "" ? [] : [{ text }])]);
}

/** The fields among the parts, in their order. */
export function contentFields(parts: readonly ContentPart[]): Field[] {
  return parts.filter((part) => part instanceof Field);
}

/** The parts of the form, or undefined if a text does not have it. As many varying parts as `columns` make rows. */
export function contentParts(
  form: string,
  texts: readonly Buffer[],
  columns: readonly string[],
): readonly ContentPart[] | undefined {
  const elements = elementsOfForm(fromLatin1(form));
  const matcher = new Matcher([pattern(elements)]);
  const count = elements.filter((element) => "field" in element).length;
  const values: string[][] = Array.from({ length: count }, () => []);
  const endings = new Set<string>();
  for (const text of texts) {
    let end = text.length;
    while (end > 0 && text[end - 1] === SPACE) end--;
    if (matcher.match(text, 0, end) === -1) return undefined;
    for (let i = 0; i < count; i++)
      values[i]!.push(text.toString("latin1", matcher.bounds[2 * i], matcher.bounds[2 * i + 1]));
    endings.add(text.toString("latin1", end));
  }
  let next = 0;
  const isRow = columns.length > 0 && columns.length === count;
  const parts = elements.flatMap((element, i): ContentPart[] => {
    if ("text" in element) return [element];
    const gap = next++;
    if (isRow) return [new Field(typeOfAll(values[gap]!), values[gap]!, columns[gap])];
    return partsOfPadded(values[gap]!, textOf(elements[i - 1]), textOf(elements[i + 1]));
  });
  return withinMaxFields(joined([...withWord(parts), ...endingParts(endings)]));
}

/** The parts, in which a method is text if nothing else is a word: a rule of fields alone would match anything. */
function withWord(parts: readonly ContentPart[]): readonly ContentPart[] {
  if (parts.some((part) => "text" in part && /[A-Za-z]{2}/.test(part.text))) return parts;
  return parts.map((part) => {
    const isMethod = "values" in part && areAlike(part.values) && HTTP_METHOD.test(part.values[0]!);
    return isMethod ? { text: part.values[0]! } : part;
  });
}

function textOf(element: Element | undefined): string {
  return element !== undefined && "text" in element ? element.text : "";
}

const BLANKS_BEFORE = /^ +/;
/** Only where they begin: a text may have many blanks inside. */
const BLANKS_AFTER = /(?<! ) +$/;
/** What columns are filled for. A name with a blank before it is another name. */
const COUNT = /^ *[+-]?\d/;

/** With what a message may begin to say which one it is. */
const CODE = /^[A-Z]{2,}-?\d{3,6}[A-Z]?$/;
/** The parts in place of a varying part. Numbers may have different numbers of blanks around them. */
function partsOfPadded(values: readonly string[], before: string, after: string): ContentPart[] {
  // Angle brackets right inside of others are part of the value.
  if (/[[({]$/.test(before) && values.every((value) => /^<[^<> ]*>$/.test(value))) return [fieldOf(values)];
  if (areAlike(values) && CODE.test(before + values[0]!)) return [{ text: values[0]! }];
  const areCounts = values.every((value) => COUNT.test(value));
  const varies = (blanks: RegExp): boolean => !areAlike(values.map((value) => blanks.exec(value)?.[0]));
  // More blanks before numbers are there for longer ones, even if none comes in these lines.
  const beginsPadded = areCounts && before.endsWith(" ") && (before.endsWith("  ") || varies(BLANKS_BEFORE));
  const endsPadded = areCounts && after.startsWith(" ") && varies(BLANKS_AFTER);
  const trimmedBefore = beginsPadded ? values.map((value) => value.replace(BLANKS_BEFORE, "")) : values;
  const bare = endsPadded ? trimmedBefore.map((value) => value.replace(BLANKS_AFTER, "")) : trimmedBefore;
  const padding: Padding = /[[({<] +$/.test(before) ? { padding: "any" } : PADDING;
  const parts = withinQuotes(bare, before, after) ?? partsOfGap(bare);
  return [...(beginsPadded ? [padding] : []), ...parts, ...(endsPadded ? [PADDING] : [])];
}

/** One field for words in quotes of which only the middle varies: their common ends are part of the value. */
function withinQuotes(values: readonly string[], before: string, after: string): ContentPart[] | undefined {
  const isQuoted = /["'`]$/.test(before) && after.startsWith(before.at(-1)!);
  if (!isQuoted || values.some((value) => value.includes(" "))) return undefined;
  const parts = partsOfGap(values);
  const [field, ...others] = contentFields(parts);
  const isMiddle = parts.length > 1 && others.length === 0 && field?.type === "word";
  return isMiddle ? [fieldOf(values)] : parts;
}

function areAlike(texts: readonly (string | undefined)[]): boolean {
  return texts.every((text) => text === texts[0]);
}

/** The parts. If there are too many fields, the last one holds the rest of the line. */
function withinMaxFields(parts: readonly ContentPart[]): readonly ContentPart[] {
  const fields = parts.flatMap((part, i) => ("type" in part ? [i] : []));
  const last = fields[MAX_READABLE_FIELDS - 1];
  return fields.length <= MAX_READABLE_FIELDS ? parts : [...parts.slice(0, last), new Field(undefined, [])];
}

function endingParts(endings: ReadonlySet<string>): ContentPart[] {
  return endings.size > 1 ? [{ padding: endings.has("") ? "any" : "some" }] : Array.from(endings, (text) => ({ text }));
}

/** More values in a row are a list. */
const MAX_CHUNKS = 40;
function partsOfGap(values: readonly string[]): ContentPart[] {
  // A word without a digit that is the same in all lines stands behind a key or in quotes, as values do.
  if (areAlike(values) && !/[\d ]/.test(values[0]!)) return [fieldOf(values)];
  if (values.every((value) => /^\d+$/.test(value)) || values.every(isTime)) return [fieldOf(values)];
  const rows = values.map(chunksOf);
  const [first] = rows;
  const isOne = values.every((value) => CLIENT.test(value));
  if (isOne || first!.length > 2 * MAX_CHUNKS || rows.some((row) => !hasBlanksOf(row, first!))) return trimmed(values);
  return first!.flatMap((text, i) => {
    const column = rows.map((row) => row[i]!);
    if (HTTP_METHOD.test(text) && areAlike(column) && rows.every((row) => ASKED_FOR.test(row[i + 2] ?? "")))
      return [fieldOf(column)];
    if (i % 2 === 0) return text === "" && areAlike(column) ? [] : partsOfChunk(column);
    return areAlike(column) ? [{ text }] : [PADDING];
  });
}

/** Whether two texts that were split at blanks have the same number of chunks. */
function hasBlanksOf(row: readonly string[], other: readonly string[]): boolean {
  return row.length === other.length && row.every((text, i) => (text === "") === (other[i] === ""));
}

/** Behind a method, what a request asks for. The method is a value, though all lines have the same. */
const ASKED_FOR = /^(?:\/|[a-z]+:\/\/)/;
/** The name of a client with its products and comments is one value. */
const CLIENT = /^[A-Za-z][\w.-]*\/\d[^ ]* \(/;
/** What is one value although it has several parts: paths, URLs, mail addresses, versions and dates. */
const WHOLE = new RegExp(
  "^(?:(?:[A-Za-z]:)?[/\\\\~]|\\.{1,2}/|[A-Za-z][A-Za-z0-9+.-]*://|[\\w.+-]+@[\\w-]+\\.[\\w.-]+$|" +
    `${BASE64}$|v?\\d+\\.\\d+\\.\\d[\\w.~+-]*$|(?:\\d+:)?\\d[\\w.-]*[+~]\\w[\\w.~+-]*$|[\\w.-]+(?:/[\\w.@%+~-]+){2}|${DATE}$)`,
);
/** A name with a short number in it, such as `ssh2` or `IPv4`. */
const NAME = /^_*[A-Za-z]+\d{0,2}(?:[_-]+[A-Za-z]+\d{0,2})*_*$/;

const OPENING = "([{<\"'`";
const CLOSING = ")]}>\"''";

/** What surrounds a value is taken off sign by sign. More signs are part of it. */
const MAX_SIGNS = 16;

function partsOfChunk(values: readonly string[], signs = 0): ContentPart[] {
  const [first = ""] = values;
  const within = (open: string, close: string): ContentPart[] | undefined => {
    const areWithin = values.every((value) => value.length > 1 && value.startsWith(open) && value.endsWith(close));
    if (signs === MAX_SIGNS || !areWithin) return undefined;
    const inner = values.map((value) => value.slice(open.length, value.length - close.length));
    return [{ text: open }, ...partsOfChunk(inner, signs + 1), { text: close }];
  };
  // Punctuation at the end, and brackets or quotes around a value, are no part of it.
  const close = CLOSING[OPENING.indexOf(first[0]!)];
  const ending = /[.,;:!?]$/.test(first) ? within("", first.at(-1)!) : undefined;
  const inner = ending ?? (close === undefined ? undefined : within(first[0]!, close));
  // A bracket may hold several values: that of the first one opens it, and that of the last one closes it.
  const opened = /^[([{](?=[^\s()[\]{}]+$)/.test(first) ? within(first[0]!, "") : undefined;
  const closed = /^[^\s()[\]{}]+[)\]}]$/.test(first) ? within("", first.at(-1)!) : undefined;
  const parts = inner ?? opened ?? closed;
  if (parts !== undefined) return parts;
  if (areAlike(values) && isLiteral(first) && (!/\d/.test(first) || NAME.test(first)) && !WHOLE.test(first))
    return [{ text: fromLatin1(first) }];
  if (values.every((value) => WHOLE.test(value))) return [fieldOf(values)];
  return partsByStructure(values) ?? partsOfPeers(values) ?? trimmed(values);
}

/** The host and the port, if some values have a host of another kind than others. */
function partsOfPeers(values: readonly string[]): ContentPart[] | undefined {
  const peers = values.flatMap((value) => [/^([\w.-]+|\[[0-9A-Fa-f:.]+\]):(\d{1,5})$/.exec(value) ?? []]);
  if (peers.some(({ length }) => length === 0)) return undefined;
  return [fieldOf(peers.map(([, host]) => host!)), { text: ":" }, fieldOf(peers.map(([, , port]) => port!))];
}

/** So many values with nothing but punctuation between them are one. */
const MIN_JOINT_VALUES = 3;

/** A field for each value in the texts, if all texts have values at the same places, with the same text around them. */
function partsByStructure(values: readonly string[]): ContentPart[] | undefined {
  const rows = values.map(valuePieces);
  const first = rows[0]!;
  const fits = ({ isValue, text }: Piece, i: number): boolean => {
    if (isValue) return rows.every((row) => row[i]!.isValue);
    return rows.every((row) => row[i]!.text === text) && isLiteral(text) && !goesOn(values[0]!, first[i - 1], text);
  };
  if (!rows.every(({ length }) => length === first.length) || !first.every(fits)) return undefined;
  const count = first.filter(({ isValue }) => isValue).length;
  if (count === 0) return undefined;
  if (count >= MIN_JOINT_VALUES && first.every(isJoint)) return [fieldOf(values)];
  return first.map(({ isValue, text }, i) =>
    isValue ? fieldOf(rows.map((row) => row[i]!.text)) : { text: fromLatin1(text) },
  );
}

const LETTER = new RegExp(`^(?!${UNITS}(?![A-Za-z0-9]))[A-Za-z]`);
/** Whether a word goes on behind a value, unless it is a unit; or a host or a version does, and no name of a class. */
function goesOn(value: string, piece: Piece | undefined, text: string): boolean {
  const isName = piece?.isNumber && /^\.[A-Za-z]/.test(text) && !/\.[A-Z]/.test(value);
  return piece !== undefined && (LETTER.test(text) || isName === true);
}

/** Whether the piece is a number, or what joins numbers, such as `_m_`, but no list. */
function isJoint({ isValue, isNumber, text }: Piece): boolean {
  return isValue ? isNumber : /^(?:[^A-Za-z\x80-\xff,;|]+|_[a-z]_)$/.test(text);
}

function trimmed(values: readonly string[]): ContentPart[] {
  const start = commonStart(values);
  const rest = values.map((value) => value.slice(start.length));
  const close = CLOSING[OPENING.indexOf(start.at(-1)!)];
  if (close !== undefined && rest.every((value) => value.endsWith(close)))
    return [{ text: fromLatin1(start) }, ...partsOfGap(rest.map((value) => value.slice(0, -1))), { text: close }];
  const end = commonEnd(rest);
  const middle = rest.map((value) => value.slice(0, value.length - end.length));
  return [{ text: fromLatin1(start) }, fieldOf(middle), { text: fromLatin1(end) }];
}

/** What a text may end with so that a value can begin behind it. A slash or a dot is inside of values. */
const BOUNDARY = /[\s()[\]{}<>"'=:,;|]/;

/** The longest common beginning that has no digit and ends where a word ends in all values. */
function commonStart(values: readonly string[]): string {
  const [first = ""] = values;
  if (values.length < 2) return "";
  const isCommon = (i: number): boolean =>
    i < first.length && !/\d/.test(first[i]!) && values.every((value) => value[i] === first[i]);
  let length = 0;
  while (isCommon(length)) length++;
  while (length > 0 && !BOUNDARY.test(first[length - 1]!)) length--;
  // A bracket that is closed inside of a value is part of it.
  const text = first.slice(0, length).replace(/(?<![([{])[([{]+$/, "");
  return isLiteral(text) ? text : "";
}

/** The longest common end without a digit, where a word begins, and which closes no bracket of a value. */
function commonEnd(values: readonly string[]): string {
  const reversed = (text: string): string => Array.from(text).reverse().join("");
  return reversed(commonStart(values.map(reversed))).replace(/^[^\s]*[)\]}>"'][^\s]*/, "");
}

function fieldOf(values: readonly string[]): Field {
  return new Field(typeOfAll(values), values);
}

/** The parts, with neighbouring texts joined, and fields of any text too. Padding takes in the blanks beside it. */
function joined(parts: readonly ContentPart[]): ContentPart[] {
  const result: ContentPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if ("padding" in part && last !== undefined && "text" in last) {
      result[result.length - 1] = { text: withoutEndBlanks(last.text) };
      result.push(part);
    } else if ("text" in part && last !== undefined && "padding" in last)
      result.push({ text: part.text.replace(/^ /, "") });
    else if ("text" in part && last !== undefined && "text" in last)
      result[result.length - 1] = { text: last.text + part.text };
    else if ("values" in part && last !== undefined && "values" in last && (part.type ?? last.type) === undefined)
      result[result.length - 1] = new Field(
        undefined,
        last.values.map((value, i) => value + part.values[i]!),
      );
    else result.push(part);
  }
  return result.filter((part) => !("text" in part) || part.text !== "");
}

/** Whether rules can contain the text and people can read it. */
function isLiteral(text: string): boolean {
  return !hasControl(text) && Buffer.from(fromLatin1(text)).toString("latin1") === text;
}

/** The text whose bytes in UTF-8 these characters stand for. */
export function fromLatin1(text: string): string {
  return /[\x80-\xff]/.test(text) ? Buffer.from(text, "latin1").toString("utf8") : text;
}

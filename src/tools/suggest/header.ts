// The header that lines share, such as a time, a level and the name of a program. A column is part of it by its place
// between columns that are surely part of it, whatever its values are.

import { DATE_TIME, type Element, type FieldType } from "../../matcher/pattern.ts";
import { type ContentField, contentFields, contentParts } from "./content-pattern.ts";
import type { ColumnClass, HeaderColumn } from "./header-columns.ts";
import { HeaderNames } from "./header-names.ts";
import type { LineHeader } from "./line-header.ts";
import { suggestedName } from "./naming.ts";
import { normalForm } from "./normal-form.ts";
import { Skeletons } from "./skeleton.ts";

/** The share of lines that must have one class of column at a place. */
const MIN_SHARE = 0.9;
/** Kernels and programs that say nothing of themselves have no tag. */
const MIN_TAG_SHARE = 0.75;
/** How many columns that are no anchors may be between two that are. */
const MAX_BETWEEN = 3;
/** How many different texts an aligned column, or a text before an ending, may have: one for this many lines. */
const LINES_PER_TEXT = 20;

/** Columns that only headers have. */
const CERTAIN: ReadonlySet<ColumnClass> = new Set(["time", "epoch", "level"]);

/** The columns that lines have at one place. */
export interface ColumnStatistics {
  readonly index: number;
  /** The class that most of the lines have. */
  readonly columnClass: ColumnClass;
  /** The share of the lines that have it. */
  readonly share: number;
  /** The columns of the lines that have it. */
  readonly columns: readonly HeaderColumn[];
  /** The different texts that they have. */
  readonly values: ReadonlySet<string>;
}

/** The header of most of these lines; undefined if they share none that has a time or a level. */
export function headerOf(lines: readonly Buffer[], rows: readonly HeaderColumn[][]): LineHeader | undefined {
  const statistics: ColumnStatistics[] = [];
  let isTagged = false;
  for (let index = 0; !isTagged; index++) {
    const one = statisticsOf(rows, index);
    if (one === undefined) break;
    isTagged = endsAsTag(one);
    statistics.push(one);
  }
  const used = usedColumns(statistics, rows, lines);
  if (!used.some(({ columnClass }) => CERTAIN.has(columnClass))) return undefined;
  return endsAsTag(used.at(-1)!) ? headerWith(used, rows, undefined) : withEnding(used, rows, lines);
}

function statisticsOf(rows: readonly HeaderColumn[][], index: number): ColumnStatistics | undefined {
  const present = rows.flatMap((row) => row[index] ?? []);
  if (present.length < MIN_TAG_SHARE * rows.length) return undefined;
  const columnClass = mostFrequent(present.map((column) => column.columnClass));
  const columns = present.filter((column) => column.columnClass === columnClass);
  const values = new Set(columns.map(({ value }) => value));
  return { index, columnClass, share: columns.length / rows.length, columns, values };
}

/** The columns with which the header begins and ends. What follows them has a word in most lines, or none has any. */
function usedColumns(
  statistics: readonly ColumnStatistics[],
  rows: readonly HeaderColumn[][],
  lines: readonly Buffer[],
): readonly ColumnStatistics[] {
  const ends: number[] = [];
  for (const one of statistics) {
    const last = (ends.at(-1) ?? 0) - 1;
    if (one.index - last > MAX_BETWEEN + 1) break;
    if (isAnchor(one, statistics, last)) ends.push(one.index + 1);
  }
  const saysSomething = (count: number): boolean =>
    2 * textsBehind(count, rows, lines).filter((text) => WORD_BEHIND.test(text)).length > lines.length;
  return statistics.slice(0, ends.findLast(saysSomething) ?? ends.at(-1) ?? 0);
}

const WORD_BEHIND = /(?<!\w)[A-Za-z_\x80-\xff]+(?!\w)/;

/** What lines with so many columns have behind them, not far away. */
function textsBehind(count: number, rows: readonly HeaderColumn[][], lines: readonly Buffer[]): string[] {
  return lines.flatMap((line, i) => {
    const row = rows[i]!;
    if (row.length < count) return [];
    const at = row
      .slice(0, count)
      .reduce((sum, c) => sum + c.before.length + c.value.length + c.after.length + c.gap.length, 0);
    return [line.toString("latin1", at, at + MAX_ENDING_DISTANCE)];
  });
}

/** Whether a header may end with the column. `last` is the index of the anchor before it, or -1. */
function isAnchor(one: ColumnStatistics, all: readonly ColumnStatistics[], last: number): boolean {
  const { columnClass, share, index, columns } = one;
  switch (columnClass) {
    case "other":
      return isFramed(one);
    case "tag":
      return share >= MIN_TAG_SHARE;
    case "integer":
      // A number begins a header only as the first column of all, before a time.
      return share >= MIN_SHARE && (last >= 0 || (index === 0 && all.some((other) => CERTAIN.has(other.columnClass))));
    case "marked":
      return (
        share >= (endsAsTag(one) ? MIN_TAG_SHARE : MIN_SHARE) && !columns.some(({ value }) => RELATION.test(value))
      );
    default:
      return share >= MIN_SHARE;
  }
}

/** What relates two values, such as an arrow or an equals sign, separates no header from a message. */
const RELATION = /[=<>]/;

/** Whether bars follow the column, or blanks that fill its width, so that it is one. */
function isFramed({ columns, share, values }: ColumnStatistics): boolean {
  const most = (MIN_SHARE / share) * columns.length;
  if (share < MIN_SHARE) return false;
  if (columns.filter(({ gap }) => gap.includes("|")).length >= most) return true;
  return (
    columns.filter(({ gap }) => gap.length > 1).length >= most &&
    values.size <= Math.max(1, columns.length / LINES_PER_TEXT)
  );
}

/** Whether the column is a name with a colon, or a colon that stands apart because names fill a width. */
function endsAsTag({ columnClass, share, values }: ColumnStatistics): boolean {
  if (share < MIN_TAG_SHARE) return false;
  return columnClass === "tag" || (columnClass === "marked" && values.size === 1 && values.has(":"));
}

/** The text that occurs most often. There must be one. */
function mostFrequent<Text extends string>(texts: readonly Text[]): Text {
  const counts = new Map<Text, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}

/** The share of lines in which a name of a few words ends with one of these texts, not far behind the last anchor. */
const MIN_ENDING_SHARE = 0.95;
const MAX_ENDING_DISTANCE = 60;
const ENDINGS = [": ", " - ", "| "];
const MAX_ENDING_WORDS = 3;
const NAME_START = /^[A-Za-z_$\x80-\xff]/;

/**
 * The header with these columns, and a name of a few words behind them if all lines have one. If the last columns are
 * a word and a sign, the word may be such a name.
 */
function withEnding(
  used: readonly ColumnStatistics[],
  rows: readonly HeaderColumn[][],
  lines: readonly Buffer[],
): LineHeader | undefined {
  const [word, sign] = used.slice(-2);
  const isNamed = used.length > 2 && word!.columnClass === "other" && sign?.columnClass === "marked";
  const bare = isNamed ? used.slice(0, -2) : used;
  const ending = endingOf(bare.length, rows, lines);
  return ending === undefined ? headerWith(used, rows, undefined) : headerWith(bare, rows, ending);
}

function endingOf(count: number, rows: readonly HeaderColumn[][], lines: readonly Buffer[]): string | undefined {
  const rests = textsBehind(count, rows, lines);
  return ENDINGS.find((ending) => {
    const names = rests.flatMap((rest) => (rest.indexOf(ending) > 0 ? [rest.slice(0, rest.indexOf(ending))] : []));
    return (
      names.length >= MIN_ENDING_SHARE * lines.length &&
      new Set(names).size <= Math.max(2, names.length / LINES_PER_TEXT) &&
      names.filter((name) => NAME_START.test(name)).length > names.length / 2 &&
      names.every((name) => name.split(" ").length <= MAX_ENDING_WORDS)
    );
  });
}

/** The header with these columns, and with a name that has this ending. `rows` are the columns of all lines. */
function headerWith(
  used: readonly ColumnStatistics[],
  rows: readonly HeaderColumn[][],
  ending: string | undefined,
): LineHeader | undefined {
  const fitting = rows.filter((row) =>
    used.every(
      ({ index, columnClass }) =>
        row[index] !== undefined &&
        [columnClass, "other"].includes(columnClass === "other" ? "other" : row[index].columnClass),
    ),
  );
  if (fitting.length === 0) return undefined;
  const names = new HeaderNames(used);
  const elements: Element[] = [];
  /** What takes further blanks before the next value. */
  let filler: Element[] = [];
  for (const one of used) {
    const isLast = one === used.at(-1);
    const columns = fitting.map((row) => row[one.index]!);
    if (one.columnClass === "tag") {
      const others = rows.filter((row) => row[one.index] !== undefined && row[one.index]!.columnClass !== "tag");
      elements.push(...tagElements(columns, others.length, names, filler));
      filler = [];
      continue;
    }
    elements.push(...filler, ...columnElements(one, columns, names));
    const gap = gapBehind(columns, isLast);
    if (gap.text !== "") elements.push({ text: gap.text });
    filler = gap.varies ? [FILLER] : [];
  }
  if (ending !== undefined) elements.push({ field: names.of("source") }, { text: ending });
  return { elements };
}

/** Blanks, or none, that fill a column. */
const FILLER: Element = { field: "_" };
const PADDING: Element = { alternatives: [[{ field: "_", type: { typeName: "whitespace" } }], []] };
const WORD: FieldType = { typeName: "word" };
const NUMBER: FieldType = { typeName: "number" };

/** The value of a column, with what surrounds it. */
function columnElements(one: ColumnStatistics, columns: readonly HeaderColumn[], names: HeaderNames): Element[] {
  const paddings = columns.map(({ after }) => (one.columnClass === "time" ? 0 : after.search(/[^ ]|$/)));
  const isPadded = new Set(paddings).size > 1;
  const before = mostFrequent(columns.map((column) => column.before));
  const after = mostFrequent(columns.map((column) => (isPadded ? column.after.trimStart() : column.after)));
  const value = structuredElements(one, columns, names) ?? [valueElement(one, columns, names)];
  return [
    ...(before === "" ? [] : [{ text: before }]),
    ...value,
    // A value without a type takes the blanks itself.
    ...(isPadded && "type" in value.at(-1)! ? [PADDING] : []),
    ...(after === "" ? [] : [{ text: after }]),
  ];
}

/**
 * The elements of texts that have several values at the same places, such as `client 10.0.0.1:443`; undefined if the
 * text is one value.
 */
function structuredElements(
  { columnClass }: ColumnStatistics,
  columns: readonly HeaderColumn[],
  names: HeaderNames,
): Element[] | undefined {
  if (columnClass !== "bracketed" && columnClass !== "other") return undefined;
  const texts = columns.map(({ value }) => Buffer.from(value, "latin1"));
  const forms = new Set(texts.map((text) => normalForm(skeletons.of(text, 0, text.length))));
  const parts = forms.size === 1 ? contentParts([...forms][0]!, texts, []) : undefined;
  const fields = parts === undefined ? [] : contentFields(parts);
  if (parts === undefined || parts.length < 2 || !fields.some(({ type }) => type === "ip" || type === "number"))
    return undefined;
  if (!parts.every((part) => "text" in part || "values" in part)) return undefined;
  let before = "";
  return parts.map((part, i): Element => {
    if ("text" in part) {
      before = part.text;
      return part;
    }
    const { type } = part as ContentField;
    const after = parts[i + 1];
    const name = suggestedName({
      before,
      after: after !== undefined && "text" in after ? after.text : "",
      type,
      column: undefined,
    });
    return { field: names.of(name), ...(type !== undefined && { type: { typeName: type } }) };
  });
}

const skeletons = new Skeletons();

function valueElement(
  { columnClass }: ColumnStatistics,
  columns: readonly HeaderColumn[],
  names: HeaderNames,
): Element {
  const values = columns.map(({ value }) => value);
  switch (columnClass) {
    case "time":
      return { field: names.of("timestamp"), type: DATE_TIME };
    case "level":
      return { field: names.of("level"), type: WORD };
    case "epoch":
      return { field: names.of("epoch"), type: { typeName: values.some((v) => v.includes(".")) ? "float" : "number" } };
    case "integer":
      return {
        field: names.integer(values),
        type: values.every((value) => /^\d/.test(value)) ? NUMBER : { typeName: "float" },
      };
    case "bracketed":
      if (values.every((value) => /^\d+$/.test(value))) return { field: names.of("pid"), type: NUMBER };
      return { field: names.bracketed(values), ...(!values.some((value) => /\s/.test(value)) && { type: WORD }) };
    case "marked":
      if (values.every((value) => value === values[0])) return { text: values[0]! };
      return { field: names.of("mark"), type: WORD };
    default:
      return { field: names.other(columns), type: WORD };
  }
}

/** What separates columns: the text, and whether more blanks may follow it before the next column. */
function gapBehind(columns: readonly HeaderColumn[], isLast: boolean): { text: string; varies: boolean } {
  const gaps = columns.map(({ gap }) => gap);
  const first = mostFrequent(gaps);
  if (isLast || gaps.every((gap) => gap === first)) return { text: first, varies: false };
  const shortest = gaps.reduce((a, b) => (b.length < a.length ? b : a));
  return { text: gaps.every((gap) => gap.startsWith(shortest)) ? shortest : first, varies: true };
}

const WITH_PID = /^[^\s[\]]+\[(\d+)\]$/;

/**
 * A program, perhaps with the number of its process. `others` is the number of lines that have something else there,
 * such as a name of several words. The filler stands only before a word: a name of several words takes blanks itself.
 */
function tagElements(
  columns: readonly HeaderColumn[],
  others: number,
  names: HeaderNames,
  filler: readonly Element[],
): Element[] {
  const tags = columns.map(({ value }) => value);
  const withPid = tags.filter((tag) => WITH_PID.test(tag)).length / (tags.length + others);
  const end = mostFrequent(columns.map(({ gap }) => gap));
  const name = names.tag(tags);
  const plain: Element[] = [{ field: name }, { text: `:${end}` }];
  if (withPid < 1 / LINES_PER_TEXT) return plain;
  const process: Element[] = [{ text: "[" }, { field: names.of("pid"), type: NUMBER }, { text: `]:${end}` }];
  const full: Element[] = [...filler, { field: name, type: WORD }, ...process];
  return withPid === 1 ? full : [{ alternatives: [full, plain] }];
}

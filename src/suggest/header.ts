// Finds the header that the lines of a log share, such as a time, a level and the name of a program.

import { Matcher } from "../matcher/matcher.ts";
import { type Element, pattern, TIMESTAMP } from "../matcher/pattern.ts";
import { groupBy } from "./group-by.ts";
import { type Column, type ColumnClass, columnsOf } from "./header-columns.ts";

/** The pattern of a header. */
export interface Header {
  readonly elements: readonly Element[];
}

/** A header for people: in notation, with alternatives in parentheses. */
export function headerText({ elements }: Header): string {
  return elements.map(elementText).join("");
}

function elementText(element: Element): string {
  if ("alternatives" in element)
    return `(${element.alternatives.map((one) => one.map(elementText).join("")).join("|")})`;
  if ("text" in element) return element.text;
  const { field, kind } = element;
  if (kind === undefined) return `{${field}}`;
  return `{${field}:${"values" in kind ? kind.values.join("|") : kind.parser}}`;
}

/** The share of lines that must have one class of column there. */
const MIN_SHARE = 0.9;
const MIN_TAG_SHARE = 0.75;
const MIN_ENDING_SHARE = 0.95;
/** How many columns without a class may be between two with one. */
const MAX_BETWEEN = 3;
/** How far behind the last column with a class a header may end. */
const MAX_ENDING_DISTANCE = 60;
/** Texts that end a header after a name of a few words. */
const ENDINGS = [": ", " - ", "| "];
const MAX_ENDING_WORDS = 3;
/** A log with more formats has none worth a header. */
const MAX_FORMATS = 8;
/** The fewest lines, and the smallest share of all lines, that make a format. */
const MIN_LINES = 5;
const MIN_FORMAT_SHARE = 0.005;
/** How many different texts an aligned column, or a text before an ending, may have: one for so many lines. */
const LINES_PER_TEXT = 20;

/**
 * The headers of a log of which these are some lines: first those that are known, then others, the most frequent
 * first.
 */
export function findHeaders(lines: readonly Buffer[], known: readonly Header[] = []): Header[] {
  const headers = [...known];
  const splitter = new HeaderSplitter(known);
  let left = lines.filter((line) => line.length > 0 && splitter.split(line, 0, line.length) === -1);
  const least = Math.max(MIN_LINES, MIN_FORMAT_SHARE * left.length);
  while (headers.length < MAX_FORMATS && left.length >= least) {
    const next = bestHeader(left, least);
    if (next === undefined) break;
    const splitter = new HeaderSplitter([next]);
    const rest = left.filter((line) => splitter.split(line, 0, line.length) === -1);
    if (left.length - rest.length < least) break;
    headers.push(next);
    left = rest;
  }
  return headers;
}

/**
 * The header of most of the lines. If all of them share no more than a time, lines that begin alike may share more:
 * then the lines are of several formats.
 */
function bestHeader(lines: readonly Buffer[], least: number): Header | undefined {
  const shared = findHeader(lines);
  if (shared !== undefined && fieldCount(shared) > 1) return shared;
  for (const group of byBeginning(lines)) {
    const header = group.length < least ? undefined : findHeader(group);
    if (header !== undefined && (shared === undefined || fieldCount(header) > 1)) return header;
  }
  return shared;
}

function fieldCount({ elements }: Header): number {
  return elements.filter((element) => !("text" in element)).length;
}

/** Splits lines into a header and the rest. */
export class HeaderSplitter {
  /** Where the rest of the last line begins. */
  content = 0;
  private readonly matcher: Matcher;
  private readonly fieldCounts: readonly number[];
  /** By header: the fields whose values are kept. */
  private readonly keptFields: readonly (readonly number[])[];

  /** `keep` names fields whose values the caller wants to know. */
  constructor(headers: readonly Header[], keep: readonly string[] = []) {
    const patterns = headers.map(({ elements }) => pattern([...elements, { field: "content" }]));
    this.matcher = new Matcher(patterns);
    this.fieldCounts = patterns.map(({ fields }) => fields.length);
    this.keptFields = patterns.map(({ fields }) =>
      keep.flatMap((name) => (fields.includes(name) ? [fields.indexOf(name)] : [])),
    );
  }

  /** The values of the kept fields of the last line, which had this header. In Latin-1. */
  keptValues(bytes: Buffer, header: number): string[] {
    const { bounds } = this.matcher;
    return this.keptFields[header]!.map((field) => bytes.toString("latin1", bounds[2 * field], bounds[2 * field + 1]));
  }

  /** Whether lines with this header have fields whose values are kept. */
  keeps(header: number): boolean {
    return header !== -1 && this.keptFields[header]!.length > 0;
  }

  /** The index of the line's header, or -1 if it has none. */
  split(bytes: Buffer, start: number, end: number): number {
    const header = this.matcher.match(bytes, start, end);
    this.content = header === -1 ? start : this.matcher.bounds[2 * (this.fieldCounts[header]! - 1)]!;
    return header;
  }
}

/** Lines in groups by the classes of their first columns, the largest group first. */
function byBeginning(lines: readonly Buffer[]): Buffer[][] {
  const groups = groupBy(lines, (line) => {
    const columns = columnsOf(line, 0, line.length).slice(0, 2);
    return columns.map(({ kind, before }) => `${before}${kind}`).join(" ");
  });
  return [...groups].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1)).map(([, group]) => group);
}

/** Columns without which nothing is taken for a header: integers and brackets also begin other lines. */
const CERTAIN: ReadonlySet<ColumnClass> = new Set(["time", "epoch", "level"]);

/** What the lines have as their column with this index. */
interface ColumnStatistics {
  readonly index: number;
  /** The class that most of the lines have. */
  readonly kind: ColumnClass;
  /** The share of the lines that have it. */
  readonly share: number;
  /** The columns of the lines that have it. */
  readonly columns: readonly Column[];
  /** Whether a bar follows it in most lines, or it has few different texts with blanks that fill its width. */
  readonly isSeparate: boolean;
}

/** The header that these lines share. It has a time or a level, or there is none. */
function findHeader(lines: readonly Buffer[]): Header | undefined {
  const rows = lines.map((line) => columnsOf(line, 0, line.length));
  const statistics: ColumnStatistics[] = [];
  for (let index = 0; ; index++) {
    const one = statisticsOf(rows, index);
    if (one === undefined) break;
    statistics.push(one);
    if (one.kind === "tag" && one.share >= MIN_TAG_SHARE) break;
  }
  const last = lastAnchor(statistics);
  const used = statistics.slice(0, last + 1);
  if (!used.some((one) => isAnchor(one) && CERTAIN.has(one.kind))) return undefined;
  const elements = elementsOf(used, rows, lines);
  return elements === undefined ? undefined : { elements };
}

function statisticsOf(rows: readonly Column[][], index: number): ColumnStatistics | undefined {
  const present = rows.flatMap((row) => row[index] ?? []);
  if (present.length < MIN_TAG_SHARE * rows.length) return undefined;
  const counts = new Map<ColumnClass, number>();
  for (const { kind } of present) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const [kind, count] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]!;
  const columns = present.filter((column) => column.kind === kind);
  const texts = new Set(columns.map(({ value }) => value));
  const most = MIN_SHARE * rows.length;
  const isAligned =
    columns.filter(({ gap }) => gap.length > 1).length >= most &&
    texts.size <= Math.max(1, rows.length / LINES_PER_TEXT);
  const isBarred = columns.filter(({ gap }) => gap.includes("|")).length >= most;
  return { index, kind, share: count / rows.length, columns, isSeparate: isAligned || isBarred };
}

/** Whether a header may end with the column. */
function isAnchor({ kind, share, isSeparate }: ColumnStatistics): boolean {
  if (kind === "other") return isSeparate;
  return share >= (kind === "tag" ? MIN_TAG_SHARE : MIN_SHARE);
}

/** The index of the header's last column, or -1. A number is part of the header only beside another part. */
function lastAnchor(statistics: readonly ColumnStatistics[]): number {
  let last = -1;
  for (const one of statistics) {
    if (one.index - last > MAX_BETWEEN + 1) break;
    if (isAnchor(one) && (one.kind !== "integer" || one.index === last + 1)) last = one.index;
  }
  return last;
}

function elementsOf(
  used: readonly ColumnStatistics[],
  rows: readonly Column[][],
  lines: readonly Buffer[],
): Element[] | undefined {
  const names = new HeaderNames(used);
  const elements: Element[] = [];
  const fitting = rows.filter((row) => used.every(({ index, kind }) => row[index]?.kind === kind || kind === "other"));
  for (const one of used) {
    const columns = fitting.map((row) => row[one.index]!);
    if (one.kind === "tag") {
      const others = rows.filter((row) => row[one.index] !== undefined && row[one.index]!.kind !== "tag");
      elements.push(...tagElements(columns, others.length, names));
      continue;
    }
    const before = mostFrequent(columns.map((column) => column.before));
    const after = mostFrequent(columns.map((column) => column.after));
    if (before !== "") elements.push({ text: before });
    elements.push(valueElement(one, columns, names));
    if (after !== "") elements.push({ text: after });
    elements.push(...gapElements(columns, one.index === used.length - 1));
  }
  const end = used.at(-1)!.kind === "tag" ? undefined : endingOf(used, rows, lines);
  if (end !== undefined) elements.push({ field: names.of("source") }, { text: end });
  return elements;
}

/** What separates columns: the same text in all lines, or a text that more blanks may follow. */
function gapElements(columns: readonly Column[], isLast: boolean): Element[] {
  const gaps = columns.map(({ gap }) => gap);
  const first = mostFrequent(gaps);
  if (gaps.every((gap) => gap === first)) return first === "" ? [] : [{ text: first }];
  const shortest = gaps.reduce((a, b) => (b.length < a.length ? b : a));
  const text = isLast || !gaps.every((gap) => gap.startsWith(shortest)) ? first : shortest;
  const separator = text === "" ? [] : [{ text }];
  return isLast ? separator : [...separator, { field: "_" }];
}

function valueElement({ kind }: ColumnStatistics, columns: readonly Column[], names: HeaderNames): Element {
  const values = columns.map(({ value }) => value);
  switch (kind) {
    case "time":
      return { field: names.of(TIMESTAMP), kind: { parser: "timestamp" } };
    case "level":
      return { field: names.of("level"), kind: { parser: "word" } };
    case "epoch":
      return { field: names.of("epoch"), kind: { parser: values.some((v) => v.includes(".")) ? "float" : "number" } };
    case "integer":
      return { field: names.integer(), kind: { parser: "number" } };
    case "bracketed":
      return values.every((value) => /^\d+$/.test(value))
        ? { field: names.of("pid"), kind: { parser: "number" } }
        : { field: names.bracketed(values) };
    case "marked":
      return values.every((value) => value === values[0])
        ? { text: values[0]! }
        : { field: names.of("mark"), kind: { parser: "word" } };
    default:
      return {
        field: columns[0]!.gap.includes("|") ? names.of("component") : names.other(values),
        kind: { parser: "word" },
      };
  }
}

const WITH_PID = /^[^\s[\]]+\[\d+\]$/;

/**
 * A program, perhaps with the number of its process. `others` is the number of lines that have something else there,
 * such as a name of several words.
 */
function tagElements(columns: readonly Column[], others: number, names: HeaderNames): Element[] {
  const tags = columns.map(({ value }) => value);
  const withPid = tags.filter((tag) => WITH_PID.test(tag)).length / (tags.length + others);
  const end = mostFrequent(columns.map(({ gap }) => gap));
  const name = names.tag(tags);
  const plain: Element[] = [{ field: name }, { text: `:${end}` }];
  if (withPid < 1 / LINES_PER_TEXT) return plain;
  const full: Element[] = [
    { field: name, kind: { parser: "word" } },
    { text: "[" },
    { field: names.of("pid"), kind: { parser: "number" } },
    { text: `]:${end}` },
  ];
  return withPid === 1 ? full : [{ alternatives: [full, plain] }];
}

/** What ends a header whose last column is not the last thing before the message. */
function endingOf(
  used: readonly ColumnStatistics[],
  rows: readonly Column[][],
  lines: readonly Buffer[],
): string | undefined {
  const rests = lines.flatMap((line, i) => {
    const row = rows[i]!;
    if (row.length < used.length) return [];
    const at = row.slice(0, used.length).reduce((sum, c) => sum + lengthOf(c), 0);
    return [line.toString("latin1", at, at + MAX_ENDING_DISTANCE)];
  });
  for (const ending of ENDINGS) {
    const befores = rests.flatMap((rest) => (rest.indexOf(ending) > 0 ? [rest.slice(0, rest.indexOf(ending))] : []));
    if (befores.length < MIN_ENDING_SHARE * lines.length) continue;
    const different = new Set(befores).size;
    if (
      different <= Math.max(2, befores.length / LINES_PER_TEXT) &&
      befores.every((text) => text.split(" ").length <= MAX_ENDING_WORDS)
    )
      return ending;
  }
  return undefined;
}

function lengthOf({ before, value, after, gap }: Column): number {
  return before.length + value.length + after.length + gap.length;
}

/** Names for the columns, each once. */
class HeaderNames {
  private readonly used = new Map<string, number>();
  private readonly integers: number;

  constructor(columns: readonly ColumnStatistics[]) {
    this.integers = columns.filter(({ kind }) => kind === "integer").length;
  }

  of(name: string): string {
    const count = (this.used.get(name) ?? 0) + 1;
    this.used.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  }

  integer(): string {
    if (this.integers > 2) return this.of("number");
    return this.of(this.used.has("pid") ? "tid" : "pid");
  }

  bracketed(values: readonly string[]): string {
    if (values.every((value) => /^[\w.$]+\.[A-Z]\w*$/.test(value))) return this.of("logger");
    return this.of(values.some((value) => /^req-|request/.test(value)) ? "request" : "thread");
  }

  tag(tags: readonly string[]): string {
    if (tags.filter((tag) => /^[\w$]+(?:\.[\w$]+)+$/.test(tag)).length >= tags.length / 2) return this.of("logger");
    return this.of(this.used.has("host") ? "program" : "component");
  }

  other(values: readonly string[]): string {
    if (this.used.has("level")) {
      return this.of(values.every((value) => value.includes(".")) ? "logger" : "component");
    }
    return this.of(this.used.has(TIMESTAMP) ? "host" : "source");
  }
}

function mostFrequent(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? "";
}

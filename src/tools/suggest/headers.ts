// The headers that lines of a log share, such as a time, a level and the name of a program. A column is part of one by
// its place between columns that are surely part of it, whatever its values are.

import { Matcher } from "../../matcher/matcher.ts";
import { type Element, type FieldElement, fieldElements, pattern } from "../../matcher/pattern.ts";
import { placeholderOf } from "../../rules/write-rule.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { withoutEndBlanks } from "../../text/shapes/skeleton.ts";
import { type ColumnClass, columnsOf, type HeaderColumn } from "./header-columns.ts";
import { DOTTED, HeaderFields, split, WORD } from "./header-fields.ts";

/** The pattern of a header, with which those of rules begin. */
export type Header = readonly Element[];

/** A header for people: in notation, with alternatives in parentheses. */
export function headerText(header: Header): string {
  const texts = header.map((element) => {
    if ("text" in element) return element.text;
    return "field" in element ? placeholderOf(element) : `(${element.alternatives.map(headerText).join("|")})`;
  });
  return texts.join("");
}

/** Splits lines into a header and the rest. */
export class HeaderSplitter {
  /** Where the rest of the last line begins. */
  content = 0;
  private readonly matcher: Matcher;
  private readonly fields: readonly (readonly string[])[];

  constructor(headers: readonly Header[]) {
    const patterns = headers.map((header) => pattern([...header, { field: "content" }]));
    this.matcher = new Matcher(patterns);
    this.fields = patterns.map(({ fields }) => fields);
  }

  split(bytes: Buffer, start: number, end: number): number {
    const header = this.matcher.match(bytes, start, end);
    this.content = header === -1 ? start : this.matcher.bounds[2 * (this.fields[header]!.length - 1)]!;
    return header;
  }

  /** What the last line, which had this header, has in its fields of these names, in Latin-1. Nothing for -1. */
  valuesOf(names: ReadonlySet<string>, bytes: Buffer, header: number): Map<string, string> {
    const { bounds } = this.matcher;
    const values = new Map<string, string>();
    for (const [i, field] of (this.fields[header] ?? []).slice(0, -1).entries())
      if (names.has(field) && !values.get(field))
        values.set(field, bytes.toString("latin1", bounds[2 * i], bounds[2 * i + 1]));
    return values;
  }
}

/** In a log with more formats, no header is worth having. */
const MAX_FORMATS = 8;
/** The fewest lines, and the smallest share of all lines, that make a format. */
const MIN_LINES = 3;
const MIN_FORMAT_SHARE = 0.005;

/** The headers of a log by some of its lines: those that are known, then others, the most frequent first. */
export function findHeaders(lines: readonly Buffer[], known: readonly Header[] = []): Header[] {
  const headers = [...known];
  let left = linesWithout(known, lines).filter((line) => line.length > 0);
  const least = Math.max(MIN_LINES, MIN_FORMAT_SHARE * left.length);
  while (headers.length < MAX_FORMATS && left.length >= least) {
    const next = bestHeader(left, least);
    if (next === undefined) break;
    const rest = linesWithout([next], left);
    if (left.length - rest.length < least) break;
    headers.push(next);
    left = rest;
  }
  return headers;
}

function linesWithout(headers: readonly Header[], lines: readonly Buffer[]): Buffer[] {
  const splitter = new HeaderSplitter(headers);
  return lines.filter((line) => splitter.split(line, 0, line.length) === -1);
}

/** If all share only a time, lines that begin alike may share more: the log has several formats. */
function bestHeader(lines: readonly Buffer[], least: number): Header | undefined {
  const shared = headerOf(lines);
  const isMore = (header: Header | undefined): boolean => header !== undefined && fieldElements(header).length > 1;
  if (isMore(shared)) return shared;
  const groups = groupBy(lines, (line) => {
    const columns = columnsOf(line).slice(0, 2);
    return columns.map(({ columnClass, before }) => `${before}${columnClass}`).join(" ");
  });
  const ordered = [...groups].filter(([, { length }]) => length >= least);
  for (const [, group] of ordered.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))) {
    const header = headerOf(group);
    if (header === undefined || (shared !== undefined && !isMore(header))) continue;
    // A word that begins some messages is no column of all others.
    if (shared === undefined || lines.length - linesWithout([header], lines).length < 2 * group.length) return header;
  }
  return shared;
}

/** The columns of the class that most lines have at one place, and their different texts. */
interface SharedColumn {
  readonly index: number;
  readonly columnClass: ColumnClass;
  readonly share: number;
  readonly columns: readonly HeaderColumn[];
  readonly values: ReadonlySet<string>;
}

const MIN_SHARE = 0.9;
/** Kernels and programs that say nothing of themselves have no tag. */
const MIN_TAG_SHARE = 0.75;
/** Columns in which some lines may have any other word. */
const MIXED: ReadonlySet<ColumnClass> = new Set(["level", "sign", "tag"]);
/** Columns that only headers have, and those of them that also stand alone above the lines of an event. */
const HEADING: ReadonlySet<string> = new Set("priority timestamp date epoch uptime".split(" "));
const CERTAIN: ReadonlySet<string> = new Set([...HEADING, "level", "stream", "service"]);

const WITH_PID = /^[^\s[\]]+\[\d+\]$/;

function isCertain({ columnClass, columns, share }: SharedColumn): boolean {
  const havePid = columnClass === "tag" && share >= MIN_SHARE && columns.every(({ value }) => WITH_PID.test(value));
  return havePid || CERTAIN.has(columnClass);
}

/** Formats in which the place of a column says its name, and in which a dash stands for what is not known. */
const KNOWN_FORMATS: readonly (readonly [classes: RegExp, names: string])[] = [
  [/^<priority integer timestamp /, "priority version timestamp host program pid message_id structured_data"],
  // The Common Log Format of servers, and the same behind the name of a host.
  [/^\S+ - \S+ \[timestamp/, "client ident user"],
  [/^\S+ \S+ - \S+ \[timestamp/, "host client ident user"],
];

/** The header of most of these lines; undefined if they share none that has a time, a level or the like. */
function headerOf(lines: readonly Buffer[]): Header | undefined {
  const rows = lines.map(columnsOf);
  const shared: SharedColumn[] = [];
  for (let one = sharedAt(rows, 0); one !== undefined; one = sharedAt(rows, shared.length)) shared.push(one);
  const classes = shared
    .map(({ columnClass, columns, values }) => (values.has("-") ? "-" : columns[0]!.before + columnClass))
    .join(" ");
  const known = KNOWN_FORMATS.find(([expression]) => expression.test(classes))?.[1].split(" ") ?? [];
  const used = usedColumns(shared, known.length, rows);
  if (!used.some(isCertain)) return undefined;
  // A word and a sign at the end are, in other lines, several words and the sign.
  const hasName = used.length > 2 && used.at(-2)!.columnClass === "other" && used.at(-1)!.columnClass === "sign";
  const bare = hasName ? used.slice(0, -2) : used;
  const named = isTag(used.at(-1)!) ? undefined : namesIn(textsBehind(bare.length, rows));
  return headerWith(named === undefined ? used : bare, known, rows, named);
}

function sharedAt(rows: readonly HeaderColumn[][], index: number): SharedColumn | undefined {
  const present = rows.flatMap((row) => row[index] ?? []);
  if (present.length < MIN_TAG_SHARE * rows.length) return undefined;
  const columnClass = mostFrequent(present.map((column) => column.columnClass));
  const columns = present.filter((column) => column.columnClass === columnClass);
  const values = new Set(columns.map(({ value }) => value));
  return { index, columnClass, share: columns.length / rows.length, columns, values };
}

function mostFrequent<Text extends string>(texts: readonly Text[]): Text {
  const counts = new Map<Text, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]![0];
}

/** Whether the column is a name with a colon, or a colon that stands apart because names fill a width. */
function isTag({ columnClass, share, values }: SharedColumn): boolean {
  const isColon = columnClass === "sign" && values.size === 1 && values.has(":");
  return share >= MIN_TAG_SHARE && (isColon || columnClass === "tag");
}

/** The columns up to the last anchor behind which most of the lines have a word; or up to the last of all. */
function usedColumns(shared: readonly SharedColumn[], known: number, rows: readonly HeaderColumn[][]): SharedColumn[] {
  const ends = [known];
  for (const one of shared.slice(known)) {
    if (one.index - ends.at(-1)! > reachOf(one, shared)) continue;
    ends.push(one.index + 1);
    if (isTag(one)) break;
  }
  const end = ends.findLast((count) => {
    const withWord = textsBehind(count, rows).filter((text) => /(?<!\w)[A-Za-z_\x80-\xff]+(?!\w)/.test(text));
    return 2 * withWord.length > rows.length;
  });
  // If there is nothing behind any, words of the only message are none, and neither is a level without a time.
  const isMessage = shared.some(isTag) || !shared.some(({ columnClass }) => HEADING.has(columnClass));
  return shared.slice(0, end ?? (isMessage ? 0 : ends.at(-1)));
}

function textsBehind(count: number, rows: readonly HeaderColumn[][]): string[] {
  return rows.flatMap((row) => row[count - 1]?.behind ?? []);
}

/** How many columns that are no anchors may be between the column and the anchor before it; -1 if it is no anchor. */
function reachOf(one: SharedColumn, shared: readonly SharedColumn[]): number {
  const { index, columnClass, columns, share, values } = one;
  if (isTag(one)) {
    const isLogger = columnClass === "sign" || [...values].every((value) => DOTTED.test(value));
    // One word before a colon, with always the same behind it, is part of the only message.
    const following = new Set([...(shared[index + 1]?.values ?? [])].map((value) => value.replace(/\d+/g, "")));
    if (!isLogger && values.size === 1 && following.size < 2 && !/\d/.test([...values][0]!)) return -1;
    // The host of syslog is behind the time.
    return isLogger || shared[index - 2]?.columnClass === "timestamp" ? 1 : 0;
  }
  if (share < MIN_SHARE) return -1;
  switch (columnClass) {
    case "level": {
      // A second one that is always the same is part of the message; so is a word such as `config` without a time.
      const isWord = columns.every(({ before, value, after }) => /^[a-z]+ $/.test(before + value + after));
      const others = shared.slice(0, index);
      const isSecond = others.some((other) => other.columnClass === "level");
      const mayBeWord = isWord && index > 0 && !others.some(isCertain);
      return values.size === 1 && (isSecond || mayBeWord) ? -1 : 3;
    }
    case "other": {
      const isFramed = share * columns.filter(({ after }) => FRAME.test(after)).length >= MIN_SHARE * columns.length;
      // Names with dots before the messages of most lines, as Java has them, are loggers.
      const isLogger = values.size > 1 && [...values].every((value) => LOGGER.test(value));
      return isFramed || isLogger || split([...values])?.groups.includes("level") ? 0 : -1;
    }
    case "integer":
      return 0;
    case "bracketed":
      return 2 * columns.filter(({ value }) => SENTENCE.test(value)).length > columns.length ? -1 : 1;
    case "sign":
      return columns.some(({ value }) => RELATION.test(value)) ? -1 : 2;
    default:
      return 3;
  }
}

const LOGGER = /^[a-z][a-z0-9_]*(?:\.[A-Za-z_$][\w$]*){2,}$/;
/** Bars, or blanks that fill the width of a column. */
const FRAME = /\|| {2}/;
/** What relates two values, such as an arrow or a slash, separates no header from a message. */
const RELATION = /[=<>/]/;
/** Three words, as in a message. */
const SENTENCE = /(?<![^ ])[A-Za-z]+ [a-z]+ [a-z]+(?![^ ])/;

/** A name of at most three words, and what ends it. */
const NAMED = /^([A-Za-z_$\x80-\xff][^ ]*(?: +[^ ]+){0,2}?)( - |: )/;

/** The names with which most of the lines go on, if these are few, one in twenty lines, and what ends all of them. */
function namesIn(rests: readonly string[]): { names: string[]; end: string } | undefined {
  const named = rests.flatMap((rest) => [NAMED.exec(rest) ?? []]).filter(([name]) => name !== undefined);
  const names = named.map(([, name]) => name!);
  const end = named[0]?.[2] ?? "";
  const different = new Set(names).size;
  const areFew = different > 1 && different <= Math.max(2, names.length / 20);
  const isShared = names.length >= MIN_SHARE * rests.length && named.every((one) => one[2] === end);
  return areFew && isShared ? { names, end } : undefined;
}

/** Blanks that fill the width of a column; and the same, or none. */
const BLANKS: Element = { field: "_", type: { typeName: "whitespace" } };
const PADDING: Element = { alternatives: [[BLANKS], []] };
/** The header with these columns, and with such names behind them. `rows` are the columns of all lines. */
function headerWith(
  used: readonly SharedColumn[],
  known: readonly string[],
  rows: readonly HeaderColumn[][],
  named: ReturnType<typeof namesIn>,
): Header | undefined {
  const fitting = rows.filter((row) => used.every((one) => isLike(row[one.index], one)));
  if (fitting.length === 0) return undefined;
  const fields = new HeaderFields();
  const elements: Element[] = [];
  let gap = NO_GAP;
  for (const one of used) {
    const { index, columnClass } = one;
    const columns = fitting.map((row) => row[index]!);
    const { isPadded, text, isFilled } = separator(columns, one === used.at(-1));
    const place = {
      values: columns.map(({ value }) => value),
      columnClass,
      isBeforeProgram: used[index - 1]?.columnClass === "timestamp" && used[index + 1]?.columnClass === "tag",
      isAlone: used.every((other) => !CERTAIN.has(other.columnClass) || /^(?:date|level)$/.test(other.columnClass)),
      isGlued: text === "",
      known: known[index],
    };
    // Some programs do not write the number of their process; and some lines have something of several words instead.
    const withPid = one.columns.map(({ value }) => value).filter((value) => WITH_PID.test(value));
    if (columnClass === "tag" && withPid.length > 0 && rows.filter((row) => row[index]).length > withPid.length) {
      const full = [...fields.of({ ...place, values: withPid }), { text }];
      const [{ field }] = fieldElements(full) as [FieldElement];
      // Where few have a number, several words before a colon are part of the message.
      const bare = [2 * withPid.length >= columns.length ? { field } : { field, type: WORD }, { text }];
      elements.push(...gapElements(gap), { alternatives: [full, bare] });
      gap = NO_GAP;
      break;
    }
    const own = fields.of(place);
    const before = mostFrequent(columns.map((column) => column.before));
    // A value without a type takes the blanks itself.
    const isAny = (element: Element): boolean => "field" in element && element.type === undefined;
    const padding = isPadded && !isAny(own.at(-1)!) ? [PADDING] : [];
    const isFilledBefore = gap.isFilled && !(before === "" && isAny(own[0]!));
    elements.push(...gapElements({ ...gap, isFilled: isFilledBefore }), { text: before }, ...own, ...padding);
    gap = { text, isFilled };
  }
  elements.push(...gapElements(gap));
  if (named !== undefined)
    elements.push({ field: fields.nameOf({ values: named.names, columnClass: "tag" }) }, { text: named.end });
  return elements.filter((element) => !("text" in element) || element.text !== "");
}

/** What stands behind a column, and whether more blanks may fill its width. */
interface Gap {
  readonly text: string;
  readonly isFilled: boolean;
}

const NO_GAP: Gap = { text: "", isFilled: false };

function gapElements({ text, isFilled }: Gap): Element[] {
  if (!isFilled) return [{ text }];
  return text.endsWith(" ") ? [{ text: withoutEndBlanks(text) }, BLANKS] : [{ text }, PADDING];
}

/** Whether a line has the column, or any other word where some may have it. A sign that is always the same is text. */
function isLike(column: HeaderColumn | undefined, { columnClass, values }: SharedColumn): boolean {
  if (column === undefined || columnClass === "other") return column !== undefined;
  const isMixed = MIXED.has(columnClass) && !(columnClass === "sign" && values.size === 1);
  return column.columnClass === columnClass || (column.columnClass === "other" && isMixed);
}

/** Blanks, signs, and blanks behind them. */
// Bounded: by `MAX_HEADER_BYTES`.
const SEPARATOR = /^((?: +(?=[^ \t]))?)(.*?)([ \t]*)$/;

/** What mostly separates a column from the next, and whether more blanks may stand before it, and behind it. */
function separator(columns: readonly HeaderColumn[], isLast: boolean) {
  const texts = columns.map(({ after }) => after);
  const [, before, signs, behind] = SEPARATOR.exec(mostFrequent(texts))!;
  const alike = texts.map((text) => SEPARATOR.exec(text)!).filter((parts) => parts[2] === signs);
  const isPadded = alike.some((parts) => parts[1] !== before);
  // The last column has a width of its own, or the blanks behind it belong to the message.
  const widths = columns.map(({ value, after }) => value.length + after.length);
  const hasWidth = !isLast || widths.every((width) => width === widths[0]);
  const isFilled = hasWidth && alike.some((parts) => parts[3] !== behind);
  const shortest = alike.map((parts) => parts[3]!).reduce((a, b) => (b.length < a.length ? b : a));
  return { isPadded, text: `${isPadded ? "" : before}${signs}${isFilled ? shortest : behind}`, isFilled };
}

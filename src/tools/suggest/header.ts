// The header that lines share, such as a time, a level and the name of a program. A column is part of it by its place
// between columns that are surely part of it, whatever its values are.

import type { Element } from "../../matcher/pattern.ts";
import { type ColumnStatistics, isTag, mostFrequent, statisticsOf } from "./column-statistics.ts";
import type { ColumnClass, HeaderColumn } from "./header-columns.ts";
import { areLevels, HeaderNames, isDotted, WITH_PID } from "./header-names.ts";
import { HeaderValues, hasLevel } from "./header-values.ts";
import type { LineHeader } from "./line-header.ts";

/** The share of lines that must have one class of column at a place. */
const MIN_SHARE = 0.9;
/** How many columns that are no anchors may be between two that are. */
const MAX_BETWEEN = 3;
/** How many different texts an aligned column, or a text before an ending, may have: one for this many lines. */
const LINES_PER_TEXT = 20;

/** Columns in which some lines may have any other word. */
const MIXED: ReadonlySet<ColumnClass> = new Set(["level", "sign", "tag"]);
/** Columns that only headers have. */
const CERTAIN: ReadonlySet<ColumnClass> = new Set(["priority", "time", "epoch", "level", "stream"]);

/** The header of most of these lines; undefined if they share none that has a time, a level or the like. */
export function headerOf(lines: readonly Buffer[], rows: readonly HeaderColumn[][]): LineHeader | undefined {
  const statistics: ColumnStatistics[] = [];
  for (let one = statisticsOf(rows, 0); one !== undefined; one = statisticsOf(rows, statistics.length))
    statistics.push(one);
  const used = usedColumns(statistics, rows, lines);
  if (!used.some((one) => CERTAIN.has(one.columnClass) || isService(one))) return undefined;
  return isTag(used.at(-1)!) ? headerWith(used, rows, undefined) : withEnding(used, rows, lines);
}

/** The columns up to the last anchor behind which most of the lines have a word; or up to the last of all. */
function usedColumns(
  statistics: readonly ColumnStatistics[],
  rows: readonly HeaderColumn[][],
  lines: readonly Buffer[],
): ColumnStatistics[] {
  const anchors: ColumnStatistics[] = [];
  const ends: number[] = isStructuredSyslog(statistics) ? [SYSLOG_COLUMNS] : [];
  for (const one of statistics) {
    const end = ends.at(-1) ?? 0;
    if (one.index >= end && one.index - end > reachOf(one, statistics, anchors)) continue;
    anchors.push(one);
    if (one.index >= end) ends.push(one.index + 1);
    if (isTag(one)) break;
  }
  const end = ends.findLast((count) => 2 * textsBehind(count, rows, lines).filter(hasWord).length > lines.length);
  // A sign that only some lines have is what others have no value for.
  return statistics
    .slice(0, end ?? ends.at(-1) ?? 0)
    .map((one) => (one.columnClass === "sign" && one.share < MIN_SHARE ? { ...one, columnClass: "other" } : one));
}

function hasWord(text: string): boolean {
  return /(?<!\w)[A-Za-z_\x80-\xff]+(?!\w)/.test(text);
}

/** What lines with so many columns have behind them, not far away. */
function textsBehind(count: number, rows: readonly HeaderColumn[][], lines: readonly Buffer[]): string[] {
  return rows.flatMap((row, i) => {
    const from = row[count - 1]?.end;
    return from === undefined ? [] : [lines[i]!.toString("latin1", from, from + MAX_ENDING_DISTANCE)];
  });
}

/** The priority and version, time, host, program, process and id of message of RFC 5424. */
const SYSLOG_COLUMNS = 7;

function isStructuredSyslog([priority, version, time, ...others]: readonly ColumnStatistics[]): boolean {
  if (others.length < SYSLOG_COLUMNS - 3) return false;
  return priority!.columnClass === "priority" && version!.columnClass === "integer" && time!.columnClass === "time";
}

/** How many columns that are no anchors may be between the column and the anchor before it; -1 if it is no anchor. */
function reachOf(
  one: ColumnStatistics,
  all: readonly ColumnStatistics[],
  anchors: readonly ColumnStatistics[],
): number {
  const { columnClass, share, index, columns, values } = one;
  if (isTag(one)) return tagReach(one, all[index + 1], anchors);
  if (share < MIN_SHARE) return -1;
  const isFirst = !anchors.some((anchor) => CERTAIN.has(anchor.columnClass));
  switch (columnClass) {
    case "other":
      if (columns.every(({ value }) => WITH_PID.test(value))) return 1;
      return isFramed(one) || isService(one) || hasLevel([...values]) ? 0 : -1;
    case "integer":
      // A number begins a header only as the first column of all, before a time.
      return anchors.length > 0 || (index === 0 && all.some((other) => CERTAIN.has(other.columnClass))) ? 0 : -1;
    case "sign":
      return columns.some(({ value }) => RELATION.test(value)) ? -1 : isFirst ? 2 : 1;
    case "bracketed": {
      const sentences = columns.filter(({ value }) => SENTENCE.test(value)).length;
      return 2 * sentences > columns.length && !(all[index + 1] && isTag(all[index + 1]!)) ? -1 : 1;
    }
    case "level": {
      // In a message, a word such as `error` is mostly written in small letters.
      const isShown = columns[0]!.before !== "" || [...values].every((value) => value === value.toUpperCase());
      const isOnly = !anchors.some((anchor) => anchor.columnClass === "level");
      return isOnly && (isShown || isFirst) ? MAX_BETWEEN : 0;
    }
    default:
      return isFirst ? MAX_BETWEEN : 1;
  }
}

/** What relates two values, such as an arrow or a slash, separates no header from a message. */
const RELATION = /[=<>/]/;
/** Three words, as in a message. */
const SENTENCE = /(?<![^ ])[A-Za-z]+ [a-z]+ [a-z]+(?![^ ])/;

/** Whether bars follow the column, or blanks that fill its width, so that it is one. */
function isFramed({ columns, share, values }: ColumnStatistics): boolean {
  const most = (MIN_SHARE / share) * columns.length;
  if (columns.filter(({ gap }) => gap.includes("|")).length >= most) return true;
  return (
    columns.filter(({ gap }) => gap.length > 1).length >= most &&
    values.size <= Math.max(1, columns.length / LINES_PER_TEXT)
  );
}

/** Whether it is the name before the bar with which the lines of several containers begin. */
function isService({ index, columns }: ColumnStatistics): boolean {
  return index === 0 && columns.every(({ gap, value }) => /^ +\| $/.test(gap) && NAME_START.test(value));
}

function tagReach(
  tag: ColumnStatistics,
  next: ColumnStatistics | undefined,
  anchors: readonly ColumnStatistics[],
): number {
  const names = [...tag.values];
  const isLogger = names.every(isDotted) || tag.columnClass === "sign";
  const isBehindLevel = anchors.some(({ columnClass }) => columnClass === "level");
  // One word before a colon, with always the same behind it, is part of the only message.
  const following = new Set([...(next?.values ?? [])].map((value) => value.replace(/\d+/g, "")));
  if (names.length === 1 && following.size < 2 && !isLogger && !/\d/.test(names[0]!)) return -1;
  if (!isBehindLevel && areLevels(names)) return MAX_BETWEEN;
  // The host of syslog is behind the time.
  return isLogger || anchors.at(-1)?.columnClass === "time" ? 1 : 0;
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
  const isNamed = used.length > 2 && word!.columnClass === "other" && sign?.columnClass === "sign";
  const bare = isNamed ? used.slice(0, -2) : used;
  const ending = endingOf(bare.length, rows, lines);
  const isWord = isNamed && !ending?.names.some((name) => name.includes(" "));
  return ending === undefined || isWord ? headerWith(used, rows, undefined) : headerWith(bare, rows, ending);
}

/** A text that ends names, and the names. */
interface Ending {
  readonly text: string;
  readonly names: readonly string[];
}

function endingOf(count: number, rows: readonly HeaderColumn[][], lines: readonly Buffer[]): Ending | undefined {
  const rests = textsBehind(count, rows, lines);
  const endings = ENDINGS.map((text): Ending => {
    return {
      text,
      names: rests.flatMap((rest) => (rest.indexOf(text) > 0 ? [rest.slice(0, rest.indexOf(text))] : [])),
    };
  });
  return endings.find(({ names }) => {
    const different = new Set(names).size;
    return (
      names.length >= MIN_ENDING_SHARE * lines.length &&
      different > 1 &&
      different <= Math.max(2, names.length / LINES_PER_TEXT) &&
      names.filter((name) => NAME_START.test(name)).length > names.length / 2 &&
      names.every((name) => name.split(" ").length <= MAX_ENDING_WORDS)
    );
  });
}

/** The header with these columns, and with a name that has this ending. `rows` are the columns of all lines. */
function headerWith(
  used: readonly ColumnStatistics[],
  rows: readonly HeaderColumn[][],
  ending: Ending | undefined,
): LineHeader | undefined {
  const fitting = rows.filter((row) =>
    used.every(
      ({ index, columnClass }) =>
        row[index] &&
        (columnClass === "other" ||
          row[index].columnClass === columnClass ||
          (row[index].columnClass === "other" && MIXED.has(columnClass))),
    ),
  );
  if (fitting.length === 0) return undefined;
  const names = new HeaderNames(used);
  const values = new HeaderValues(names);
  const elements: Element[] = [];
  /** What takes further blanks before the next value. */
  let filler: Element[] = [];
  for (const one of used) {
    const columns = fitting.map((row) => row[one.index]!);
    if (one.columnClass === "tag") {
      const others = rows.filter((row) => row[one.index] !== undefined && row[one.index]!.columnClass !== "tag");
      elements.push(...tagElements(columns, others.length, names, values, filler));
      break;
    }
    const { text, varies } = gapBehind(columns, one === used.at(-1));
    elements.push(...filler, ...columnElements(one, columns, values), { text });
    filler = varies ? [FILLER] : [];
  }
  if (ending !== undefined) elements.push({ field: names.tag(ending.names) }, { text: ending.text });
  return { elements: elements.filter((element) => !("text" in element) || element.text !== "") };
}

/** Blanks, or none, that fill a column. */
const FILLER: Element = { field: "_" };
const PADDING: Element = { alternatives: [[{ field: "_", type: { typeName: "whitespace" } }], []] };

/** The value of a column, with what surrounds it. */
function columnElements(one: ColumnStatistics, columns: readonly HeaderColumn[], values: HeaderValues): Element[] {
  const isPadded = one.columnClass !== "time" && new Set(columns.map(({ after }) => after.search(/[^ ]|$/))).size > 1;
  const before = mostFrequent(columns.map((column) => column.before));
  const after = mostFrequent(columns.map((column) => (isPadded ? column.after.trimStart() : column.after)));
  const elements = values.of(one, columns);
  // A value without a type takes the blanks itself.
  const padding = isPadded && "type" in elements.at(-1)! ? [PADDING] : [];
  return [{ text: before }, ...elements, ...padding, { text: after }];
}

/** What separates columns: the text, and whether more blanks may follow it before the next column. */
function gapBehind(columns: readonly HeaderColumn[], isLast: boolean): { text: string; varies: boolean } {
  const gaps = columns.map(({ gap }) => gap);
  const first = mostFrequent(gaps);
  if (isLast || gaps.every((gap) => gap === first)) return { text: first, varies: false };
  const shortest = gaps.reduce((a, b) => (b.length < a.length ? b : a));
  return { text: gaps.every((gap) => gap.startsWith(shortest)) ? shortest : first, varies: true };
}

/**
 * A program, perhaps with the number of its process. `others` is the number of lines that have something else there,
 * such as a name of several words. The filler stands only before a word: a name of several words takes blanks itself.
 */
function tagElements(
  columns: readonly HeaderColumn[],
  others: number,
  names: HeaderNames,
  values: HeaderValues,
  filler: readonly Element[],
): Element[] {
  const tags = columns.map(({ value }) => value);
  const withPid = tags.filter((tag) => WITH_PID.test(tag)).length / (tags.length + others);
  const end: Element = { text: `:${mostFrequent(columns.map(({ gap }) => gap))}` };
  if (withPid < 1 / LINES_PER_TEXT) {
    return [...filler, ...values.ofTag(tags), end];
  }
  const name = names.tag(tags);
  const full: Element[] = [...filler, ...names.withPid(name), end];
  return withPid === 1 ? full : [{ alternatives: [full, [{ field: name }, end]] }];
}

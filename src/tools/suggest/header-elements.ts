// Makes the elements of a header from the columns of the lines that share it.

import { DATE_TIME, type Element, type FieldType, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { type ColumnStatistics, LINES_PER_TEXT, mostFrequent } from "./column-statistics.ts";
import type { HeaderColumn } from "./header-columns.ts";
import { areCodes, areShort, isSyslogProcess, MAX_NAMES, mayBeCodes, mayHaveCodes, NAME_START } from "./header-end.ts";
import type { LineHeader } from "./line-header.ts";
import { typeOfAll } from "./value-types.ts";

const MIN_ENDING_SHARE = 0.95;
/** How far behind the last column with a class a header may end. */
const MAX_ENDING_DISTANCE = 60;
/** Texts that end a header after a name of a few words. */
const ENDINGS = [": ", " - ", "| "];
const MAX_ENDING_WORDS = 3;

/** The header with these columns; undefined if no line has all of them. `rows` are the columns of all lines. */
export function headerWith(
  used: readonly ColumnStatistics[],
  rows: readonly HeaderColumn[][],
  lines: readonly Buffer[],
): LineHeader | undefined {
  const names = new HeaderNames(used);
  const elements: Element[] = [];
  const codes: string[] = [];
  const fitting = rows.filter((row) =>
    used.every(
      ({ index, columnClass }) =>
        row[index]?.columnClass === columnClass || (columnClass === "other" && row[index] !== undefined),
    ),
  );
  if (fitting.length === 0) return undefined;
  /** What takes further blanks before the next value. */
  let filler: Element[] = [];
  for (const one of used) {
    const columns = fitting.map((row) => row[one.index]!);
    if (one.columnClass === "tag") {
      const others = rows.filter((row) => row[one.index] !== undefined && row[one.index]!.columnClass !== "tag");
      const tag = tagElements(columns, others.length, names, filler);
      elements.push(...tag.elements);
      codes.push(...tag.codes);
      filler = [];
      continue;
    }
    const before = mostFrequent(columns.map((column) => column.before));
    const isPadded = arePadded(columns);
    const after = mostFrequent(columns.map((column) => (isPadded ? column.after.trimStart() : column.after)));
    elements.push(...filler);
    if (before !== "") elements.push({ text: before });
    const value = valueElement(one, columns, names);
    elements.push(value);
    if ("field" in value && mayHaveCodes(one)) codes.push(value.field);
    // A value without a type takes the blanks itself.
    if (isPadded && "type" in value) elements.push(PADDING);
    if (after !== "") elements.push({ text: after });
    const gap = gapBehind(columns, one.index === used.length - 1);
    if (gap.text !== "") elements.push({ text: gap.text });
    filler = gap.varies ? [{ field: "_" }] : [];
  }
  const end = used.at(-1)!.columnClass === "tag" ? undefined : endingOf(used, rows, lines);
  if (end !== undefined) elements.push({ field: names.of("source") }, { text: end });
  return { elements, codes };
}

const WORD: FieldType = { typeName: "word" };

/** What separates columns: the text, and whether more blanks may follow it before the next column. */
function gapBehind(columns: readonly HeaderColumn[], isLast: boolean): { text: string; varies: boolean } {
  const gaps = columns.map(({ gap }) => gap);
  const first = mostFrequent(gaps);
  if (isLast || gaps.every((gap) => gap === first)) return { text: first, varies: false };
  const shortest = gaps.reduce((a, b) => (b.length < a.length ? b : a));
  return { text: gaps.every((gap) => gap.startsWith(shortest)) ? shortest : first, varies: true };
}

const PADDING: Element = { alternatives: [[{ field: "_", type: { typeName: "whitespace" } }], []] };

/** Whether blanks fill brackets to one width, as in `[INFO ]` and `[ERROR]`. */
function arePadded(columns: readonly HeaderColumn[]): boolean {
  const paddings = columns.map(({ columnClass, after }) => (columnClass === "time" ? 0 : after.search(/[^ ]|$/)));
  return new Set(paddings).size > 1;
}

function valueElement(one: ColumnStatistics, columns: readonly HeaderColumn[], names: HeaderNames): Element {
  const values = columns.map(({ value }) => value);
  switch (one.columnClass) {
    case "time":
      return { field: names.of(TIMESTAMP_FIELD), type: DATE_TIME };
    case "level":
      return { field: names.of("level"), type: WORD };
    case "epoch":
      return { field: names.of("epoch"), type: { typeName: values.some((v) => v.includes(".")) ? "float" : "number" } };
    case "integer":
      return { field: names.integer(), type: { typeName: "number" } };
    case "bracketed":
      return values.every((value) => /^\d+$/.test(value))
        ? { field: names.of("pid"), type: { typeName: "number" } }
        : { field: names.bracketed(values), ...(arePadded(columns) && !values.some(hasBlank) && { type: WORD }) };
    case "marked":
      return values.every((value) => value === values[0])
        ? { text: values[0]! }
        : { field: names.of("mark"), type: WORD };
    default:
      return {
        field: columns[0]!.gap.includes("|") ? names.of("component") : names.other(one, values),
        type: WORD,
      };
  }
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
): Required<LineHeader> {
  const tags = columns.map(({ value }) => value);
  const numbers = tags.flatMap((tag) => WITH_PID.exec(tag)?.[1] ?? []);
  const withPid = numbers.length / (tags.length + others);
  const end = mostFrequent(columns.map(({ gap }) => gap));
  const name = names.tag(tags);
  const plain: Element[] = [{ field: name }, { text: `:${end}` }];
  if (withPid < 1 / LINES_PER_TEXT) return { elements: plain, codes: [] };
  const pid = names.of("pid");
  const full: Element[] = [
    ...filler,
    { field: name, type: WORD },
    { text: "[" },
    { field: pid, type: { typeName: "number" } },
    { text: `]:${end}` },
  ];
  return {
    elements: withPid === 1 ? full : [{ alternatives: [full, plain] }],
    codes: areShort(numbers) && mayBeCodes(numbers) ? [pid] : [],
  };
}

/** What ends a header whose last column is not the last thing before the message. */
function endingOf(
  used: readonly ColumnStatistics[],
  rows: readonly HeaderColumn[][],
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
      befores.filter((text) => NAME_START.test(text)).length > befores.length / 2 &&
      befores.every((text) => text.split(" ").length <= MAX_ENDING_WORDS)
    )
      return ending;
  }
  return undefined;
}

function hasBlank(text: string): boolean {
  return text.includes(" ");
}

function lengthOf({ before, value, after, gap }: HeaderColumn): number {
  return before.length + value.length + after.length + gap.length;
}

const REQUEST = /\breq(?:uest)?\b/i;
/** Whether a text in brackets is that of a request, such as `req-7f`. */
function isRequest(text: string): boolean {
  const at = text.search(REQUEST);
  return at !== -1 && /\d/.test(text.slice(at));
}

const THREAD_NAME = /^main$|thread/i;

/** Whether texts in brackets are those of threads: these have a number, the usual name, or are many. */
function areThreads(texts: ReadonlySet<string>): boolean {
  const numbered = [...texts].filter((text) => /\d/.test(text)).length;
  return texts.size > MAX_NAMES || 2 * numbered >= texts.size || [...texts].some((text) => THREAD_NAME.test(text));
}

/** Names for the columns, each once. */
class HeaderNames {
  private readonly used = new Map<string, number>();
  private readonly columns: readonly ColumnStatistics[];
  private readonly integers: number;

  constructor(columns: readonly ColumnStatistics[]) {
    this.columns = columns;
    this.integers = columns.filter(({ columnClass }) => columnClass === "integer").length;
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
    if (values.some(isRequest)) return this.of("request");
    if (areCodes(values)) return this.of("code");
    return this.of(areThreads(new Set(values)) ? "thread" : "tag");
  }

  tag(tags: readonly string[]): string {
    if (tags.filter((tag) => /^[\w$]+(?:\.[\w$]+)+$/.test(tag)).length >= tags.length / 2) return this.of("logger");
    return this.of(this.used.has("host") ? "program" : "component");
  }

  other({ index }: ColumnStatistics, values: readonly string[]): string {
    if (2 * values.filter((value) => typeOfAll([value]) === "ip").length > values.length) return this.of("ip");
    if (this.used.has("level")) {
      return this.of(values.every((value) => value.includes(".")) ? "logger" : "component");
    }
    if (this.isHost(index, values)) return this.of("host");
    if (isSyslogProcess(this.columns, index + 1)) return this.of("program");
    if (this.isThread(index, values)) return this.of("thread");
    return this.of(this.used.has(TIMESTAMP_FIELD) && areMachines(values) ? "host" : "source");
  }

  /** Whether all values have digits and a level follows, as with `api[4711]` or `1234/22`: they are processes. */
  private isThread(index: number, values: readonly string[]): boolean {
    return values.every((value) => /\d/.test(value)) && this.columns.slice(index).some(isLevel);
  }

  /**
   * Whether a column is known to be the host: it follows the time, and a program of syslog follows it, or it is named
   * as machines are.
   */
  private isHost(index: number, values: readonly string[]): boolean {
    const [before, next] = [this.columns[index - 1], this.columns[index + 1]];
    if (before?.columnClass !== "time") return false;
    if (values.every((value) => MACHINE.test(value)) || isSyslogProcess(this.columns, index + 2)) return true;
    return next?.columnClass === "tag" && (isOf(before, SYSLOG_TIME) || isOf(next, WITH_PID));
  }
}

/** Whether there are so many texts with digits that they may be machines. What varies as ids do is left out. */
function areMachines(values: readonly string[]): boolean {
  return new Set(values).size > MAX_NAMES && values.some((value) => /\d/.test(value));
}

/** Names such as `web1` or `ip-10-0-0-1`. */
const MACHINE = /^(?=.*\d)[a-z][a-z0-9.-]*$/;
function isLevel({ columnClass }: ColumnStatistics): boolean {
  return columnClass === "level";
}

/** A time such as `Jun  3 08:00:01`. */
const SYSLOG_TIME = /^[A-Z][a-z]{2} /;

function isOf({ values }: ColumnStatistics, expression: RegExp): boolean {
  return [...values].some((value) => expression.test(value));
}

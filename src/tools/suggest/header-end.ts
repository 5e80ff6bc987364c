// Decides where a header ends. What does not surely belong to it is left to the message, where its values decide
// whether outputs show it: a status that counts as the number of a process would never be compared.

import { MAX_CODE_DIGITS, MAX_SHORT_DIGITS, MIN_TIMES, MIN_TIMES_OF_SHORT } from "./code-limits.ts";
import { type ColumnStatistics, isAnchor } from "./column-statistics.ts";
import type { ColumnClass } from "./header-columns.ts";
import { typeOfAll } from "./value-types.ts";

/** How many columns that are no anchors may be between two that are. */
const MAX_BETWEEN = 3;
/** Columns that only headers have. What comes before them belongs to the header, too. */
const CERTAIN: ReadonlySet<ColumnClass> = new Set(["time", "epoch", "level"]);

/** The columns of the header with which these begin; none if there is no header. */
export function columnsOfHeader(statistics: readonly ColumnStatistics[]): readonly ColumnStatistics[] {
  let last = -1;
  for (const one of statistics) {
    if (one.index - last > MAX_BETWEEN + 1) break;
    if (isAnchor(one) && belongs(one, statistics.slice(last + 1, one.index), statistics)) last = one.index;
  }
  const used = statistics.slice(0, last + 1);
  while (used.length > 0 && endsWithValue(used)) used.pop();
  return used.some((one) => isAnchor(one) && CERTAIN.has(one.columnClass)) ? used : [];
}

/** Whether a column is part of the header, with the columns between it and the last one that is. */
function belongs(
  one: ColumnStatistics,
  between: readonly ColumnStatistics[],
  all: readonly ColumnStatistics[],
): boolean {
  if (CERTAIN.has(one.columnClass) || isSyslogProcess(all, one.index)) return true;
  if (isNumber(one)) return between.length === 0 && (!isCutOff(all[one.index - 1]) || isOneProcess(one));
  if (one.columnClass === "tag" && !haveNames(one)) return false;
  return [...between, one].every((column) => !isNumber(column) && (column.columnClass !== "other" || isName(column)));
}

/**
 * Whether the column with this index is the process in a header of RFC 5424: behind the time, the host and the program,
 * and before a message id and data, of which the first is missing.
 */
export function isSyslogProcess(all: readonly ColumnStatistics[], index: number): boolean {
  const [time, host, program, process, id, data] = all.slice(Math.max(0, index - 3), index + 3);
  return (
    time?.columnClass === "time" &&
    isNameColumn(host) &&
    isNameColumn(program) &&
    process?.columnClass === "integer" &&
    isMissing(id) &&
    (isMissing(data) || data?.columnClass === "bracketed")
  );
}

function isNameColumn(column: ColumnStatistics | undefined): boolean {
  return column?.columnClass === "other" && isName(column);
}

function isMissing(column: ColumnStatistics | undefined): boolean {
  return column?.columnClass === "marked" && column.values.size === 1 && column.values.has("-");
}

/** Whether punctuation or a bar separates what follows the column, as it does for the parts of a message. */
function isCutOff(column: ColumnStatistics | undefined): boolean {
  return column !== undefined && (column.columnClass === "marked" || column.isBarred);
}

/** Whether the last column is a number that may as well be the first word of the message. */
function endsWithValue(used: readonly ColumnStatistics[]): boolean {
  const [last, before] = [used.at(-1)!, used.at(-2)];
  if (!isNumber(last)) return false;
  if (areShort(last.values)) return true;
  if (last.columnClass !== "integer") return false;
  return before !== undefined && isTimeAlone(before) && !isOneProcess(last);
}

/** Whether all lines have the same number, too long for a code. That of several processes follows a level or a name. */
function isOneProcess({ values }: ColumnStatistics): boolean {
  return values.size === 1 && !areShort(values);
}

/** The time of klog, such as `I0603 08:00:01`, has the level in it. */
const LEVEL_IN_TIME = /^[A-Z]\d{4} /;

function isTimeAlone({ columnClass, values }: ColumnStatistics): boolean {
  return (
    (columnClass === "time" || columnClass === "epoch") && ![...values].every((value) => LEVEL_IN_TIME.test(value))
  );
}

function isNumber({ columnClass, values }: ColumnStatistics): boolean {
  return (
    columnClass === "integer" || (columnClass === "bracketed" && [...values].every((value) => /^\d+$/.test(value)))
  );
}

/** Whether the column has numbers, or texts such as `E1001`, that may be codes all the same. */
export function mayHaveCodes(column: ColumnStatistics): boolean {
  const { values, columns } = column;
  if (!isNumber(column)) return areWrittenAsCodes(values) && comeAgain(values, columns.length, MIN_TIMES_OF_SHORT);
  return !isOneProcess(column) && mayBeCodes(columns.map(({ value }) => value));
}

/** Whether numbers may be codes: they are few, and come again and again. */
export function mayBeCodes(numbers: readonly string[]): boolean {
  const values = new Set(numbers);
  if (values.size > MAX_NAMES || [...values].some(({ length }) => length > MAX_CODE_DIGITS)) return false;
  return comeAgain(values, numbers.length, areShort(values) ? MIN_TIMES_OF_SHORT : MIN_TIMES);
}

/** Whether texts in brackets are codes, and neither threads nor ids. */
export function areCodes(texts: readonly string[]): boolean {
  const values = new Set(texts);
  return values.size <= MAX_NAMES && areWrittenAsCodes(values) && comeAgain(values, texts.length, MIN_TIMES_OF_SHORT);
}

/** Codes such as `E1001` or `ORA-00942`. */
const CODE = /^[A-Z]{1,8}[-_]?\d{3,6}$/;

function areWrittenAsCodes(values: ReadonlySet<string>): boolean {
  return [...values].every((value) => CODE.test(value));
}

function comeAgain(values: ReadonlySet<string>, count: number, times: number): boolean {
  return count >= times * values.size;
}

export function areShort(numbers: Iterable<string>): boolean {
  return [...numbers].every((value) => value.length <= MAX_SHORT_DIGITS);
}

/** More different texts with digits are hardly names, but ids. */
export const MAX_NAMES = 20;
export const NAME_START = /^[A-Za-z_$\x80-\xff]/;

/** Whether the texts are names, or few. */
function haveNames({ values }: ColumnStatistics): boolean {
  return values.size <= MAX_NAMES || shareOf(values, NAME_START) > 1 / 2;
}

/** Whether the texts are names, as of programs, or addresses. Paths, amounts and ids are parts of messages. */
function isName({ values }: ColumnStatistics): boolean {
  const isNamed = shareOf(values, NAME_START) === 1 && (values.size <= MAX_NAMES || shareOf(values, /\d/) < 1 / 2);
  return isNamed || typeOfAll([...values]) === "ip";
}

function shareOf(values: ReadonlySet<string>, expression: RegExp): number {
  return [...values].filter((value) => expression.test(value)).length / values.size;
}

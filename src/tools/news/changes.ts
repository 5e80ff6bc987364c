// Lines that stand where good runs have another one, and which of them are told.

import { isAlphanumeric, SPACE } from "../../text/bytes/ascii.ts";
import { gravityOf } from "../../text/events/bad-words.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";
import type { ComparedLog } from "./compared-log.ts";
import type { Change } from "./failed-lines.ts";
import { isBadWord } from "./line-traits.ts";
import { GROUP_OF_SHAPE } from "./record-text.ts";
import type { ShapeTable } from "./shape-table.ts";

/** Of longer lines, what differs is searched in a part of this size. */
const MAX_CHANGED_BYTES = 64 * 1024;
/** At most so many rows of changes are told: people read no more, and most are of one cause. */
const MAX_ROWS = 6;

/** What differs between two texts, if their ends are equal. */
interface ChangedPart {
  readonly from: string;
  readonly to: string;
  /** The field that they are values of, if it is one. */
  readonly field?: string;
}

/** A change that is told or folded, with what differs. */
export interface ChangedLine extends Change, ChangedPart {
  readonly log: ComparedLog;
  readonly told: boolean;
  /** How many lines have the new value of the field, if that is what is told. */
  readonly count?: number;
}

/**
 * All changes, in the order of the lines. Numbers of lines that `isTold` says are told anyway have no row of their own.
 */
export function describeChanges(log: ComparedLog, isTold: (index: number) => boolean): ChangedLine[] {
  const values = log.values.map((value) => ({ ...value, isAgreed: true, value }));
  // Where the value of a field is told, it says what differs.
  const named = new Set(values.map(({ index }) => index));
  const facts = log.facts.filter(({ index }) => !named.has(index));
  const changes: Change[] = [...log.changes, ...values, ...facts].sort((a, b) => a.index - b.index);
  const parts = changes.map((change) => changedPart(log, change));
  const rows = new Set<string>();
  // How the run ended is said above all.
  const end = changes.findIndex(({ index }) => index === log.lastWord);
  if (end !== -1) rows.add(rowOf(parts[end]!));
  return changes.map((change, i) => {
    const part = parts[i]!;
    const isNumber = change.numbers !== undefined;
    // The same number may differ in lines of several kinds.
    const row = isNumber ? `${rowOf(part)}\0${log.shapeOf(change.index)}` : rowOf(part);
    const isNewRow = rows.size < MAX_ROWS && !rows.has(row) && !(isNumber && isTold(change.index));
    const told = isNewRow && isTelling(log, change, part);
    if (told) rows.add(row);
    return { log, ...change, ...part, told, ...(change.value && { count: change.value.count }) };
  });
}

function rowOf({ field = "", from, to }: ChangedPart): string {
  return `${field}\0${from}\0${to}`;
}

/** With one good run a word must be bad. With several, the place must not vary between them. */
function isTelling(
  { sources, table }: ComparedLog,
  { source, goodIndex, isAgreed, isDoubtful, isLevel, value, numbers }: Change,
  { field, from, to }: ChangedPart,
): boolean {
  if (value !== undefined) return true;
  if (isLevel) return gravityOf(to) > gravityOf(from);
  if (isDoubtful) return false;
  if (numbers !== undefined) return true;
  if (field !== undefined && from === "" && isBadWord(field)) return true;
  if (table.runCount === 1) return isBadWord(to);
  if (table.runsOf(sources[source]!.shapes.at(goodIndex)) < table.runCount) return false;
  return isAgreed || isBadWord(to);
}

/**
 * The field that differs, or all from the first to the last word that does. Words with other numbers do not, if only
 * others do.
 */
function changedPart({ failed, sources, table }: ComparedLog, change: Change): ChangedPart {
  const { index, source, goodIndex, value } = change;
  if (value !== undefined) return { field: value.name, from: value.known, to: value.value };
  const shape = sources[source]!.shapes.at(goodIndex);
  const old = describeLine(table, sources[source]!.text(goodIndex), shape);
  const next = describeLine(table, failed.text(index), shape);
  const named = changedField(old, next, change.isLevel ?? false);
  if (named !== undefined) return named;
  if (change.numbers !== undefined) {
    const some = (texts: readonly string[]): string => change.numbers!.map((i) => texts[i]).join(" ");
    return { from: some(old.numbers), to: some(next.numbers) };
  }
  const [toText, fromText] = shortened(next.text, old.text);
  const to = wordsOf(toText);
  const from = wordsOf(fromText);
  const isEqual = (i: number, j: number): boolean => withoutNumbers(from[i]!) === withoutNumbers(to[j]!);
  const most = Math.min(from.length, to.length);
  let begin = 0;
  while (begin < most && isEqual(begin, begin)) begin++;
  let end = 0;
  while (end < most - begin && isEqual(from.length - 1 - end, to.length - 1 - end)) end++;
  const part = (words: readonly string[]): string =>
    words
      .slice(begin, words.length - end)
      .join("")
      .trim();
  return { from: part(from), to: part(to) };
}

/** The words of a text and what stands between them. */
function wordsOf(text: string): string[] {
  return text.split(/([ \t"'=,;()[\]{}|<>])/).filter((word) => word !== "");
}

function withoutNumbers(word: string): string {
  return word.replace(/\d+(?:[.,:]\d+)*/g, "#");
}

/** The level of a record as it was and as it is, where only that differs. */
export function levelChange(
  table: ShapeTable,
  old: Buffer,
  next: Buffer,
  shape: number,
): (ChangedPart & { readonly field: string }) | undefined {
  const part = changedField(describeLine(table, old, shape), describeLine(table, next, shape), true);
  return part?.field === undefined ? undefined : { ...part, field: part.field };
}

/** A line as it is compared. */
interface DescribedLine {
  readonly text: Buffer;
  readonly group: number;
  readonly numbers: readonly string[];
  readonly levelName: string | undefined;
  /** The values of its fields, without those that vary freely in good lines like it. */
  readonly fields: ReadonlyMap<string, string>;
}

function describeLine({ text, line, fields }: ShapeTable, bytes: Buffer, shape: number): DescribedLine {
  text.readLine(bytes);
  line.read(text.bytes, text.start, text.end);
  const group = text.groupOf(shape);
  const own = text.fields.names.flatMap((name, i) =>
    fields.isOpen(group, name) ? [] : [[text.fields.nameOf(name), text.fields.value(i) ?? ""] as const],
  );
  return {
    text: Buffer.from(line.bytes.subarray(line.start, line.end)),
    group: text.group,
    numbers: numbersOf(line),
    levelName: text.levelName === -1 ? undefined : text.fields.nameOf(text.levelName),
    fields: new Map(own),
  };
}

/** The numbers of a line, with the letters before them. */
function numbersOf({ bytes, start, shape }: CleanLine): string[] {
  const numbers: string[] = [];
  for (let i = 0; i < shape.numbers.length; i += 2) {
    let from = shape.numbers.at(i);
    while (from > start && isAlphanumeric(bytes[from - 1]!)) from--;
    numbers.push(Buffer.from(bytes.subarray(from, shape.numbers.at(i + 1))).toString());
  }
  return numbers;
}

/** The only field that differs. Of records with a message, it is one that the other one lacks. */
function changedField(old: DescribedLine, next: DescribedLine, isLevel: boolean): ChangedPart | undefined {
  if (old.group !== next.group) return undefined;
  const part = (field: string): ChangedPart => {
    return { field, from: old.fields.get(field) ?? "", to: next.fields.get(field) ?? "" };
  };
  if (isLevel) return next.levelName === undefined ? undefined : part(next.levelName);
  const names = new Set([...old.fields.keys(), ...next.fields.keys()]);
  const differing = [...names].filter((name) =>
    old.group === GROUP_OF_SHAPE
      ? old.fields.has(name) !== next.fields.has(name)
      : old.fields.get(name) !== next.fields.get(name),
  );
  return differing.length === 1 ? part(differing[0]!) : undefined;
}

/** Two texts. Of long ones, the part that begins with the first word that differs. */
function shortened(one: Buffer, other: Buffer): [string, string] {
  let from = 0;
  if (Math.max(one.length, other.length) > MAX_CHANGED_BYTES) {
    while (from < one.length && from < other.length && one[from] === other[from]) from++;
    while (from > 0 && one[from - 1] !== SPACE) from--;
  }
  const end = from + MAX_CHANGED_BYTES;
  return [one.toString("utf8", from, end), other.toString("utf8", from, end)];
}

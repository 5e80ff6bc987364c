// Lines that stand where good runs have another one, and which of them are told.

import { isAlphanumeric } from "../../text/bytes/ascii.ts";
import { gravityOf } from "../../text/events/bad-words.ts";
import type { CleanLine } from "../../text/shapes/clean-line.ts";
import type { Change, ComparedLog } from "./compared-log.ts";
import { NO_GROUP } from "./compared-text.ts";
import { hasCommitMessage, isBadWord } from "./line-traits.ts";
import { GROUP_OF_SHAPE } from "./record-text.ts";
import type { ShapeTable } from "./shape-table.ts";

/** What differs is searched in so much of a line. */
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
  const changes: Change[] = [
    ...log.changes,
    ...log.values.map((value) => ({ ...value, isAgreed: true, value })),
    // Where the value of a field is told, it says what differs.
    ...log.facts
      .filter(({ index }) => !log.valued.has(index))
      .map(({ index, shape, numbers }) => ({ ...log.firstOf(shape), index, isAgreed: true, numbers })),
  ].sort((a, b) => a.index - b.index);
  const parts = changes.map((change) => changedPart(log, change));
  const rowOf = ({ field = "", from, to }: ChangedPart): string => `${field}\0${from}\0${to}`;
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

/** With one good run a word must be bad. With several, the place must not vary between them. */
function isTelling(
  { sources, table, failed }: ComparedLog,
  { index, source, goodIndex, isAgreed, isLevel, value, numbers }: Change,
  { field, from, to }: ChangedPart,
): boolean {
  if (value !== undefined) return true;
  if (isLevel) return gravityOf(to) > gravityOf(from);
  if (hasCommitMessage(table.shapes.bytes(failed.shapes.at(index)))) return false;
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
  const { index, source, goodIndex, value, numbers } = change;
  if (value !== undefined) return { field: value.name, from: value.known, to: value.value };
  const shape = sources[source]!.shapes.at(goodIndex);
  const old = describeLine(table, sources[source]!.text(goodIndex), shape);
  const next = describeLine(table, failed.text(index), shape);
  const named = changedField(old, next, change.isLevel ?? false);
  if (named !== undefined) return named;
  const [from, to] = [old, next].map((line) => numbers?.map((i) => line.numbers[i]!) ?? wordsOf(line.text)) as [
    string[],
    string[],
  ];
  if (numbers !== undefined) return { from: from.join(" "), to: to.join(" ") };
  const isEqual = (one = "", other = ""): boolean => withoutNumbers(one) === withoutNumbers(other);
  while (from.length > 0 && to.length > 0 && isEqual(from.at(-1), to.at(-1))) {
    from.pop();
    to.pop();
  }
  let begin = 0;
  while (begin < Math.min(from.length, to.length) && isEqual(from[begin], to[begin])) begin++;
  return { from: from.slice(begin).join("").trim(), to: to.slice(begin).join("").trim() };
}

/** The words of a text and what stands between them. */
function wordsOf(text: Buffer): string[] {
  const part = text.toString("utf8", 0, MAX_CHANGED_BYTES);
  return part.split(/([ \t"'=,;()[\]{}|<>])/).filter((word) => word !== "");
}

function withoutNumbers(word: string): string {
  return word.replace(/\d+(?:[.,:]\d+)*/g, "#");
}

/** The level of a record as it was and as it is, where only that differs. */
export function levelChange(table: ShapeTable, old: Buffer, next: Buffer, shape: number): ChangedPart | undefined {
  return changedField(describeLine(table, old, shape), describeLine(table, next, shape), true);
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
  const group = text.group === GROUP_OF_SHAPE ? shape : text.group;
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
  if (old.group !== next.group || old.group === NO_GROUP) return undefined;
  const names = isLevel ? [next.levelName] : new Set([...old.fields.keys(), ...next.fields.keys()]);
  const differing = [...names].filter((name = "") => {
    if (isLevel) return true;
    const isOnlyOne = old.fields.has(name) !== next.fields.has(name);
    return old.group === GROUP_OF_SHAPE ? isOnlyOne : old.fields.get(name) !== next.fields.get(name);
  });
  const [field] = differing;
  if (differing.length !== 1 || field === undefined) return undefined;
  return { field, from: old.fields.get(field) ?? "", to: next.fields.get(field) ?? "" };
}

// Lines that stand where good runs have another one, and which of them are told.

import { isAlphanumeric, SPACE } from "../../text/bytes/ascii.ts";
import { CleanLine } from "../../text/shapes/clean-line.ts";
import { isBadWord } from "./bad-words.ts";
import type { Change, ComparedLines } from "./failed-lines.ts";

/** Of longer lines, what differs is searched in a part of this size. */
const MAX_CHANGED_BYTES = 64 * 1024;
/** At most so many rows of changes are told. */
const MAX_ROWS = 6;

/** What differs between two texts, if their ends are equal. */
interface ChangedPart {
  readonly from: string;
  readonly to: string;
}

/** A change that is told or folded, with what differs. */
export interface ChangedLine extends Change, ChangedPart {
  readonly told: boolean;
}

/**
 * All changes, in the order of the lines. Numbers of lines that `isTold` says are told anyway have no row of their own.
 */
export function describeChanges(lines: ComparedLines, isTold: (index: number) => boolean): ChangedLine[] {
  const changes = [...lines.changes, ...numberChanges(lines)].sort((a, b) => a.index - b.index);
  const parts = changes.map((change) => changedPart(lines, change));
  const rows = new Set<string>();
  // How the run ended is said above all.
  const end = changes.findIndex(({ index }) => index === lines.lastWord);
  if (end !== -1) rows.add(rowOf(parts[end]!));
  return changes.map((change, i) => {
    const part = parts[i]!;
    const isNumber = change.numbers.length > 0;
    // The same number may differ in lines of several kinds.
    const row = isNumber ? `${rowOf(part)}\0${lines.shapeOf(change.index)}` : rowOf(part);
    const isNewRow = rows.size < MAX_ROWS && !rows.has(row) && !(isNumber && isTold(change.index));
    const told = isNewRow && isTelling(lines, change, part);
    if (told) rows.add(row);
    return { ...change, ...part, told };
  });
}

function rowOf({ from, to }: ChangedPart): string {
  return `${from}\0${to}`;
}

/** With one good run a word must be bad. With several, the place must not vary between them. */
function isTelling(
  { sources, table }: ComparedLines,
  { source, goodIndex, isAgreed, isDoubtful, numbers }: Change,
  { to }: ChangedPart,
): boolean {
  if (isDoubtful) return false;
  if (numbers.length > 0) return true;
  if (table.runCount === 1) return isBadWord(to);
  if (table.runsOf(sources[source]!.shapes.at(goodIndex)) < table.runCount) return false;
  return isAgreed || isBadWord(to);
}

function numberChanges({ table, facts }: ComparedLines): Change[] {
  return facts.map(({ index, shape, numbers }) => ({
    index,
    source: table.firstSources.at(shape),
    goodIndex: table.firstLines.at(shape),
    isAgreed: true,
    numbers,
    isDoubtful: false,
  }));
}

/** All from the first to the last word that differs. Words with other numbers do not, if only others do. */
function changedPart({ failed, sources }: ComparedLines, { index, source, goodIndex, numbers }: Change): ChangedPart {
  const good = sources[source]!.text(goodIndex);
  if (numbers.length > 0) return { from: numbersOf(good, numbers), to: numbersOf(failed.text(index), numbers) };
  const [toText, fromText] = shortened(cleanText(failed.text(index)), cleanText(good));
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

const clean = new CleanLine();

/** Some of the numbers of a line, with the letters before them. */
function numbersOf(line: Buffer, indexes: readonly number[]): string {
  clean.read(line, 0, line.length);
  const { bytes, start, shape } = clean;
  return indexes
    .map((i) => {
      let from = shape.numbers.at(2 * i);
      while (from > start && isAlphanumeric(bytes[from - 1]!)) from--;
      return Buffer.from(bytes.subarray(from, shape.numbers.at(2 * i + 1))).toString();
    })
    .join(" ");
}

function cleanText(line: Buffer): Buffer {
  clean.read(line, 0, line.length);
  return Buffer.from(clean.bytes.subarray(clean.start, clean.end));
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

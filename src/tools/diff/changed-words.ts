import { isInWord } from "../../text/bytes/ascii.ts";
import type { Range } from "../../text/messages/text-rows.ts";
import { editScript } from "./edit-script/edit-script.ts";

/**
 * If the lines differ in more bytes than this between their common beginning and end, all of these count as changed.
 */
const MAX_COMPARED_BYTES = 16 * 1024;

/** The words of each line that do not match the other line, as byte ranges in ascending order. */
export interface ChangedWords {
  readonly old: readonly Range[];
  readonly new: readonly Range[];
}

/** Compares two lines word by word. Each byte between words, such as a comma, is a word of its own. */
export function changedWords(old: Buffer, next: Buffer): ChangedWords {
  const from = startOfDifference(old, next);
  const [oldTo, newTo] = endsOfDifference(old, next, from);
  if (oldTo - from > MAX_COMPARED_BYTES || newTo - from > MAX_COMPARED_BYTES) {
    return { old: nonEmpty(from, oldTo), new: nonEmpty(from, newTo) };
  }
  const numbers = new Map<string, number>();
  const [oldWords, newWords] = [wordsOf(old, from, oldTo, numbers), wordsOf(next, from, newTo, numbers)];
  const script = editScript(oldWords.numbers, newWords.numbers, numbers.size);
  return {
    old: joinedRanges(old, oldWords.ends, from, script.removed),
    new: joinedRanges(next, newWords.ends, from, script.added),
  };
}

function nonEmpty(from: number, to: number): Range[] {
  return from === to ? [] : [{ from, to }];
}

/** The start of the first word in which two lines differ. */
function startOfDifference(old: Buffer, next: Buffer): number {
  const length = Math.min(old.length, next.length);
  let at = 0;
  while (at < length && old[at] === next[at]) at++;
  while (at > 0 && isInWord(old[at - 1]!) && (isWordAt(old, at) || isWordAt(next, at))) at--;
  return at;
}

/** For each line, the end of the last word in which they differ. */
function endsOfDifference(old: Buffer, next: Buffer, from: number): [number, number] {
  let [oldTo, newTo] = [old.length, next.length];
  while (oldTo > from && newTo > from && old[oldTo - 1] === next[newTo - 1]) {
    oldTo--;
    newTo--;
  }
  while (isWordAt(old, oldTo) && (isWordAt(old, oldTo - 1) || isWordAt(next, newTo - 1))) {
    oldTo++;
    newTo++;
  }
  return [oldTo, newTo];
}

function isWordAt(line: Buffer, at: number): boolean {
  return at >= 0 && at < line.length && isInWord(line[at]!);
}

/** The words of a part of a line: where each ends, and its number. Equal words have equal numbers. */
function wordsOf(line: Buffer, from: number, to: number, numbers: Map<string, number>) {
  const ends: number[] = [];
  const found: number[] = [];
  for (let start = from, end: number; start < to; start = end) {
    end = start + 1;
    if (isInWord(line[start]!)) while (end < to && isInWord(line[end]!)) end++;
    const word = line.toString("latin1", start, end);
    let number = numbers.get(word);
    if (number === undefined) {
      number = numbers.size;
      numbers.set(word, number);
    }
    found.push(number);
    ends.push(end);
  }
  return { ends, numbers: Uint32Array.from(found) };
}

/**
 * The marked words as ranges. Joins two ranges that are separated by one punctuation byte, as in `10.0`, so that an
 * address is marked as a whole.
 */
function joinedRanges(line: Buffer, ends: readonly number[], from: number, marks: Uint8Array): Range[] {
  const ranges: { from: number; to: number }[] = [];
  for (const [i, to] of ends.entries()) {
    if (marks[i] !== 1) continue;
    const start = i === 0 ? from : ends[i - 1]!;
    const last = ranges.at(-1);
    if (last !== undefined && (start === last.to || (start === last.to + 1 && isPunctuation(line[last.to]!))))
      last.to = to;
    else ranges.push({ from: start, to });
  }
  return ranges;
}

function isPunctuation(byte: number): boolean {
  return !isInWord(byte) && byte !== 0x20;
}

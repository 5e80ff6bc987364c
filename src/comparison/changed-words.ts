import type { Range } from "../diagnostics/text-rows.ts";
import { editScript } from "./edit-script/edit-script.ts";

/** Where more than this differs between what two lines begin and end with, all of it counts as changed. */
const MAX_COMPARED = 16 * 1024;

/** For each byte 1 if it is part of a word: letters, digits, `_`, and all beyond ASCII, so that no character is divided. */
const IN_WORD = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x80 || /[0-9A-Za-z_]/.test(String.fromCharCode(byte))),
);

/** The words of either line that the other does not have there, as ranges of bytes in ascending order. */
export interface ChangedWords {
  readonly old: readonly Range[];
  readonly new: readonly Range[];
}

/** Compares two lines word by word. Anything between words, such as a comma, is a word of its own. */
export function changedWords(old: Buffer, next: Buffer): ChangedWords {
  const from = startOfDifference(old, next);
  const [oldTo, newTo] = endsOfDifference(old, next, from);
  if (oldTo - from > MAX_COMPARED || newTo - from > MAX_COMPARED) {
    return { old: nonEmpty(from, oldTo), new: nonEmpty(from, newTo) };
  }
  const numbers = new Map<string, number>();
  const [oldWords, newWords] = [wordsOf(old, from, oldTo, numbers), wordsOf(next, from, newTo, numbers)];
  const script = editScript(oldWords.numbers, newWords.numbers, numbers.size);
  return {
    old: joined(old, oldWords.ends, from, script.removed),
    new: joined(next, newWords.ends, from, script.added),
  };
}

function nonEmpty(from: number, to: number): Range[] {
  return from === to ? [] : [{ from, to }];
}

/** The beginning of the word in which two lines differ first. */
function startOfDifference(old: Buffer, next: Buffer): number {
  const length = Math.min(old.length, next.length);
  let at = 0;
  while (at < length && old[at] === next[at]) at++;
  while (at > 0 && IN_WORD[old[at - 1]!] === 1 && (isInWord(old, at) || isInWord(next, at))) at--;
  return at;
}

/** In either line the end of the word in which they differ last. */
function endsOfDifference(old: Buffer, next: Buffer, from: number): [number, number] {
  let [oldTo, newTo] = [old.length, next.length];
  while (oldTo > from && newTo > from && old[oldTo - 1] === next[newTo - 1]) {
    oldTo--;
    newTo--;
  }
  while (isInWord(old, oldTo) && (isInWord(old, oldTo - 1) || isInWord(next, newTo - 1))) {
    oldTo++;
    newTo++;
  }
  return [oldTo, newTo];
}

function isInWord(line: Buffer, at: number): boolean {
  return at >= 0 && at < line.length && IN_WORD[line[at]!] === 1;
}

/** The words of a part of a line: where each ends, and a number that equal words share. */
function wordsOf(line: Buffer, from: number, to: number, numbers: Map<string, number>) {
  const ends: number[] = [];
  const found: number[] = [];
  for (let start = from, end: number; start < to; start = end) {
    end = start + 1;
    if (IN_WORD[line[start]!] === 1) while (end < to && IN_WORD[line[end]!] === 1) end++;
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

/** The marked words as ranges. Two with a single other sign between them are one, as the parts of an address are. */
function joined(line: Buffer, ends: readonly number[], from: number, marks: Uint8Array): Range[] {
  const ranges: { from: number; to: number }[] = [];
  for (const [i, to] of ends.entries()) {
    if (marks[i] !== 1) continue;
    const start = i === 0 ? from : ends[i - 1]!;
    const last = ranges.at(-1);
    if (last !== undefined && (start === last.to || (start === last.to + 1 && isSign(line[last.to]!)))) last.to = to;
    else ranges.push({ from: start, to });
  }
  return ranges;
}

function isSign(byte: number): boolean {
  return IN_WORD[byte] === 0 && byte !== 0x20;
}

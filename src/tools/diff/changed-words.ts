import { isInWord } from "../../text/bytes/ascii.ts";
import type { Range } from "../../text/messages/text-rows.ts";
import type { Added, BySide, ComparisonLine, GroupIds, Removed } from "./difference.ts";
import { editScript } from "./edit-script/edit-script.ts";

/** Of lines that differ in more bytes between their common beginning and end, all of these count as changed. */
const MAX_COMPARED_BYTES = 16 * 1024;

/** The words of each line that do not match the other line, as byte ranges in ascending order. */
export type ChangedWords = BySide<readonly Range[]>;

export const NO_WORDS: ChangedWords = { old: [], new: [] };

/** Each byte between words, such as a comma, is a word of its own. */
export function changedWords(old: Buffer, next: Buffer): ChangedWords {
  const from = startOfDifference(old, next);
  const [oldTo, newTo] = endsOfDifference(old, next, from);
  if (oldTo - from > MAX_COMPARED_BYTES || newTo - from > MAX_COMPARED_BYTES) {
    const all = (to: number): Range[] => (from === to ? [] : [{ from, to }]);
    return { old: all(oldTo), new: all(newTo) };
  }
  const numbers = new Map<string, number>();
  const [oldWords, newWords] = [wordsOf(old, from, oldTo, numbers), wordsOf(next, from, newTo, numbers)];
  const script = editScript(oldWords.numbers, newWords.numbers, numbers.size);
  return {
    old: joinedRanges(old, oldWords.ends, from, script.removed),
    new: joinedRanges(next, newWords.ends, from, script.added),
  };
}

function startOfDifference(old: Buffer, next: Buffer): number {
  const length = Math.min(old.length, next.length);
  let at = 0;
  while (at < length && old[at] === next[at]) at++;
  while (at > 0 && isInWord(old[at - 1]!) && (isWordAt(old, at) || isWordAt(next, at))) at--;
  return at;
}

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

/** Where each word ends, and its number. Equal words have equal numbers. */
function wordsOf(line: Buffer, from: number, to: number, numbers: Map<string, number>) {
  const ends: number[] = [];
  const found: number[] = [];
  for (let start = from, end: number; start < to; start = end) {
    end = start + 1;
    if (isInWord(line[start]!)) while (end < to && isInWord(line[end]!)) end++;
    const word = line.toString("latin1", start, end);
    const number = numbers.get(word) ?? numbers.size;
    numbers.set(word, number);
    found.push(number);
    ends.push(end);
  }
  return { ends, numbers: Uint32Array.from(found) };
}

/** The marked words. Ranges with one punctuation byte between them are joined, so that an address is one. */
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

/** Longer runs are unlikely to be the same lines in the same order. */
const MAX_LINES = 32;

const MIN_EQUAL_SHARE = 1 / 2;

interface MarkedLine {
  readonly kind: "removed" | "added";
  readonly line: ComparisonLine<Buffer>;
  readonly words: readonly Range[];
}

/**
 * Collects removed lines and the added lines after them. If they are equally many, the i-th added line is taken to
 * replace the i-th removed one.
 */
export class ReplacedLines {
  group: GroupIds<Buffer> | undefined;
  private removed: ComparisonLine<Buffer>[] = [];
  private added: ComparisonLine<Buffer>[] = [];

  /** Returns false if the line cannot belong to those that were collected. */
  take(item: Removed<Buffer> | Added<Buffer>): boolean {
    const { removed, added } = this;
    const isFirst = removed.length === 0;
    if (!isFirst && item.group !== this.group) return false;
    if (item.kind === "removed") {
      if (added.length > 0 || removed.length === MAX_LINES) return false;
      removed.push(item.old);
    } else {
      if (added.length === removed.length) return false;
      added.push(item.new);
    }
    this.group = item.group;
    return true;
  }

  end(): MarkedLine[] {
    const { removed, added } = this;
    this.removed = [];
    this.added = [];
    const areMarked = removed.length === added.length;
    const words = removed.map((old, i) => (areMarked ? wordsOfAlike(old.output, added[i]!.output) : NO_WORDS));
    return [
      ...removed.map((line, i) => ({ kind: "removed", line, words: words[i]!.old }) as const),
      ...added.map((line, i) => ({ kind: "added", line, words: words[i]!.new }) as const),
    ];
  }
}

/** None if the lines have too little in common. */
function wordsOfAlike(old: Buffer, next: Buffer): ChangedWords {
  const words = changedWords(old, next);
  return isMostlyEqual(old, words.old) && isMostlyEqual(next, words.new) ? words : NO_WORDS;
}

function isMostlyEqual({ length }: Buffer, words: readonly Range[]): boolean {
  const differing = words.reduce((sum, { from, to }) => sum + to - from, 0);
  return length - differing >= MIN_EQUAL_SHARE * length;
}

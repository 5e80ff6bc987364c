// Lines that stand where good runs have another one, and which of them are told.

import { CleanLine } from "../../text/shapes/clean-line.ts";
import { isBadWord } from "./bad-words.ts";
import type { Change, ComparedLines } from "./failed-lines.ts";
import { MIN_RUNS_OF_NUMBERS } from "./shape-table.ts";

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

/** All changes, in the order of the lines. */
export function describeChanges(lines: ComparedLines): ChangedLine[] {
  const changes = [...lines.changes, ...numberChanges(lines)].sort((a, b) => a.index - b.index);
  const parts = changes.map((change) => changedPart(lines, change));
  const rows = new Set<string>();
  // How the run ended is said above all.
  const end = changes.findIndex(({ index }) => index === lines.lastWord);
  if (end !== -1) rows.add(rowOf(parts[end]!));
  return changes.map((change, i) => {
    const part = parts[i]!;
    const row = rowOf(part);
    const told = rows.size < MAX_ROWS && !rows.has(row) && isTelling(lines, change, part);
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
  { source, goodIndex, isAgreed, isDoubtful }: Change,
  { to }: ChangedPart,
): boolean {
  if (isDoubtful) return false;
  if (table.runCount === 1) return isBadWord(to);
  if (table.runsOf(sources[source]!.shapes.at(goodIndex)) < table.runCount) return false;
  return isAgreed || isBadWord(to);
}

/** Numbers whose values all good runs agree on. */
function numberChanges({ table, facts }: ComparedLines): Change[] {
  if (table.runCount < MIN_RUNS_OF_NUMBERS) return [];
  return facts.map(({ index, shape }) => ({
    ...{ index, source: table.firstSources.at(shape), goodIndex: table.firstLines.at(shape) },
    ...{ isAgreed: true, isNumber: true, isDoubtful: false },
  }));
}

/** All from the first to the last word that differs. Words with other numbers do not, if only others do. */
function changedPart({ failed, sources }: ComparedLines, { index, source, goodIndex, isNumber }: Change): ChangedPart {
  const to = wordsOf(cleanText(failed.text(index)));
  const from = wordsOf(cleanText(sources[source]!.text(goodIndex)));
  const isEqual = (i: number, j: number): boolean =>
    isNumber ? from[i] === to[j] : withoutNumbers(from[i]!) === withoutNumbers(to[j]!);
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

function cleanText(line: Buffer): string {
  clean.read(line, 0, line.length);
  return Buffer.from(clean.bytes.subarray(clean.start, clean.end)).toString();
}

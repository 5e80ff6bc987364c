// What is known of a line by its words: whether it is bad news, its level, and whether it says anything.

import { BAD_NEWS, gravityOf } from "../../text/events/bad-words.ts";

/** What is known of a line by its shape, as bits. */
export const TRAIT = {
  indented: 1,
  /** It has a word beside its level. */
  word: 2,
  errorLevel: 4,
  middleLevel: 8,
  lowLevel: 16,
  bad: 32,
  /** It is bad if the number beside the bad word is not zero. */
  badByNumber: 64,
  /** It says what will be done, as a shell and a CI service write it: `$ make`, `+ make`, `##[group]Run make`. */
  command: 128,
} as const;

/** By how grave a level is. */
const LEVEL_TRAITS = [0, TRAIT.lowLevel, TRAIT.middleLevel, TRAIT.errorLevel];
const LEVEL_KEYS = ["level", "severity", "lvl", "loglevel"];

/** Only so much of a line is searched for levels and bad news. */
const MAX_BYTES = 400;
/** A level is one of the first words. */
const MAX_WORDS_BEFORE_LEVEL = 6;

const COMMAND = /^ *(?:\$ |\+\+? |##\[group\]|##\[command\]|\[command\])/;

/** In Latin-1, where bytes beyond ASCII are letters. */
const WORD = /[A-Za-z\x80-\xff]+/g;
const TWO_LETTERS = /[A-Za-z\x80-\xff]{2}/;
/** What joins a word to the text before and behind it. A full stop ends a sentence, unless a name goes on behind it. */
const JOINING_START = /[\d#/._-]$/;
const JOINING_END = /^(?:[\d#/_-]|\.[A-Za-z0-9])/;

/** A count beside a word, as in `0 failures` or `Errors: 0`: any one in a shape, and zero in a line. */
const ANY_COUNT = { before: /# $/, after: /^[:=] ?#/ };
const ZERO_COUNT = { before: /(?<![\d.])0 $/, after: /^[:=] ?0(?![\d.])/ };
/** Counts are searched in so many bytes. */
const COUNT_BYTES = 4;

/** The traits of a line by its shape. */
export function traitsOf(shape: Buffer): number {
  const line = beginningOf(shape, 0, shape.length);
  let traits = /^[ \t]/.test(line) ? TRAIT.indented : 0;
  if (COMMAND.test(line)) traits |= TRAIT.command;
  let isBad = false;
  let isByNumber = false;
  let level = 0;
  let count = 0;
  for (const word of wordsOf(line)) {
    const mayBeLevel = level === 0 && ((count < MAX_WORDS_BEFORE_LEVEL && isLevelPlace(word)) || isCompilerLevel(word));
    count++;
    const found = mayBeLevel ? LEVEL_TRAITS[gravityOf(word.text)]! : 0;
    if (found !== 0) {
      level = found;
      continue;
    }
    if (word.text.length > 1) traits |= TRAIT.word;
    if (!isBadIn(word)) continue;
    if (hasCount(word, ANY_COUNT)) isByNumber = true;
    else isBad = true;
  }
  // A line whose first word comes after a row of numbers says something, too.
  if ((traits & TRAIT.word) === 0 && TWO_LETTERS.test(shape.toString("latin1", MAX_BYTES))) traits |= TRAIT.word;
  traits |= level;
  if (isBad || level === TRAIT.errorLevel) return traits | TRAIT.bad;
  return isByNumber ? traits | TRAIT.badByNumber : traits;
}

/** Whether a line whose shape is bad by a number is bad: no count beside one of its bad words is zero. */
export function isBadByNumber(bytes: Uint8Array, from: number, to: number): boolean {
  for (const word of wordsOf(beginningOf(bytes, from, to)))
    if (isBadIn(word) && !hasCount(word, ZERO_COUNT)) return true;
  return false;
}

/** Whether a text has bad news. */
export function isBadWord(text: string): boolean {
  return (traitsOf(Buffer.from(text, "latin1")) & TRAIT.bad) !== 0;
}

/** What Git and CI services write before the message of a commit. */
const COMMIT_HEADS = ["HEAD is now at ", "Previous HEAD position was ", "Commit message: "];

/** Whether a line has the message of a commit, whose words say nothing about the run. */
export function hasCommitMessage(shape: Buffer): boolean {
  const line = beginningOf(shape, 0, shape.length);
  return COMMIT_HEADS.some((head) => line.includes(head));
}

/** As much of a line as is searched, in Latin-1. */
function beginningOf(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.subarray(from, Math.min(to, from + MAX_BYTES))).toString("latin1");
}

/** A word of a line, and where it stands there. */
interface Word {
  readonly line: string;
  readonly text: string;
  readonly lower: string;
  readonly from: number;
  readonly to: number;
  /** The word before it, in lower case. */
  readonly before: string;
}

function* wordsOf(line: string): Generator<Word> {
  let before = "";
  for (const { 0: text, index } of line.matchAll(WORD)) {
    const lower = text.toLowerCase();
    yield { line, text, lower, from: index, to: index + text.length, before };
    before = lower;
  }
}

/** Whether a compiler writes its level like a word: `warning: …`, `main.c:3: warning: …`. */
function isCompilerLevel({ line, from, to }: Word): boolean {
  return line.startsWith(": ", to) && (from === 0 || line.slice(0, from).endsWith(": "));
}

/** Whether a level is written like a word: in capitals, in brackets, or behind `level=`. */
function isLevelPlace(word: Word): boolean {
  const { line, text, from, to, before } = word;
  if (text === text.toUpperCase()) return standsAlone(word);
  const left = line[from - 1] ?? "";
  if (left === "[" && line[to] === "]") return true;
  return LEVEL_KEYS.includes(before) && ["=", '"', " "].includes(left);
}

function isBadIn(word: Word): boolean {
  const { line, text, lower, to, before } = word;
  for (const ending of BAD_NEWS.endings) if (text.length > ending.length && text.endsWith(ending)) return true;
  if (!standsAlone(word)) return false;
  if (line[to] === "=" && BAD_NEWS.settings.has(lower)) return false;
  return BAD_NEWS.words.has(lower) || BAD_NEWS.pairs.has(`${before}_${lower}`);
}

function standsAlone({ line, from, to }: Word): boolean {
  return !JOINING_START.test(line.slice(Math.max(from - 1, 0), from)) && !JOINING_END.test(line.slice(to, to + 2));
}

function hasCount({ line, from, to }: Word, { before, after }: typeof ANY_COUNT): boolean {
  return before.test(line.slice(Math.max(from - COUNT_BYTES, 0), from)) || after.test(line.slice(to, to + COUNT_BYTES));
}

// What is known of a line by its words: whether it is bad news, its level, and whether it says anything.

import { isLetter } from "../../text/bytes/ascii.ts";
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

/** Only so much of a line is searched for levels and bad news. */
const MAX_BYTES = 400;
/** A level is one of the first words. */
const MAX_WORDS_BEFORE_LEVEL = 6;

/** Bytes beyond ASCII are letters. */
const WORD = /[A-Za-z\x80-\xff]+/g;
const COMMAND = /^ *(?:\$ |\+\+? |##\[(?:group|command)\]|\[command\])/;
const LEVEL_KEY = /^(?:level|severity|lvl|loglevel)$/;
/** What joins a word to others. A full stop ends a sentence, unless the name goes on behind it. */
const JOINED_BEFORE = /[\d#/._-]$/;
const JOINED_BEHIND = /^(?:[\d#/_-]|\.[A-Za-z0-9])/;
/** Counts beside a word, as in `0 failures` and `Errors: 0`: any one as it is in a shape, and zero. */
const ANY_COUNT = [/# $/, /^[:=] ?#/] as const;
const ZERO = [/(?:^|[^\d.])0 $/, /^[:=] ?0(?![\d.])/] as const;

/** The traits of a line by the text of its shape. */
export function traitsOf(shape: Buffer): number {
  const text = shape.toString("latin1", 0, MAX_BYTES);
  let traits = textTraits(text);
  // A line whose first word comes after a row of numbers says something, too.
  if ((traits & TRAIT.word) === 0 && hasLetters(shape, MAX_BYTES)) traits |= TRAIT.word;
  if (/^[ \t]/.test(text)) traits |= TRAIT.indented;
  return COMMAND.test(text) ? traits | TRAIT.command : traits;
}

function textTraits(text: string): number {
  let traits = 0;
  let isBad = false;
  let isByNumber = false;
  let level = 0;
  let count = 0;
  for (const word of wordsOf(text)) {
    const mayBeLevel =
      level === 0 && ((count++ < MAX_WORDS_BEFORE_LEVEL && isLevelPlace(word)) || isCompilerLevel(word));
    const found: number = mayBeLevel ? LEVEL_TRAITS[gravityOf(word.text)]! : 0;
    if (found !== 0) {
      level = found;
      continue;
    }
    if (word.text.length > 1) traits |= TRAIT.word;
    if (!isBadNews(word)) continue;
    if (hasCount(word, ANY_COUNT)) isByNumber = true;
    else isBad = true;
  }
  traits |= level;
  if (isBad || level === TRAIT.errorLevel) return traits | TRAIT.bad;
  return isByNumber ? traits | TRAIT.badByNumber : traits;
}

/** Whether a line has a word beside its level. Takes a fraction of the time of all traits. */
export function hasWord(shape: Buffer): boolean {
  for (const [word] of shape.toString("latin1", 0, MAX_BYTES).matchAll(WORD))
    if (word.length > 1 && gravityOf(word) === 0) return true;
  return (traitsOf(shape) & TRAIT.word) !== 0;
}

function hasLetters(bytes: Uint8Array, from: number): boolean {
  for (let i = from; i < bytes.length - 1; i++) if (isLetter(bytes[i]!) && isLetter(bytes[i + 1]!)) return true;
  return false;
}

/** Whether a line whose shape is bad by a number is bad: no count beside one of its bad words is zero. */
export function isBadByNumber(line: Uint8Array): boolean {
  const text = Buffer.from(line.subarray(0, MAX_BYTES)).toString("latin1");
  for (const word of wordsOf(text)) if (isBadNews(word) && !hasCount(word, ZERO)) return true;
  return false;
}

/** Whether a text has bad news. */
export function isBadWord(text: string): boolean {
  return (textTraits(text.slice(0, MAX_BYTES)) & TRAIT.bad) !== 0;
}

/** A word, and where it stands in its line. */
interface Word {
  readonly text: string;
  readonly line: string;
  readonly from: number;
  readonly to: number;
  /** The word before it, in small letters. */
  readonly last: string;
}

function* wordsOf(line: string): Generator<Word> {
  let last = "";
  let to = 0;
  // Finding the words alone is much faster than finding their places, too.
  for (const text of line.match(WORD) ?? []) {
    const from = line.indexOf(text, to);
    to = from + text.length;
    yield { text, line, from, to, last };
    last = text.toLowerCase();
  }
}

/** The few bytes right before a word, and those right behind it. */
const before = ({ line, from }: Word): string => line.slice(Math.max(from - 3, 0), from);
const behind = ({ line, to }: Word): string => line.slice(to, to + 4);

/** Whether a compiler writes its level like the word: `warning: …`, `main.c:3: warning: …`. */
function isCompilerLevel({ line, from, to }: Word): boolean {
  return line.startsWith(": ", to) && (from === 0 || line.startsWith(": ", from - 2));
}

/** Whether a level is written like the word: in capitals, in brackets, or behind `level=`. */
function isLevelPlace(word: Word): boolean {
  const { text, line, from, to, last } = word;
  if (text === text.toUpperCase()) return standsAlone(word);
  return (line[from - 1] === "[" && line[to] === "]") || (LEVEL_KEY.test(last) && /[=" ]$/.test(before(word)));
}

function isBadNews(word: Word): boolean {
  const { text, line, to, last } = word;
  for (const ending of BAD_NEWS.endings) if (text.length > ending.length && text.endsWith(ending)) return true;
  const lower = text.toLowerCase();
  if (line[to] === "=" && BAD_NEWS.settings.has(lower)) return false;
  return (BAD_NEWS.words.has(lower) || BAD_NEWS.pairs.has(`${last}_${lower}`)) && standsAlone(word);
}

function hasCount(word: Word, [countBefore, countBehind]: readonly [RegExp, RegExp]): boolean {
  return countBefore.test(before(word)) || countBehind.test(behind(word));
}

function standsAlone(word: Word): boolean {
  return !JOINED_BEFORE.test(before(word)) && !JOINED_BEHIND.test(behind(word));
}

/** What Git and CI services write before the message of a commit, whose words say nothing about the run. */
const COMMIT = /HEAD is now at |Previous HEAD position was |Commit message: /;

/** Whether a line has the message of a commit. */
export function hasCommitMessage(shape: Buffer): boolean {
  return COMMIT.test(shape.toString("latin1", 0, MAX_BYTES));
}

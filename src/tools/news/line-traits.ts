// What is known of a line by its words: whether it is bad news, its level, and whether it says anything.

import { EQUALS, isAlphanumeric, isDigit, isLetter, ZERO } from "../../text/bytes/ascii.ts";
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
const HASH = 0x23;

/** The traits of a line by the text of its shape. */
export function traitsOf(bytes: Uint8Array, from: number, to: number): number {
  let traits = bytes[from] === 0x20 || bytes[from] === 0x09 ? TRAIT.indented : 0;
  if (isCommand(bytes, from, to)) traits |= TRAIT.command;
  const scan = new WordScan(bytes, from, Math.min(to, from + MAX_BYTES));
  let isBad = false;
  let isByNumber = false;
  let level = 0;
  for (let count = 0; scan.next(); count++) {
    const isFirst: boolean = count < MAX_WORDS_BEFORE_LEVEL;
    const mayBeLevel: boolean = level === 0 && ((isFirst && scan.isLevelPlace()) || scan.isCompilerLevel());
    const found: number = mayBeLevel ? LEVEL_TRAITS[gravityOf(scan.word)]! : 0;
    if (found !== 0) {
      level = found;
      continue;
    }
    if (scan.word.length > 1) traits |= TRAIT.word;
    if (!scan.isBad()) continue;
    if (scan.hasCount(HASH)) isByNumber = true;
    else isBad = true;
  }
  // A line whose first word comes after a row of numbers says something, too.
  if ((traits & TRAIT.word) === 0 && hasWord(bytes, from + MAX_BYTES, to)) traits |= TRAIT.word;
  traits |= level;
  if (isBad || level === TRAIT.errorLevel) return traits | TRAIT.bad;
  return isByNumber ? traits | TRAIT.badByNumber : traits;
}

function hasWord(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to - 1; i++) if (isLetter(bytes[i]!) && isLetter(bytes[i + 1]!)) return true;
  return false;
}

/** Whether a line whose shape is bad by a number is bad: no count beside one of its bad words is zero. */
export function isBadByNumber(bytes: Uint8Array, from: number, to: number): boolean {
  const scan = new WordScan(bytes, from, Math.min(to, from + MAX_BYTES));
  while (scan.next()) if (scan.isBad() && !scan.hasCount(ZERO)) return true;
  return false;
}

/** The words of a text, from left to right. */
class WordScan {
  /** The last word, as written, and its lower-case form. */
  word = "";
  private lower = "";
  private before = "";
  private readonly bytes: Uint8Array;
  private readonly begin: number;
  private readonly end: number;
  private from = 0;
  private to: number;

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.bytes = bytes;
    this.begin = from;
    this.end = end;
    this.to = from;
  }

  next(): boolean {
    const { bytes, end } = this;
    let i = this.to;
    while (i < end && !isLetter(bytes[i]!)) i++;
    if (i === end) return false;
    this.from = i;
    let word = "";
    for (; i < end && isLetter(bytes[i]!); i++) word += String.fromCharCode(bytes[i]!);
    this.to = i;
    this.before = this.lower;
    this.word = word;
    this.lower = word.toLowerCase();
    return true;
  }

  /** Whether a compiler writes its level like the last word: `warning: …`, `main.c:3: warning: …`. */
  isCompilerLevel(): boolean {
    const { bytes, from, to, begin, end } = this;
    if (to + 1 >= end || bytes[to] !== 0x3a || bytes[to + 1] !== 0x20) return false;
    return from === begin || (from - 2 >= begin && bytes[from - 1] === 0x20 && bytes[from - 2] === 0x3a);
  }

  /** Whether a level is written like the last word: in capitals, in brackets, or behind `level=`. */
  isLevelPlace(): boolean {
    const { word, before } = this;
    if (word === word.toUpperCase()) return this.standsAlone();
    const left = this.from > this.begin ? this.bytes[this.from - 1]! : 0;
    const right = this.to < this.end ? this.bytes[this.to]! : 0;
    return (
      (left === 0x5b && right === 0x5d) || (isLevelKey(before) && (left === 0x3d || left === 0x22 || left === 0x20))
    );
  }

  isBad(): boolean {
    const { word, lower, before } = this;
    for (const ending of BAD_NEWS.endings) if (word.length > ending.length && word.endsWith(ending)) return true;
    if (!this.standsAlone()) return false;
    if (this.bytes[this.to] === EQUALS && this.to < this.end && BAD_NEWS.settings.has(lower)) return false;
    return BAD_NEWS.words.has(lower) || BAD_NEWS.pairs.has(`${before}_${lower}`);
  }

  /** Whether a count stands beside the last word, as in `0 failures` or `Errors: 0`. */
  hasCount(first: number): boolean {
    const { bytes, from, to, begin, end } = this;
    const isCount = (at: number): boolean => {
      if (bytes[at] !== first) return false;
      return (
        first !== ZERO ||
        ((at === begin || !isNumberByte(bytes[at - 1]!)) && !(at + 1 < end && isNumberByte(bytes[at + 1]!)))
      );
    };
    if (from - 2 >= begin && bytes[from - 1] === 0x20 && isCount(from - 2)) return true;
    let i = to;
    if (i < end && (bytes[i] === 0x3a || bytes[i] === 0x3d)) i++;
    else return false;
    if (i < end && bytes[i] === 0x20) i++;
    return i < end && isCount(i);
  }

  private standsAlone(): boolean {
    const { bytes, from, to, begin, end } = this;
    if (from > begin && isJoining(bytes[from - 1]!)) return false;
    if (to >= end) return true;
    const next = bytes[to]!;
    // A full stop ends a sentence, unless the name goes on behind it.
    if (next === 0x2e) return to + 1 >= end || !isAlphanumeric(bytes[to + 1]!);
    return !isJoining(next);
  }
}

/** What Git and CI services write before the message of a commit. */
const COMMIT_HEADS = ["HEAD is now at ", "Previous HEAD position was ", "Commit message: "];

/** Whether a line has the message of a commit, whose words say nothing about the run. */
export function hasCommitMessage(shape: Buffer): boolean {
  const beginning = shape.subarray(0, MAX_BYTES);
  return COMMIT_HEADS.some((head) => beginning.includes(head));
}

const COMMAND_MARKS = ["$ ", "+ ", "++ ", "##[group]", "##[command]", "[command]"].map((mark) => Buffer.from(mark));

function isCommand(bytes: Uint8Array, begin: number, to: number): boolean {
  let from = begin;
  while (from < to && bytes[from] === 0x20) from++;
  return COMMAND_MARKS.some((mark) => {
    if (to - from < mark.length) return false;
    for (let i = 0; i < mark.length; i++) if (bytes[from + i] !== mark[i]) return false;
    return true;
  });
}

function isNumberByte(byte: number): boolean {
  return isDigit(byte) || byte === 0x2e;
}

function isJoining(byte: number): boolean {
  return isDigit(byte) || byte === HASH || byte === 0x2f || byte === 0x2e || byte === 0x5f || byte === 0x2d;
}

function isLevelKey(word: string): boolean {
  return word === "level" || word === "severity" || word === "lvl" || word === "loglevel";
}

/** Whether a text has bad news. */
export function isBadWord(text: string): boolean {
  const bytes = Buffer.from(text, "latin1");
  return (traitsOf(bytes, 0, bytes.length) & TRAIT.bad) !== 0;
}

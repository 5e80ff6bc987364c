// The grammar of RFC 8259, over bytes.

import {
  afterDigits,
  BACKSLASH,
  byteAt,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  DASH,
  DOT,
  isSign,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  SMALL_E,
  SMALL_U,
  ZERO,
} from "../bytes/ascii.ts";
import { bytesOf } from "../bytes/byte-set.ts";
import { equalBytes } from "../bytes/copy.ts";
import { doubled } from "../collections/numbers.ts";

const SMALL_BIT = 0x20;

const ORDINARY = 0;
const ESCAPE = 1;
const END = 2;
const CONTROL = 3;

const IN_STRING = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === QUOTE ? END : byte === BACKSLASH ? ESCAPE : byte < 0x20 ? CONTROL : ORDINARY,
);

/** 1 for each byte that may follow a backslash, other than `u`. */
const ESCAPED = bytesOf('"\\/bfnrt');
const HEX = bytesOf("0123456789abcdefABCDEF");
const WHITESPACE = bytesOf(" \t\n\r");

const LITERALS = ["true", "false", "null"].map((text) => Buffer.from(text));

export const VALUE = { none: 0, text: 1, list: 2, other: 3 } as const;

/** An invalid object, or the place of a value that is not there. All valid ends are positive. */
const INVALID = -1;

/** A key that has nothing to do with the field. */
const NO_RANK = -1;
/** A key whose object may hold the field. */
const LEADS_ON = -2;

/** Where a field may be in an object, and in the objects within it on its path. */
type FieldPath = readonly {
  /** The names of the field itself, the best first. */
  readonly names: readonly Buffer[];
  /** The name of the object in which it may be instead. */
  readonly leading?: Buffer;
}[];

/** What an object on the path of a field has. */
interface Level {
  /** The place of the value of the field, or INVALID, and the first backslash if it is a text. */
  from: number;
  to: number;
  firstEscape: number;
  /** The rank of its name. */
  rank: number;
  /** Whether the last key that leads further has an object. */
  leadsOn: boolean;
}

/** The first of these keys that an object has. */
export function fieldNamed(names: readonly string[]): FieldPath {
  return [{ names: names.map((name) => Buffer.from(name)) }];
}

/** For `a.b`, the key of exactly that name or else, in the object `a`, the key `b`. */
export function fieldAt(path: string): FieldPath {
  // All names are in one buffer, so that a long path takes no more memory than it has bytes.
  const whole = Buffer.from(path);
  const levels: FieldPath[number][] = [];
  let from = 0;
  for (let point = whole.indexOf(DOT); point !== -1; point = whole.indexOf(DOT, from)) {
    levels.push({ names: [whole.subarray(from)], leading: whole.subarray(from, point) });
    from = point + 1;
  }
  levels.push({ names: [whole.subarray(from)] });
  return levels;
}

function isEqual(name: Buffer, bytes: Uint8Array, from: number, to: number): boolean {
  return name.length === to - from && equalBytes(name, 0, bytes, from, name.length);
}

const MIN_STACK = 64;
/** A larger stack is not kept. */
const MAX_KEPT_STACK = 64 * 1024;

/**
 * Finds the value of a field in the text of a JSON object, and checks that the text is one by the grammar of RFC 8259.
 * Strings may contain bytes that are not UTF-8. Takes time linear in the text and does not recurse: values may be
 * nested to any depth. `JSON.parse` was refused because it loses how numbers and repeated keys are written, and takes
 * longer.
 */
export class JsonScanner {
  /**
   * The value that was found: the content of a text from `from` up to `to`, without its quotes; or a list, with its
   * brackets.
   */
  type: (typeof VALUE)[keyof typeof VALUE] = VALUE.none;
  from = 0;
  to = 0;
  /** The first backslash in the text, or -1 if there is none. */
  firstEscape = -1;
  closing = 0;

  private readonly path: FieldPath;
  /** By level of the path. */
  private readonly levels: readonly Level[];
  private bytes: Uint8Array = Buffer.alloc(0);
  private end = 0;
  /** For each open value, whether it is an object. */
  private stack = new Uint8Array(MIN_STACK);
  /** The first backslash in the last string, or -1. */
  private lastEscape = -1;

  constructor(path: FieldPath) {
    this.path = path;
    this.levels = path.map(() => ({ from: INVALID, to: 0, rank: 0, firstEscape: -1, leadsOn: false }));
  }

  /** Returns false if the range is not the text of an object. Otherwise `type` says what the field has. */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.bytes = bytes;
    this.end = end;
    const at = this.skip(start);
    const after = byteAt(bytes, at, end) === OPENING_BRACE ? this.object(at) : INVALID;
    if (this.stack.length > MAX_KEPT_STACK) this.stack = new Uint8Array(MIN_STACK);
    if (after === INVALID || this.skip(after) !== end) return false;
    this.closing = after - 1;
    // The value of the outermost object that has one: a key of the whole name comes before a path.
    let level = 0;
    while (this.levels[level]!.from === INVALID && this.levels[level]!.leadsOn) level++;
    const { from, to, firstEscape } = this.levels[level]!;
    const first = bytes[from];
    const quote = first === QUOTE ? 1 : 0;
    this.type = first === QUOTE ? VALUE.text : first === OPENING_BRACKET ? VALUE.list : VALUE.other;
    if (from === INVALID) this.type = VALUE.none;
    this.from = from + quote;
    this.to = to - quote;
    this.firstEscape = firstEscape;
    return true;
  }

  /** Reads the object and all that is in it. Returns where it ends, or INVALID. */
  private object(start: number): number {
    const { bytes, end } = this;
    let at = start;
    let rank = LEADS_ON;
    let depth = 0;
    // How many of the open objects, from the outermost one on, are on the path of the field.
    let onPath = 0;
    // The depth around the value of the field, while that is read.
    let around = -1;
    for (;;) {
      if (depth > 0) {
        rank = NO_RANK;
        if (this.stack[depth - 1] === 1) {
          const nameEnd = byteAt(bytes, at, end) === QUOTE ? this.string(at + 1) : INVALID;
          if (nameEnd === INVALID) return INVALID;
          if (onPath === depth) rank = this.rankOf(onPath - 1, bytes, at + 1, nameEnd - 1, this.lastEscape !== -1);
          at = this.skip(nameEnd);
          if (byteAt(bytes, at, end) !== COLON) return INVALID;
          at = this.skip(at + 1);
        }
      }
      const byte = byteAt(bytes, at, end);
      const isObject = byte === OPENING_BRACE;
      if (rank !== NO_RANK) {
        onPath = this.note(rank, onPath, at, isObject);
        if (this.levels[onPath - 1]?.from === at) around = depth;
      }
      if (isObject || byte === OPENING_BRACKET) {
        this.push(depth++, isObject);
        at = this.skip(at + 1);
        if (byteAt(bytes, at, end) !== (isObject ? CLOSING_BRACE : CLOSING_BRACKET)) continue;
      } else {
        at = byte === QUOTE ? this.string(at + 1) : this.numberOrLiteral(at);
        if (at === INVALID) return INVALID;
      }
      for (;;) {
        if (depth === around) {
          const level = this.levels[onPath - 1]!;
          level.to = at;
          level.firstEscape = this.lastEscape;
          around = -1;
        }
        if (depth === 0) return at;
        at = this.skip(at);
        const mark = byteAt(bytes, at++, end);
        if (mark === COMMA) break;
        if (mark !== (this.stack[depth - 1] === 1 ? CLOSING_BRACE : CLOSING_BRACKET)) return INVALID;
        depth--;
        if (onPath > depth) onPath = depth;
      }
      at = this.skip(at);
    }
  }

  private push(depth: number, isObject: boolean): void {
    if (depth === this.stack.length) this.stack = doubled(this.stack);
    this.stack[depth] = isObject ? 1 : 0;
  }

  /**
   * Notes a value that is the field, or leads to it. Of several, that of the best name counts, and of repeated keys the
   * last. Returns how many open objects are on the path then.
   */
  private note(rank: number, onPath: number, at: number, isObject: boolean): number {
    const level = this.levels[onPath - 1];
    if (level !== undefined && rank !== LEADS_ON) {
      if (level.from !== INVALID && level.rank < rank) return onPath;
      level.from = at;
      level.rank = rank;
      return onPath;
    }
    if (level !== undefined) level.leadsOn = isObject;
    if (!isObject) return onPath;
    Object.assign(this.levels[onPath]!, { from: INVALID, leadsOn: false });
    return onPath + 1;
  }

  /** What a key, without its quotes, means in the object at a level: its rank, or that it leads on. */
  private rankOf(level: number, bytes: Uint8Array, from: number, to: number, hasEscapes: boolean): number {
    if (hasEscapes) {
      const key = Buffer.from(JSON.parse(`"${Buffer.from(bytes.subarray(from, to)).toString()}"`));
      return this.rankOf(level, key, 0, key.length, false);
    }
    const { names, leading } = this.path[level]!;
    for (let i = 0; i < names.length; i++) if (isEqual(names[i]!, bytes, from, to)) return i;
    return leading !== undefined && isEqual(leading, bytes, from, to) ? LEADS_ON : NO_RANK;
  }

  private skip(start: number): number {
    const { bytes, end } = this;
    let at = start;
    while (at < end && WHITESPACE[bytes[at]!] === 1) at++;
    return at;
  }

  /** Reads the rest of a string from after its first quote. Returns the offset after its last one. */
  private string(start: number): number {
    const { bytes, end } = this;
    this.lastEscape = -1;
    for (let at = start; at < end; at++) {
      // Nearly all bytes are ordinary.
      while (at < end && IN_STRING[bytes[at]!] === ORDINARY) at++;
      if (at >= end) return INVALID;
      const meaning = IN_STRING[bytes[at]!]!;
      if (meaning === END) return at + 1;
      if (meaning === CONTROL) return INVALID;
      if (this.lastEscape === -1) this.lastEscape = at;
      if (++at >= end) return INVALID;
      if (bytes[at] === SMALL_U) {
        if (at + 4 >= end) return INVALID;
        for (let i = 1; i <= 4; i++) if (HEX[bytes[at + i]!] === 0) return INVALID;
        at += 4;
      } else if (ESCAPED[bytes[at]!] === 0) {
        return INVALID;
      }
    }
    return INVALID;
  }

  /** Reads a number, `true`, `false` or `null`. Returns the offset after it. */
  private numberOrLiteral(start: number): number {
    const { bytes, end } = this;
    const literal = LITERALS.find((text) => text[0] === bytes[start]);
    if (literal !== undefined) {
      const to = start + literal.length;
      return to <= end && isEqual(literal, bytes, start, to) ? to : INVALID;
    }
    let at = byteAt(bytes, start, end) === DASH ? start + 1 : start;
    at = byteAt(bytes, at, end) === ZERO ? at + 1 : this.digits(at);
    if (at !== INVALID && byteAt(bytes, at, end) === DOT) at = this.digits(at + 1);
    if (at !== INVALID && (byteAt(bytes, at, end) | SMALL_BIT) === SMALL_E)
      at = this.digits(isSign(byteAt(bytes, at + 1, end)) ? at + 2 : at + 1);
    return at;
  }

  /** Reads one digit or more. Returns the offset after them. */
  private digits(start: number): number {
    const after = afterDigits(this.bytes, start, this.end);
    return after === start ? INVALID : after;
  }
}

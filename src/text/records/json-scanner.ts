// The grammar of RFC 8259, over bytes.

import { BACKSLASH, COLON, COMMA, DASH, DOT, isDigit, PLUS, QUOTE, SMALL_E, SMALL_U, ZERO } from "../bytes/ascii.ts";

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** With this bit, a letter is in lower case. */
const SMALL_BIT = 0x20;

const ORDINARY = 0;
const ESCAPE = 1;
const END = 2;
const CONTROL = 3;

/** What each byte means inside a string. */
const IN_STRING = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === QUOTE ? END : byte === BACKSLASH ? ESCAPE : byte < 0x20 ? CONTROL : ORDINARY,
);

/** 1 for each byte that may follow a backslash, other than `u`. */
const ESCAPED = table('"\\/bfnrt');
const HEX = table("0123456789abcdefABCDEF");
const WHITESPACE = table(" \t\n\r");

const LITERALS = ["true", "false", "null"].map((text) => Buffer.from(text));

/** The types of values that may be found. */
export const VALUE = { none: 0, text: 1, list: 2, other: 3 } as const;

/** What the scanner has read of the innermost open value. */
const STATE = { opened: 0, comma: 1, value: 2 } as const;

type ValueType = (typeof VALUE)[keyof typeof VALUE];

/** An invalid object. All valid ends are positive. */
const INVALID = -1;

/** A key that has nothing to do with the field. */
const NO_RANK = -1;
/** A key whose object may hold the field. */
const LEADS_ON = -2;

/** Where a field may be in an object, and in the objects within it on its path. */
interface Level {
  /** The names of the field itself, the best first. */
  readonly names: readonly Buffer[];
  /** The name of the object in which it may be instead. */
  readonly leading: Buffer | undefined;
}

/** The keys that lead to a field of an object. */
export class RecordField {
  private readonly path: readonly Level[];

  private constructor(path: readonly Level[]) {
    this.path = path;
  }

  /** The first of these keys that the object has. */
  static named(names: readonly string[]): RecordField {
    return new RecordField([{ names: names.map((name) => Buffer.from(name)), leading: undefined }]);
  }

  /** For `a.b`, the key of exactly that name or else, in the object `a`, the key `b`. */
  static at(path: string): RecordField {
    // All names are in one buffer, so that a long path takes no more memory than it has bytes.
    const whole = Buffer.from(path);
    const levels: Level[] = [];
    for (let from = 0; from <= whole.length; ) {
      const point = whole.indexOf(DOT, from);
      const leading = point === -1 ? undefined : whole.subarray(from, point);
      levels.push({ names: [whole.subarray(from)], leading });
      from = point === -1 ? whole.length + 1 : point + 1;
    }
    return new RecordField(levels);
  }

  /** How many objects may lie around the field. */
  get levels(): number {
    return this.path.length;
  }

  /**
   * What a key, without its quotes, means in the object at a level: its rank among the names of the field, from 0 on,
   * or `LEADS_ON`, or `NO_RANK`. The key must be that of a valid object.
   */
  rankOf(level: number, bytes: Uint8Array, from: number, to: number, hasEscapes: boolean): number {
    if (hasEscapes) {
      const key = Buffer.from(JSON.parse(`"${Buffer.from(bytes.subarray(from, to)).toString()}"`));
      return this.rankOf(level, key, 0, key.length, false);
    }
    const { names, leading } = this.path[level]!;
    for (let i = 0; i < names.length; i++) if (isEqual(names[i]!, bytes, from, to)) return i;
    return leading !== undefined && isEqual(leading, bytes, from, to) ? LEADS_ON : NO_RANK;
  }
}

function isEqual(name: Uint8Array, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== bytes[from + i]) return false;
  return true;
}

const MIN_STACK = 64;
/** A larger stack is not kept. */
const MAX_KEPT_STACK = 64 * 1024;

/** The value of the field so far, in one of the objects on its path. */
interface Found {
  type: ValueType;
  /** Its rank among the names that the field may have there. */
  rank: number;
  from: number;
  to: number;
  /** For a text: the first backslash, or -1. */
  firstEscape: number;
  /** Whether the last key that leads further has an object. */
  leadsOn: boolean;
}

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
  type: ValueType = VALUE.none;
  from = 0;
  to = 0;
  /** The first backslash in the text, or -1 if there is none. */
  firstEscape = -1;
  /** Where the object's last brace is. */
  closing = 0;

  private readonly field: RecordField;
  /** By level: how many objects of the path are around. */
  private readonly found: readonly Found[];
  private bytes: Uint8Array = Buffer.alloc(0);
  private end = 0;
  /** For each open value, whether it is an object. */
  private stack = new Uint8Array(MIN_STACK);
  private depth = 0;
  /** The depth around the list that may be the value, while it is open; else -1. */
  private aroundList = -1;
  /** How many of the open objects, from the outermost one on, are on the path of the field. */
  private onPath = 0;
  /** The first backslash in the last string, or -1. */
  private lastEscape = -1;
  /** The rank of the current member's name, or `NO_RANK`. */
  private rank = NO_RANK;

  constructor(field: RecordField) {
    this.field = field;
    this.found = Array.from({ length: field.levels }, () => ({
      ...{ type: VALUE.none, rank: 0, from: 0, to: 0, firstEscape: -1, leadsOn: false },
    }));
  }

  /** Returns false if the range is not the text of an object. Otherwise `type` says what the field has. */
  scan(bytes: Uint8Array, start: number, end: number): boolean {
    this.bytes = bytes;
    this.end = end;
    const isObject = this.scanObject(start);
    if (this.stack.length > MAX_KEPT_STACK) this.stack = new Uint8Array(MIN_STACK);
    if (isObject) this.settle();
    return isObject;
  }

  private scanObject(start: number): boolean {
    const { bytes, end } = this;
    let at = this.skip(start);
    if (at >= end || bytes[at] !== OPEN_BRACE) return false;
    this.depth = 0;
    this.onPath = 0;
    this.aroundList = -1;
    this.push(true);
    this.enterPath();
    at++;
    let state: (typeof STATE)[keyof typeof STATE] = STATE.opened;
    for (;;) {
      at = this.skip(at);
      if (at >= end) return false;
      const isInObject = this.stack[this.depth - 1] === 1;
      const isClosing = bytes[at] === (isInObject ? CLOSE_BRACE : CLOSE_BRACKET);
      if (state === STATE.value && bytes[at] === COMMA) {
        state = STATE.comma;
        at++;
      } else if (isClosing && state !== STATE.comma) {
        this.close(at++);
        if (this.depth === 0) {
          this.closing = at - 1;
          return this.skip(at) === end;
        }
        state = STATE.value;
      } else if (state !== STATE.value) {
        this.rank = NO_RANK;
        if (isInObject) at = this.name(at);
        if (at === INVALID) return false;
        const { depth } = this;
        at = this.value(at);
        if (at === INVALID) return false;
        state = this.depth === depth ? STATE.value : STATE.opened;
      } else {
        return false;
      }
    }
  }

  /** Reads the name of a member and the colon, and sets its rank. Returns where its value begins, or INVALID. */
  private name(at: number): number {
    const { bytes, end } = this;
    if (bytes[at] !== QUOTE) return INVALID;
    const from = at + 1;
    const to = this.string(from);
    if (to === INVALID) return INVALID;
    if (this.onPath === this.depth)
      this.rank = this.field.rankOf(this.onPath - 1, bytes, from, to - 1, this.lastEscape !== -1);
    const colon = this.skip(to);
    if (colon >= end || bytes[colon] !== COLON) return INVALID;
    const value = this.skip(colon + 1);
    return value >= end ? INVALID : value;
  }

  /** Reads a simple value, or the opening of an object or array. Returns where it ends, or INVALID. */
  private value(at: number): number {
    const byte = this.bytes[at]!;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.openValue(at, byte === OPEN_BRACE, this.rank);
      return at + 1;
    }
    const to = byte === QUOTE ? this.string(at + 1) : this.numberOrLiteral(at);
    if (to !== INVALID && this.rank !== NO_RANK) this.noteSimple(this.rank, at, to, byte === QUOTE);
    return to;
  }

  private push(isObject: boolean): void {
    if (this.depth === this.stack.length) {
      const stack = new Uint8Array(2 * this.depth);
      stack.set(this.stack);
      this.stack = stack;
    }
    this.stack[this.depth++] = isObject ? 1 : 0;
  }

  /** The object that was opened last is on the path. */
  private enterPath(): void {
    const found = this.found[this.onPath++]!;
    found.type = VALUE.none;
    found.leadsOn = false;
  }

  private openValue(at: number, isObject: boolean, rank: number): void {
    if (rank === LEADS_ON) {
      this.found[this.onPath - 1]!.leadsOn = isObject;
    } else if (rank !== NO_RANK && this.note(rank, isObject ? VALUE.other : VALUE.list, at, at) && !isObject) {
      this.aroundList = this.depth;
    }
    this.push(isObject);
    if (rank === LEADS_ON && isObject) this.enterPath();
  }

  private close(at: number): void {
    if (this.onPath === this.depth) this.onPath--;
    this.depth--;
    if (this.depth !== this.aroundList) return;
    this.found[this.onPath - 1]!.to = at + 1;
    this.aroundList = -1;
  }

  private noteSimple(rank: number, from: number, to: number, isText: boolean): void {
    if (rank === LEADS_ON) this.found[this.onPath - 1]!.leadsOn = false;
    else if (isText) this.note(rank, VALUE.text, from + 1, to - 1);
    else this.note(rank, VALUE.other, from, to);
  }

  /** Notes a value of the field, unless there is one of a better name. The last of repeated keys counts. */
  private note(rank: number, type: ValueType, from: number, to: number): boolean {
    const found = this.found[this.onPath - 1]!;
    if (found.type !== VALUE.none && found.rank < rank) return false;
    found.type = type;
    found.rank = rank;
    found.from = from;
    found.to = to;
    found.firstEscape = this.lastEscape;
    return true;
  }

  /** Takes the value of the outermost object that has one: a key of the whole name comes before a path. */
  private settle(): void {
    let level = 0;
    while (this.found[level]!.type === VALUE.none && this.found[level]!.leadsOn) level++;
    const { type, from, to, firstEscape } = this.found[level]!;
    this.type = type;
    this.from = from;
    this.to = to;
    this.firstEscape = firstEscape;
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
      if (to > end) return INVALID;
      for (let i = 1; i < literal.length; i++) if (bytes[start + i] !== literal[i]) return INVALID;
      return to;
    }
    let at = bytes[start] === DASH ? start + 1 : start;
    at = at < end && bytes[at] === ZERO ? at + 1 : this.digits(at);
    if (at !== INVALID && at < end && bytes[at] === DOT) at = this.digits(at + 1);
    if (at !== INVALID && at < end && (bytes[at]! | SMALL_BIT) === SMALL_E) {
      const hasSign = at + 1 < end && (bytes[at + 1] === PLUS || bytes[at + 1] === DASH);
      at = this.digits(hasSign ? at + 2 : at + 1);
    }
    return at;
  }

  /** Reads one digit or more. Returns the offset after them. */
  private digits(start: number): number {
    const { bytes, end } = this;
    let at = start;
    while (at < end && isDigit(bytes[at]!)) at++;
    return at === start ? INVALID : at;
  }
}

/** 1 for each of these bytes. */
function table(bytes: string): Uint8Array {
  const accepted = new Uint8Array(256);
  for (const byte of Buffer.from(bytes)) accepted[byte] = 1;
  return accepted;
}

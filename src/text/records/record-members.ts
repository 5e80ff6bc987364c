// The members of a line that is a JSON object, or that is written as `key=value key="other value"`.

import {
  BACKSLASH,
  byteAt,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  DOT,
  EQUALS,
  isAlphanumeric,
  isWhiteSpace,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  SPACE,
} from "../bytes/ascii.ts";
import { Interner } from "../collections/interner.ts";

/** Later members of a record do not count, and neither do parts of objects that lie deeper. */
const MAX_MEMBERS = 64;
const MAX_DEPTH = 5;
const MAX_NAME_BYTES = 200;
/** Fewer pairs may be words of a sentence. */
const MIN_PAIRS = 2;

/**
 * Reads records, one after the other. The members of inner objects have the names of all objects around them, joined by
 * points. Unlike `JsonScanner` it finds every member, and does not prove that the object is a valid one. Takes time
 * linear in the line.
 */
export class RecordMembers {
  /** Where the values of the last record begin and end in its bytes: texts without their quotes. */
  readonly ranges: number[] = [];
  readonly names: number[] = [];

  private readonly interner = new Interner();
  private readonly path: Buffer = Buffer.allocUnsafe(2 * MAX_NAME_BYTES);
  /** Where the names of the open objects end in the path. */
  private readonly prefixes: number[] = [];

  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.names.length = 0;
    this.ranges.length = 0;
    const at = afterBlanks(bytes, start, end);
    if (at === end) return false;
    return bytes[at] === OPENING_BRACE ? this.readObject(bytes, at, end) : this.readPairs(bytes, at, end);
  }

  nameOf(name: number): string {
    return this.interner.bytes(name).toString();
  }

  private readObject(bytes: Uint8Array, start: number, end: number): boolean {
    const { prefixes } = this;
    prefixes.length = 0;
    let prefix = 0;
    for (let at = start + 1; ; ) {
      at = afterBlanks(bytes, at, end);
      const byte = byteAt(bytes, at, end);
      if (byte === COMMA) at++;
      else if (byte === CLOSING_BRACE) {
        at++;
        const outer = prefixes.pop();
        if (outer === undefined) return this.names.length > 0 && afterBlanks(bytes, at, end) === end;
        prefix = outer;
      } else if (byte === QUOTE) {
        const keyEnd = stringEnd(bytes, at, end);
        const colon = keyEnd === -1 ? -1 : afterBlanks(bytes, keyEnd, end);
        if (colon === -1 || byteAt(bytes, colon, end) !== COLON) return false;
        const name = this.addName(bytes, at + 1, keyEnd - 1, prefix);
        const value = afterBlanks(bytes, colon + 1, end);
        if (byteAt(bytes, value, end) === OPENING_BRACE && prefixes.length + 1 < MAX_DEPTH) {
          prefixes.push(prefix);
          this.path[name] = DOT;
          prefix = name + 1;
          at = value + 1;
          continue;
        }
        at = valueEnd(bytes, value, end);
        if (at <= value) return false;
        const quote = bytes[value] === QUOTE ? 1 : 0;
        this.add(this.interner.intern(this.path, 0, name), value + quote, at - quote);
      } else return false;
    }
  }

  private readPairs(bytes: Uint8Array, start: number, end: number): boolean {
    for (let at = start; at < end; at = afterBlanks(bytes, at, end)) {
      const from = at;
      while (at < end && isNameByte(bytes[at]!)) at++;
      if (at === from || byteAt(bytes, at, end) !== EQUALS) return false;
      const name = this.interner.intern(this.path, 0, this.addName(bytes, from, at, 0));
      const value = at + 1;
      if (byteAt(bytes, value, end) === QUOTE) {
        at = stringEnd(bytes, value, end);
        if (at === -1 || (at < end && bytes[at] !== SPACE)) return false;
        this.add(name, value + 1, at - 1);
      } else {
        at = value;
        while (at < end && bytes[at] !== SPACE) at++;
        this.add(name, value, at);
      }
    }
    return this.names.length >= MIN_PAIRS;
  }

  /** Writes a name behind those around it. Returns where it ends in the path. */
  private addName(bytes: Uint8Array, from: number, to: number, prefix: number): number {
    const length = Math.min(to - from, Math.max(MAX_NAME_BYTES - prefix, 0));
    this.path.set(bytes.subarray(from, from + length), prefix);
    return prefix + length;
  }

  private add(name: number, from: number, to: number): void {
    if (this.names.length === MAX_MEMBERS) return;
    this.names.push(name);
    this.ranges.push(from, to);
  }
}

function afterBlanks(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isWhiteSpace(bytes[at]!)) at++;
  return at;
}

/** The offset behind the string that begins at `at`; -1 if it does not end. */
function stringEnd(bytes: Uint8Array, at: number, end: number): number {
  for (let i = at + 1; i < end; i++) {
    if (bytes[i] === BACKSLASH) i++;
    else if (bytes[i] === QUOTE) return i + 1;
  }
  return -1;
}

/** The offset behind the value that begins at `at`; -1 if it does not end. */
function valueEnd(bytes: Uint8Array, at: number, end: number): number {
  const first = byteAt(bytes, at, end);
  if (first === QUOTE) return stringEnd(bytes, at, end);
  if (first !== OPENING_BRACKET && first !== OPENING_BRACE) {
    let i = at;
    while (i < end && bytes[i] !== COMMA && bytes[i] !== CLOSING_BRACE && !isWhiteSpace(bytes[i]!)) i++;
    return i;
  }
  let depth = 0;
  for (let i = at; i < end; i++) {
    const byte = bytes[i]!;
    if (byte === QUOTE) {
      i = stringEnd(bytes, i, end) - 1;
      if (i < 0) return -1;
    } else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) depth++;
    else if ((byte === CLOSING_BRACKET || byte === CLOSING_BRACE) && --depth === 0) return i + 1;
  }
  return -1;
}

function isNameByte(byte: number): boolean {
  return isAlphanumeric(byte) || byte === 0x5f || byte === 0x2d || byte === DOT || byte === 0x40 || byte === 0x2f;
}

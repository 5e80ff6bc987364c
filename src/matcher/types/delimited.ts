// Types whose texts end with a closing quote, bracket or brace.

import { byteAt } from "../../text/bytes/ascii.ts";
import { bytesWhere, singleByte } from "../../text/bytes/byte-set.ts";
import type { Line } from "../line/line.ts";
import { LineTable } from "../line/line-memory.ts";
import { Stops } from "./stops.ts";
import type { TypeMatcher } from "./type-matcher.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Finds the closing quote of a string from its first character on: the next quote that no backslash escapes. */
function closingQuotes(line: Line): Stops {
  return new Stops(line, (byte) => byte === QUOTE, BACKSLASH);
}

/** A string with its double quotes. A backslash escapes the next byte. A start has at most one end. */
export class QuotedType implements TypeMatcher {
  readonly first = singleByte(QUOTE);
  private readonly closing: Stops;

  constructor(line: Line) {
    this.closing = closingQuotes(line);
  }

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    if (byteAt(bytes, at, end) !== QUOTE) return 0;
    const close = this.closing.next(bytes, at + 1, end);
    if (close === end) return 0;
    ends[0] = close + 1;
    return 1;
  }
}

/** What a byte means outside of strings. */
const PLAIN = 0;
const STRING = 1;
const OPENING = 2;
const CLOSING = 3;
/** By byte. */
const MARKS = new Uint8Array(256);
MARKS[QUOTE] = STRING;
MARKS[OPENING_BRACKET] = OPENING;
MARKS[OPENING_BRACE] = OPENING;
MARKS[CLOSING_BRACKET] = CLOSING;
MARKS[CLOSING_BRACE] = CLOSING;

/** In the table: the offset has no closing bracket. */
const NEVER = -1;

/** So many open brackets, and a bit above them, fit a positive integer of 32 bits. */
const MAX_OPEN = 30;

/** The result of reading if more brackets are open. */
const TOO_DEEP = -2;

/** The bit of a bracket or brace in ASCII that says which of them it is. */
const BRACE_BIT = 5;

/**
 * An object or an array: from a bracket or brace to the one that closes it. In between they must nest properly, except
 * in strings, where they mean nothing. Nothing else is checked. A start has at most one end. Below, braces are brackets
 * too.
 *
 * Most lines have few starts. Each is read by itself, with a bit for each open bracket, while the line has scans left.
 * After that, what is read is remembered.
 *
 * The closing bracket of an offset is the first bracket after it that closes none opened since, if the offset is
 * outside of strings. It depends on the offset alone. So it is remembered for each offset where reading begins or goes
 * on, which is after a bracket and after a string:
 *
 *     [1, {"a": 2}, "]", 3]
 *      ↑          ↑    ↑        closed by the last bracket
 *          ↑  ↑                 closed by the brace
 *
 * From such an offset, plain bytes are read up to the next mark, which is a bracket or a quote. This happens once for
 * each offset, and a mark stands right before each, so no byte is then read twice. All starts together, in any order,
 * take time linear in the line.
 *
 * Remembering only the offsets after opening brackets was refused. A bracket may lie in a string that another bracket's
 * reading skips. Both readings may then meet after a later string, and so may many: each would go on from there by
 * itself.
 */
export class JsonType implements TypeMatcher {
  readonly first = bytesWhere(isOpening);
  private readonly line: Line;
  private readonly strings: Stops;
  /**
   * By offset, counted from the end of the line: its closing bracket, counted likewise, or `NEVER`. While the closing
   * bracket is unknown, the entry links to the previous pending offset, so that the table is also the stack of pending
   * offsets.
   */
  private readonly table: LineTable;
  /**
   * The last offset whose closing bracket is being looked for, counted from the end of the line; 0 if there is none.
   */
  private lastPending = 0;

  constructor(line: Line) {
    this.line = line;
    this.table = new LineTable(line);
    this.strings = closingQuotes(line);
  }

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    if (!isOpening(byteAt(bytes, at, end))) return 0;
    let close = this.line.scans > 0 ? this.closingByBits(bytes, at, end) : TOO_DEEP;
    if (close === TOO_DEEP) close = this.closing(bytes, at + 1, end);
    if (close === -1 || !isPair(bytes[at]!, bytes[close]!)) return 0;
    ends[0] = close + 1;
    return 1;
  }

  /**
   * The bracket that closes the one at `at`, -1 if there is none, or `TOO_DEEP`. Remembers nothing. Below its highest
   * set bit, `open` has a bit for each open bracket, which says whether it is a brace.
   */
  private closingByBits(bytes: Uint8Array, at: number, end: number): number {
    let open = 1;
    let close = -1;
    let i = at;
    for (; i < end; i++) {
      const byte = bytes[i]!;
      const mark = MARKS[byte]!;
      if (mark === PLAIN) continue;
      if (mark === STRING) {
        i = this.strings.next(bytes, i + 1, end);
        continue;
      }
      const brace = (byte >>> BRACE_BIT) & 1;
      if (mark === CLOSING) {
        if ((open & 1) !== brace) break;
        open >>>= 1;
        if (open > 1) continue;
        close = i;
        break;
      }
      if (open >>> MAX_OPEN !== 0) {
        close = TOO_DEEP;
        break;
      }
      open = (open << 1) | brace;
    }
    this.line.scans -= i - at;
    return close;
  }

  /** The closing bracket of `from`, which comes right after an opening one; -1 if there is none. */
  private closing(bytes: Uint8Array, from: number, end: number): number {
    let i = from;
    while (i < end) {
      const known = this.table.get(end - i);
      if (known === NEVER) break;
      this.push(end - i);
      const offset = known === 0 ? nextMark(bytes, i, end) : end - known;
      const mark = byteAt(bytes, offset, end);
      if (mark === QUOTE) {
        i = this.strings.next(bytes, offset + 1, end) + 1;
      } else if (isOpening(mark)) {
        i = offset + 1;
      } else {
        if (offset === end) break;
        const opening = this.settle(bytes, end, offset);
        if (this.lastPending === 0) return offset;
        if (!isPair(opening, mark)) break;
        i = offset + 1;
      }
    }
    this.giveUp();
    return -1;
  }

  /** Makes an offset pending. */
  private push(offset: number): void {
    this.table.set(offset, this.lastPending);
    this.lastPending = offset;
  }

  /** Records the closing bracket of all pending offsets after the last open bracket, and returns that bracket. */
  private settle(bytes: Uint8Array, end: number, close: number): number {
    for (;;) {
      const offset = this.lastPending;
      const before = bytes[end - offset - 1]!;
      this.lastPending = this.table.get(offset);
      this.table.set(offset, end - close);
      if (isOpening(before)) return before;
    }
  }

  /** Records that no pending offset has a closing bracket. */
  private giveUp(): void {
    while (this.lastPending !== 0) {
      const offset = this.lastPending;
      this.lastPending = this.table.get(offset);
      this.table.set(offset, NEVER);
    }
  }
}

/** The offset of the first bracket, brace or quote from `at` on, or `end` if there is none. */
function nextMark(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && MARKS[bytes[i]!] === PLAIN) i++;
  return i;
}

function isOpening(byte: number): boolean {
  return MARKS[byte] === OPENING;
}

/** Whether a closing byte belongs to an opening byte. In ASCII both pairs are two apart. */
function isPair(opening: number, closing: number): boolean {
  return closing === opening + 2;
}

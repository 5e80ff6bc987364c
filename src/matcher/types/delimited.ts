// Types whose texts end with a closing quote, bracket or brace.

import { byteAt } from "../../bytes/ascii.ts";
import { bytesWhere, singleByte } from "../../bytes/byte-set.ts";
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

/** In the table: the offset has no closing bracket. */
const NEVER = -1;

/**
 * An object or an array: from a bracket or brace to the one that closes it. In between they must nest properly, except
 * in strings, where they mean nothing. Nothing else is checked. A start has at most one end. Below, braces are brackets
 * too.
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
 * each offset, and a mark stands right before each, so no byte is read twice. All starts together, in any order, take
 * time linear in the line.
 *
 * Remembering only the offsets after opening brackets was refused. A bracket may lie in a string that another bracket's
 * reading skips. Both readings may then meet after a later string, and so may many: each would go on from there by
 * itself.
 */
export class JsonType implements TypeMatcher {
  readonly first = bytesWhere(isOpening);
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
    this.table = new LineTable(line);
    this.strings = closingQuotes(line);
  }

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    if (!isOpening(byteAt(bytes, at, end))) return 0;
    const close = this.closing(bytes, at + 1, end);
    if (close === -1 || !isPair(bytes[at]!, bytes[close]!)) return 0;
    ends[0] = close + 1;
    return 1;
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
  while (i < end && !isMark(bytes[i]!)) i++;
  return i;
}

function isMark(byte: number): boolean {
  return byte === QUOTE || isOpening(byte) || byte === CLOSING_BRACKET || byte === CLOSING_BRACE;
}

function isOpening(byte: number): boolean {
  return byte === OPENING_BRACKET || byte === OPENING_BRACE;
}

/** Whether a closing byte belongs to an opening byte. In ASCII both pairs are two apart. */
function isPair(opening: number, closing: number): boolean {
  return closing === opening + 2;
}

// Types whose texts end with a closing quote, bracket or brace.

import { BACKSLASH, byteAt, QUOTE } from "../../text/bytes/ascii.ts";
import { bytesOf } from "../../text/bytes/byte-set.ts";
import { BackwardTable, type Line, Stops } from "../line.ts";
import type { TypeMatcher } from "./type-matcher.ts";

/** Finds the closing quote of a string from its first character on: the next quote that no backslash escapes. */
function closingQuotes(line: Line): Stops {
  return new Stops(line, (byte) => byte === QUOTE, BACKSLASH);
}

/** A string with its double quotes. A backslash escapes the next byte. A start has at most one end. */
export class QuotedType implements TypeMatcher {
  readonly first = bytesOf('"');
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

const OPENING = bytesOf("[{");
const CLOSING = bytesOf("]}");
const MARKS = bytesOf('"[{]}');

/**
 * An object or an array: from a bracket or brace to the one that closes it. In between they must nest properly, except
 * in strings, where they mean nothing. Nothing else is checked. A start has at most one end. Below, braces are brackets
 * too.
 *
 * The closing bracket of an offset is the first bracket from there on that closes none opened since, if the offset is
 * outside of strings. It follows from what is known of later offsets:
 *
 *     [1, {"a": 2}, "]", 3]
 *      ↑          ↑    ↑        closed by the last bracket
 *          ↑  ↑                 closed by the brace
 */
export class JsonType implements TypeMatcher {
  readonly first = OPENING;
  /** How far the closing bracket of an offset is from the end of the line; 0 if there is none. */
  private readonly closing: BackwardTable;

  constructor(line: Line) {
    const quotes = closingQuotes(line);
    this.closing = new BackwardTable(line, (bytes, at, end, next) => {
      const byte = bytes[at]!;
      if (MARKS[byte] === 0) return next;
      if (CLOSING[byte] === 1) return end - at;
      const inner = byte === QUOTE ? quotes.next(bytes, at + 1, end) : this.close(bytes, at, end);
      return inner === end ? 0 : this.closing.at(bytes, inner + 1);
    });
  }

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    const close = OPENING[byteAt(bytes, at, end)] === 1 ? this.close(bytes, at, end) : end;
    if (close === end) return 0;
    ends[0] = close + 1;
    return 1;
  }

  /** The bracket that closes the one at an offset, or `end` if there is none. In ASCII both are two apart. */
  private close(bytes: Uint8Array, at: number, end: number): number {
    const close = end - this.closing.at(bytes, at + 1);
    return close < end && bytes[close] === bytes[at]! + 2 ? close : end;
  }
}

// Types whose texts close what they open: quotes, brackets and braces.
import { bytesWhere, singleByte } from "../line/byte-set.ts";
import { byteAt } from "../line/bytes.ts";
import type { Line } from "../line/line.ts";
import { LineTable } from "../line/line-memory.ts";
import type { FieldType } from "./field-type.ts";
import { Stops } from "./stops.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Where a string closes that opened right before: at the next quote that no backslash escapes. */
function closingQuotes(line: Line): Stops {
  return new Stops(line, (byte) => byte === QUOTE, BACKSLASH);
}

/** A string between double quotes, which are part of it; in it a backslash escapes what follows. A start has one end. */
export class QuotedType implements FieldType {
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

/** In the table: from this place on no bracket closes what is open. */
const NEVER = -1;

/**
 * An object or an array: from a brace or bracket to the one that closes it. In between they nest properly, except in
 * strings, where they mean nothing; more is not asked. A start has one end at most.
 *
 * Read from a place on, as from one outside of strings, a line has a first bracket that closes none opened since: the
 * place's closing bracket. It depends on the place alone. So it is remembered for each place where reading sets out, which
 * is after a bracket and after a string, and found once: what is read from there is plain bytes up to the next mark, and as
 * a mark stands right before each such place, those stretches don't overlap. Remembering it only after the brackets that
 * open was refused. Readings from two brackets, the later in a string of the earlier, can meet after one string; so can
 * those from many, and all would read on from there. So all starts, in any order, take time linear in the line.
 */
export class JsonType implements FieldType {
  readonly first = bytesWhere(isOpening);
  private readonly strings: Stops;
  /**
   * By place, counted from the line's end: the closing bracket's place, counted likewise, or `NEVER`. While that is being
   * found out, the place that waited before this one, so that the table is also the stack of those that wait.
   */
  private readonly table: LineTable;
  /** The last place that waits, counted from the line's end; 0 when none does. */
  private waiting = 0;

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

  /** The closing bracket of `from`, which stands right after an opening one; -1 without. */
  private closing(bytes: Uint8Array, from: number, end: number): number {
    let i = from;
    while (i < end) {
      const known = this.table.get(end - i);
      if (known === NEVER) break;
      this.wait(end - i);
      const place = known === 0 ? nextMark(bytes, i, end) : end - known;
      const mark = byteAt(bytes, place, end);
      if (mark === QUOTE) {
        i = this.strings.next(bytes, place + 1, end) + 1;
      } else if (isOpening(mark)) {
        i = place + 1;
      } else {
        if (place === end) break;
        const opening = this.settle(bytes, end, place);
        if (this.waiting === 0) return place;
        if (!isPair(opening, mark)) break;
        i = place + 1;
      }
    }
    this.giveUp();
    return -1;
  }

  private wait(place: number): void {
    this.table.set(place, this.waiting);
    this.waiting = place;
  }

  /** Notes the closing bracket of all places that wait since the last bracket opened; gives that bracket. */
  private settle(bytes: Uint8Array, end: number, close: number): number {
    for (;;) {
      const place = this.waiting;
      const before = bytes[end - place - 1]!;
      this.waiting = this.table.get(place);
      this.table.set(place, end - close);
      if (isOpening(before)) return before;
    }
  }

  /** Notes that no place that waits has a closing bracket. */
  private giveUp(): void {
    while (this.waiting !== 0) {
      const place = this.waiting;
      this.waiting = this.table.get(place);
      this.table.set(place, NEVER);
    }
  }
}

/** The place of the first bracket, brace or quote from `at` on, or `end`. */
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

/** Whether one of the closing bytes closes one of the opening bytes: both codes are two apart. */
function isPair(opening: number, closing: number): boolean {
  return closing === opening + 2;
}

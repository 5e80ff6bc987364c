// The parsers that a rule is made of. Each handles one literal and the field before it, notes in `line.places` where the
// literal stands, and goes on with the parser of what follows, so that a choice made here can be taken back when the
// rest does not fit.
//
// Taken back it is only around date-times. Everywhere else the leftmost place of a literal is right, or none is: what
// fits after a later place fits after the leftmost one too. The same law bounds the work where places are tried again:
// what did not fit from one place does not fit from any later one.
import type { Line } from "./line.ts";
import { failure, type Parser, parser, run, success } from "./parser.ts";
import type { Literal } from "./search/literal.ts";
import { Occurrences } from "./search/occurrences.ts";
import { dateTimeEnds } from "./timestamp/date-time-ends.ts";

/** The line ends here. Gives the places of all literals, the first at index 0. */
export function lineEnd(line: Line, literals: number): Parser<readonly number[]> {
  return parser((_, at) =>
    at === line.end ? success(at, line.places.slice(0, literals)) : failure(at, "the end of the line"),
  );
}

/** The literal stands right here. */
export function here<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  const expected = asExpected(literal);
  return parser((bytes, at) => {
    if (at + literal.length > line.end || !literal.standsAt(bytes, at)) return failure(at, expected);
    line.places[index] = at;
    return run(next, bytes, at + literal.length);
  });
}

/** A field, and then the literal at its leftmost place. */
export function leftmost<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  const expected = asExpected(literal);
  let serial = -1;
  let triedFrom = 0;
  return parser((bytes, at) => {
    if (serial !== line.serial) {
      serial = line.serial;
      triedFrom = Number.POSITIVE_INFINITY;
    }
    const last = Math.min(line.end - literal.length, triedFrom - 1);
    triedFrom = Math.min(triedFrom, at);
    const place = literal.find(bytes, at, last);
    if (place === -1) return failure(at, expected);
    line.places[index] = place;
    return run(next, bytes, place + literal.length);
  });
}

/** A field, and then the literal at the end of the line. */
export function last<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  const expected = `${asExpected(literal)} at the end of the line`;
  return parser((bytes, at) => {
    const place = line.end - literal.length;
    if (place < at || !literal.standsAt(bytes, place)) return failure(at, expected);
    line.places[index] = place;
    return run(next, bytes, line.end);
  });
}

/** A field, and then the literal at each of its places from the left, until the rest fits. */
export function anywhere<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  const expected = asExpected(literal);
  const occurrences = new Occurrences(literal.bytes);
  return parser((bytes, at) => {
    occurrences.start(at, line.end);
    for (let place = occurrences.next(bytes); place !== -1; place = occurrences.next(bytes)) {
      line.places[index] = place;
      const reply = run(next, bytes, place + literal.length);
      if (reply.status) return reply;
    }
    return failure(at, expected);
  });
}

/**
 * A field that is exactly a date-time beginning here, the longest first, and then the literal at once. Is asked on one
 * line for places that only grow.
 */
export function dateTime<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  const expected = `a date-time and then ${asExpected(literal)}`;
  const stands = new Standing(literal);
  const ends: number[] = [];
  let serial = -1;
  return parser((bytes, at) => {
    if (serial !== line.serial) {
      serial = line.serial;
      stands.start(at, line.end);
    }
    const count = dateTimeEnds(bytes, at, line.end, ends);
    for (let i = 0; i < count; i++) {
      const end = ends[i]!;
      if (!stands.at(bytes, end, at)) continue;
      line.places[index] = end;
      const reply = run(next, bytes, end + literal.length);
      if (reply.status) return reply;
    }
    return failure(at, expected);
  });
}

/**
 * Whether a literal stands at given places of a text. Comparing at each place would cost its length each time, which a
 * long literal on a hostile line turns into a square; this reads the text once.
 */
class Standing {
  private readonly occurrences: Occurrences;
  private readonly found: number[] = [];
  private furthest = -1;

  constructor(literal: Literal) {
    this.occurrences = new Occurrences(literal.bytes);
  }

  start(from: number, end: number): void {
    this.occurrences.start(from, end);
    this.found.length = 0;
    this.furthest = -1;
  }

  /** `floor` promises that no place below it will be asked for again. */
  at(bytes: Uint8Array, place: number, floor: number): boolean {
    while (this.furthest < place) {
      const next = this.occurrences.next(bytes);
      this.furthest = next === -1 ? Number.POSITIVE_INFINITY : next;
      this.found.push(this.furthest);
    }
    while (this.found.length > 0 && this.found[0]! < floor) this.found.shift();
    return this.found.includes(place);
  }
}

/** The literal as failures tell of it. */
function asExpected(literal: Literal): string {
  return JSON.stringify(new TextDecoder().decode(literal.bytes));
}

// The parsers that a rule is made of. Each handles a literal and the field before it, notes what the field captures, and
// goes on with the parser of what follows, so that a choice made here can be taken back when the rest does not fit.
//
// It is taken back only around date-times. Everywhere else the leftmost place of a literal is right, or none is: what
// fits after a later place fits after the leftmost one too.
import type { Line } from "./line.ts";
import { failure, type Parser, parser, run, success } from "./parser.ts";
import type { Literal } from "./search/literal.ts";
import { Places } from "./search/places.ts";
import { Standing } from "./search/standing.ts";
import { dateTimeEnds } from "./timestamp/date-time-ends.ts";

/** The line ends here. */
export function lineEnd<T>(line: Line, value: T): Parser<T> {
  return parser((_, at) => (at === line.end ? success(at, value) : failure(at, "the end of the line")));
}

/** The literal stands right here. */
export function here<T>(line: Line, literal: Literal, next: Parser<T>): Parser<T> {
  return parser((bytes, at) => {
    const after = at + literal.length;
    return after <= line.end && literal.standsAt(bytes, at) ? run(next, bytes, after) : failure(at, literal.text);
  });
}

/** Field `index`, and then the literal at its leftmost place. */
export function leftmost<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  return parser((bytes, at) => {
    const place = literal.find(bytes, at, line.end - literal.length);
    if (place === -1) return failure(at, literal.text);
    line.capture(index, at, place);
    return run(next, bytes, place + literal.length);
  });
}

/** First of all the line must end with the literal: nothing that may fail is found out sooner. */
export function closed<T>(line: Line, literal: Literal, next: Parser<T>): Parser<T> {
  return parser((bytes, at) => {
    const place = line.end - literal.length;
    return place >= at && literal.standsAt(bytes, place) ? run(next, bytes, at) : failure(at, literal.text);
  });
}

/**
 * Fields from `index` on, each with the literal after it at its leftmost place. The last field reaches up to the literal
 * that closes the line; it is known to stand there, and `closingLength` bytes long.
 */
export function toLineEnd<T>(
  line: Line,
  index: number,
  literals: readonly Literal[],
  closingLength: number,
  value: T,
): Parser<T> {
  return parser((bytes, at) => {
    const place = line.end - closingLength;
    let from = at;
    for (let i = 0; i < literals.length; i++) {
      const literal = literals[i]!;
      const found = literal.find(bytes, from, place - literal.length);
      if (found === -1) return failure(from, literal.text);
      line.capture(index + i, from, found);
      from = found + literal.length;
    }
    if (from > place) return failure(from, "the literal that closes the line");
    line.capture(index + literals.length, from, place);
    return success(line.end, value);
  });
}

/** Field `index` that is exactly a date-time beginning here, the longest first, and then the literal at once. */
export function dateTime<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  const ends: number[] = [];
  return parser((bytes, at) => {
    const count = dateTimeEnds(bytes, at, line.end, ends);
    for (let i = 0; i < count; i++) {
      const end = ends[i]!;
      const after = end + literal.length;
      if (after > line.end || !literal.standsAt(bytes, end)) continue;
      line.capture(index, at, end);
      const reply = run(next, bytes, after);
      if (reply.status) return reply;
    }
    return failure(at, A_DATE_TIME);
  });
}

/**
 * Field `index - 1`, then literal `before` at each of its places from the left, and there field `index` as `dateTime` has
 * it, until the rest fits. Where `next` failed at one place it must fail at each later one, but for the end of the line.
 */
export function dateTimeAnywhere<T>(
  line: Line,
  index: number,
  before: Literal,
  literal: Literal,
  next: Parser<T>,
): Parser<T> {
  const places = new Places(before);
  const stands = new Standing(literal);
  const ends: number[] = [];
  return parser((bytes, at) => {
    places.start(at, line.end);
    stands.start(at, line.end);
    let failedFrom = Number.POSITIVE_INFINITY;
    for (let place = places.next(bytes); place !== -1; place = places.next(bytes)) {
      const start = place + before.length;
      const count = dateTimeEnds(bytes, start, line.end, ends);
      for (let i = 0; i < count; i++) {
        const end = ends[i]!;
        const after = end + literal.length;
        if ((after >= failedFrom && after !== line.end) || !stands.at(bytes, end, start)) continue;
        line.capture(index - 1, at, place);
        line.capture(index, start, end);
        const reply = run(next, bytes, after);
        if (reply.status) return reply;
        failedFrom = Math.min(failedFrom, after);
      }
    }
    return failure(at, A_DATE_TIME);
  });
}

const A_DATE_TIME = "a date-time";

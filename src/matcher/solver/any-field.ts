// Fields of any text: they capture the shortest with which the rest matches. What fails from one place on fails from every
// later one too, as there is less to choose from. So each place is tried once on a line, however many ways lead to it.
import type { Line } from "../line.ts";
import { failure, type Parser, parser, type Reply, run } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import { FAILED_BEFORE, further } from "./failures.ts";
import { LinePlaces } from "./line-places.ts";

/** The place of the line at hand from which on all has been tried in vain. */
class TriedFrom {
  private readonly line: Line;
  private serial = -1;
  private from = 0;

  constructor(line: Line) {
    this.line = line;
  }

  /** The first place that has been tried; one beyond the line if none has. */
  get place(): number {
    return this.serial === this.line.serial ? this.from : this.line.end + 1;
  }

  set place(from: number) {
    this.serial = this.line.serial;
    this.from = from;
  }
}

/** Field `index`, and then the literal at the first of its places at which the rest fits. */
export function anyBefore<T>(line: Line, index: number, literal: Literal, next: Parser<T>): Parser<T> {
  const places = new LinePlaces(line, literal);
  const tried = new TriedFrom(line);
  return parser((bytes, at) => {
    const end = tried.place;
    if (at >= end) return FAILED_BEFORE;
    let failed: Reply<never> | undefined;
    for (let place = places.next(bytes, at, end); place !== -1; place = places.next(bytes, place + 1, end)) {
      line.capture(index, at, place);
      const reply = run(next, bytes, place + literal.length);
      if (reply.status) return reply;
      failed = further(failed, reply);
    }
    tried.place = at;
    return failed ?? failure(at, literal.text);
  });
}

/** Field `index`, up to the first place at which the rest fits. */
export function anyUpTo<T>(line: Line, index: number, next: Parser<T>): Parser<T> {
  const tried = new TriedFrom(line);
  return parser((bytes, at) => {
    const end = tried.place;
    if (at >= end) return FAILED_BEFORE;
    let failed: Reply<never> | undefined;
    for (let place = at; place < end; place++) {
      line.capture(index, at, place);
      const reply = run(next, bytes, place);
      if (reply.status) return reply;
      failed = further(failed, reply);
    }
    tried.place = at;
    return failed!;
  });
}

/** Field `index`, which captures the rest of the line. */
export function anyToEnd<T>(line: Line, index: number, next: Parser<T>): Parser<T> {
  return parser((bytes, at) => {
    line.capture(index, at, line.end);
    return run(next, bytes, line.end);
  });
}

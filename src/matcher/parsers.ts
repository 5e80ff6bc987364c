// The operations of patterns as parsimmon parsers. This file defines what matches; the rest of the matcher decides what
// is tried, and in which order.
//
// Each parser gets what follows it, and so succeeds only if the whole rest of the line matches. The bound on work is
// local: a parser that may go on in several ways remembers where it failed on the current line, so hardly any failure
// is repeated, however many ways lead to it.
import { type ByteSet, isAt } from "../text/bytes/byte-set.ts";
import type { Algebra, Branch } from "./fold.ts";
import { FailedOffsets, FailedStarts, FirstFailure, type Line } from "./line.ts";
import { actionOf, NO_MATCH, type Parser, parser, success } from "./parser.ts";
import type { AbsentFields, Alternatives } from "./pattern.ts";
import type { Literal, Literals } from "./search/literal.ts";
import type { RunType, TypeMatcher } from "./types/type-matcher.ts";

/** What ends a field of any text: found from `from` to `last` inclusive, or -1 if it is not there. */
type Target = Pick<Literal, "length" | "find">;

const ANYWHERE: Target = { length: 0, find: (_, from, last) => (from <= last ? from : -1) };

/** Makes parsers for the current line, which leave the captures in its bounds. A match results in `value`. */
export class Parsers implements Algebra<Parser> {
  private readonly line: Line;
  private readonly literals: Literals;
  private readonly value: number;
  private readonly absent: AbsentFields | undefined;

  /** `absent` gets the fields of branches that were not taken, each with the alternatives where another one was. */
  constructor(line: Line, literals: Literals, value = 0, absent?: AbsentFields) {
    this.line = line;
    this.literals = literals;
    this.value = value;
    this.absent = absent;
  }

  /** As parsimmon's `eof`, after a text that is known to stand there. */
  end(closingLength: number): Parser {
    const { line, value } = this;
    return parser((_, at) => (at === line.end - closingLength ? success(line.end, value) : NO_MATCH));
  }

  /** As parsimmon's `string`. */
  literal(text: Uint8Array, rest: Parser): Parser {
    const { line } = this;
    const literal = this.literals.of(text);
    const match = actionOf(rest);
    return parser((bytes, at) => {
      const after = at + literal.length;
      return after <= line.end && literal.standsAt(bytes, at) ? match(bytes, after) : NO_MATCH;
    });
  }

  /** As parsimmon's `all`, except for the closing literal. */
  anyToEnd(field: number, closingLength: number): Parser {
    const { line, value } = this;
    return parser((_, at) => {
      const offset = line.end - closingLength;
      if (offset < at) return NO_MATCH;
      line.capture(field, at, offset);
      return success(line.end, value);
    });
  }

  anyTo(field: number, text: Uint8Array | undefined, first: ByteSet, isMonotone: boolean, rest: Parser): Parser {
    const { line } = this;
    const target: Target = text === undefined ? ANYWHERE : this.literals.of(text);
    const { length } = target;
    const match = actionOf(rest);
    const failure = new FirstFailure(line);
    return parser((bytes, at) => {
      const last = Math.min(failure.offset - 1, line.end - length);
      for (let offset = target.find(bytes, at, last); offset !== -1; offset = target.find(bytes, offset + 1, last)) {
        if (!isAt(first, bytes, offset + length, line.end)) continue;
        line.capture(field, at, offset);
        const reply = match(bytes, offset + length);
        if (reply !== NO_MATCH) return reply;
        if (isMonotone) break;
      }
      failure.note(at);
      return NO_MATCH;
    });
  }

  run(field: number, type: RunType, distance: number, rest: Parser): Parser {
    const { line } = this;
    const match = actionOf(rest);
    return parser((bytes, at) => {
      const end = type.runEnd(bytes, at, line.end) - distance;
      if (end <= at) return NO_MATCH;
      line.capture(field, at, end);
      return match(bytes, end);
    });
  }

  runToRest(field: number, type: RunType, first: ByteSet, rest: Parser): Parser {
    const { line } = this;
    const match = actionOf(rest);
    const failed = new FailedStarts(line);
    // Tries each end at most once a line, from the first start that reaches it.
    return parser((bytes, at) => {
      const { end: lineEnd } = line;
      const last = type.runEnd(bytes, at, lineEnd);
      for (let end = failed.lastEnd(last); end > at; end--) {
        if (!isAt(first, bytes, end, lineEnd) || !type.mayEnd(bytes, end, lineEnd)) continue;
        line.capture(field, at, end);
        const reply = match(bytes, end);
        if (reply !== NO_MATCH) return reply;
      }
      if (last > at) failed.add(last, at);
      return NO_MATCH;
    });
  }

  /** There are few ends. */
  listed(field: number, type: TypeMatcher, rest: Parser): Parser {
    const { line } = this;
    const match = actionOf(rest);
    const ends: number[] = [];
    const failed = new FailedOffsets(line);
    return parser((bytes, at) => {
      if (failed.has(at)) return NO_MATCH;
      const count = type.ends(bytes, at, line.end, ends);
      for (let i = 0; i < count; i++) {
        const end = ends[i]!;
        line.capture(field, at, end);
        const reply = match(bytes, end);
        if (reply !== NO_MATCH) return reply;
      }
      if (count > 0) failed.add(at);
      return NO_MATCH;
    });
  }

  /** As parsimmon's `alt`. */
  alt(branches: readonly Branch<Parser>[], alternatives: Alternatives): Parser {
    const { line, absent } = this;
    const tried = branches.map(({ code, first, others }) => ({ first, match: actionOf(code), others }));
    const failed = new FailedOffsets(line);
    return parser((bytes, at) => {
      if (failed.has(at)) return NO_MATCH;
      for (const { first, match, others } of tried) {
        if (!isAt(first, bytes, at, line.end)) continue;
        const reply = match(bytes, at);
        if (reply === NO_MATCH) continue;
        for (const field of others) {
          line.capture(field, at, at);
          absent?.set(field, alternatives);
        }
        return reply;
      }
      failed.add(at);
      return NO_MATCH;
    });
  }

  shared(code: Parser, first: ByteSet): Parser {
    return this.alt([{ code, first, others: [] }], []);
  }

  whole(text: Uint8Array | undefined, dated: Parser | undefined, plain: Parser): Parser {
    const { line } = this;
    const closing = text === undefined ? undefined : this.literals.of(text);
    const preferred = dated === undefined ? undefined : actionOf(dated);
    const match = actionOf(plain);
    return parser((bytes, at) => {
      if (closing !== undefined) {
        const offset = line.end - closing.length;
        if (offset < at || !closing.standsAt(bytes, offset)) return NO_MATCH;
      }
      const reply = preferred === undefined ? NO_MATCH : preferred(bytes, at);
      return reply !== NO_MATCH ? reply : match(bytes, at);
    });
  }
}

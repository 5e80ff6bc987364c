// Fields of any text capture the shortest text with which the rest of the pattern matches.
//
// What begins with such a field is monotone: if it matches at a place, it does at every earlier one, by a longer capture.
// From this follows the law of leftmost-shortest splits. In `{a}, {b}, {c}` what follows the first ", " begins with a field
// again. So if that fails after the leftmost ", ", it fails after each, and no other place needs to be tried.
import { ANYTHING, isAt } from "../line/byte-set.ts";
import type { Line } from "../line/line.ts";
import { actionOf, NO_MATCH, type Parser, parser, type Reply } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import type { Continuation, Split } from "./continuation.ts";
import { FirstFailure } from "./failures.ts";

/** Field `index` of any text, and then `next`. */
export function anyField<T>(line: Line, index: number, next: Continuation<T>): Continuation<T> {
  return { ...parserOf(line, index, next), first: ANYTHING, isMonotone: true };
}

function parserOf<T>(line: Line, index: number, next: Continuation<T>): Pick<Continuation<T>, "parser" | "split"> {
  if (next.closingLength !== undefined) return { parser: upToLineEnd(line, index, next.closingLength, next) };
  if (next.leading === undefined) return { parser: upToFirstMatch(line, index, next) };
  const { literal, after } = next.leading;
  if (!after.isMonotone) return { parser: upToLiteral(line, index, literal, after) };
  const rest = actionOf(after.parser);
  const split = { index, literal, firstFailure: new FirstFailure(line), next: after.split, rest };
  return { parser: leftmostSplits(line, split), split };
}

/** The field captures the rest of the line, but for the literal that closes it. */
function upToLineEnd<T>(line: Line, index: number, closingLength: number, next: Continuation<T>): Parser<T> {
  const end = actionOf(next.parser);
  return parser((bytes, at) => {
    const place = line.end - closingLength;
    if (place < at) return NO_MATCH;
    line.capture(index, at, place);
    return end(bytes, place);
  });
}

/** Fields in a row, of which each captures up to the leftmost place of the literal after it: a loop, as nothing is retried. */
function leftmostSplits<T>(line: Line, first: Split<T>): Parser<T> {
  /** Records the failure: a split at a place, each earlier one where its field began. */
  const fail = (failed: Split<T>, at: number): Reply<never> => {
    for (let split = first; split !== failed; split = split.next!) {
      split.firstFailure.note(line.bounds[2 * split.index]!);
    }
    failed.firstFailure.note(at);
    return NO_MATCH;
  };
  return parser((bytes, at) => {
    let from = at;
    for (let split = first; ; split = split.next) {
      const { index, literal, firstFailure } = split;
      const place = literal.find(bytes, from, Math.min(firstFailure.place - 1, line.end - literal.length));
      if (place === -1) return fail(split, from);
      line.capture(index, from, place);
      if (split.next === undefined) {
        const reply = split.rest(bytes, place + literal.length);
        return reply.status ? reply : fail(split, from);
      }
      from = place + literal.length;
    }
  });
}

/** The field captures up to the first place of the literal after which the rest matches. */
function upToLiteral<T>(line: Line, index: number, literal: Literal, after: Continuation<T>): Parser<T> {
  const { first } = after;
  const { length } = literal;
  const rest = actionOf(after.parser);
  const failure = new FirstFailure(line);
  return parser((bytes, at) => {
    const last = Math.min(failure.place - 1, line.end - length);
    for (let place = literal.find(bytes, at, last); place !== -1; place = literal.find(bytes, place + 1, last)) {
      if (!isAt(first, bytes, place + length, line.end)) continue;
      line.capture(index, at, place);
      const reply = rest(bytes, place + length);
      if (reply.status) return reply;
    }
    failure.note(at);
    return NO_MATCH;
  });
}

/** The field captures up to the first place at which the rest matches. */
function upToFirstMatch<T>(line: Line, index: number, next: Continuation<T>): Parser<T> {
  const { first, isMonotone } = next;
  const rest = actionOf(next.parser);
  const failure = new FirstFailure(line);
  return parser((bytes, at) => {
    const last = Math.min(failure.place - 1, line.end);
    for (let place = at; place <= last; place++) {
      if (!isAt(first, bytes, place, line.end)) continue;
      line.capture(index, at, place);
      const reply = rest(bytes, place);
      if (reply.status) return reply;
      if (isMonotone) break;
    }
    failure.note(at);
    return NO_MATCH;
  });
}

// A field of any text captures the shortest text with which the rest of the pattern matches.
//
// A rest that begins with such a field is monotone: if it matches at a place, it matches at every earlier place too, with
// a longer capture. This gives the law of leftmost-shortest splits. In `{a}, {b}, {c}` the rest after the first ", " begins
// with a field. If it fails after the leftmost ", ", it fails after every other, so no other place is tried:
//
//     x, y, z
//      ↑              leftmost place of the first ", ": `{b}, {c}` matches from here, or nowhere further right
import { ANYTHING, isAt } from "../line/byte-set.ts";
import type { Line } from "../line/line.ts";
import { actionOf, NO_MATCH, type Parser, parser, type Reply } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import type { Continuation, Remainder, Split } from "./continuation.ts";
import { FirstFailure } from "./failures.ts";

/** Field `index` of any text, then `next`. */
export function anyField<T>(line: Line, index: number, next: Continuation<T>): Continuation<T> {
  return { ...parserOf(line, index, next), first: ANYTHING, isMonotone: true };
}

function parserOf<T>(
  line: Line,
  index: number,
  next: Continuation<T>,
): Pick<Continuation<T>, "parser" | "split" | "remainder"> {
  if (next.end !== undefined) {
    const remainder = { index, end: next.end };
    return { parser: parser((_, at) => capturedRemainder(line, remainder, at)), remainder };
  }
  if (next.leading === undefined) return { parser: upToFirstMatch(line, index, next) };
  const { literal, after } = next.leading;
  if (!after.isMonotone) return { parser: upToLiteral(line, index, literal, after) };
  const { split: following, remainder } = after;
  const rest = actionOf(after.parser);
  const split = { index, literal, firstFailure: new FirstFailure(line), next: following, rest, remainder };
  return { parser: leftmostSplits(line, split), split };
}

/** Captures the rest of the line from a place on, up to the closing literal. */
function capturedRemainder<T>(line: Line, { index, end }: Remainder<T>, at: number): Reply<T> {
  const { closingLength, reply } = end;
  const place = line.end - closingLength;
  if (place < at) return NO_MATCH;
  line.capture(index, at, place);
  reply.index = line.end;
  return reply;
}

/** Several fields that each end at the leftmost place of the literal after them. A loop suffices, as nothing is retried. */
function leftmostSplits<T>(line: Line, first: Split<T>): Parser<T> {
  /** Records a failure: of this split at a place, and of each earlier split where its field began. */
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
      const end = line.isRemembered ? Math.min(firstFailure.place + literal.length - 1, line.end) : line.end;
      const place = literal.find(bytes, from, end - literal.length);
      if (place === -1) return fail(split, from);
      line.capture(index, from, place);
      if (split.next === undefined) {
        const { remainder, rest } = split;
        const after = place + literal.length;
        const reply = remainder === undefined ? rest(bytes, after) : capturedRemainder(line, remainder, after);
        return reply.status ? reply : fail(split, from);
      }
      from = place + literal.length;
    }
  });
}

/** The field ends at the first place of the literal after which the rest matches. */
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

/** The field ends at the first place where the rest matches. */
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

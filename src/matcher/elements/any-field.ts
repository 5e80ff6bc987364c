// A field of any text captures the shortest text with which the rest of the pattern matches.
//
// A rest that begins with such a field is monotone: if it matches at an offset, it matches at every earlier offset too,
// with a longer capture. This gives the law of leftmost-shortest splits. In `{a}, {b}, {c}` the rest after the first ",
// " begins with a field. If it fails after the leftmost ", ", it fails after every other, so no other is tried:
//
//     x, y, z
//      ↑              leftmost occurrence of the first ", ": `{b}, {c}` matches from here, or nowhere further right
import { ANYTHING, type ByteSet, isAt } from "../../text/bytes/byte-set.ts";
import type { Line } from "../line/line.ts";
import { FirstFailure } from "../line/line-memory.ts";
import { type Action, actionOf, NO_MATCH, type Parser, parser, type Reply } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import type { Continuation, LineEnd, Split } from "./continuation.ts";

/** How many fields one loop handles. Each of them has the list of those after it, which must not become long. */
const MAX_SPLITS = 32;

/** Field `index` of any text, then `next`. */
export function anyField(line: Line, index: number, next: Continuation): Continuation {
  return { ...parserOf(line, index, next), first: ANYTHING, isMonotone: true };
}

function parserOf(line: Line, index: number, next: Continuation): Pick<Continuation, "parser" | "splits"> {
  if (next.end !== undefined) return { parser: upToEnd(line, index, next.end) };
  if (next.leading === undefined) return { parser: upToFirstMatch(line, index, next) };
  const { literal, after } = next.leading;
  if (!after.isMonotone) return { parser: upToLiteral(line, index, literal, after.first, actionOf(after.parser)) };
  const { splits: following = [] } = after;
  const split = { index, literal, firstFailure: new FirstFailure(line), rest: actionOf(after.parser) };
  const splits = following.length < MAX_SPLITS ? [split, ...following] : [split];
  return { parser: leftmostSplits(line, splits), splits };
}

/** The field captures the rest of the line, up to the closing literal. */
function upToEnd(line: Line, index: number, { closingLength, reply }: LineEnd): Parser {
  return parser((_, at) => {
    const offset = line.end - closingLength;
    if (offset < at) return NO_MATCH;
    line.capture(index, at, offset);
    reply.index = line.end;
    return reply;
  });
}

/**
 * Several fields that each end at the leftmost occurrence of the literal after them. A loop suffices, as nothing is
 * retried.
 */
function leftmostSplits(line: Line, splits: readonly Split[]): Parser {
  const indexes = splits.map(({ index }) => index);
  const literals = splits.map(({ literal }) => literal);
  const failures = splits.map(({ firstFailure }) => firstFailure);
  const { rest } = splits.at(-1)!;

  /** Records a failure: of this split at an offset, and of each earlier split where its field began. */
  const fail = (failed: number, at: number): Reply => {
    for (let i = 0; i < failed; i++) failures[i]!.note(line.bounds[2 * indexes[i]!]!);
    failures[failed]!.note(at);
    return NO_MATCH;
  };
  return parser((bytes, at) => {
    let from = at;
    let start = at;
    for (let i = 0; i < literals.length; i++) {
      const literal = literals[i]!;
      const { length } = literal;
      const last = line.end - length;
      const offset = literal.find(bytes, from, line.isRemembered ? Math.min(failures[i]!.offset - 1, last) : last);
      if (offset === -1) return fail(i, from);
      line.capture(indexes[i]!, from, offset);
      start = from;
      from = offset + length;
    }
    const reply = rest(bytes, from);
    return reply !== NO_MATCH ? reply : fail(literals.length - 1, start);
  });
}

/** The field ends at the first occurrence of the literal after which the rest matches. */
function upToLiteral(line: Line, index: number, literal: Literal, first: ByteSet, rest: Action): Parser {
  const failure = new FirstFailure(line);
  return parser((bytes, at) => {
    const { length } = literal;
    const last = Math.min(failure.offset - 1, line.end - length);
    for (let offset = literal.find(bytes, at, last); offset !== -1; offset = literal.find(bytes, offset + 1, last)) {
      if (!isAt(first, bytes, offset + length, line.end)) continue;
      line.capture(index, at, offset);
      const reply = rest(bytes, offset + length);
      if (reply !== NO_MATCH) return reply;
    }
    failure.note(at);
    return NO_MATCH;
  });
}

/** The field ends at the first offset where the rest matches. */
function upToFirstMatch(line: Line, index: number, next: Continuation): Parser {
  const { first, isMonotone } = next;
  const rest = actionOf(next.parser);
  const failure = new FirstFailure(line);
  return parser((bytes, at) => {
    const last = Math.min(failure.offset - 1, line.end);
    for (let offset = at; offset <= last; offset++) {
      if (!isAt(first, bytes, offset, line.end)) continue;
      line.capture(index, at, offset);
      const reply = rest(bytes, offset);
      if (reply !== NO_MATCH) return reply;
      if (isMonotone) break;
    }
    failure.note(at);
    return NO_MATCH;
  });
}

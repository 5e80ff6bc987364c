// A typed field begins where the element before it ends, and captures the longest text of its type with which the rest
// of the pattern matches. For most fields only one end is possible, which is known beforehand: see `oneEndBefore`.
import { areDisjoint, type ByteSet, isAt } from "../../text/bytes/byte-set.ts";
import { lastIndexOf } from "../../text/bytes/word-search.ts";
import type { Line } from "../line/line.ts";
import { FailedStarts, OffsetSet } from "../line/line-memory.ts";
import { type Action, actionOf, NO_MATCH, type Parser, parser } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import { runEndsOf, sharedRunEnd } from "../types/run-end.ts";
import { RunType, type TypeMatcher } from "../types/type-matcher.ts";
import { ValuesType } from "../types/values-type.ts";
import type { Continuation } from "./continuation.ts";
import { type StretchParser, stretch } from "./stretch.ts";

/** Field `index`, a text of the type, then `next`. */
export function typedField(line: Line, index: number, type: TypeMatcher, next: Continuation): Continuation {
  return {
    ...parserOf(line, index, type, next),
    first: type.first,
    isMonotone: false,
  };
}

function parserOf(line: Line, index: number, type: TypeMatcher, next: Continuation): StretchParser {
  // What follows is in two parts: usually a literal, which the field checks itself to save a call, and the rest.
  const { literal, after = next } = next.leading ?? {};
  const rest = actionOf(after.parser);
  if (!(type instanceof RunType)) return { parser: listedEnds(line, index, type, literal, rest) };
  const distance = oneEndBefore(type, next);
  if (distance === undefined) {
    const parser =
      literal === undefined
        ? endsBefore(line, index, type, next.first, rest)
        : endsBeforeLiteral(line, index, type, literal, rest);
    return { parser };
  }
  return stretch(line, { field: { index, ends: runEndsOf(line, type), distance }, literal }, after);
}

/**
 * How many bytes before the end of its run the field must end, on every line; undefined if several ends are possible.
 *
 * The field ends with its run if no byte that `next` begins with can occur inside a run: `{n:number} ms`, as a blank is
 * no digit. It ends k bytes earlier if `next` begins with a literal whose first k bytes a run may contain, but not the
 * byte after them: `{w:word}: `, where k = 1. The run stops at that byte:
 *
 *     main: started
 *     ├──┤              the field
 *     ├───┤             the run, up to the blank
 */
export function oneEndBefore(type: RunType, { first, leading }: Continuation): number | undefined {
  if (areDisjoint(first, type.inner)) return 0;
  if (leading === undefined || type.members === undefined) return undefined;
  const { members } = type;
  const distance = leading.literal.bytes.findIndex((byte) => members[byte] === 0);
  return distance === -1 ? undefined : distance;
}

/** A run this short is searched for its ends as fast as a failure is remembered. */
const MAX_SEARCHED_AGAIN = 64;

/**
 * Tries the ends of a run before a byte of `first`, each at most once a line, from the first start that reaches it.
 * Only a short run in which there is no end to try is searched again.
 */
function endsBefore(line: Line, index: number, type: RunType, first: ByteSet, rest: Action): Parser {
  const ends = runEndsOf(line, type);
  const failed = new FailedStarts(line);
  return parser((bytes, at) => {
    const last = sharedRunEnd(ends, bytes, at);
    if (last === -1) return NO_MATCH;
    let isCostly = last - at > MAX_SEARCHED_AGAIN;
    for (let end = line.isRemembered ? failed.lastEnd(last) : last; end > at; end--) {
      if (!isAt(first, bytes, end, line.end) || !type.mayEnd(bytes, end, line.end)) continue;
      line.capture(index, at, end);
      const reply = rest(bytes, end);
      if (reply !== NO_MATCH) return reply;
      isCostly = true;
    }
    if (isCostly) failed.add(last, at);
    return NO_MATCH;
  });
}

/** The same for the ends before a literal. Kept apart so that the inner loop has no branch. */
function endsBeforeLiteral(line: Line, index: number, type: RunType, literal: Literal, rest: Action): Parser {
  const ends = runEndsOf(line, type);
  const failed = new FailedStarts(line);
  return parser((bytes, at) => {
    const last = sharedRunEnd(ends, bytes, at);
    if (last === -1) return NO_MATCH;
    let isCostly = last - at > MAX_SEARCHED_AGAIN;
    const { length, firstByte } = literal;
    const lastEnd = line.isRemembered ? failed.lastEnd(last) : last;
    // The literal must end in the line.
    const latest = line.end - length;
    for (let end = lastEnd < latest ? lastEnd : latest; end > at; end--) {
      end = lastIndexOf(firstByte, bytes, at, end + 1);
      if (end <= at) break;
      if (!type.mayEnd(bytes, end, line.end) || !literal.standsAt(bytes, end)) continue;
      line.capture(index, at, end);
      const reply = rest(bytes, end + length);
      if (reply !== NO_MATCH) return reply;
      isCostly = true;
    }
    if (isCostly) failed.add(last, at);
    return NO_MATCH;
  });
}

/**
 * Tries the ends that the type lists. There are few. That none of some values begins at an offset is found out as fast
 * as it would be remembered.
 */
function listedEnds(line: Line, index: number, type: TypeMatcher, literal: Literal | undefined, rest: Action): Parser {
  const ends: number[] = [];
  const isCheap = type instanceof ValuesType;
  const failed = new OffsetSet(line);
  return parser((bytes, at) => {
    if (line.isRemembered && failed.has(at)) return NO_MATCH;
    const count = type.ends(bytes, at, line.end, ends);
    for (let i = 0; i < count; i++) {
      const end = ends[i]!;
      let after = end;
      if (literal !== undefined) {
        after += literal.length;
        if (after > line.end || !literal.standsAt(bytes, end)) continue;
      }
      line.capture(index, at, end);
      const reply = rest(bytes, after);
      if (reply !== NO_MATCH) return reply;
    }
    if (count > 0 || !isCheap) failed.add(at);
    return NO_MATCH;
  });
}

// Fields with a type begin right where the element before them ends, and capture the longest text of the type with which
// the rest of the pattern matches. Most have one end that can be right, found beforehand: see `oneEndBefore`.
import { areDisjoint, isAt } from "../line/byte-set.ts";
import type { Line } from "../line/line.ts";
import { PlaceSet } from "../line/place-set.ts";
import { actionOf, NO_MATCH, type Parser, parser } from "../parser.ts";
import { type FieldType, RunType } from "../types/field-type.ts";
import type { Continuation } from "./continuation.ts";
import { FailedStarts } from "./failures.ts";

/** Field `index`, a text of the type, and then `next`. */
export function typedField<T>(line: Line, index: number, type: FieldType, next: Continuation<T>): Continuation<T> {
  return {
    parser: parserOf(line, index, type, next),
    first: type.first,
    isMonotone: false,
  };
}

function parserOf<T>(line: Line, index: number, type: FieldType, next: Continuation<T>): Parser<T> {
  if (!(type instanceof RunType)) return listedEnds(line, index, type, next);
  const distance = oneEndBefore(type, next);
  return distance === undefined
    ? allEndsOfRun(line, index, type, next)
    : oneEndOfRun(line, index, type, distance, next);
}

/**
 * How far before the end of its run a field must end, whatever the line; undefined if several ends are possible.
 *
 * It must end with the run if nothing that `next` begins with may follow an inner end: `{n:number} ms`, as a blank is no
 * digit. It must end k bytes earlier if `next` begins with a literal of k bytes that a run may contain and then one that it
 * cannot contain: `{w:word}: `, k = 1. The run, which stops at the first such byte, ends right there:
 *
 *     main: started
 *     ├──┤              the field
 *     ├───┤             the run, up to the blank
 */
export function oneEndBefore(type: RunType, { first, leading }: Continuation<unknown>): number | undefined {
  if (areDisjoint(first, type.inner)) return 0;
  if (leading === undefined || type.members === undefined) return undefined;
  const { members } = type;
  const distance = leading.literal.bytes.findIndex((byte) => members[byte] === 0);
  return distance === -1 ? undefined : distance;
}

function oneEndOfRun<T>(
  line: Line,
  index: number,
  type: RunType,
  distance: number,
  { parser: next, leading }: Continuation<T>,
): Parser<T> {
  // Mostly a literal follows. Checking it here saves one call per field.
  const literal = leading?.literal;
  const length = literal?.length ?? 0;
  const rest = actionOf(leading?.after.parser ?? next);
  return parser((bytes, at) => {
    const end = type.runEnd(bytes, at, line.end) - distance;
    const after = end + length;
    if (end <= at || after > line.end || (literal !== undefined && !literal.standsAt(bytes, end))) return NO_MATCH;
    line.capture(index, at, end);
    return rest(bytes, after);
  });
}

/** Each end of a run is tried once on a line, for whichever of its starts comes first. */
function allEndsOfRun<T>(line: Line, index: number, type: RunType, next: Continuation<T>): Parser<T> {
  const { first } = next;
  const rest = actionOf(next.parser);
  const failed = new FailedStarts(line);
  return parser((bytes, at) => {
    const runEnd = type.runEnd(bytes, at, line.end);
    if (runEnd === -1) return NO_MATCH;
    for (let end = failed.lastEnd(runEnd); end > at; end--) {
      if (!isAt(first, bytes, end, line.end) || !type.mayEnd(bytes, end, line.end)) continue;
      line.capture(index, at, end);
      const reply = rest(bytes, end);
      if (reply.status) return reply;
    }
    failed.add(runEnd, at);
    return NO_MATCH;
  });
}

/** The type lists its ends, which are few. */
function listedEnds<T>(line: Line, index: number, type: FieldType, next: Continuation<T>): Parser<T> {
  const rest = actionOf(next.parser);
  const ends: number[] = [];
  const failed = new PlaceSet(line);
  return parser((bytes, at) => {
    if (failed.has(at)) return NO_MATCH;
    const count = type.ends(bytes, at, line.end, ends);
    for (let i = 0; i < count; i++) {
      const end = ends[i]!;
      line.capture(index, at, end);
      const reply = rest(bytes, end);
      if (reply.status) return reply;
    }
    failed.add(at);
    return NO_MATCH;
  });
}

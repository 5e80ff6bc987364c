import { type ByteSet, ONLY_LINE_END, singleByte } from "../../text/bytes/byte-set.ts";
import type { Line } from "../line/line.ts";
import type { FirstFailure } from "../line/line-memory.ts";
import { OffsetSet } from "../line/line-memory.ts";
import { type Action, actionOf, NO_MATCH, type Parser, parser, type Reply, success } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import { type StretchParser, stretch } from "./stretch.ts";

/**
 * The rest of a pattern after one of its elements, up to the end of the line. Its parser alone decides whether it
 * matches at an offset. The other properties are known before any line is read, and let the element skip offsets that
 * would fail:
 *
 * - It matches only where the next byte, or the end of the line, is in `first`.
 * - If `isMonotone`, then after failing at one offset of a line it fails at every later offset.
 */
export interface Continuation extends StretchParser {
  readonly first: ByteSet;
  readonly isMonotone: boolean;
  /** Set if only the end of the line is left. */
  readonly end?: LineEnd;
  /** Set if the rest begins with a literal: that literal, and what follows it. */
  readonly leading?: { readonly literal: Literal; readonly after: Continuation };
  /**
   * Set if the rest begins with fields that each end at the leftmost occurrence of a literal: some of them, in order.
   */
  readonly splits?: readonly Split[];
}

/** The end of the line, and the literal that closes it, which `closedBy` has checked. */
export interface LineEnd {
  /** The length of the closing literal, or 0. */
  readonly closingLength: number;
  /** The reply of a match. One object serves all lines, as no caller keeps it. */
  readonly reply: Reply;
}

/** A field of any text that ends at the leftmost occurrence of the literal after it. */
export interface Split {
  readonly index: number;
  readonly literal: Literal;
  readonly firstFailure: FirstFailure;
  /** What follows the literal. */
  readonly rest: Action;
}

/** Only the closing literal, which `closedBy` has checked, and the end of the line are left. Results in `value`. */
export function lineEnd(line: Line, closing: Literal | undefined, value: number): Continuation {
  const closingLength = closing?.length ?? 0;
  const reply = success(0, value);
  return {
    parser: parser((_, at) => {
      if (at !== line.end - closingLength) return NO_MATCH;
      reply.index = line.end;
      return reply;
    }),
    first: closing === undefined ? ONLY_LINE_END : singleByte(closing.firstByte),
    isMonotone: false,
    end: { closingLength, reply },
  };
}

/** What `rest` matches, if the line ends with a literal. That is checked first, as nothing rejects a line sooner. */
export function closedBy(line: Line, closing: Literal, rest: Parser): Parser {
  const { length } = closing;
  const match = actionOf(rest);
  return parser((bytes, at) => {
    const offset = line.end - length;
    return offset >= at && closing.standsAt(bytes, offset) ? match(bytes, at) : NO_MATCH;
  });
}

/** A literal at this offset, then `after`. */
export function literalHere(line: Line, literal: Literal, after: Continuation): Continuation {
  return {
    ...stretch(line, { field: undefined, literal }, after),
    first: singleByte(literal.firstByte),
    isMonotone: false,
    leading: { literal, after },
  };
}

/**
 * The same continuation, but it remembers where it failed, because several branches lead to it. A continuation that
 * already remembers stays as it is, and a leading literal stays in front.
 */
export function remembering(line: Line, continuation: Continuation): Continuation {
  const { isMonotone, end, leading, first } = continuation;
  if (isMonotone || end !== undefined) return continuation;
  if (leading !== undefined) return literalHere(line, leading.literal, remembering(line, leading.after));
  const match = actionOf(continuation.parser);
  const failed = new OffsetSet(line);
  return {
    parser: parser((bytes, at) => {
      if (line.isRemembered && failed.has(at)) return NO_MATCH;
      const reply = match(bytes, at);
      if (reply === NO_MATCH) failed.add(at);
      return reply;
    }),
    first,
    isMonotone,
  };
}

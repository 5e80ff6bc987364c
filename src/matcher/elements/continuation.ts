import { type ByteSet, ONLY_LINE_END, singleByte } from "../line/byte-set.ts";
import type { Line } from "../line/line.ts";
import { PlaceSet } from "../line/place-set.ts";
import { type Action, actionOf, NO_MATCH, type Parser, parser, success } from "../parser.ts";
import type { Literal } from "../search/literal.ts";
import type { FirstFailure } from "./failures.ts";

/**
 * What is left of a pattern after one of its elements, up to the end of the line. The parser alone decides whether that
 * matches at a place. The rest is known before any line is read, and lets the element skip tries that would fail:
 *
 * - It never matches where the line goes on with anything outside `first`.
 * - If it `isMonotone`, then where it failed at one place of a line it fails at every later one.
 */
export interface Continuation<T> {
  readonly parser: Parser<T>;
  readonly first: ByteSet;
  readonly isMonotone: boolean;
  /** If nothing is left but the end of the line: the length of the literal that closes it, 0 without one. */
  readonly closingLength?: number;
  /** The literal that it begins with, if it does, and what is left after that. */
  readonly leading?: { readonly literal: Literal; readonly after: Continuation<T> };
  /** If it begins with a field that ends at the leftmost place of a literal: these. */
  readonly split?: Split<T>;
}

/** A field of any text that ends at the leftmost place of the literal after it, and what follows that. */
export interface Split<T> {
  readonly index: number;
  readonly literal: Literal;
  readonly firstFailure: FirstFailure;
  /** The next field of this kind, if one follows at once. */
  readonly next: Split<T> | undefined;
  readonly rest: Action<T>;
}

/**
 * Nothing is left but the literal that closes the line, which is known to stand there, and its end. The reply's value is
 * `value`.
 */
export function lineEnd<T>(line: Line, closing: Literal | undefined, value: T): Continuation<T> {
  const length = closing?.length ?? 0;
  // One reply for all lines: nobody keeps it until the next.
  const reply = success(0, value);
  return {
    parser: parser((_, at) => {
      if (at !== line.end - length) return NO_MATCH;
      reply.index = line.end;
      return reply;
    }),
    first: closing === undefined ? ONLY_LINE_END : singleByte(closing.bytes[0]!),
    isMonotone: false,
    closingLength: length,
  };
}

/** The literal stands right here. */
export function literalHere<T>(line: Line, literal: Literal, after: Continuation<T>): Continuation<T> {
  const { length } = literal;
  const rest = actionOf(after.parser);
  return {
    parser: parser((bytes, at) =>
      at + length <= line.end && literal.standsAt(bytes, at) ? rest(bytes, at + length) : NO_MATCH,
    ),
    first: singleByte(literal.bytes[0]!),
    isMonotone: false,
    leading: { literal, after },
  };
}

/**
 * The same, remembering where it failed: for what is reached by several ways. What remembers by itself stays as it is, and
 * a leading literal stays in front.
 */
export function remembering<T>(line: Line, continuation: Continuation<T>): Continuation<T> {
  const { isMonotone, closingLength, leading, first } = continuation;
  if (isMonotone || closingLength !== undefined) return continuation;
  if (leading !== undefined) return literalHere(line, leading.literal, remembering(line, leading.after));
  const match = actionOf(continuation.parser);
  const failed = new PlaceSet(line);
  return {
    parser: parser((bytes, at) => {
      if (failed.has(at)) return NO_MATCH;
      const reply = match(bytes, at);
      if (!reply.status) failed.add(at);
      return reply;
    }),
    first,
    isMonotone,
  };
}

import type { ByteSet } from "../text/bytes/byte-set.ts";
import type { RunType, TypeMatcher } from "./types/type-matcher.ts";

/** One of several sequences, with what follows the alternatives. */
export interface Branch<Code> {
  readonly code: Code;
  /** It matches only where the next byte, or the end of the line, is in this set. */
  readonly first: ByteSet;
  /** Fields that only other branches have. They capture the empty text where this branch begins. */
  readonly others: readonly number[];
}

/** A pattern, or the rest of one, that may match in two ways. */
export interface Whole<Code> {
  /** The literal at the end of the line, which is checked first, as nothing rejects a line sooner. */
  readonly closing: Uint8Array | undefined;
  /** Tried before `plain`: a field `timestamp` of any text captures a date-time. */
  readonly dated: Code | undefined;
  readonly plain: Code;
}

/**
 * The operations that a pattern consists of. `fold.ts` decides which of them an element is, and in which order they
 * follow each other; an instance says what each of them does. `parsers.ts` makes parsimmon parsers, which define
 * matching; `machine/program.ts` makes data for the WebAssembly module, which is checked against them.
 *
 * Each code matches from an offset to the end of the line, or does not. A field is given by its index.
 */
export interface Algebra<Code> {
  /** Nothing is left but the closing literal, of this length, and the end of the line. */
  end(closingLength: number): Code;
  /** A literal, then the rest. */
  literal(literal: Uint8Array, rest: Code): Code;
  /** A field of any text up to the closing literal at the end of the line. */
  anyToEnd(field: number, closingLength: number): Code;
  /**
   * A field of any text up to the first occurrence of the literal, or else the first offset, after which the rest
   * matches, which begins with `first`. If the rest is monotone, no other can fit than the leftmost.
   */
  anyTo(field: number, literal: Uint8Array | undefined, first: ByteSet, isMonotone: boolean, rest: Code): Code;
  /** A field up to so many bytes before the end of its run, then the rest. */
  run(field: number, type: RunType, distance: number, rest: Code): Code;
  /** A field up to the last end of its run where the rest, which begins with `first`, matches. */
  runToRest(field: number, type: RunType, first: ByteSet, rest: Code): Code;
  /** A field of a type that lists its ends: the first of them where the rest matches. */
  listed(field: number, type: TypeMatcher, rest: Code): Code;
  /** The first branch that matches. */
  alt(branches: readonly Branch<Code>[]): Code;
  /** The same, but it may remember where it failed, because several branches lead to it. */
  shared(code: Code, first: ByteSet): Code;
  whole(parts: Whole<Code>): Code;
}

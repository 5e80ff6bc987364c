// A pattern becomes code by a fold over its elements, from the last to the first. Each element gets what follows it,
// its continuation. An element that may end at several offsets tries them in order, and backtracks if the rest of the
// pattern does not match after it. There is no other backtracking: the first way through gives the captures.
//
// What is known of a continuation before any line is read decides here, once, which operation an element is; what the
// operations do is said by the instances of `Algebra`.
import { ANYTHING, areDisjoint, type ByteSet, ONLY_LINE_END, singleByte, unionOf } from "../text/bytes/byte-set.ts";
import { type Alternatives, isAny, type Pattern, type PatternElement, patternFields } from "./pattern.ts";
import { RunType, type TypeMatcher } from "./types/type-matcher.ts";
import type { TypeMatchers } from "./types/type-registry.ts";

/**
 * The rest of a pattern after one of its elements, up to the end of the line. Its code alone decides whether it matches
 * at an offset. The other properties are known before any line is read, and let the element skip offsets that would
 * fail:
 *
 * - It matches only where the next byte, or the end of the line, is in `first`.
 * - If `isMonotone`, then after failing at one offset of a line it fails at every later offset.
 */
export interface Continuation<Code> {
  readonly code: Code;
  readonly first: ByteSet;
  readonly isMonotone: boolean;
  /** Set if only the end of the line is left: the length of the literal before it, which is known to stand there. */
  readonly closingLength?: number;
  /** Set if the rest begins with a literal: that literal, and what follows it. */
  readonly leading?: { readonly literal: Uint8Array; readonly after: Continuation<Code> };
}

/** Stands for no field. */
const NONE = -1;

/** Makes code of patterns by one algebra. */
export class Fold<Code> {
  private readonly algebra: Algebra<Code>;
  private readonly types: Pick<TypeMatchers, "of" | "preferred">;

  constructor(algebra: Algebra<Code>, types: Pick<TypeMatchers, "of" | "preferred">) {
    this.algebra = algebra;
    this.types = types;
  }

  /**
   * The code of a pattern, which matches whole lines. A field `timestamp` of any text is first tried as a date-time; if
   * the pattern cannot match so, it captures any text. Throws a RangeError for an unknown type.
   */
  whole({ elements, timestamp }: Pattern): Code {
    const last = elements.at(-1);
    const closing = last !== undefined && "literal" in last ? last.literal : undefined;
    const end = this.lineEnd(closing);
    const others = closing === undefined ? elements : elements.slice(0, -1);
    const plain = this.sequence(others, end).code;
    const dated = hasAnyField(elements, timestamp) ? this.sequence(others, end, timestamp).code : undefined;
    return this.algebra.whole(closing, dated, plain);
  }

  /** Only the closing literal, if any, which is known to stand there, and the end of the line are left. */
  lineEnd(closing?: Uint8Array): Continuation<Code> {
    const closingLength = closing?.length ?? 0;
    return {
      code: this.algebra.end(closingLength),
      first: closing === undefined ? ONLY_LINE_END : singleByte(closing[0]!),
      isMonotone: false,
      closingLength,
    };
  }

  /** Several elements in a row, then `end`. The field `dateField`, if it is of any text, must be a date-time. */
  sequence(elements: readonly PatternElement[], end: Continuation<Code>, dateField = NONE): Continuation<Code> {
    return elements.reduceRight((next, element) => this.elementThen(element, next, dateField), end);
  }

  /** Field `field` of any text, then `next`. */
  any(field: number, next: Continuation<Code>): Continuation<Code> {
    return { code: this.anyCode(field, next), first: ANYTHING, isMonotone: true };
  }

  private elementThen(element: PatternElement, next: Continuation<Code>, dateField: number): Continuation<Code> {
    if ("literal" in element) return this.literal(element.literal, next);
    if ("branches" in element) return this.branches(element.branches, next, dateField);
    const { field, type } = element;
    if (type !== undefined) return this.typed(field, this.types.of(type), next);
    return field === dateField ? this.typed(field, this.types.preferred, next) : this.any(field, next);
  }

  private literal(literal: Uint8Array, after: Continuation<Code>): Continuation<Code> {
    return {
      code: this.algebra.literal(literal, after.code),
      first: singleByte(literal[0]!),
      isMonotone: false,
      leading: { literal, after },
    };
  }

  // A field of any text captures the shortest text with which the rest of the pattern matches. A rest that begins with
  // such a field is monotone: if it matches at an offset, it matches at every earlier one too, with a longer capture.
  // This gives the law of leftmost-shortest splits. In `{a}, {b}, {c}` the rest after the first ", " begins with a
  // field. If it fails after the leftmost ", ", it fails after every other, so no other is tried:
  //
  //     x, y, z
  //      ↑              leftmost occurrence of the first ", ": `{b}, {c}` matches from here, or nowhere further right
  private anyCode(field: number, next: Continuation<Code>): Code {
    if (next.closingLength !== undefined) return this.algebra.anyToEnd(field, next.closingLength);
    // What follows is in two parts: usually a literal, which the field searches itself, and the rest.
    const { literal, after = next } = next.leading ?? {};
    return this.algebra.anyTo(field, literal, after.first, after.isMonotone, after.code);
  }

  private typed(field: number, type: TypeMatcher, next: Continuation<Code>): Continuation<Code> {
    return { code: this.typedCode(field, type, next), first: type.first, isMonotone: false };
  }

  private typedCode(field: number, type: TypeMatcher, next: Continuation<Code>): Code {
    const { algebra } = this;
    if (!(type instanceof RunType)) return algebra.listed(field, type, next.code);
    const distance = oneEndBefore(type, next);
    if (distance !== undefined) return algebra.run(field, type, distance, next.code);
    return algebra.runToRest(field, type, next.first, next.code);
  }

  /**
   * Alternatives, then `next`. If some branches contain the date field, the others are left out here: they are the same
   * in the plain reading, which is tried next.
   */
  private branches(branches: Alternatives, next: Continuation<Code>, dateField: number): Continuation<Code> {
    const shared = branches.length > 1 ? this.shared(next) : next;
    const withDate = branches.filter((branch) => hasAnyField(branch, dateField));
    const fields = new Set(branches.flatMap(patternFields).map(({ field }) => field));
    const taken = (withDate.length > 0 ? withDate : branches).map((branch): Continuation<Code> & Branch<Code> => {
      const own = new Set(patternFields(branch).map(({ field }) => field));
      const others = [...fields].filter((field) => !own.has(field));
      return { ...this.sequence(branch, shared, dateField), others };
    });
    const [only] = taken;
    if (taken.length === 1 && only!.others.length === 0) return only!;
    return {
      code: this.algebra.alt(taken, branches),
      first: unionOf(taken.map(({ first }) => first)),
      isMonotone: taken.every(({ isMonotone }) => isMonotone),
    };
  }

  /** The same continuation for several branches. A leading literal stays in front. */
  private shared(next: Continuation<Code>): Continuation<Code> {
    const { code, first, isMonotone, closingLength, leading } = next;
    if (isMonotone || closingLength !== undefined) return next;
    if (leading !== undefined) return this.literal(leading.literal, this.shared(leading.after));
    return { code: this.algebra.shared(code, first), first, isMonotone };
  }
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
export function oneEndBefore(
  type: RunType,
  { first, leading }: Pick<Continuation<unknown>, "first" | "leading">,
): number | undefined {
  if (areDisjoint(first, type.inner)) return 0;
  if (leading === undefined || type.members === undefined) return undefined;
  const { members } = type;
  const distance = leading.literal.findIndex((byte) => members[byte] === 0);
  return distance === -1 ? undefined : distance;
}

function hasAnyField(elements: readonly PatternElement[], field: number): boolean {
  return patternFields(elements).some((one) => isAny(one) && one.field === field);
}

/** One of several sequences, with what follows the alternatives. */
export interface Branch<Code> {
  readonly code: Code;
  /** It matches only where the next byte, or the end of the line, is in this set. */
  readonly first: ByteSet;
  /** Fields that only other branches have. They capture the empty text where this branch begins. */
  readonly others: readonly number[];
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
  /** The first branch that matches, of these alternatives of the pattern. */
  alt(branches: readonly Branch<Code>[], alternatives: Alternatives): Code;
  /** The same, but it may remember where it failed, because several branches lead to it. */
  shared(code: Code, first: ByteSet): Code;
  /**
   * A pattern that ends with the literal `closing`, if that is given, which is checked first, as nothing rejects a line
   * sooner. `dated` is tried before `plain`: a field `timestamp` of any text captures a date-time.
   */
  whole(closing: Uint8Array | undefined, dated: Code | undefined, plain: Code): Code;
}

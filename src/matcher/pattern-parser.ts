// A pattern becomes a parser by a fold over its elements, from the last to the first. Each element gets the parser of
// what follows it, its continuation. An element that may end at several offsets tries them in order, and backtracks if
// the rest of the pattern does not match after it. There is no other backtracking: the first way through gives the
// captures.
//
// Speed and the bound on work are local to the elements: a continuation says what it can never begin with, and an
// element remembers where it failed on the current line.

import { alternatives, type Branch } from "./elements/alternatives.ts";
import { anyField } from "./elements/any-field.ts";
import { type Continuation, closedBy, lineEnd, literalHere, remembering } from "./elements/continuation.ts";
import { typedField } from "./elements/typed-field.ts";
import type { Line } from "./line/line.ts";
import { actionOf, NO_MATCH, type Parser, parser } from "./parser.ts";
import { isAny, type Pattern, type PatternElement, patternFields } from "./pattern.ts";
import type { Literals } from "./search/literal.ts";
import type { TypeMatchers } from "./types/type-registry.ts";

/** What all parsers of a matcher share. */
export interface ParserContext {
  readonly line: Line;
  readonly literals: Literals;
  readonly types: Pick<TypeMatchers, "of" | "preferred">;
}

/**
 * Builds the parser of a pattern, which results in `value`. Run at the start of the current line, it succeeds if the
 * pattern matches the whole line, and leaves the captures in `line.bounds`. A field `timestamp` of any text is first
 * tried as a date-time; if the pattern cannot match so, it captures any text. Throws a RangeError for an unknown type.
 */
export function patternParser(context: ParserContext, { elements, timestamp }: Pattern, value: number): Parser {
  const { line, literals } = context;
  const last = elements.at(-1);
  const closing = last !== undefined && "literal" in last ? literals.of(last.literal) : undefined;
  const end = lineEnd(line, closing, value);
  const others = closing === undefined ? elements : elements.slice(0, -1);
  const plain = sequence(context, others, end).parser;
  const whole = hasAnyField(elements, timestamp)
    ? eitherOf(sequence(context, others, end, timestamp).parser, plain)
    : plain;
  return closing === undefined ? whole : closedBy(line, closing, whole);
}

/** Stands for no field. */
const NONE = -1;

/** Several elements in a row, then `end`. The field `dateField`, if it is of any text, must be a date-time. */
export function sequence(
  context: ParserContext,
  elements: readonly PatternElement[],
  end: Continuation,
  dateField = NONE,
): Continuation {
  return elements.reduceRight((next, element) => elementThen(context, element, next, dateField), end);
}

/** One element, then `next`. */
function elementThen(
  context: ParserContext,
  element: PatternElement,
  next: Continuation,
  dateField: number,
): Continuation {
  const { line, literals, types } = context;
  if ("literal" in element) return literalHere(line, literals.of(element.literal), next);
  if ("branches" in element) return branchesOf(context, element.branches, next, dateField);
  const { field, type } = element;
  if (type !== undefined) return typedField(line, field, types.of(type), next);
  return field === dateField ? typedField(line, field, types.preferred, next) : anyField(line, field, next);
}

/**
 * Alternatives, then `next`. If some branches contain the date field, the others are left out here: they are the same
 * in the plain reading, which is tried next.
 */
function branchesOf(
  context: ParserContext,
  branches: readonly (readonly PatternElement[])[],
  next: Continuation,
  dateField: number,
): Continuation {
  const shared = branches.length > 1 ? remembering(context.line, next) : next;
  const withDate = branches.filter((branch) => hasAnyField(branch, dateField));
  const fields = new Set(branches.flatMap(patternFields).map(({ field }) => field));
  const taken = (withDate.length > 0 ? withDate : branches).map((branch): Branch => {
    const own = new Set(patternFields(branch).map(({ field }) => field));
    const others = [...fields].filter((field) => !own.has(field));
    return { ...sequence(context, branch, shared, dateField), others };
  });
  const [only] = taken;
  return taken.length === 1 && only!.others.length === 0 ? only! : alternatives(context.line, taken);
}

function hasAnyField(elements: readonly PatternElement[], field: number): boolean {
  return elements.some((element) =>
    "branches" in element
      ? element.branches.some((branch) => hasAnyField(branch, field))
      : isAny(element) && element.field === field,
  );
}

/** The preferred parser if it matches, else the other. */
function eitherOf(preferred: Parser, other: Parser): Parser {
  const match = actionOf(preferred);
  const matchOther = actionOf(other);
  return parser((bytes, at) => {
    const reply = match(bytes, at);
    return reply !== NO_MATCH ? reply : matchOther(bytes, at);
  });
}

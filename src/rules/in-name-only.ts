import type { Pattern, PatternElement } from "../matcher/pattern.ts";
import { isAlphanumeric } from "../text/bytes/ascii.ts";

/** Types that tell where a text ends, and next to nothing about what it says. */
const BARE_TYPES: ReadonlySet<string> = new Set(["word", "timestamp", "whitespace", "column"]);
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** So many fields of other types say what a line is: a row of numbers and addresses, for instance. */
const ENOUGH_TYPES = 2;

/**
 * Whether a pattern matches in name only: it has lines without a word of a literal, without one of a field's values,
 * and with at most one value of a type that says something. Optional parts may be missing. A line that consists of
 * literals alone is not among these: the pattern says all of it.
 */
export function isInNameOnly({ elements }: Pattern): boolean {
  return leastSaid(elements).filled < ENOUGH_TYPES;
}

/** The least that lines say, in typed fields; a word or a field's values are enough by themselves. */
interface Least {
  /** Lines without a field; infinite if there are none. */
  readonly bare: number;
  /** Lines with one. */
  readonly filled: number;
}

function leastSaid(elements: readonly PatternElement[]): Least {
  return elements.map(leastOf).reduce(
    (before, { bare, filled }) => ({
      bare: before.bare + bare,
      filled: Math.min(before.filled + Math.min(bare, filled), before.bare + filled),
    }),
    { bare: 0, filled: Number.POSITIVE_INFINITY },
  );
}

function leastOf(element: PatternElement): Least {
  if ("literal" in element) {
    const { literal } = element;
    // Most literals have a word of ASCII, and decoding takes its time.
    const hasWord = literal.some(isAlphanumeric) || LETTER_OR_DIGIT.test(decoder.decode(literal));
    return { bare: hasWord ? ENOUGH_TYPES : 0, filled: Number.POSITIVE_INFINITY };
  }
  if ("branches" in element) {
    const branches = element.branches.map(leastSaid);
    return {
      bare: Math.min(...branches.map(({ bare }) => bare)),
      filled: Math.min(...branches.map(({ filled }) => filled)),
    };
  }
  const { type } = element;
  const hasValues = type !== undefined && "values" in type;
  const isBare = type === undefined || (!hasValues && BARE_TYPES.has(type.typeName));
  return { bare: Number.POSITIVE_INFINITY, filled: hasValues ? ENOUGH_TYPES : isBare ? 0 : 1 };
}

const decoder = new TextDecoder();

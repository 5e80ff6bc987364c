// Fields that span others: from where one begins to where another ends. A parser knows nothing of them; their captures
// follow from those of the line that it matched.
import type { Line } from "./line.ts";
import { actionOf, NO_MATCH, type Parser, parser } from "./parser.ts";
import type { Pattern, PatternElement, SpanEnd } from "./pattern.ts";

/** A parser that also captures the pattern's spans. */
export function spanning(whole: Parser, { spans }: Pattern, line: Line): Parser {
  if (spans === undefined) return whole;
  const match = actionOf(whole);
  return parser((bytes, at) => {
    const reply = match(bytes, at);
    if (reply === NO_MATCH) return reply;
    const matched = line.bounds.slice();
    for (const { field, from, to } of spans) {
      const [start, end] = [placeOf(from, line, matched, 0), placeOf(to, line, matched, 1)];
      const isEmpty = start === undefined || end === undefined || end < start;
      line.capture(field, isEmpty ? line.start : start, isEmpty ? line.start : end);
    }
    return reply;
  });
}

/**
 * Where a span begins (`side` 0) or ends; undefined if there is nothing at any of its ends. Texts are beside what the
 * parser `matched`, even if the field has become longer since.
 */
function placeOf(ends: readonly SpanEnd[], line: Line, matched: Line["bounds"], side: 0 | 1): number | undefined {
  if (ends.length === 0) return side === 0 ? line.start : line.end;
  for (const end of ends) {
    const { field, text, isBeyond, isAlways } = end;
    const edge = isBeyond ? 1 - side : side;
    const bounds = text.length > 0 ? matched : line.bounds;
    const at = bounds[2 * field + edge]!;
    const isCaptured = bounds[2 * field]! < bounds[2 * field + 1]!;
    // What captured nothing in an optional part may not be there at all, and then neither is its text.
    const counts = isCaptured || (text.length > 0 ? isAlways : end === ends.at(-1));
    if (counts) return edge === 0 ? at - text.length : at + text.length;
  }
  return undefined;
}

/**
 * The begin (`side` 0) or the end of a span, at the only field of this name, with a text before it, or after it;
 * undefined if there is no such field, or if the pattern does not have the text there. What `isBeyond` begins after the
 * field and the text behind it, and ends before the text and the field behind it.
 */
export function spanEnd(
  { elements, fields }: Pattern,
  { name, text, isBeyond = false }: { readonly name: string; readonly text: string; readonly isBeyond?: boolean },
  side: 0 | 1,
): SpanEnd | undefined {
  const field = fields.indexOf(name);
  const bytes = Buffer.from(text);
  const isKnown = field !== -1 && fields.lastIndexOf(name) === field;
  const isThere = isKnown && isBeside(elements, field, bytes, (side === 1) !== isBeyond ? 1 : 0);
  const isAlways = elements.some((element) => "field" in element && element.field === field);
  return isThere ? { field, text: bytes, isBeyond, isAlways } : undefined;
}

/** Whether the text is beside a field wherever it is, in `elements` or, at their edge, in what is beside them. */
function isBeside(
  elements: readonly PatternElement[],
  field: number,
  text: Buffer,
  side: 0 | 1,
  outer?: PatternElement,
): boolean {
  return elements.every((element, i) => {
    const next = elements[side === 0 ? i - 1 : i + 1] ?? outer;
    if ("branches" in element) return element.branches.every((branch) => isBeside(branch, field, text, side, next));
    if ("literal" in element || element.field !== field || text.length === 0) return true;
    if (next === undefined || !("literal" in next)) return false;
    const { literal } = next;
    return text.equals(side === 0 ? literal.subarray(-text.length) : literal.subarray(0, text.length));
  });
}

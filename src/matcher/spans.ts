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
    for (const { field, from, to } of spans) {
      const [start, end] = [placeOf(from, field, bytes, line, 0), placeOf(to, field, bytes, line, 1)];
      const isEmpty = start === undefined || end === undefined || end < start;
      line.capture(field, isEmpty ? line.start : start, isEmpty ? line.start : end);
    }
    return reply;
  });
}

/** Where the span `own` begins (`side` 0) or ends; undefined if there is nothing at any of its ends. */
function placeOf(
  ends: readonly SpanEnd[],
  own: number,
  bytes: Uint8Array,
  line: Line,
  side: 0 | 1,
): number | undefined {
  if (ends.length === 0) return side === 0 ? line.start : line.end;
  for (const end of ends) {
    const { field, text, isBeyond } = end;
    const edge = isBeyond ? 1 - side : side;
    const at = line.bounds[2 * field + edge]!;
    const place = edge === 0 ? at - text.length : at + text.length;
    const isCaptured = line.bounds[2 * field]! < line.bounds[2 * field + 1]!;
    if (isCaptured || (text.length === 0 && end === ends.at(-1))) return place;
    if ((isBeyond || field === own) && text.length > 0 && isAt(text, bytes, Math.min(at, place), line)) return place;
  }
  return undefined;
}

function isAt(text: Uint8Array, bytes: Uint8Array, at: number, { start, end }: Line): boolean {
  return at >= start && at + text.length <= end && text.every((byte, i) => bytes[at + i] === byte);
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
  return isThere ? { field, text: bytes, isBeyond } : undefined;
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

// Fields that span others: from where one begins to where another ends. A parser knows nothing of them; their captures
// follow from those of the line that it matched.
import type { Line } from "./line.ts";
import { actionOf, NO_MATCH, type Parser, parser } from "./parser.ts";
import type { AbsentFields, Alternatives, Pattern, PatternElement, SpanEnd } from "./pattern.ts";

/** A parser that also captures the pattern's spans. `whole` adds the fields of branches not taken to `absent`. */
export function spanning(whole: Parser, { spans = [] }: Pattern, line: Line, absent: AbsentFields): Parser {
  const match = actionOf(whole);
  return parser((bytes, at) => {
    absent.clear();
    const reply = match(bytes, at);
    if (reply === NO_MATCH) return reply;
    // Texts are beside what was matched, even if the field becomes longer.
    const matched = line.bounds.slice();
    const isCounted = ({ field, text, inside }: SpanEnd): boolean => {
      if (text.length === 0) return line.bounds[2 * field]! < line.bounds[2 * field + 1]!;
      const around = absent.get(field);
      return around === undefined || inside.has(around);
    };
    const placeOf = (ends: readonly SpanEnd[], side: 0 | 1): number | undefined => {
      if (ends.length === 0) return side === 0 ? line.start : line.end;
      const last = ends.at(-1)!;
      const end = ends.find(isCounted) ?? (last.text.length === 0 ? last : undefined);
      if (end === undefined) return undefined;
      const { field, text, isBeyond } = end;
      const edge = isBeyond ? 1 - side : side;
      const place = (text.length > 0 ? matched : line.bounds)[2 * field + edge]!;
      return edge === 0 ? place - text.length : place + text.length;
    };
    for (const { field, from, to } of spans) {
      const [start, end] = [placeOf(from, 0), placeOf(to, 1)];
      const isEmpty = start === undefined || end === undefined || end < start;
      line.capture(field, isEmpty ? line.start : start, isEmpty ? line.start : end);
    }
    return reply;
  });
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
  if (field === -1 || fields.lastIndexOf(name) !== field) return undefined;
  const inside = new Set<Alternatives>();
  const isThere = isBeside(elements, field, bytes, (side === 1) !== isBeyond ? 1 : 0, inside);
  return isThere ? { field, text: bytes, isBeyond, inside } : undefined;
}

/** What is beside elements, and the alternatives around these, but not around what is beside. */
interface Outside {
  readonly element: PatternElement | undefined;
  readonly around: readonly Alternatives[];
}

/**
 * Whether the text is beside a field wherever it is, in `elements` or, at their edge, in what is beside them. Adds
 * optional parts that have the field, but not the text, to `inside`.
 */
function isBeside(
  elements: readonly PatternElement[],
  field: number,
  text: Buffer,
  side: 0 | 1,
  inside: Set<Alternatives>,
  outside: Outside = { element: undefined, around: [] },
): boolean {
  return elements.every((element, i) => {
    const own = elements[side === 0 ? i - 1 : i + 1];
    const { element: next, around } = own === undefined ? outside : { element: own, around: [] };
    if ("branches" in element) {
      const beside = { element: next, around: [...around, element.branches] };
      return element.branches.every((branch) => isBeside(branch, field, text, side, inside, beside));
    }
    if ("literal" in element || element.field !== field || text.length === 0) return true;
    if (next === undefined || !("literal" in next)) return false;
    const isOptional = (branches: Alternatives): boolean => branches.filter(({ length }) => length > 0).length === 1;
    for (const alternatives of around) if (isOptional(alternatives)) inside.add(alternatives);
    const { literal } = next;
    return text.equals(side === 0 ? literal.subarray(-text.length) : literal.subarray(0, text.length));
  });
}

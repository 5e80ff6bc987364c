import { type Pattern, type Span, type SpanEnd, withSpans } from "../matcher/pattern.ts";
import { spanEnd } from "../matcher/spans.ts";
import { nearestOr } from "../text/messages/nearest.ts";
import { namesInWords, quoted } from "../text/messages/phrases.ts";
import type { Entry, NodeReader } from "./node-reader.ts";
import { parseNotation } from "./notation.ts";
import { oneOrMore, SPAN_KEYS, type WrittenSpan } from "./read-field.ts";
import { reportEmpty } from "./read-pattern.ts";

const NO_ENDS = "write a field in braces, as in 'from: \"{hour}\"', or several as a list";

/** No rule needs more ends, and each one takes time with every line. */
const MAX_ENDS = 200;

/** The pattern of a rule with the fields that span others. Reports ends that are none of its own fields. */
export function readSpans(reader: NodeReader, written: readonly WrittenSpan[], pattern: Pattern): Pattern {
  const spans = new Map<string, Span>();
  let ends = 0;
  for (const { field, span, ...keys } of written) {
    const [from = [], to = []] = SPAN_KEYS.map((key, side) => readEnds(reader, keys[key], pattern, side as 0 | 1));
    const before = ends;
    ends += from.length + to.length;
    if (ends > MAX_ENDS) {
      if (before <= MAX_ENDS)
        reader.report("TOO_MANY_FIELDS", span, {
          message: `the fields of this rule that span others have more than ${MAX_ENDS} ends`,
          help: "leave out those that no output needs",
        });
      continue;
    }
    const own = pattern.fields.indexOf(field);
    if (own !== -1 && ![...from, ...to].some((end) => end.field === own))
      reader.report("SPAN_END", span, {
        message: `${quoted(field)} is a field of the pattern, so it cannot be one that spans others`,
        help: "rename one of them; a field of the pattern can only be made longer, as in 'from: \"/{path}\"'",
      });
    spans.set(field, { from, to });
  }
  return withSpans(pattern, spans);
}

/** Reads one end, or a list of them. Without an entry there is none, as the span reaches to the edge of the line. */
function readEnds(reader: NodeReader, entry: Entry | undefined, pattern: Pattern, side: 0 | 1): SpanEnd[] {
  const items = entry && oneOrMore(reader, entry, "an end", NO_ENDS);
  if (items?.length === 0) reportEmpty(reader, entry!, "field", NO_ENDS);
  return (items ?? []).flatMap((item) => readEnd(reader, item, pattern, side) ?? []);
}

/** Reads `{field}` with a text before or after it. The end is on the side of the text. */
function readEnd(reader: NodeReader, entry: Entry, pattern: Pattern, side: 0 | 1): SpanEnd | undefined {
  const source = reader.lineText(entry)?.source;
  if (source === undefined) return undefined;
  const parts = parseNotation(source);
  const name = parts.flatMap((part) => ("field" in part ? [part.field] : [])).join();
  const text = parts.flatMap((part) => ("text" in part ? [part.text] : [])).join("");
  const isAfter = source === `{${name}}${text}`;
  const isEnd = isAfter || source === `${text}{${name}}`;
  const isBeyond = text !== "" && isAfter === (side === 0);
  const end = isEnd ? spanEnd(pattern, { name, text, isBeyond }, side) : undefined;
  if (end === undefined)
    reader.report("SPAN_END", entry.node, () => {
      const fields = [...new Set(pattern.fields)];
      const known = fields.length === 0 ? "it has no fields" : `its fields are ${namesInWords(fields)}`;
      return {
        message: `${quoted(source)} is not one field of the pattern with the text right before or after it`,
        help: isEnd && !fields.includes(name) ? nearestOr([name], fields, known) : NO_ENDS,
      };
    });
  return end;
}

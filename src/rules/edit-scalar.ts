// Writes other texts in place of scalars of YAML, in the style that these have.
import { printable } from "../text/messages/printable.ts";
import type { Span } from "./location.ts";
import type { TextEdit } from "./text-edits.ts";
import { flowScalarOf, quotedScalar, scalarOf, yamlText } from "./write-rule.ts";

/**
 * The edit that writes another text, without a line break, in place of a scalar, or of the alias that stands for one.
 * The scalar keeps its quotes, and a block scalar stays one if the text can be seen in it. `isFlow` tells whether it is
 * in brackets or braces.
 */
export function scalarEdit(text: string, span: Span, next: string, isFlow: boolean): TextEdit {
  const { start, end } = span;
  const sign = text[start]!;
  if (sign === "|" || sign === ">") return blockScalarEdit(text, span, next);
  if (sign === '"') return { start, end, text: yamlText(next) };
  if (sign === "'") return { start, end, text: quotedScalar(next) };
  return { start, end, text: (isFlow ? flowScalarOf : scalarOf)(next, text.slice(start, end)) };
}

/** Keeps the header of the block, which may have a comment, and the blank lines after it. */
function blockScalarEdit(text: string, { start, end }: Span, next: string): TextEdit {
  const from = Math.min(text.indexOf("\n", start) + 1 || end, end);
  const header = text.slice(start, from);
  const body = text.slice(from, end);
  const lines = body.trimEnd();
  const rest = body.slice(lines.length).replace(/^[ \t]+/, "");
  const [indent] = /^ */.exec(lines)!;
  const [indicator] = /^[|>][-+\d]*/.exec(header)!;
  const isSeen = next.trim() === next && next !== "" && printable(next) === next;
  return indent !== "" && isSeen && !/\d/.test(indicator)
    ? { start: from, end, text: indent + next + rest }
    : { start, end, text: quotedScalar(next) + header.slice(indicator.length) + rest.replace(/^\r?\n/, "") };
}

// Texts that are part of one line.

import type { Span } from "./location.ts";
import { hasForeignTag, isScalar, type YamlNode, type YamlScalar } from "./node.ts";
import type { Entry, NodeReader } from "./node-reader.ts";
import type { Wording } from "./pending-issue.ts";

const EMPTY_TEXT = 'write the text after the colon; "" is an empty one';
/** Only an escape can make one: the file is UTF-8. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reads a text that is part of one line: it must have no line break and, unless `mayBeEmpty`, not be empty. */
export function readLineText(reader: NodeReader, entry: Entry, mayBeEmpty = false): YamlScalar | undefined {
  const scalar = reader.text(entry, mayBeEmpty ? EMPTY_TEXT : undefined);
  if (scalar === undefined) return undefined;
  const { source } = scalar;
  if (isLineText(scalar) || (source === "" && mayBeEmpty)) return scalar;
  if (source === "") reader.report("EMPTY_VALUE", entry.node, () => empty(entry.what));
  else if (source.includes("\n")) reader.report("LINE_BREAK", entry.node, () => lineBreak(entry.what, scalar));
  else reader.report("NOT_UTF8", entry.node, () => loneSurrogate(entry.what));
  return undefined;
}

/** Whether a node is a text that `readLineText` returns. Aliases are not followed. */
export function isLineText(node: YamlNode | null): node is YamlScalar {
  if (!isScalar(node) || hasForeignTag(node)) return false;
  const { source, style } = node;
  return source !== "" && !source.includes("\n") && !(style === '"' && LONE_SURROGATE.test(source));
}

function empty(what: string): Wording {
  return {
    message: `${what} is empty; expected at least one character`,
    help: "write it; an empty element can be left out",
  };
}

function lineBreak(what: string, { source, style }: YamlScalar): Wording {
  const atEnd = source.indexOf("\n") === source.length - 1;
  return {
    message: `${what} has a line break ${atEnd ? "at its end" : "in it"}; a rule describes one line, without its line break`,
    help: !atEnd
      ? "write a rule for each line"
      : style === "|" || style === ">"
        ? `write '${style}-' in place of '${style}', which keeps the line break at the end`
        : "leave the line break out",
  };
}

function loneSurrogate(what: string): Wording {
  return {
    message: `${what} contains half of a surrogate pair, which is not a character in UTF-8`,
    help: "write the character itself, or its code as \\UXXXXXXXX",
  };
}

/**
 * Returns a function for the spans in the file of parts of a text that begin with a brace, which must be asked for in
 * order; `offset` is where the part begins in the text. A part that escapes or folding hide gets the span of the whole
 * text, as do all parts after a hidden brace.
 */
export function spansIn(file: string, whole: Span, text: string): (part: string, offset: number) => Span {
  const written = file.slice(whole.start, whole.end);
  let passed = 0;
  let brace = written.indexOf("{");
  return (part, offset) => {
    for (let next = text.indexOf("{", passed); next < offset && brace !== -1; next = text.indexOf("{", next + 1)) {
      brace = written.indexOf("{", brace + 1);
    }
    passed = offset;
    if (brace === -1 || !written.startsWith(part, brace)) return whole;
    return { start: whole.start + brace, end: whole.start + brace + part.length };
  };
}

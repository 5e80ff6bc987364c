// Descriptions of fields in rules of liblognorm: `%name:type:extra%`, or JSON between the signs.

import { LeftOut } from "../../../rules/rules-error.ts";
import { quoted } from "../../../text/messages/phrases.ts";

/** How deep brackets may be nested. It bounds the recursion of all that looks at a description. */
const MAX_DEPTH = 100;

/** The description after a `%`, as a JSON value, and where the field ends. */
export function descriptionAt(text: string, at: number): { value: unknown; end: number } {
  const start = at + /^\s*/.exec(text.slice(at))![0].length;
  if (text[start] === "{" || text[start] === "[") {
    const close = closingBracket(text, start);
    return { value: json(text.slice(start, close)), end: afterField(text, close) };
  }
  const [head, name = "", type = ""] = /^([^:%]*):\s*([^:%{]*)/.exec(text.slice(start)) ?? [];
  if (head === undefined) throw new LeftOut("a '%' that does not begin a field; a literal one is '%%'");
  const next = start + head.length;
  const field = { name: name.trim(), type: type.trim() };
  if (text[next] === "{") {
    const close = closingBracket(text, next);
    return { value: { ...(json(text.slice(next, close)) as object), ...field }, end: afterField(text, close) };
  }
  if (text[next] === "%") return { value: field, end: next + 1 };
  const end = text.indexOf("%", next + 1);
  if (text[next] !== ":" || end === -1) throw new LeftOut("a field without a '%' at its end");
  return { value: { ...field, extradata: unescaped(text.slice(next + 1, end)) }, end: end + 1 };
}

function afterField(text: string, at: number): number {
  const end = at + /^\s*/.exec(text.slice(at))![0].length;
  if (text[end] !== "%") throw new LeftOut("a field without a '%' at its end");
  return end + 1;
}

/** The offset after the bracket that closes the one at `start`. */
function closingBracket(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') {
      i++;
      while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
    } else if ("{[".includes(character)) {
      if (++depth > MAX_DEPTH) throw new LeftOut("is nested too deep");
    } else if ("}]".includes(character) && --depth === 0) return i + 1;
  }
  throw new LeftOut(`a '${text[start]}' that is not closed`);
}

/** JSON, in which a comma may come before a bracket that closes. */
function json(text: string): unknown {
  try {
    return JSON.parse(text.replace(/("(?:[^"\\]|\\.)*"?)|,(?=\s*[\]}])/gs, (_, string: string = "") => string));
  } catch {
    throw new LeftOut(`not JSON: ${quoted(text)}`);
  }
}

/** Others stand for themselves. */
const ESCAPES: Readonly<Record<string, string>> = { a: "\x07", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };

/** A text without escapes: `\t`, `\x41`. A backslash before anything else is a backslash. */
export function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9A-Fa-f]{2})|([abfnrt'"?\\]))/g, (_, hex: string | undefined, letter: string) =>
    hex === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

// Descriptions of fields in rules of liblognorm: `%name:type:extra%`, or JSON between the signs.

import { LeftOut } from "../../../rules/rules-error.ts";
import { quoted } from "../../../text/messages/phrases.ts";

/** How deep brackets may be nested. It bounds the recursion of all that looks at a description. */
const MAX_DEPTH = 100;

/** The description after a `%`, as a JSON value, and where the field ends. */
export function descriptionAt(text: string, at: number): { value: unknown; end: number } {
  const [head, name, type] = /^\s*(?:(?![[{])([^:%]*):\s*([^:%{]*))?/.exec(text.slice(at))!;
  const start = at + head.length;
  const short = name === undefined ? undefined : { name: name.trim(), type: type!.trim() };
  if (text[start] === "{" || (short === undefined && text[start] === "[")) {
    const close = closingBracket(text, start);
    const value = json(text.slice(start, close));
    const end = close + /^\s*/.exec(text.slice(close))![0].length;
    if (text[end] === "%") return { value: short ? { ...(value as object), ...short } : value, end: end + 1 };
  } else if (short === undefined) throw new LeftOut("a '%' that does not begin a field; a literal one is '%%'");
  else {
    if (text[start] === "%") return { value: short, end: start + 1 };
    const end = text.indexOf("%", start + 1);
    if (text[start] === ":" && end !== -1)
      return { value: { ...short, extradata: unescaped(text.slice(start + 1, end)) }, end: end + 1 };
  }
  throw new LeftOut("a field without a '%' at its end");
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

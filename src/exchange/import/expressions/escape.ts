import type { Cursor } from "./cursor.ts";
import type { Dialect } from "./dialect.ts";
import type { Expression } from "./expression.ts";
import { UnsupportedError } from "./expression.ts";

const HEX_ESCAPE = /\\(?:x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{4}))/y;

/** Reads an escape. Throws UnsupportedError if it is malformed or rules have nothing like it. */
export function readEscape(cursor: Cursor): Expression {
  const { text, at, dialect } = cursor;
  const hex = cursor.take(HEX_ESCAPE);
  if (hex !== undefined) return { kind: "text", text: hexCharacter(hex, dialect) };
  const character = text[at + 1];
  if (character === undefined) throw new UnsupportedError("a backslash at the end", at);
  cursor.at += 2;
  if (Object.hasOwn(dialect.sets, character))
    return { kind: "set", set: dialect.sets[character]!, source: `\\${character}` };
  if (character === "b") return { kind: "boundary", source: "\\b", offset: at };
  if (character === "A") return { kind: "start", source: "\\A", offset: at };
  if (character === "Z" || character === "z") return { kind: "end", source: `\\${character}`, offset: at };
  if (Object.hasOwn(dialect.controls, character)) return { kind: "text", text: dialect.controls[character]! };
  if (/[1-9]/.test(character) || character === "k")
    throw new UnsupportedError("a reference back to what a group matched", at);
  if (/[A-Za-z0-9]/.test(character)) throw new UnsupportedError(`the escape \\${character}`, at);
  const literal = String.fromCodePoint(text.codePointAt(at + 1)!);
  cursor.at = at + 1 + literal.length;
  return { kind: "text", text: literal };
}

function hexCharacter(found: RegExpExecArray, { hasUnicode }: Dialect): string {
  const code = Number.parseInt((found[1] ?? found[2] ?? found[3])!, 16);
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
    throw new UnsupportedError("an escape that does not stand for a character", found.index);
  if (code >= 0x80 && !hasUnicode)
    throw new UnsupportedError("an escape for a byte that is not a character", found.index);
  return String.fromCodePoint(code);
}

// Sets of characters: `[a-z_]`, `[^"]`, `[[:alpha:]]`.

import { type ByteSet, bytesWhere, unionOf } from "../../../text/bytes/byte-set.ts";
import type { Cursor } from "./cursor.ts";
import { readEscape } from "./escape.ts";
import { complement, type Expression, UnsupportedError } from "./expression.ts";

const POSIX: Readonly<Record<string, RegExp>> = {
  alpha: /[A-Za-z]/,
  digit: /\d/,
  alnum: /[A-Za-z\d]/,
  upper: /[A-Z]/,
  lower: /[a-z]/,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9A-Fa-f]/,
  word: /\w/,
  print: /[ -~]/,
  graph: /[!-~]/,
  cntrl: /\p{Cc}/u,
};

/**
 * Reads a set, beginning at its bracket. Throws UnsupportedError if the set is not closed or cannot be said with bytes.
 */
export function readClass(cursor: Cursor): Expression {
  const { text, at } = cursor;
  cursor.at++;
  const isNegated = text[cursor.at] === "^";
  if (isNegated) cursor.at++;
  const members: ByteSet[] = [];
  const first = cursor.at;
  while (text[cursor.at] !== "]" || cursor.at === first) {
    if (cursor.at >= text.length) throw new UnsupportedError("a '[' without a ']'", at);
    members.push(member(cursor, at));
  }
  cursor.at++;
  const set = unionOf(members);
  if (isNegated && set[0x80] === 1)
    throw new UnsupportedError("characters beyond ASCII in a set that excludes them", at);
  return { kind: "set", set: isNegated ? complement(set) : set, source: text.slice(at, cursor.at) };
}

/** A character, a range or a set in a class. */
function member(cursor: Cursor, start: number): ByteSet {
  const { text, dialect } = cursor;
  if (text.startsWith("[:", cursor.at)) return posixClass(cursor);
  if (dialect.hasNestedSets && text[cursor.at] === "[")
    throw new UnsupportedError("a set in a set of characters; write \\[ for the bracket itself", cursor.at);
  if (dialect.hasNestedSets && text.startsWith("&&", cursor.at))
    throw new UnsupportedError("an intersection of sets of characters", cursor.at);
  const low = character(cursor, start);
  if (typeof low !== "string") return low;
  if (text[cursor.at] !== "-" || text[cursor.at + 1] === "]" || cursor.at + 1 >= text.length) return bytesOf(low, low);
  cursor.at++;
  const high = character(cursor, start);
  if (typeof high !== "string" || high.codePointAt(0)! < low.codePointAt(0)!)
    throw new UnsupportedError("a range whose characters are in the wrong order", cursor.at);
  return bytesOf(low, high);
}

function character(cursor: Cursor, start: number): string | ByteSet {
  const { text, at } = cursor;
  if (at >= text.length) throw new UnsupportedError("a '[' without a ']'", start);
  const one = String.fromCodePoint(text.codePointAt(at)!);
  if (one !== "\\") {
    cursor.at += one.length;
    return one;
  }
  if (text[at + 1] === "b") {
    cursor.at += 2;
    return "\b";
  }
  const node = readEscape(cursor);
  if (node.kind === "set") return node.set;
  if (node.kind === "text") return node.text;
  throw new UnsupportedError("an escape that does not stand for a character", at);
}

function posixClass(cursor: Cursor): ByteSet {
  const { at } = cursor;
  const [, negation, name = ""] = cursor.take(/\[:(\^?)([a-z]+):\]/y) ?? [];
  const expression = Object.hasOwn(POSIX, name) ? POSIX[name] : undefined;
  if (expression === undefined) throw new UnsupportedError("an unknown class of characters", at);
  const set = bytesWhere((byte) => byte < 0x80 && expression.test(String.fromCharCode(byte)));
  return negation === "" ? set : complement(set);
}

/** The bytes of the characters from `low` up to `high`. Beyond ASCII, one character stands for all. */
function bytesOf(low: string, high: string): ByteSet {
  const [from, to] = [low.codePointAt(0)!, high.codePointAt(0)!];
  return bytesWhere((byte) => (byte < 0x80 ? byte >= from && byte <= to : to >= 0x80));
}

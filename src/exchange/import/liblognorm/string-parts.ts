// The type `string`, which has parameters for quotes and for the characters that it may have.

import { LeftOut } from "../../../rules/rules-error.ts";
import { isAlphanumeric, isDigit, isHexDigit } from "../../../text/bytes/ascii.ts";
import { type ByteSet, bytesOf, bytesWhere, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { NON_BLANK } from "../expressions/expression.ts";
import type { ScannedPart, ScannedTexts } from "../scanned-parts.ts";

const CLASSES: ReadonlyMap<unknown, ByteSet> = new Map([
  ["digit", bytesWhere(isDigit)],
  ["hexdigit", bytesWhere(isHexDigit)],
  ["alpha", bytesWhere((byte) => isAlphanumeric(byte) && !isDigit(byte))],
  ["alnum", bytesWhere(isAlphanumeric)],
]);

const PARAMETERS: readonly string[] = [
  ...["name", "type", "priority"],
  ...["quoting.mode", "quoting.escape.mode", "quoting.char.begin", "quoting.char.end"],
  ...["matching.permitted", "matching.mode"],
];

/** The parts of a field with these parameters: a text in quotes, one up to the next blank, or either of them. */
export function stringParts(
  members: Readonly<Record<string, unknown>>,
  source: string,
  field: (texts: ScannedTexts) => ScannedPart,
): ScannedPart[] {
  const unknown = Object.keys(members).find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined) throw new LeftOut(`the parameter ${quoted(unknown)} of ${source}`);
  const mode = choice(members, "quoting.mode", ["auto", "none", "required"]);
  // Rules keep escapes as they are, which the docs say.
  choice(members, "quoting.escape.mode", ["both", "none", "double", "backslash"]);
  const isStrict = choice(members, "matching.mode", ["strict", "lazy"]) === "strict";
  const permitted = permittedBytes(members["matching.permitted"], source);
  const end = quote(members, "quoting.char.end");
  const inQuotes = permitted === undefined ? field({ until: end }) : field({ run: permitted, mayBeEmpty: true });
  const withQuotes = [{ text: quote(members, "quoting.char.begin") }, inQuotes, { text: end }];
  const without = [field(permitted === undefined ? { type: "word" } : { run: withoutBlanks(permitted) })];
  const either: Readonly<Record<string, ScannedPart[]>> = {
    auto: [{ branches: [withQuotes, without] }],
    none: without,
    required: withQuotes,
  };
  return [...either[mode]!, ...(isStrict ? [{ endsWord: true as const, source }] : [])];
}

function choice(members: Readonly<Record<string, unknown>>, name: string, values: readonly string[]): string {
  const value = members[name] ?? values[0]!;
  if (typeof value !== "string" || !values.includes(value))
    throw new LeftOut(`${quoted(name)} is ${quoted(String(value))}`);
  return value;
}

function quote(members: Readonly<Record<string, unknown>>, name: string): string {
  const value = members[name] ?? '"';
  if (typeof value !== "string" || value.length !== 1) throw new LeftOut(`${quoted(name)} is not one character`);
  return value;
}

/** The bytes that are permitted; undefined if all are. */
function permittedBytes(value: unknown, source: string): ByteSet | undefined {
  if (value === undefined) return undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return unionOf(
    parts.map((part) => {
      if (typeof part === "string") return bytesOf(part);
      const { class: name, chars } = (part ?? {}) as { class?: unknown; chars?: unknown };
      const set = typeof chars === "string" ? bytesOf(chars) : CLASSES.get(name);
      if (set === undefined) throw new LeftOut(`an unknown class of characters in ${source}`);
      return set;
    }),
  );
}

function withoutBlanks(set: ByteSet): ByteSet {
  return set.map((isMember, byte) => isMember & NON_BLANK[byte]!);
}

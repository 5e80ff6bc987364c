import { isIP } from "node:net";
import { oracleEnds } from "./timestamp-oracle.ts";

/**
 * The ends of a type, defined text by text: whether `line` from `at` to `to` is a text of the type that may end there.
 */
type IsText = (line: string, at: number, to: number) => boolean;

const whole =
  (expression: RegExp): IsText =>
  (line, at, to) =>
    expression.test(line.slice(at, to));

const isWord = whole(/^[^ \t\n\v\f\r]+$/);

/** By type, for Latin-1 lines. */
const TEXTS: Readonly<Record<string, IsText>> = {
  number: whole(/^\d+$/),
  float: whole(/^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/),
  hex: whole(/^(?:0[xX])?[0-9a-fA-F]+$/),
  word: (line, at, to) => isWord(line, at, to) && !/[\x80-\xbf]/.test(line[to] ?? ""),
  whitespace: whole(/^[ \t\n\v\f\r]+$/),
  ip: (line, at, to) => isIP(line.slice(at, to)) > 0 && !line.slice(at, to).includes("%"),
  uuid: whole(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  quoted: whole(/^"(?:[^"\\]|\\.)*"$/s),
  json: (line, at, to) => closesAt(line.slice(at, to)) === to - at,
};

/** The positions where a text of a type that starts at `at` may end, the largest first. Tries each one. */
export function typeEnds(type: string, line: string, at: number): number[] {
  if (type === "timestamp") return oracleEnds(line, at);
  const isText = TEXTS[type]!;
  return placesAfter(line, at).filter((to) => isText(line, at, to));
}

/** Like `typeEnds`, for a list of values. */
export function valuesEnds(texts: readonly string[], line: string, at: number): number[] {
  return placesAfter(line, at).filter((to) => texts.includes(line.slice(at, to)));
}

function placesAfter(line: string, at: number): number[] {
  return Array.from({ length: line.length - at }, (_, i) => line.length - i);
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The length of the bracketed text at the start of a text, or -1 if there is none. */
function closesAt(text: string): number {
  if (!((text[0] ?? "") in CLOSING)) return -1;
  const awaited: string[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|./gs)) {
    if (token === '"') return -1;
    if (token in CLOSING) awaited.push(CLOSING[token]!);
    if ((token === "}" || token === "]") && awaited.pop() !== token) return -1;
    if (awaited.length === 0) return index + 1;
  }
  return -1;
}

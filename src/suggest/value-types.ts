// The types of values.

import { KIND } from "../masks/kinds.ts";
import { VaryingParts } from "../masks/varying-parts.ts";

const NUMBER = /^\d+$/;
const FLOAT = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter words of digits and the first letters, such as `db1`, are rather names. */
const HEX = /^(?:0[xX][0-9A-Fa-f]+|\d+|(?=[A-Fa-f]*\d)[0-9A-Fa-f]{6,})$/;
const WORD = /^[^\t\n\v\f\r ]+$/;

/** In the order in which they are tried, each with its name in rules. */
const TESTS: readonly (readonly [string, (value: string) => boolean])[] = [
  ["number", (value) => NUMBER.test(value)],
  ["float", (value) => FLOAT.test(value)],
  ["ip", (value) => isOne(value, KIND.ip)],
  ["uuid", (value) => isOne(value, KIND.uuid)],
  ["timestamp", (value) => isOne(value, KIND.time)],
  ["hex", (value) => HEX.test(value)],
  ["word", (value) => WORD.test(value)],
];

/** The narrowest type of all values, or undefined if they may be any text. */
export function typeOfAll(values: readonly string[]): string | undefined {
  return TESTS.find(([, test]) => values.every(test))?.[0];
}

const parts = new VaryingParts();

function isOne(value: string, kind: number): boolean {
  const bytes = Buffer.from(value, "latin1");
  parts.begin(bytes, 0, bytes.length);
  return parts.next() && parts.kind === kind && parts.from === 0 && parts.to === bytes.length;
}

// The types that rules give to values.

import { KIND } from "../masks/kinds.ts";
import { VaryingParts } from "../masks/varying-parts.ts";

const NUMBER = /^\d+$/;
const FLOAT = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter words of digits and the first letters, such as `db1`, are rather names. */
const HEX = /^(?:0[xX][0-9A-Fa-f]+|\d+|(?=[A-Fa-f]*\d)[0-9A-Fa-f]{6,})$/;
const WORD = /^[^\t\n\v\f\r ]+$/;

/** The types in the order in which they are tried: narrow ones first. */
const TESTS: readonly (readonly [string, (value: string) => boolean])[] = [
  ["number", (value) => NUMBER.test(value)],
  ["float", (value) => FLOAT.test(value)],
  ["ip", (value) => isOne(value, KIND.ip)],
  ["uuid", (value) => isOne(value, KIND.uuid)],
  ["timestamp", (value) => isOne(value, KIND.time)],
  ["hex", (value) => HEX.test(value)],
  ["word", (value) => WORD.test(value)],
];

/**
 * The name of the narrowest type that all values have, or undefined if only any text fits. The values are in Latin-1.
 */
export function typeOfAll(values: readonly string[]): string | undefined {
  return TESTS.find(([, test]) => values.every(test))?.[0];
}

const parts = new VaryingParts();

/** Whether the value as a whole is one varying part of this kind. */
function isOne(value: string, kind: number): boolean {
  const bytes = Buffer.from(value, "latin1");
  parts.begin(bytes, 0, bytes.length);
  return parts.next() && parts.kind === kind && parts.from === 0 && parts.to === bytes.length;
}

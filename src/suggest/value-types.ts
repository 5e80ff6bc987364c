// The types that rules give to values.

import { MASK } from "../masks/mask-names.ts";
import { VaryingParts } from "../masks/varying-parts.ts";

const NUMBER = /^\d+$/;
const FLOAT = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter words of digits and the letters a to f, such as `db1`, are more likely names. */
const HEX = /^(?:0[xX][0-9A-Fa-f]+|\d+|(?=[A-Fa-f]*\d)[0-9A-Fa-f]{6,})$/;
const WORD = /^[^\t\n\v\f\r ]+$/;

/** The types in the order in which they are tried: narrow ones first. */
const TESTS: readonly (readonly [string, (value: string) => boolean])[] = [
  ["number", (value) => NUMBER.test(value)],
  ["float", (value) => FLOAT.test(value)],
  ["ip", (value) => isOne(value, MASK.ip)],
  ["uuid", (value) => isOne(value, MASK.uuid)],
  ["timestamp", (value) => isOne(value, MASK.time)],
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

/** Whether the value as a whole is one varying part with this mask. */
function isOne(value: string, mask: number): boolean {
  const bytes = Buffer.from(value, "latin1");
  parts.begin(bytes, 0, bytes.length);
  return parts.next() && parts.mask === mask && parts.from === 0 && parts.to === bytes.length;
}

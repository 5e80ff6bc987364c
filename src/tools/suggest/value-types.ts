// The types that rules give to values.

import type { TypeName } from "../../matcher/types/type-registry.ts";
import { isDateTime } from "../../text/date-times/date-time-ends.ts";
import { MASK_INDEX, maskOfType, VaryingParts } from "../../text/masks/varying-parts.ts";

const NUMBER = /^\d+$/;
const FLOAT = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter words of digits and the letters a to f, such as `db1`, are more likely names. */
const HEX = /^(?:0[xX][0-9A-Fa-f]+|\d+|[0-9A-Fa-f]{6,})$/;
const WORD = /^[^\t\n\v\f\r ]+$/;

/** The types of values, narrow ones first, and names for fields if the words around them give none. */
const VALUE_TYPES: readonly (readonly [type: TypeName, fieldName: string, accepts: (value: string) => boolean])[] = [
  ["number", "number", (value) => NUMBER.test(value)],
  ["float", "number", (value) => FLOAT.test(value)],
  ["ip", "ip", (value) => maskOf(value) === MASK_INDEX.ip],
  ["mac", "mac", (value) => maskOf(value) === MASK_INDEX.mac],
  ["uuid", "id", (value) => maskOf(value) === MASK_INDEX.uuid],
  ["timestamp", "time", isTime],
  ["hex", "id", (value) => HEX.test(value)],
  ["word", "name", (value) => WORD.test(value)],
];

/** The narrowest type that all values have; undefined if only any text fits. They are in Latin-1. */
export function typeOfAll(values: readonly string[]): string | undefined {
  return VALUE_TYPES.find(([type, , accepts]) => values.every(accepts) && (type !== "hex" || haveDigits(values)))?.[0];
}

/** Whether a value in Latin-1 is a date-time. */
export function isTime(value: string): boolean {
  return /\d/.test(value) && isDateTime(Buffer.from(value, "latin1"));
}

/** Whether most values have digits. Of many ids a few have none by chance, but a word such as `facade` is no id. */
function haveDigits(values: readonly string[]): boolean {
  return 2 * values.filter((value) => /\d/.test(value)).length > values.length;
}

/** A name for fields of a type, if values get it. */
export function fieldNameOfType(type: string | undefined): string | undefined {
  return VALUE_TYPES.find(([name]) => name === type)?.[1];
}

/** Whether values of a type are numbers with which one could count or measure. */
export function isDecimal(type: string | undefined): boolean {
  return maskOfType(type) === "<n>";
}

/** Whether a number is written like `0x1f`. */
export function isPrefixedHex(value: string): boolean {
  return /^0[xX]/.test(value);
}

/** In so many characters of different words, only hexadecimal digits are hardly chance. */
const MIN_HEX_CHARACTERS = 24;

/** Whether these words with no other digits are hexadecimal numbers, and no ids of which others may have any letter. */
export function areSurelyHex(words: readonly string[]): boolean {
  return words.some(isPrefixedHex) || [...new Set(words)].join("").length >= MIN_HEX_CHARACTERS;
}

const parts = new VaryingParts();
/** The last value and its mask: several types are tried on one value after another. */
let last = { value: "", mask: -1 };

/** The mask of the value if it is one varying part as a whole; else -1. */
function maskOf(value: string): number {
  if (!/[.:-]/.test(value)) return -1;
  if (value !== last.value) {
    const bytes = Buffer.from(value, "latin1");
    parts.begin(bytes, 0, bytes.length);
    const isOne = parts.next() && parts.from === 0 && parts.to === bytes.length;
    last = { value, mask: isOne ? parts.mask : -1 };
  }
  return last.mask;
}

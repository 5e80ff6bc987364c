// The types that rules give to values.

import type { TypeName } from "../../matcher/types/type-registry.ts";
import { MASK_INDEX, maskOfType, VaryingParts } from "../../text/masks/varying-parts.ts";

const NUMBER = /^\d+$/;
const FLOAT = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter words of digits and the letters a to f, such as `db1`, are more likely names. */
const HEX = /^(?:0[xX][0-9A-Fa-f]+|\d+|(?=[A-Fa-f]*\d)[0-9A-Fa-f]{6,})$/;
const WORD = /^[^\t\n\v\f\r ]+$/;

/** A type that suggested fields may have. */
interface ValueType {
  /** Whether a value is a text of the type, as values of logs are. */
  accepts(value: string): boolean;
  /** The name of a field of the type, if the words around it give none. */
  readonly fieldName: string;
}

/** The types that values get, in the order in which they are tried: narrow ones first. */
const VALUE_TYPES: Readonly<Partial<Record<TypeName, ValueType>>> = {
  number: { accepts: (value) => NUMBER.test(value), fieldName: "number" },
  float: { accepts: (value) => FLOAT.test(value), fieldName: "number" },
  ip: { accepts: (value) => isOne(value, MASK_INDEX.ip), fieldName: "ip" },
  uuid: { accepts: (value) => isOne(value, MASK_INDEX.uuid), fieldName: "id" },
  timestamp: { accepts: (value) => isOne(value, MASK_INDEX.time), fieldName: "time" },
  hex: { accepts: (value) => HEX.test(value), fieldName: "id" },
  word: { accepts: (value) => WORD.test(value), fieldName: "name" },
};

const BY_NAME: ReadonlyMap<string, ValueType | undefined> = new Map(Object.entries(VALUE_TYPES));

/**
 * The name of the narrowest type that all values have, or undefined if only any text fits. The values are in Latin-1.
 */
export function typeOfAll(values: readonly string[]): string | undefined {
  for (const [name, type] of BY_NAME)
    if (type !== undefined && values.every((value) => type.accepts(value))) return name;
  return undefined;
}

/** A name for fields of a type, if values get it. */
export function fieldNameOfType(type: string): string | undefined {
  return BY_NAME.get(type)?.fieldName;
}

/** Whether values of a type are numbers with which one could count or measure. */
export function isDecimal(type: string | undefined): boolean {
  return maskOfType(type) === "<n>";
}

const TYPE_FIELD_NAMES: ReadonlySet<string> = new Set([
  "text",
  ...[...BY_NAME.values()].flatMap((type) => type?.fieldName ?? []),
]);

/** Whether fields get this name for want of a better one. */
export function isFieldNameOfType(name: string): boolean {
  return TYPE_FIELD_NAMES.has(name);
}

/**
 * How many characters different values must have together. If all letters were equally likely, that many would be
 * hexadecimal digits once in three hundred million times.
 */
const MIN_HEX_CHARACTERS = 24;

/** Whether it is hardly chance that all these words consist of hexadecimal digits. */
export function areSurelyHex(words: readonly string[]): boolean {
  const different = new Set(words);
  return words.some(isPrefixedHex) || [...different].reduce((sum, { length }) => sum + length, 0) >= MIN_HEX_CHARACTERS;
}

/** Whether a number is written like `0x1f`. */
export function isPrefixedHex(value: string): boolean {
  return /^0[xX]/.test(value);
}

/** As in the first version: words with digits are told from names here by other means. */
const parts = new VaryingParts(true);

/** Whether the value as a whole is one varying part with this mask. */
function isOne(value: string, mask: number): boolean {
  const bytes = Buffer.from(value, "latin1");
  parts.begin(bytes, 0, bytes.length);
  return parts.next() && parts.mask === mask && parts.from === 0 && parts.to === bytes.length;
}

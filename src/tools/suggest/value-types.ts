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
  /** Whether it is a way to write numbers: a field of one name then has the same of these types in all rules. */
  readonly isNumeric: boolean;
}

/** The types that values get, in the order in which they are tried: narrow ones first. */
const VALUE_TYPES: Readonly<Partial<Record<TypeName, ValueType>>> = {
  number: { accepts: (value) => NUMBER.test(value), fieldName: "number", isNumeric: true },
  float: { accepts: (value) => FLOAT.test(value), fieldName: "number", isNumeric: true },
  ip: { accepts: (value) => isOne(value, MASK_INDEX.ip), fieldName: "ip", isNumeric: false },
  mac: { accepts: (value) => isOne(value, MASK_INDEX.mac), fieldName: "mac", isNumeric: false },
  uuid: { accepts: (value) => isOne(value, MASK_INDEX.uuid), fieldName: "id", isNumeric: false },
  timestamp: { accepts: (value) => isOne(value, MASK_INDEX.time), fieldName: "time", isNumeric: false },
  hex: { accepts: (value) => HEX.test(value), fieldName: "id", isNumeric: true },
  word: { accepts: (value) => WORD.test(value), fieldName: "name", isNumeric: false },
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

/** Whether values of a type are numbers, in whatever way they are written. */
export function isNumeric(type: string | undefined): boolean {
  return type !== undefined && BY_NAME.get(type)?.isNumeric === true;
}

/** Whether values of a type are numbers with which one could count or measure. */
export function isDecimal(type: string | undefined): boolean {
  return isNumeric(type) && maskOfType(type) === "<n>";
}

/** Whether values of a type may be texts: what looks hexadecimal in one rule may be a word in others. */
export function isText(type: string | undefined): boolean {
  return type === undefined || type === "word" || type === "hex";
}

const TYPE_FIELD_NAMES: ReadonlySet<string> = new Set([
  "text",
  ...[...BY_NAME.values()].flatMap((type) => type?.fieldName ?? []),
]);

/** Whether fields get this name for want of a better one. */
export function isFieldNameOfType(name: string): boolean {
  return TYPE_FIELD_NAMES.has(name);
}

/** Whether a number is written like `0x1f`. */
export function isPrefixedHex(value: string): boolean {
  return /^0[xX]/.test(value);
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

const ID_NUMBER = /\d{6}/;

/** Of a longer value, such as the rest of a line, only the beginning is searched. */
export const MAX_SEARCHED = 512;

/** Whether a value has an id, an address or a time in it. */
export function hasId(value: string): boolean {
  const searched = value.slice(0, MAX_SEARCHED);
  if (ID_NUMBER.test(searched)) return true;
  const bytes = Buffer.from(searched, "latin1");
  parts.begin(bytes, 0, bytes.length);
  while (parts.next()) if (parts.mask !== MASK_INDEX.n) return true;
  return false;
}

/** As in the first version: words with digits are told from names here by other means. */
const parts = new VaryingParts(true);

/** Whether the value as a whole is one varying part with this mask. */
function isOne(value: string, mask: number): boolean {
  const bytes = Buffer.from(value, "latin1");
  parts.begin(bytes, 0, bytes.length);
  return parts.next() && parts.mask === mask && parts.from === 0 && parts.to === bytes.length;
}

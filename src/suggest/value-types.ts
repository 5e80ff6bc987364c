// The types that rules give to values.

import { KIND } from "../masks/kinds.ts";
import { VaryingParts } from "../masks/varying-parts.ts";
import type { TypeName } from "../matcher/types/type-registry.ts";

const NUMBER = /^\d+$/;
const FLOAT = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Shorter words of digits and the first letters, such as `db1`, are rather names. */
const HEX = /^(?:0[xX][0-9A-Fa-f]+|\d+|(?=[A-Fa-f]*\d)[0-9A-Fa-f]{6,})$/;
const WORD = /^[^\t\n\v\f\r ]+$/;

/** What is known of a type that values may get. */
interface ValueType {
  /** Whether a value is a text of the type, as values of logs are. */
  accepts(value: string): boolean;
  /** The name of a field of the type, if the words around it give none. */
  readonly fieldName: string;
  /** What stands in outputs for values that differ from run to run; it is what `--mask` writes, too. */
  readonly mask?: string;
}

/** All types, in the order in which they are tried: narrow ones first. Undefined for those that no value gets. */
const VALUE_TYPES: Readonly<Record<TypeName, ValueType | undefined>> = {
  number: { accepts: (value) => NUMBER.test(value), fieldName: "number", mask: "<n>" },
  float: { accepts: (value) => FLOAT.test(value), fieldName: "number", mask: "<n>" },
  ip: { accepts: (value) => isOne(value, KIND.ip), fieldName: "ip", mask: "<ip>" },
  uuid: { accepts: (value) => isOne(value, KIND.uuid), fieldName: "id", mask: "<uuid>" },
  timestamp: { accepts: (value) => isOne(value, KIND.time), fieldName: "time", mask: "<time>" },
  hex: { accepts: (value) => HEX.test(value), fieldName: "id", mask: "<hex>" },
  word: { accepts: (value) => WORD.test(value), fieldName: "name" },
  whitespace: undefined,
  quoted: undefined,
  json: undefined,
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

/** What stands in outputs for values of a type that differ from run to run; undefined if they are shown. */
export function maskOfType(type: string | undefined): string | undefined {
  return type === undefined ? undefined : BY_NAME.get(type)?.mask;
}

const parts = new VaryingParts();

/** Whether the value as a whole is one varying part of this kind. */
function isOne(value: string, kind: number): boolean {
  const bytes = Buffer.from(value, "latin1");
  parts.begin(bytes, 0, bytes.length);
  return parts.next() && parts.kind === kind && parts.from === 0 && parts.to === bytes.length;
}

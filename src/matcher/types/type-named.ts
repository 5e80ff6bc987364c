import { dateTimeEnds } from "../timestamp/date-time-ends.ts";
import { BoundedType } from "./bounded-type.ts";
import type { FieldType } from "./field-type.ts";
import { FloatType } from "./float.ts";
import { HexType } from "./hex.ts";
import { ipEnds } from "./ip.ts";
import { JsonType } from "./json.ts";
import { NumberType } from "./number.ts";
import { QuotedType } from "./quoted.ts";
import { uuidEnds } from "./uuid.ts";
import { WordType } from "./word.ts";

const MAKERS: ReadonlyMap<string, () => FieldType> = new Map<string, () => FieldType>([
  ["number", () => new NumberType()],
  ["float", () => new FloatType()],
  ["hex", () => new HexType()],
  ["word", () => new WordType()],
  ["ip", () => new BoundedType("ip", ipEnds)],
  ["uuid", () => new BoundedType("uuid", uuidEnds)],
  ["quoted", () => new QuotedType()],
  ["json", () => new JsonType()],
  ["timestamp", () => new BoundedType("timestamp", dateTimeEnds)],
]);

/** The names of all types, in the order in which they are told. */
export const TYPE_NAMES: readonly string[] = [...MAKERS.keys()];

/** A new type object by its name in any case, with a memory of its own; `undefined` when there is no such type. */
export function typeNamed(name: string): FieldType | undefined {
  return MAKERS.get(name.toLowerCase())?.();
}

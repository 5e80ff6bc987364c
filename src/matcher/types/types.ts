import { bytesWhere } from "../line/byte-set.ts";
import { COLON, isCapital, isDigit, isHexDigit } from "../line/bytes.ts";
import type { Line } from "../line/line.ts";
import type { FieldKind } from "../pattern.ts";
import { dateTimeEnds } from "../timestamp/date-time-ends.ts";
import { JsonType, QuotedType } from "./delimited.ts";
import { BoundedType, type FieldType } from "./field-type.ts";
import { ipEnds, uuidEnds } from "./identifiers.ts";
import { CHARACTER_STARTS, DIGITS, FloatType, HexType, NON_BLANKS, SetType } from "./runs.ts";
import { ValuesType } from "./values-type.ts";

const HEX_DIGITS = bytesWhere(isHexDigit);
const HEX_DIGITS_OR_COLON = bytesWhere((byte) => isHexDigit(byte) || byte === COLON);
const DIGITS_OR_CAPITALS = bytesWhere((byte) => isDigit(byte) || isCapital(byte));

const MAKERS: ReadonlyMap<string, (line: Line) => FieldType> = new Map<string, (line: Line) => FieldType>([
  ["number", (line) => new SetType(line, "number", DIGITS)],
  ["float", (line) => new FloatType(line)],
  ["hex", (line) => new HexType(line)],
  ["word", (line) => new SetType(line, "word", NON_BLANKS, CHARACTER_STARTS)],
  ["ip", () => new BoundedType("ip", HEX_DIGITS_OR_COLON, ipEnds)],
  ["uuid", () => new BoundedType("uuid", HEX_DIGITS, uuidEnds)],
  ["quoted", (line) => new QuotedType(line)],
  ["json", (line) => new JsonType(line)],
  ["timestamp", () => new BoundedType("timestamp", DIGITS_OR_CAPITALS, dateTimeEnds)],
]);

/** The names of all types, in the order in which they are told. */
export const TYPE_NAMES: readonly string[] = [...MAKERS.keys()];

/**
 * A new type object by its name in any case, with a memory of its own of the current line; `undefined` when there is no
 * such type.
 */
export function typeNamed(name: string, line: Line): FieldType | undefined {
  return MAKERS.get(name.toLowerCase())?.(line);
}

/** The types that the patterns of a matcher ask for, each made once for all its fields. */
export class Types {
  private readonly line: Line;
  private readonly made = new Map<string, FieldType>();

  constructor(line: Line) {
    this.line = line;
  }

  /** The type of a field of this kind. Throws a RangeError for a name that no type has. */
  of(kind: FieldKind): FieldType {
    const key = JSON.stringify("values" in kind ? kind.values : kind.parser);
    const type = this.made.get(key) ?? this.make(kind);
    this.made.set(key, type);
    return type;
  }

  private make(kind: FieldKind): FieldType {
    if ("values" in kind) {
      const encoder = new TextEncoder();
      return new ValuesType(
        this.line,
        kind.values.map((value) => encoder.encode(value)),
      );
    }
    const type = typeNamed(kind.parser, this.line);
    if (type === undefined) throw new RangeError(`there is no type ${kind.parser}`);
    return type;
  }
}

// All that the project knows of the types of fields, said once. The matcher makes types by it; errors, `check` and `why`
// take their words and examples from it. `npm run write:types` writes it into the schema and docs/rules.md.

import { ANYTHING, type ByteSet, bytesWhere } from "../line/byte-set.ts";
import { COLON, DASH, DOT, isCapital, isDigit, isHexDigit } from "../line/bytes.ts";
import type { Line } from "../line/line.ts";
import { dateTimeEnds } from "../timestamp/date-time-ends.ts";
import { JsonType, QuotedType } from "./delimited.ts";
import { BoundedType, type FieldType } from "./field-type.ts";
import { ipEnds, uuidEnds } from "./identifiers.ts";
import { CHARACTER_STARTS, DIGITS, FloatType, HexType, isSign, NON_BLANKS, SetType } from "./runs.ts";

/** A type of fields. */
export interface TypeEntry {
  /** As rules name it, in small letters. */
  readonly name: string;
  /** What one text of it is, in a message. */
  readonly noun: string;
  /** What it captures, for reference pages and editors. */
  readonly description: string;
  /** Texts of it. Messages and lines that are made up show the first. */
  readonly samples: readonly [string, ...string[]];
  /** The bytes that its texts may hold. */
  readonly bytes: ByteSet;
  /** Whether every non-empty sequence of these bytes is a text of it. */
  readonly acceptsAll: boolean;
  /** Makes the type, with a memory of its own of the current line. */
  readonly make: (line: Line) => FieldType;
}

const SMALL_E = 0x65;
const SMALL_X = 0x78;

const HEX_DIGITS = bytesWhere(isHexDigit);

/** In the order in which they are told. */
export const TYPES: readonly TypeEntry[] = [
  {
    name: "number",
    noun: "digits",
    description: "digits, one or more",
    samples: ["42"],
    bytes: DIGITS,
    acceptsAll: true,
    make: (line) => new SetType(line, DIGITS),
  },
  {
    name: "float",
    noun: "a decimal number",
    description: "a number that may have a sign, decimals and an exponent",
    samples: ["1.5", "-6.02e+23"],
    bytes: bytesWhere((byte) => isDigit(byte) || isSign(byte) || byte === DOT || (byte | 0x20) === SMALL_E),
    acceptsAll: false,
    make: (line) => new FloatType(line),
  },
  {
    name: "hex",
    noun: "a hexadecimal number",
    description: "hexadecimal digits, with or without `0x` before them",
    samples: ["0x7ffe", "deadbeef"],
    bytes: bytesWhere((byte) => isHexDigit(byte) || (byte | 0x20) === SMALL_X),
    acceptsAll: false,
    make: (line) => new HexType(line),
  },
  {
    name: "word",
    noun: "a word",
    description: "anything without white space of ASCII, at least one character",
    samples: ["word", "user@host:22"],
    bytes: NON_BLANKS,
    acceptsAll: true,
    make: (line) => new SetType(line, NON_BLANKS, CHARACTER_STARTS),
  },
  {
    name: "ip",
    noun: "an IP address",
    description: "an IPv4 or IPv6 address",
    samples: ["10.0.0.7", "fe80::1"],
    bytes: bytesWhere((byte) => isHexDigit(byte) || byte === COLON || byte === DOT),
    acceptsAll: false,
    make: () =>
      new BoundedType(
        bytesWhere((byte) => isHexDigit(byte) || byte === COLON),
        ipEnds,
      ),
  },
  {
    name: "uuid",
    noun: "a UUID",
    description: "8-4-4-4-12 hexadecimal digits",
    samples: ["123e4567-e89b-12d3-a456-426614174000"],
    bytes: bytesWhere((byte) => isHexDigit(byte) || byte === DASH),
    acceptsAll: false,
    make: () => new BoundedType(HEX_DIGITS, uuidEnds),
  },
  {
    name: "quoted",
    noun: "a text in double quotes",
    description: "a text in double quotes, which belong to it; in it a backslash escapes what follows",
    samples: ['"text"', '"a \\"b\\""'],
    bytes: ANYTHING,
    acceptsAll: false,
    make: (line) => new QuotedType(line),
  },
  {
    name: "json",
    noun: "a JSON object or array",
    description: "a JSON object or array, from a brace or bracket to the one that closes it",
    samples: ['{"key":1}', '{"a": ["}"]}'],
    bytes: ANYTHING,
    acceptsAll: false,
    make: (line) => new JsonType(line),
  },
  {
    name: "timestamp",
    noun: "a date and time",
    description: "a date and time, in any of the forms that a field named `timestamp` knows",
    samples: ["2025-05-04 10:00:02", "2025-05-04T10:00:02Z"],
    bytes: ANYTHING,
    acceptsAll: false,
    make: () =>
      new BoundedType(
        bytesWhere((byte) => isDigit(byte) || isCapital(byte)),
        dateTimeEnds,
      ),
  },
];

/** The name that rules may use to say that a field has no type. */
export const ANY_TYPE = "any";

export const TYPE_NAMES: readonly string[] = TYPES.map(({ name }) => name);

const BY_NAME: ReadonlyMap<string, TypeEntry> = new Map(TYPES.map((type) => [type.name, type]));

/** The type of this name. Throws a RangeError if there is none. */
export function typeEntry(name: string): TypeEntry {
  const type = BY_NAME.get(name);
  if (type === undefined) throw new RangeError(`there is no type ${name}`);
  return type;
}

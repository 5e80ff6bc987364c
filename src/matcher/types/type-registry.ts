// The table of field types. The matcher makes types from it, and messages, `check` and `why` take words and samples
// from it. `npm run write:registries` writes it into the schema and docs/reference/rules.md.

import { COLON, DASH, DOT, isDigit, isHexDigit, isSign, SMALL_E, SMALL_X } from "../../text/bytes/ascii.ts";
import { ANYTHING, type ByteSet, bytesOf, bytesWhere } from "../../text/bytes/byte-set.ts";
import { ipEnds, macEnds, uptimeEnds, uuidEnds } from "../../text/bytes/identifiers.ts";
import { dateTimeEnds, everyDateTimeEnd, isDateTimeStart } from "../../text/date-times/date-time-ends.ts";
import type { Line } from "../line.ts";
import type { FieldType } from "../pattern.ts";
import { JsonType, QuotedType } from "./delimited.ts";
import { CEF, COLUMN, type Form, FormType, IPTABLES, PAIRS } from "./forms.ts";
import { CHARACTER_STARTS, DIGITS, FloatType, HexType, NON_BLANKS, SetType, WHITE_SPACE } from "./runs.ts";
import type { TypeMatcher } from "./type-matcher.ts";
import { ValuesType } from "./values-type.ts";

/** A field type. Its texts are what a field of the type may capture. */
interface TypeEntry {
  /** The name in rules, in lower case. */
  readonly name: string;
  /** A text of the type, in words for messages. */
  readonly noun: string;
  /** What a field of the type captures, for the reference page and editors. */
  readonly description: string;
  /** Texts of the type. Messages and generated lines use the first one. */
  readonly samples: readonly [string, ...string[]];
  /** The bytes that its texts may contain; all by default. */
  readonly bytes?: ByteSet;
  /** Present if every non-empty sequence of these bytes is a text of the type. */
  readonly acceptsAll?: true;
  /** Makes the type for this line, with a memory of its own. */
  readonly make: (line: Line) => TypeMatcher;
}

const HEX_DIGITS = bytesWhere(isHexDigit);
const DATE_TIME_STARTS = bytesWhere(isDateTimeStart);

/** A type whose texts have a form. */
function inForm<const Name extends string>(
  name: Name,
  noun: string,
  description: string,
  samples: readonly [string, ...string[]],
  form: Form,
) {
  const make = (line: Line): TypeMatcher => new FormType(line, form);
  return { name, noun, description, samples, make };
}

/** In the order in which documentation lists them. Of two types that fit, `fields` and `why` name the earlier. */
const ENTRIES = [
  {
    name: "number",
    noun: "digits",
    description: "one or more digits",
    samples: ["42"],
    bytes: DIGITS,
    acceptsAll: true,
    make: (line) => new SetType(line, DIGITS),
  },
  {
    name: "float",
    noun: "a decimal number",
    description: "a decimal number, which may have a sign, decimals and an exponent",
    samples: ["1.5", "-6.02e+23"],
    bytes: bytesWhere((byte) => isDigit(byte) || isSign(byte) || byte === DOT || (byte | 0x20) === SMALL_E),
    make: (line) => new FloatType(line),
  },
  {
    name: "hex",
    noun: "a hexadecimal number",
    description: "hexadecimal digits, with or without `0x` before them",
    samples: ["0x7ffe", "deadbeef"],
    bytes: bytesWhere((byte) => isHexDigit(byte) || (byte | 0x20) === SMALL_X),
    make: (line) => new HexType(line),
  },
  {
    name: "word",
    noun: "a word",
    description: "one or more characters other than ASCII white space",
    samples: ["word", "user@host:22"],
    bytes: NON_BLANKS,
    acceptsAll: true,
    make: (line) => new SetType(line, NON_BLANKS, CHARACTER_STARTS),
  },
  {
    name: "whitespace",
    noun: "white space",
    description: "one or more characters of ASCII white space, such as the blanks between columns",
    samples: [" ", "   "],
    bytes: WHITE_SPACE,
    acceptsAll: true,
    make: (line) => new SetType(line, WHITE_SPACE),
  },
  {
    name: "ip",
    noun: "an IP address",
    description: "an IPv4 or IPv6 address",
    samples: ["10.0.0.7", "fe80::1"],
    bytes: bytesWhere((byte) => isHexDigit(byte) || byte === COLON || byte === DOT),
    make: () => ({ first: bytesWhere((byte) => isHexDigit(byte) || byte === COLON), ends: ipEnds }),
  },
  {
    name: "mac",
    noun: "a MAC address",
    description:
      "a MAC address: six pairs of hexadecimal digits with `:` or `-` between them, or three groups of four with dots",
    samples: ["00:1a:2b:3c:4d:5e", "001a.2b3c.4d5e"],
    bytes: bytesWhere((byte) => isHexDigit(byte) || byte === COLON || byte === DASH || byte === DOT),
    make: () => ({ first: HEX_DIGITS, ends: macEnds }),
  },
  {
    name: "uuid",
    noun: "a UUID",
    description: "a UUID: groups of 8, 4, 4, 4 and 12 hexadecimal digits, separated by dashes",
    samples: ["123e4567-e89b-12d3-a456-426614174000"],
    bytes: bytesWhere((byte) => isHexDigit(byte) || byte === DASH),
    make: () => ({ first: HEX_DIGITS, ends: uuidEnds }),
  },
  {
    name: "quoted",
    noun: "a text in double quotes",
    description: "a text in double quotes, including the quotes; in it, a backslash escapes the next character",
    samples: ['"text"', '"a \\"b\\""'],
    make: (line) => new QuotedType(line),
  },
  {
    name: "uptime",
    noun: "a time since the system started",
    description: "the seconds since the system started, in brackets, as Linux's kernel writes them",
    samples: ["[12345.678901]", "[    0.000000]"],
    bytes: bytesOf("[ 0123456789.]"),
    make: () => ({ first: bytesOf("["), ends: uptimeEnds }),
  },
  {
    name: "json",
    noun: "a JSON object or array",
    description: "a JSON object or array, from a brace or bracket to the one that closes it",
    samples: ['{"key":1}', '{"a": ["}"]}'],
    make: (line) => new JsonType(line),
  },
  inForm(
    "pairs",
    "names with values in one piece",
    "as many `name=value` as there are, with white space between them; a value may be in quotes, and may be empty",
    ["user=ann", 'msg="two words" id=7 note='],
    PAIRS,
  ),
  inForm(
    "iptables",
    "names with values in one piece, in capitals",
    "what Linux logs of a packet: as many `NAME=value` and `NAME` as there are, at least two, one blank between them",
    ["IN=eth0 OUT= DF PROTO=TCP"],
    IPTABLES,
  ),
  inForm(
    "cef",
    "names with values in one piece, as in CEF",
    "the extension of a message in CEF: as many `name=value` as there are; a value may have blanks, and `\\=` for `=`",
    ["src=10.0.0.7 msg=two words"],
    CEF,
  ),
  inForm(
    "column",
    "a column",
    "text up to a `|`; in it, `\\|` and `\\\\` stand for a bar and a backslash",
    ["text", "a \\| b"],
    COLUMN,
  ),
  {
    name: "timestamp",
    noun: "a date and time",
    description: "a date and time, in any form that a field named `timestamp` recognises",
    samples: ["2025-05-04 10:00:02", "2025-05-04T10:00:02Z"],
    make: () => ({ first: DATE_TIME_STARTS, ends: everyDateTimeEnd }),
  },
] as const satisfies readonly TypeEntry[];

/** The name of a type. Tables of what else is known of types are by this, so that the compiler asks for a new one. */
export type TypeName = (typeof ENTRIES)[number]["name"];

/** An entry of this table. */
type NamedType = TypeEntry & { readonly name: TypeName; readonly bytes: ByteSet };

export const TYPES: readonly NamedType[] = ENTRIES.map((entry) => ({ bytes: ANYTHING, ...entry }));

/** The name that rules may use to say that a field has no type. */
export const ANY_TYPE = "any";

export const TYPE_NAMES: readonly string[] = TYPES.map(({ name }) => name);

/** Types of certain formats. Other texts have them by chance, so no value is said to be of one. */
export const TYPES_OF_FORMATS: ReadonlySet<string> = new Set<TypeName>(["iptables", "cef", "column"]);

const BY_NAME: ReadonlyMap<string, NamedType> = new Map(TYPES.map((type) => [type.name, type]));

/** The type with this name. Throws a RangeError if there is none. */
export function typeEntry(name: string): NamedType {
  const type = BY_NAME.get(name);
  if (type === undefined) throw new RangeError(`there is no field type ${name}`);
  return type;
}

/** What matches the types of one `Matcher`. Each is made once and shared by all fields of the type. */
export class TypeMatchers {
  /** What a field `timestamp` of any text prefers: a date-time that is not cut short. */
  readonly preferred: TypeMatcher = { first: DATE_TIME_STARTS, ends: dateTimeEnds };
  private readonly line: Line;
  private readonly made = new Map<string, TypeMatcher>();

  constructor(line: Line) {
    this.line = line;
  }

  /** What matches a type. Throws a RangeError if no type has this name. */
  of(type: FieldType): TypeMatcher {
    const key = JSON.stringify("values" in type ? type.values : type.typeName);
    const matcher = this.made.get(key) ?? this.make(type);
    this.made.set(key, matcher);
    return matcher;
  }

  private make(type: FieldType): TypeMatcher {
    if ("typeName" in type) return typeEntry(type.typeName).make(this.line);
    const encoder = new TextEncoder();
    return new ValuesType(
      this.line,
      type.values.map((value) => encoder.encode(value)),
    );
  }
}

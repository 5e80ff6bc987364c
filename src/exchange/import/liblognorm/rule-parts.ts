// A rule of liblognorm in parts: `Accepted %method:word% for %user:word% from %ip:ipv4%`.

import { joinedTexts } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { isAlphanumeric, isDigit, isHexDigit } from "../../../text/bytes/ascii.ts";
import { type ByteSet, bytesOf, bytesWhere, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { BLANK, complement, NON_BLANK } from "../expressions/characters.ts";
import type { ScannedPart, ScannedTexts } from "../scanned-parts.ts";
import { descriptionAt, unescaped } from "./field-descriptions.ts";
import { priorityOf, type Step } from "./rule-order.ts";

type Members = Readonly<Record<string, unknown>>;

/** A field as it is described: in the short form, or as JSON. */
interface Description {
  readonly type: string;
  /** The field, with what its type takes, or a field in it. */
  readonly field: (texts: ScannedTexts, inner?: string) => ScannedPart;
  readonly members: Members;
  readonly source: string;
}

/** Where a description stands. */
interface Place {
  /** What the names of its fields begin with. */
  readonly prefix: string;
  /** The types, lists and alternatives that it is part of. */
  readonly within: readonly string[];
}

type Types = ReadonlyMap<string, readonly string[]>;

/** The limit of parts in a rule, with those of the types that it uses. */
const MAX_PARTS = 5000;
/** The limit of nested types, alternatives and lists, each in one of the others. It bounds recursion. */
const MAX_NESTING = 40;

/** What a list of fields is in a place. */
const LIST = "list";

const LETTERS = bytesWhere((byte) => isAlphanumeric(byte) && !isDigit(byte));

/** What the types without parameters take. */
const PLAIN: readonly (readonly [texts: ScannedTexts, types: string])[] = [
  [{ run: LETTERS }, "alpha"],
  [{ form: bytesOf("0123456789-") }, "date-iso"],
  [{ form: bytesOf("0123456789:") }, "duration time-12hr time-24hr"],
  [{ type: "uptime", isWider: true }, "kernel-timestamp"],
  [{ type: "timestamp", isWider: true }, "date-rfc3164 date-rfc5424"],
  [{ type: "float", isWider: true }, "float"],
  [{ type: "hex", isWider: true }, "hexnumber"],
  [{ type: "ip", isWider: true }, "ipv4 ipv6"],
  [{ type: "mac", isWider: true }, "mac48"],
  [{ type: "number" }, "number"],
  [{ type: "json" }, "json"],
  [{ type: "pairs", isWider: true }, "name-value-list"],
  [{ type: "iptables", isWider: true }, "v2-iptables"],
  [{ type: "quoted" }, "quoted-string"],
  [{ type: "word" }, "word"],
  [{ run: BLANK }, "whitespace"],
  [{ rest: true }, "rest"],
];
const PLAIN_TYPES = new Map(PLAIN.flatMap(([texts, types]) => types.split(" ").map((type) => [type, texts] as const)));

/** The types that skip the blanks behind their texts. */
const BLANKS_AFTER = ["json", "name-value-list", "v2-iptables"];

/** The parameters of types of which only some can be carried over, and the values of these; any if there are none. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  "name-value-list": {},
  string: {
    "quoting.mode": ["auto", "none", "required"],
    "quoting.escape.mode": ["both", "none", "double", "backslash"],
    "matching.mode": ["strict", "lazy"],
    ...{ "quoting.char.begin": [], "quoting.char.end": [], "matching.permitted": [] },
  },
};

const COMMON_PARAMETERS = { name: [], type: [], priority: [] };

const CEF_ESCAPES = "as it is written, with escapes, as the fields before it are";
/** The fields at the beginning of a message in CEF. */
const CEF_HEADER = ["DeviceVendor", "DeviceProduct", "DeviceVersion", "SignatureID", "Name", "Severity"];

/**
 * The parts of a rule, and the same as it is written, without what is in types and alternatives. Throws a LeftOut for
 * what rules cannot express and for what liblognorm cannot read.
 */
export function ruleParts(pattern: string, types: Types): { parts: readonly ScannedPart[]; steps: readonly Step[] } {
  const reader = new Reader(types);
  const parts = reader.parts(pattern, { prefix: "", within: [] });
  return { parts, steps: reader.steps };
}

class Reader {
  readonly steps: Step[] = [];
  private readonly types: Types;
  private count = 0;

  constructor(types: Types) {
    this.types = types;
  }

  parts(text: string, place: Place): ScannedPart[] {
    const parts: ScannedPart[] = [];
    let literal = "";
    const endLiteral = (): void => {
      if (literal !== "") {
        parts.push({ text: unescaped(literal) });
        this.step("literal", literal, place);
      }
      literal = "";
    };
    for (let at = 0; at < text.length; ) {
      const sign = text.indexOf("%", at);
      literal += sign === -1 ? text.slice(at) : text.slice(at, sign);
      if (sign === -1) break;
      if (text[sign + 1] === "%") {
        literal += "%";
        at = sign + 2;
        continue;
      }
      endLiteral();
      const { value, end } = descriptionAt(text, sign + 1);
      parts.push(...this.described(value, text.slice(sign, end), place));
      at = end;
    }
    endLiteral();
    return joinedTexts(parts);
  }

  /** The parts for a field, or for a list of fields. */
  private described(value: unknown, source: string, place: Place): ScannedPart[] {
    if (++this.count > MAX_PARTS) throw new LeftOut(`has more than ${MAX_PARTS} parts, with those of the types in it`);
    if (place.within.length > MAX_NESTING) throw new LeftOut("is nested too deep");
    if (Array.isArray(value)) return value.flatMap((one) => this.described(one, source, inside(place, LIST)));
    if (typeof value !== "object" || value === null) throw new LeftOut(`${source} does not describe a field`);
    const members = value as Members;
    const { type, name, priority, format = "string" } = members;
    if (typeof type !== "string") throw new LeftOut(`${source} has no type`);
    this.step(type, source, place, priority);
    const own = isNamed(members) ? String(name) : undefined;
    if (type.startsWith("@")) return [this.ownType(type, own, source, place)];
    if (type === "alternative") return [this.alternative(members.parser, source, place)];
    if (Object.hasOwn(VERSION_1_TYPES, type))
      return this.described(ofVersion1(members, source), source, inside(place, type));
    if (format !== "string" && (format !== "number" || type === "hexnumber"))
      throw new LeftOut(`${source} converts its value`);
    const named = own && place.prefix + own;
    const field = (texts: ScannedTexts, inner?: string): ScannedPart => ({
      ...{ field: named && inner ? `${own === "." ? place.prefix : `${named}.`}${inner}` : named, texts, source },
      remarks: remarksOn(members),
    });
    return plainParts({ type, field, members, source });
  }

  private step(type: string, source: string, { within }: Place, priority?: unknown): void {
    if (within.every((one) => one === LIST)) this.steps.push({ source, priority: priorityOf(type, priority) });
  }

  private ownType(type: string, name: string | undefined, source: string, { prefix, within }: Place): ScannedPart {
    const patterns = this.types.get(type.slice(1));
    if (patterns === undefined) throw new LeftOut(`unknown type ${quoted(type)}`);
    if (within.includes(type)) throw new LeftOut(`the type ${quoted(type)} contains itself`);
    const inner = name === undefined || name === "." ? prefix : `${prefix}${name}.`;
    const alternatives = patterns.map((pattern) => this.parts(pattern, inside({ prefix: inner, within }, type)));
    if (alternatives.some((branch) => branch.length === 0)) throw new LeftOut(`${source} may be empty`);
    return { alternatives: name === undefined ? alternatives.map(withoutNames) : alternatives };
  }

  private alternative(parser: unknown, source: string, place: Place): ScannedPart {
    if (!Array.isArray(parser) || parser.length === 0) throw new LeftOut(`${source} has no list of parsers`);
    const inner = inside(place, "alternative");
    return { alternatives: parser.map((one) => joinedTexts(this.described(one, source, inner))) };
  }
}

function inside({ prefix, within }: Place, what: string): Place {
  return { prefix, within: [...within, what] };
}

function withoutNames(parts: readonly ScannedPart[]): ScannedPart[] {
  return parts.map((part) => {
    if ("alternatives" in part) return { alternatives: part.alternatives.map(withoutNames) };
    return "field" in part ? { ...part, field: undefined } : part;
  });
}

/** Whether a field is captured. */
function isNamed({ name }: Members): boolean {
  return typeof name === "string" && name !== "-" && name !== "";
}

/** What differs besides the texts that a type takes. */
function remarksOn(members: Members): string[] {
  const { type, format = "string", maxval, priority } = members;
  const keepsEscapes = members["quoting.mode"] !== "none" && members["quoting.escape.mode"] !== "none";
  return [
    ...(type === "json" || type === "cee-syslog" ? ["any text whose brackets and quotes match, not only JSON"] : []),
    ...(type === "string" && keepsEscapes ? ["as it is written, with escapes before quotes"] : []),
    ...(maxval === undefined ? [] : [`any number, not only up to ${String(maxval)}`]),
    ...(format === "string" ? [] : [`as it is written, not as ${String(format)}`]),
    ...(priority === undefined ? [] : [`priority ${String(priority)} counts only among rules that fit equally well`]),
  ];
}

/** The types that only version 1 has: how many parameters come before the type inside. */
const VERSION_1_TYPES: Readonly<Record<string, number>> = { interpret: 1, suffixed: 2, named_suffixed: 4 };

/**
 * The field of version 2 for `interpret:int:word`, whose text has a type of its own, or the fields for
 * `suffixed:,:kb,mb:number`, a field before one of several texts.
 */
function ofVersion1({ type, name, extradata = "" }: Members, source: string): unknown {
  const count = VERSION_1_TYPES[String(type)]!;
  const parameters = String(extradata).split(":", count + 1);
  const extra = String(extradata).slice(parameters.join(":").length + 1);
  const inner = parameters[count];
  if (!inner) throw new LeftOut(`${source} names no type`);
  const typed = (name: unknown): Members => ({ name, type: inner, ...(extra !== "" && { extradata: extra }) });
  if (type === "interpret") {
    const format = parameters[0]!;
    if (/^(?:base16int|bool)$/.test(format)) throw new LeftOut(`${source} converts its value`);
    if (!/^(?:base10int|float|int)$/.test(format)) throw new LeftOut(`${source} names no type of values`);
    return typed(name);
  }
  const [value, suffix] = type === "suffixed" ? ["value", "suffix"] : parameters;
  const [separator, suffixes] = parameters.slice(-3);
  if (!value || !suffix || !separator || !suffixes) throw new LeftOut(`${source} does not say what may end it`);
  const nameOf = (part: string): string => (isNamed({ name }) ? `${String(name)}.${part}` : "-");
  return [typed(nameOf(value)), { type: "literal", name: nameOf(suffix), text: suffixes.split(separator) }];
}

function optional(parts: readonly ScannedPart[]): ScannedPart {
  return { alternatives: [parts, []] };
}

/** Throws a LeftOut for a parameter, or the value of one, that is not known. */
function checkParameters({ type, members, source }: Description): void {
  if (!Object.hasOwn(PARAMETERS, type)) return;
  const known = new Map<string, readonly unknown[]>(Object.entries({ ...PARAMETERS[type], ...COMMON_PARAMETERS }));
  for (const [name, value] of Object.entries(members)) {
    const values = known.get(name);
    if (values === undefined) throw new LeftOut(`the parameter ${quoted(name)} of ${source}`);
    if (values.length > 0 && !values.includes(value)) throw new LeftOut(`${quoted(name)} is ${quoted(String(value))}`);
  }
}

/** The parts of a field with a type that liblognorm itself has. */
function plainParts(description: Description): ScannedPart[] {
  const { type, field, members, source } = description;
  checkParameters(description);
  const optionalBlanks = optional([{ field: undefined, texts: { run: BLANK }, source }]);
  const plain = PLAIN_TYPES.get(type);
  if (plain !== undefined) return [field(plain), ...(BLANKS_AFTER.includes(type) ? [optionalBlanks] : [])];
  switch (type) {
    case "literal": {
      const values = [...new Set([members.text].flat())];
      if (!values.every((text) => typeof text === "string")) throw new LeftOut(`${source} has no text`);
      return isNamed(members) || values.length > 1 ? [field({ values })] : [{ text: values[0]! }];
    }
    case "cee-syslog":
      return [{ text: "@cee:" }, optionalBlanks, field({ type: "json" }), optionalBlanks];
    case "cef": {
      const header = CEF_HEADER.flatMap((name): ScannedPart[] => [field({ type: "column" }, name), { text: "|" }]);
      const pairs = { ...field({ type: "cef", isWider: true }, "Extensions"), remarks: [CEF_ESCAPES] };
      return [{ text: "CEF:0|" }, ...header, optionalBlanks, optional([pairs, optionalBlanks])];
    }
    case "checkpoint-lea":
    case "iptables":
    case "repeat":
      throw new LeftOut(`${source} takes a list apart`);
    case "cisco-interface-spec":
      return ciscoInterface(field);
    case "char-to": {
      const stops = stopOf(description);
      return [field(stops.length === 1 ? { until: stops } : { run: complement(bytesOf(stops)) })];
    }
    case "char-sep":
      return [field({ run: complement(bytesOf(stopOf(description))), mayBeEmpty: true })];
    case "string-to":
      return [field({ until: stopOf(description) })];
    case "string":
      return stringParts(description);
    case "op-quoted-string":
      return stringParts({ ...description, members: { "quoting.escape.mode": "none", "matching.mode": "lazy" } });
    default:
      throw new LeftOut(`unknown type ${quoted(type)}`);
  }
}

/** `outside:10.0.0.1/514 (10.0.0.2/514)(user)`, of which only an address and a port must be there. */
function ciscoInterface(field: Description["field"]): ScannedPart[] {
  const address = (number: string): ScannedPart[] => [
    field({ type: "ip", isWider: true }, `ip${number}`),
    { text: "/" },
    field({ type: "number" }, `port${number}`),
  ];
  const named = [field({ until: ":" }, "interface"), { text: ":" }, ...address("")];
  return [
    { alternatives: [address(""), named] },
    optional([{ text: " (" }, ...address("2"), { text: ")" }]),
    optional([{ alternatives: [[{ text: " (" }], [{ text: "(" }]] }, field({ until: ")" }, "user"), { text: ")" }]),
  ];
}

/** What ends a field. liblognorm knows only bytes. */
function stopOf({ members: { extradata }, source }: Description): string {
  if (typeof extradata !== "string" || extradata === "") throw new LeftOut(`${source} does not say where it ends`);
  return extradata;
}

/** The parts of a `string`: a text in quotes, one up to the next blank, or either of them. */
function stringParts({ members, source, field }: Description): ScannedPart[] {
  const mode = members["quoting.mode"];
  const permitted = permittedBytes(members["matching.permitted"], source);
  const end = quoteOf(members, "quoting.char.end");
  const inQuotes = permitted === undefined ? field({ until: end }) : field({ run: permitted, mayBeEmpty: true });
  const withQuotes = [{ text: quoteOf(members, "quoting.char.begin") }, inQuotes, { text: end }];
  const run = permitted?.map((isMember, byte) => isMember & NON_BLANK[byte]!);
  const without = [field(run === undefined ? { type: "word" } : { run })];
  return [
    ...(mode === "none" ? without : mode === "required" ? withQuotes : [{ alternatives: [withQuotes, without] }]),
    ...(members["matching.mode"] === "lazy" ? [] : [{ endsWord: true as const, source }]),
  ];
}

function quoteOf(members: Members, name: string): string {
  const value = members[name] ?? '"';
  if (typeof value !== "string" || value.length !== 1) throw new LeftOut(`${quoted(name)} is not one character`);
  return value;
}

const CLASSES: ReadonlyMap<unknown, ByteSet> = new Map([
  ["digit", bytesWhere(isDigit)],
  ["hexdigit", bytesWhere(isHexDigit)],
  ["alpha", LETTERS],
  ["alnum", bytesWhere(isAlphanumeric)],
]);

/** The bytes that are permitted; undefined if all are. */
function permittedBytes(value: unknown, source: string): ByteSet | undefined {
  if (value === undefined) return undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return unionOf(
    parts.map((part) => {
      if (typeof part === "string") return bytesOf(part);
      const { class: name, chars } = (part ?? {}) as { class?: unknown; chars?: unknown };
      const set = typeof chars === "string" ? bytesOf(chars) : CLASSES.get(name);
      if (set === undefined) throw new LeftOut(`an unknown class of characters in ${source}`);
      return set;
    }),
  );
}

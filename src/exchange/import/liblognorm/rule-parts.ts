// A rule of liblognorm in parts: `Accepted %method:word% for %user:word% from %ip:ipv4%`.

import { joinedTexts } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { type ByteSet, bytesOf, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { BLANK, complement, NON_BLANK, POSIX } from "../expressions/characters.ts";
import type { ScannedPart, ScannedTexts } from "../scanned-parts.ts";
import { descriptionAt, unescaped } from "./field-descriptions.ts";

type Members = Readonly<Record<string, unknown>>;

/** A text or a field of a rule. */
export interface Step {
  /** As it is written. Rules are alike up to the first step that differs. */
  readonly source: string;
  /** Of several steps that may follow, that with the smallest one is tried first. */
  readonly priority: number;
}

interface Description {
  readonly type: string;
  /** The field, with what its type takes, or a field in it. */
  readonly field: (texts: ScannedTexts, inner?: string) => ScannedPart;
  readonly members: Members;
  readonly source: string;
}

interface Place {
  /** What the names of its fields begin with; undefined if they are dropped. */
  readonly prefix: string | undefined;
  /** The types, lists and alternatives that it is part of. */
  readonly within: readonly string[];
}

type Types = ReadonlyMap<string, readonly string[]>;

/** The limit of parts in a rule, with those of the types that it uses. */
const MAX_PARTS = 5000;
/** The limit of nested types, alternatives and lists, each in one of the others. It bounds recursion. */
const MAX_NESTING = 20;

/** What a list of fields is in a place. */
const LIST = "list";

const CLOCK = bytesOf("0123456789:");

/** Types with the priority with which they are tried, and what those without parameters take. */
const TYPES: readonly (readonly [types: string, priority: number, texts?: ScannedTexts])[] = [
  ["literal repeat cisco-interface-spec cee-syslog cef checkpoint-lea", 4],
  ["whitespace", 4, { run: BLANK }],
  ["ipv4 ipv6", 4, { type: "ip", isWider: true }],
  ["json", 4, { type: "json" }],
  ["v2-iptables", 4, { type: "iptables", isWider: true }],
  ["date-rfc3164 date-rfc5424", 8, { type: "timestamp", isWider: true }],
  ["date-iso", 8, { run: bytesOf("0123456789-") }],
  ["time-24hr time-12hr", 8, { run: CLOCK }],
  ["name-value-list", 8, { type: "pairs", isWider: true }],
  ["duration", 16, { run: CLOCK }],
  ["kernel-timestamp", 16, { type: "uptime", isWider: true }],
  ["float", 16, { type: "float", isWider: true }],
  ["hexnumber", 16, { type: "hex", isWider: true }],
  ["mac48", 16, { type: "mac", isWider: true }],
  ["number", 16, { type: "number" }],
  ["string string-to char-to char-sep", 32],
  ["word", 32, { type: "word" }],
  ["alpha", 32, { run: POSIX.get("alpha")! }],
  ["op-quoted-string", 64],
  ["quoted-string", 64, { type: "quoted" }],
  ["rest", 255, { rest: true }],
];
const KNOWN_TYPES = new Map(
  TYPES.flatMap(([types, priority, texts]) => types.split(" ").map((type) => [type, { priority, texts }] as const)),
);
/** The priority of other types. */
const USUAL_TYPE = 16;
/** That of a field by itself. Its type decides only if this is the same. */
const USUAL_FIELD = 30_000;

/** The types that skip the blanks behind their texts. */
const BLANKS_AFTER = ["json", "name-value-list", "v2-iptables"];

/** Of types that have others, too: the parameters with the values that can be carried over, besides those of all. */
const PARAMETERS: ReadonlyMap<string, RegExp> = new Map([
  ["name-value-list", /^$/],
  [
    "string",
    /^(?:quoting\.char\.(?:begin|end)=|matching\.(?:permitted=|mode=(?:strict|lazy)$)|quoting\.(?:mode=(?:auto|none|required)|escape\.mode=(?:both|none|double|backslash))$)/,
  ],
]);
const COMMON_PARAMETERS = ["name", "type", "priority"];

const CEF_ESCAPES = "as it is written, with escapes, as the fields before it are";
/** The fields at the beginning of a message in CEF. */
const CEF_HEADER = ["DeviceVendor", "DeviceProduct", "DeviceVersion", "SignatureID", "Name", "Severity"];

/** A text up to the next field. */
const LITERAL = /[^%]*(?:%%[^%]*)*/y;

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
    for (let at = 0; at < text.length; ) {
      LITERAL.lastIndex = at;
      const written = LITERAL.exec(text)![0];
      const literal = written.replaceAll("%%", "%");
      if (literal !== "") {
        parts.push({ text: unescaped(literal) });
        this.step("literal", literal, place);
      }
      const sign = at + written.length;
      if (sign === text.length) break;
      const { value, end } = descriptionAt(text, sign + 1);
      parts.push(...this.described(value, text.slice(sign, end), place));
      at = end;
    }
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
    const own = isNamed(members) && place.prefix !== undefined ? place.prefix + String(name) : undefined;
    const prefix = name === "." ? place.prefix : own && `${own}.`;
    if (type.startsWith("@")) return [this.ownType(type, source, { ...place, prefix })];
    if (type === "alternative") return [this.alternative(members.parser, source, place)];
    if (Object.hasOwn(VERSION_1_TYPES, type))
      return this.described(ofVersion1(members, source), source, inside(place, type));
    if (format !== "string" && (format !== "number" || type === "hexnumber"))
      throw new LeftOut(`${source} converts its value`);
    const field = (texts: ScannedTexts, inner?: string): ScannedPart => ({
      ...{ field: own && inner ? `${prefix}${inner}` : own, texts, source },
      remarks: remarksOn(members),
    });
    return plainParts({ type, field, members, source });
  }

  private step(type: string, source: string, { within }: Place, given: unknown = USUAL_FIELD): void {
    if (!within.every((one) => one === LIST)) return;
    const own = Number.isFinite(Number(given)) ? Number(given) : USUAL_FIELD;
    this.steps.push({ source, priority: own * 256 + (KNOWN_TYPES.get(type)?.priority ?? USUAL_TYPE) });
  }

  private ownType(type: string, source: string, place: Place): ScannedPart {
    const patterns = this.types.get(type.slice(1));
    if (patterns === undefined) throw new LeftOut(`unknown type ${quoted(type)}`);
    if (place.within.includes(type)) throw new LeftOut(`the type ${quoted(type)} contains itself`);
    const alternatives = patterns.map((pattern) => this.parts(pattern, inside(place, type)));
    if (alternatives.some((branch) => branch.length === 0)) throw new LeftOut(`${source} may be empty`);
    return { alternatives };
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

/** The types that only version 1 has. What is left of their parameters is the type inside, with its own. */
const VERSION_1_TYPES: Readonly<Record<string, RegExp>> = {
  interpret: /^(?:base10int|float|int):(?<inner>[^:]+)(?::(?<extradata>.*))?$/s,
  suffixed: /^(?<separator>[^:]+):(?<suffixes>[^:]+):(?<inner>[^:]+)(?::(?<extradata>.*))?$/s,
  named_suffixed:
    /^(?<value>[^:]+):(?<suffix>[^:]+):(?<separator>[^:]+):(?<suffixes>[^:]+):(?<inner>[^:]+)(?::(?<extradata>.*))?$/s,
};

/**
 * The field of version 2 for `interpret:int:word`, whose text has a type of its own, or the fields for
 * `suffixed:,:kb,mb:number`, a field before one of several texts.
 */
function ofVersion1(members: Members, source: string): unknown {
  const { groups } = VERSION_1_TYPES[String(members.type)]!.exec(String(members.extradata)) ?? {};
  if (groups === undefined) throw new LeftOut(`${source} converts its value, or lacks a parameter`);
  const { value = "value", suffix = "suffix", separator = "", suffixes, inner, extradata } = groups;
  const typed = (name: unknown): Members => ({ name, type: inner, ...(extradata && { extradata }) });
  if (suffixes === undefined) return typed(members.name);
  const nameOf = (part: string): string => (isNamed(members) ? `${String(members.name)}.${part}` : "-");
  return [typed(nameOf(value)), { type: "literal", name: nameOf(suffix), text: suffixes.split(separator) }];
}

function optional(parts: readonly ScannedPart[]): ScannedPart {
  return { alternatives: [parts, []] };
}

/** The parts of a field with a type that liblognorm itself has. */
function plainParts(description: Description): ScannedPart[] {
  const { type, field, members, source } = description;
  for (const [name, value] of Object.entries(members))
    if (!COMMON_PARAMETERS.includes(name) && PARAMETERS.get(type)?.test(`${name}=${value}`) === false)
      throw new LeftOut(`the parameter ${quoted(name)} of ${source}`);
  const optionalBlanks = optional([{ field: undefined, texts: { run: BLANK }, source }]);
  const plain = KNOWN_TYPES.get(type)?.texts;
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
      return stringParts({ ...description, members: { "quoting.escape.mode": "none" } });
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
  return mode === "none" ? without : mode === "required" ? withQuotes : [{ alternatives: [withQuotes, without] }];
}

function quoteOf(members: Members, name: string): string {
  const value = members[name] ?? '"';
  if (typeof value !== "string" || value.length !== 1) throw new LeftOut(`${quoted(name)} is not one character`);
  return value;
}

/** The bytes that are permitted; undefined if all are. */
function permittedBytes(value: unknown, source: string): ByteSet | undefined {
  if (value === undefined) return undefined;
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  return unionOf(
    parts.map((part) => {
      if (typeof part === "string") return bytesOf(part);
      const { class: name, chars } = (part ?? {}) as { class?: unknown; chars?: unknown };
      const set = typeof chars === "string" ? bytesOf(chars) : POSIX.get(name === "hexdigit" ? "xdigit" : String(name));
      if (set === undefined) throw new LeftOut(`an unknown class of characters in ${source}`);
      return set;
    }),
  );
}

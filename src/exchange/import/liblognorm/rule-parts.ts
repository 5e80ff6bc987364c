// A rule of liblognorm in parts: `Accepted %method:word% for %user:word% from %ip:ipv4%`.

import { joinedTexts } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { isAlphanumeric, isDigit, isHexDigit } from "../../../text/bytes/ascii.ts";
import { type ByteSet, bytesOf, bytesWhere } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { BLANK, complement } from "../expressions/expression.ts";
import type { ScannedPart, ScannedTexts } from "../scanned-parts.ts";
import { stringParts } from "./string-parts.ts";

/** A field as it is described: in the short form, or as JSON. */
interface Description {
  readonly name: string | undefined;
  readonly type: string;
  readonly extra: string | undefined;
  readonly members: Readonly<Record<string, unknown>>;
  readonly source: string;
}

type Types = ReadonlyMap<string, readonly string[]>;

/** The limit of parts in a rule, with those of the types that it uses. */
const MAX_PARTS = 5000;
/** The limit of nested types and alternatives. */
const MAX_NESTING = 20;

const LETTERS = bytesWhere((byte) => isAlphanumeric(byte) && !isDigit(byte));
const DATE = bytesOf("0123456789-");
const TIME = bytesOf("0123456789:");
const KERNEL_TIME = bytesOf("[]0123456789.");
const HARDWARE_ADDRESS = bytesWhere((byte) => isHexDigit(byte) || byte === 0x3a || byte === 0x2d);

/** What the types without parameters take. */
const PLAIN_TYPES: ReadonlyMap<string, ScannedTexts> = new Map<string, ScannedTexts>([
  ["alpha", { run: LETTERS }],
  ["date-iso", { form: DATE }],
  ["date-rfc3164", { type: "timestamp", isWider: true }],
  ["date-rfc5424", { type: "timestamp", isWider: true }],
  ["duration", { form: TIME }],
  ["float", { type: "float", isWider: true }],
  ["hexnumber", { type: "hex", isWider: true }],
  ["ipv4", { type: "ip", isWider: true }],
  ["ipv6", { type: "ip", isWider: true }],
  ["json", { type: "json" }],
  ["kernel-timestamp", { run: KERNEL_TIME }],
  ["mac48", { form: HARDWARE_ADDRESS }],
  ["number", { type: "number" }],
  ["quoted-string", { type: "quoted" }],
  ["rest", { rest: true }],
  ["time-12hr", { form: TIME }],
  ["time-24hr", { form: TIME }],
  ["whitespace", { run: BLANK }],
  ["word", { type: "word" }],
]);

const ONE_FIELD = "write one field of any text in its place";

/** Types that rules cannot express, and what to do instead. */
const UNSUPPORTED: ReadonlyMap<string, string> = new Map([
  ["cee-syslog", ONE_FIELD],
  ["cef", ONE_FIELD],
  ["checkpoint-lea", ONE_FIELD],
  ["cisco-interface-spec", ONE_FIELD],
  ["name-value-list", "write the pairs that are always there, 'user={user}', or one field of any text"],
  ["repeat", "write a rule for each number of repeats, or one field of any text"],
  ["v2-iptables", ONE_FIELD],
]);

/** The parts of a rule. Throws a LeftOut for what rules cannot express and for what liblognorm cannot read. */
export function ruleParts(pattern: string, types: Types): ScannedPart[] {
  return new Reader(types).parts(pattern, "", []);
}

class Reader {
  private readonly types: Types;
  private count = 0;

  constructor(types: Types) {
    this.types = types;
  }

  /** The parts of a text. Fields get the prefix before their names. `within` are the types that it is part of. */
  parts(text: string, prefix: string, within: readonly string[]): ScannedPart[] {
    const parts: ScannedPart[] = [];
    let literal = "";
    const endLiteral = (): void => {
      if (literal !== "") parts.push({ text: unescaped(literal) });
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
      parts.push(...this.described(value, text.slice(sign, end), prefix, within));
      at = end;
    }
    endLiteral();
    return joinedTexts(parts);
  }

  /** The parts for a field, or for a list of fields. */
  private described(value: unknown, source: string, prefix: string, within: readonly string[]): ScannedPart[] {
    if (++this.count > MAX_PARTS) throw new LeftOut(`has more than ${MAX_PARTS} parts, with those of the types in it`);
    if (within.length > MAX_NESTING) throw new LeftOut("is nested too deep");
    if (Array.isArray(value)) return value.flatMap((one) => this.described(one, source, prefix, within));
    if (typeof value !== "object" || value === null) throw new LeftOut(`${source} does not describe a field`);
    const members = value as Record<string, unknown>;
    const { type, name, extradata } = members;
    if (typeof type !== "string") throw new LeftOut(`${source} has no type`);
    const field: Description = {
      name: typeof name === "string" && name !== "-" && name !== "" ? name : undefined,
      type,
      extra: typeof extradata === "string" ? extradata : undefined,
      members,
      source,
    };
    return this.typed(field, prefix, within);
  }

  private typed(description: Description, prefix: string, within: readonly string[]): ScannedPart[] {
    const { name, type, members, source } = description;
    const field = (texts: ScannedTexts): ScannedPart => ({ field: name && prefix + name, texts, source });
    const plain = PLAIN_TYPES.get(type);
    if (plain !== undefined) return [field(plain)];
    if (type.startsWith("@")) return [this.ownType(description, prefix, within)];
    const advice = UNSUPPORTED.get(type);
    if (advice !== undefined) throw new LeftOut(`a field of the type ${type}; ${advice}: ${source}`);
    switch (type) {
      case "literal":
        return [{ text: textOf(members.text, source) }];
      case "alternative":
        return [this.alternative(description, prefix, within)];
      case "char-to": {
        const stops = needed(description);
        return [field(stops.length === 1 ? { until: stops } : { run: allBut(stops) })];
      }
      case "char-sep":
        return [field({ run: allBut(needed(description)), mayBeEmpty: true })];
      case "string-to":
        return [field({ until: needed(description) })];
      case "string":
        return stringParts(members, source, field);
      case "op-quoted-string":
        return stringParts({ "quoting.escape.mode": "none", "matching.mode": "lazy" }, source, field);
      default:
        throw new LeftOut(`unknown type ${quoted(type)}`);
    }
  }

  private ownType({ name, type, source }: Description, prefix: string, within: readonly string[]): ScannedPart {
    const patterns = this.types.get(type.slice(1));
    if (patterns === undefined) throw new LeftOut(`unknown type ${quoted(type)}`);
    if (within.includes(type)) throw new LeftOut(`the type ${quoted(type)} contains itself`);
    const inner = name === undefined || name === "." ? prefix : `${prefix}${name}.`;
    const branches = patterns.map((pattern) => this.parts(pattern, inner, [...within, type]));
    if (branches.some((branch) => branch.length === 0)) throw new LeftOut(`${source} may be empty`);
    return { branches: name === undefined ? branches.map(withoutNames) : branches };
  }

  private alternative({ members, source }: Description, prefix: string, within: readonly string[]): ScannedPart {
    const { parser } = members;
    if (!Array.isArray(parser) || parser.length === 0) throw new LeftOut(`${source} has no list of parsers`);
    return {
      branches: parser.map((one) => joinedTexts(this.described(one, source, prefix, [...within, "alternative"]))),
    };
  }
}

function withoutNames(parts: readonly ScannedPart[]): ScannedPart[] {
  return parts.map((part) => {
    if ("branches" in part) return { branches: part.branches.map(withoutNames) };
    return "field" in part ? { ...part, field: undefined } : part;
  });
}

/** The description after a `%`, as a JSON value, and where the field ends. */
function descriptionAt(text: string, at: number): { value: unknown; end: number } {
  const start = at + /^\s*/.exec(text.slice(at))![0].length;
  if (text[start] === "{" || text[start] === "[") {
    const close = closingBracket(text, start);
    return { value: json(text.slice(start, close)), end: afterField(text, close) };
  }
  const [head, name = "", type = ""] = /^([^:%]*):\s*([^:%{]*)/.exec(text.slice(start)) ?? [];
  if (head === undefined) throw new LeftOut("a '%' that does not begin a field; a literal one is '%%'");
  const next = start + head.length;
  const field = { name: name.trim(), type: type.trim() };
  if (text[next] === "{") {
    const close = closingBracket(text, next);
    return { value: { ...(json(text.slice(next, close)) as object), ...field }, end: afterField(text, close) };
  }
  if (text[next] === "%") return { value: field, end: next + 1 };
  const end = text.indexOf("%", next + 1);
  if (text[next] !== ":" || end === -1) throw new LeftOut("a field without a '%' at its end");
  return { value: { ...field, extradata: unescaped(text.slice(next + 1, end)) }, end: end + 1 };
}

function afterField(text: string, at: number): number {
  const end = at + /^\s*/.exec(text.slice(at))![0].length;
  if (text[end] !== "%") throw new LeftOut("a field without a '%' at its end");
  return end + 1;
}

/** The offset after the bracket that closes the one at `start`. */
function closingBracket(text: string, start: number): number {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') {
      i++;
      while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
    } else if ("{[".includes(character)) depth++;
    else if ("}]".includes(character) && --depth === 0) return i + 1;
  }
  throw new LeftOut(`a '${text[start]}' that is not closed`);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LeftOut(`not JSON: ${quoted(text)}`);
  }
}

function needed({ extra, source }: Description): string {
  if (extra === undefined || extra === "") throw new LeftOut(`${source} does not say where it ends`);
  return extra;
}

function textOf(text: unknown, source: string): string {
  if (typeof text !== "string") throw new LeftOut(`${source} has no text`);
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  "'": "'",
  '"': '"',
  "?": "?",
  "\\": "\\",
};

/** A text without escapes: `\t`, `\x41`. A backslash before anything else is a backslash. */
function unescaped(text: string): string {
  return text.replace(/\\(?:x([0-9A-Fa-f]{2})|([abfnrt'"?\\]))/g, (_, hex?: string, letter?: string) =>
    hex === undefined ? ESCAPES[letter!]! : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** All bytes but those of these characters. liblognorm knows only bytes. */
function allBut(characters: string): ByteSet {
  return complement(bytesOf(characters));
}

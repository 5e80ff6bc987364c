// A pattern of syslog-ng in parts: `Accepted @ESTRING:method: @for @STRING:user:._-@`.

import { joinedTexts } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { isAlphanumeric, isHexDigit } from "../../../text/bytes/ascii.ts";
import { bytesOf, bytesWhere, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { PCRE } from "../expressions/characters.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
import { leftOutIn } from "../imported.ts";
import type { ScannedPart, ScannedTexts } from "../scanned-parts.ts";

/** A parser as it is written: `@TYPE:name:parameter@`. */
interface Parser {
  readonly field: string | undefined;
  readonly parameter: string | undefined;
  readonly source: string;
}

const ALPHANUMERIC = bytesWhere(isAlphanumeric);
const HOST_CHARACTERS = unionOf([ALPHANUMERIC, bytesOf(".-")]);
const ADDRESS_CHARACTERS = unionOf([ALPHANUMERIC, bytesOf("!#$%&'*+-/=?^_`{|}~.@")]);
const HARDWARE_ADDRESS = bytesWhere((byte) => isHexDigit(byte) || byte === 0x3a);

/** What the parsers without parameters take. */
const PLAIN_PARSERS: ReadonlyMap<string, ScannedTexts> = new Map<string, ScannedTexts>([
  ["ANYSTRING", { rest: true }],
  ["DOUBLE", { type: "float", isWider: true }],
  ["FLOAT", { type: "float" }],
  ["HOSTNAME", { run: HOST_CHARACTERS }],
  ["IPv4", { type: "ip", isWider: true }],
  ["IPv6", { type: "ip", isWider: true }],
  ["IPvANY", { type: "ip" }],
  ["LLADDR", { run: HARDWARE_ADDRESS }],
  ["MACADDR", { run: HARDWARE_ADDRESS }],
  ["NUMBER", { type: "float", first: "number", isWider: true }],
]);

/**
 * The parts of a pattern. Throws a LeftOut if syslog-ng could not read the pattern either, or if rules cannot express a
 * part.
 */
export function patternParts(pattern: string): ScannedPart[] {
  const parts: ScannedPart[] = [];
  let at = 0;
  while (at < pattern.length) {
    const sign = pattern.indexOf("@", at);
    if (sign !== at) parts.push({ text: sign === -1 ? pattern.slice(at) : pattern.slice(at, sign) });
    if (sign === -1) break;
    const end = pattern.indexOf("@", sign + 1);
    if (end === -1) throw new LeftOut("an '@' that does not begin a parser; a literal one is '@@'");
    parts.push(...(end === sign + 1 ? [{ text: "@" }] : parserParts(pattern.slice(sign + 1, end))));
    at = end + 1;
  }
  // ESTRING also takes the text that ends it. Other text may follow.
  return joinedTexts(parts);
}

function parserParts(text: string): ScannedPart[] {
  const [, type = "", name = "", parameter] = /^([^:]*)(?::([^:]*))?(?::(.*))?$/s.exec(text)!;
  const parser: Parser = { field: name === "" ? undefined : name, parameter, source: `@${text}@` };
  const plain = PLAIN_PARSERS.get(type);
  if (plain !== undefined) return [field(parser, plain)];
  switch (type) {
    case "EMAIL":
      return emailParts(parser);
    case "ESTRING": {
      const stop = needed(parser, "a text to end at");
      return [field(parser, { until: stop }), { text: stop }];
    }
    case "NLSTRING":
      throw new LeftOut("NLSTRING ends at a line break, which no line has");
    case "OPTIONALSET":
      return [field(parser, { run: bytesOf(needed(parser, "characters")), mayBeEmpty: true })];
    case "PCRE":
      return [expressionPart(parser)];
    case "QSTRING": {
      const [open, second, ...others] = Array.from(needed(parser, "quotes"));
      const close = second !== undefined && others.length === 0 ? second : open!;
      return [{ text: open! }, field(parser, { until: close }), { text: close }];
    }
    case "SET":
      return [field(parser, { run: bytesOf(needed(parser, "characters")) })];
    case "STRING":
      return [field(parser, { run: unionOf([ALPHANUMERIC, bytesOf(parameter ?? "")]) })];
    default:
      throw new LeftOut(`unknown parser ${quoted(type)}`);
  }
}

function field({ field, source }: Parser, texts: ScannedTexts): ScannedPart {
  return { field, texts, source };
}

/** The address, and characters around it that do not belong to it: each at most once. */
function emailParts(parser: Parser): ScannedPart[] {
  const around = Array.from(parser.parameter ?? "");
  const address = field(parser, { run: ADDRESS_CHARACTERS });
  const [first, last = first] = around;
  if (first === undefined || last === undefined) return [address];
  if (around.length > 2) throw new LeftOut(`${parser.source} has more than two characters around addresses`);
  const optional = (text: string): ScannedPart => ({ alternatives: [[{ text }], []] });
  return [
    {
      alternatives: [
        [{ text: first }, address, { text: last }],
        [optional(first), address],
      ],
    },
  ];
}

function expressionPart(parser: Parser): ScannedPart {
  const { field, source } = parser;
  const text = needed(parser, "an expression");
  return { field, expression: leftOutIn(source, () => parseExpression(text, PCRE)), source };
}

function needed({ parameter, source }: Parser, what: string): string {
  if (parameter === undefined || parameter === "") throw new LeftOut(`${source} needs ${what}`);
  return parameter;
}

// A pattern of syslog-ng in parts: `Accepted @ESTRING:method: @for @STRING:user:._-@`.

import { joinedTexts } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { isAlphanumeric, isHexDigit } from "../../../text/bytes/ascii.ts";
import { bytesOf, bytesWhere, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import { PCRE } from "../expressions/characters.ts";
import { UnsupportedError } from "../expressions/expression.ts";
import { parseExpression } from "../expressions/parse-expression.ts";
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

/** What each parser becomes. */
const PARSERS: Readonly<Record<string, (parser: Parser) => ScannedPart[]>> = {
  ANYSTRING: (parser) => [field(parser, { rest: true })],
  DOUBLE: (parser) => [field(parser, { type: "float", isWider: true })],
  EMAIL: emailParts,
  ESTRING: (parser) => {
    const stop = needed(parser, "a text to end at");
    return [field(parser, { until: stop }), { text: stop }];
  },
  FLOAT: (parser) => [field(parser, { type: "float" })],
  HOSTNAME: (parser) => [field(parser, { run: HOST_CHARACTERS })],
  IPv4: (parser) => [field(parser, { type: "ip", isWider: true })],
  IPv6: (parser) => [field(parser, { type: "ip", isWider: true })],
  IPvANY: (parser) => [field(parser, { type: "ip" })],
  LLADDR: (parser) => [field(parser, { run: HARDWARE_ADDRESS })],
  MACADDR: (parser) => [field(parser, { run: HARDWARE_ADDRESS })],
  NLSTRING: () => {
    throw new LeftOut("NLSTRING ends at a line break, which no line has");
  },
  NUMBER: (parser) => [field(parser, { type: "float", first: "number", isWider: true })],
  OPTIONALSET: (parser) => [field(parser, { run: bytesOf(needed(parser, "characters")), mayBeEmpty: true })],
  PCRE: expressionParts,
  QSTRING: (parser) => {
    const [open, second, ...others] = Array.from(needed(parser, "quotes"));
    const close = second !== undefined && others.length === 0 ? second : open!;
    return [{ text: open! }, field(parser, { until: close }), { text: close }];
  },
  SET: (parser) => [field(parser, { run: bytesOf(needed(parser, "characters")) })],
  STRING: (parser) => {
    return [field(parser, { run: unionOf([ALPHANUMERIC, bytesOf(parser.parameter ?? "")]) })];
  },
};

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
  if (!Object.hasOwn(PARSERS, type)) throw new LeftOut(`unknown parser ${quoted(type)}`);
  return PARSERS[type]!({ field: name === "" ? undefined : name, parameter, source: `@${text}@` });
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

function expressionParts(parser: Parser): ScannedPart[] {
  const { field, source } = parser;
  try {
    const expression = parseExpression(needed(parser, "an expression"), PCRE);
    return [{ field, expression, source }];
  } catch (error) {
    if (!(error instanceof UnsupportedError)) throw error;
    throw new LeftOut(`in ${source}: ${error.message}`);
  }
}

function needed({ parameter, source }: Parser, what: string): string {
  if (parameter === undefined || parameter === "") throw new LeftOut(`${source} needs ${what}`);
  return parameter;
}

// A pattern of syslog-ng in parts: `Accepted @ESTRING:method: @for @STRING:user:._-@`.

import { joinedTexts } from "../../../matcher/pattern.ts";
import { LeftOut } from "../../../rules/rules-error.ts";
import { isAlphanumeric, isHexDigit } from "../../../text/bytes/ascii.ts";
import { bytesOf, bytesWhere, unionOf } from "../../../text/bytes/byte-set.ts";
import { quoted } from "../../../text/messages/phrases.ts";
import type { ScannedPart, ScannedTexts } from "../scanned-parts.ts";

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
  ["NUMBER", { type: "float", isWider: true }],
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

/** The parts of `@TYPE:name:parameter@`. */
function parserParts(text: string): ScannedPart[] {
  const [, type = "", name = "", parameter = ""] = /^([^:]*)(?::([^:]*))?(?::(.*))?$/s.exec(text)!;
  const source = `@${text}@`;
  const named = { field: name === "" ? undefined : name, source };
  const needed = (what: string): string => {
    if (parameter === "") throw new LeftOut(`${source} needs ${what}`);
    return parameter;
  };
  const plain = PLAIN_PARSERS.get(type);
  if (plain !== undefined) return [{ ...named, texts: plain }];
  switch (type) {
    case "EMAIL": {
      // Characters around an address do not belong to it. Each is there at most once.
      const [first, last = first, ...others] = Array.from(parameter);
      if (others.length > 0) throw new LeftOut(`${source} has more than two characters around addresses`);
      const address = { ...named, texts: { run: ADDRESS_CHARACTERS } };
      if (first === undefined) return [address];
      const optional = { alternatives: [[{ text: first }], []] };
      return [
        {
          alternatives: [
            [{ text: first }, address, { text: last! }],
            [optional, address],
          ],
        },
      ];
    }
    case "ESTRING": {
      const until = needed("a text to end at");
      return [{ ...named, texts: { until } }, { text: until }];
    }
    case "NLSTRING":
      throw new LeftOut("NLSTRING ends at a line break, which no line has");
    case "OPTIONALSET":
      return [{ ...named, texts: { run: bytesOf(needed("characters")), mayBeEmpty: true } }];
    case "PCRE":
      throw new LeftOut(`${source} is a regular expression of syslog-ng, which is not read`);
    case "QSTRING": {
      const [open = "", second, ...others] = Array.from(needed("quotes"));
      const until = second !== undefined && others.length === 0 ? second : open;
      return [{ text: open }, { ...named, texts: { until } }, { text: until }];
    }
    case "SET":
      return [{ ...named, texts: { run: bytesOf(needed("characters")) } }];
    case "STRING":
      return [{ ...named, texts: { run: unionOf([ALPHANUMERIC, bytesOf(parameter)]) } }];
    default:
      throw new LeftOut(`unknown parser ${quoted(type)}`);
  }
}

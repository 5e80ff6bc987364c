// Masks by regular expressions, written from docs/reference/masks.md. Texts are Latin-1.
import { isIP } from "node:net";
import { oracleEnds } from "./timestamp-oracle.ts";

/** A part that was found: its kind and its end. */
type Found = readonly [kind: string, end: number] | undefined;

const IPV6_LENGTH = 45;

const GOES_ON = "(?![0-9a-z])";
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const UNIT = `(?=[a-z]*${GOES_ON})`;
const NOT_IN_SEQUENCE = "(?<![0-9]\\.)";

const UUID = part(`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}${GOES_ON}`);
const PAIRS = part(`[0-9a-f]{2}([:-])[0-9a-f]{2}(?:\\1[0-9a-f]{2}){4,}${GOES_ON}`);
const IPV4 = part(`${NOT_IN_SEQUENCE}${OCTET}(?:\\.${OCTET}){3}(?![0-9a-z]|\\.[0-9])`);
const HEX_WORD = part(`(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{6,}${GOES_ON}`);
const PREFIXED_HEX = part(`0x[0-9a-f]+${GOES_ON}`);
const EPOCH = part("[0-9]{9}");
const NUMBERS = [
  `${NOT_IN_SEQUENCE}[0-9]+\\.[0-9]+e[+-]?[0-9]+${GOES_ON}`,
  `${NOT_IN_SEQUENCE}[0-9]+\\.[0-9]+(?!\\.?[0-9])${UNIT}`,
  `[0-9]+e[+-]?[0-9]+${GOES_ON}`,
  `[0-9]+${UNIT}`,
].map(part);

function part(expression: string): RegExp {
  return new RegExp(expression, "iy");
}

/** A control sequence; a control string, if it ends; another escape sequence; or what is there of one of them. */
const ESCAPE_SEQUENCE = new RegExp(
  "(E(?:\\[[0-?]*[ -/]*[@-~]?|[P\\]X^_](?:[^BE]*(?:B|E\\\\|(?=E)))?|[ -/]*[0-~]|))"
    .replaceAll("E", "\x1b")
    .replaceAll("B", "\x07"),
);

/** The text with its parts of these kinds masked, but for its escape sequences. */
export function maskedByReference(text: string, kinds?: readonly string[]): string {
  return text
    .split(ESCAPE_SEQUENCE)
    .map((piece) => (piece.startsWith("\x1b") ? piece : maskedPlain(piece, kinds)))
    .join("");
}

function maskedPlain(text: string, kinds?: readonly string[]): string {
  let masked = "";
  for (let at = 0; at < text.length; ) {
    const [kind, end] = partAt(text, at) ?? [undefined, at + 1];
    const isMasked = kind !== undefined && (kinds?.includes(kind) ?? true);
    masked += isMasked ? `<${kind}>` : text.slice(at, end);
    at = end;
  }
  return masked;
}

function partAt(text: string, at: number): Found {
  if (/[0-9a-z]/i.test(text[at - 1] ?? "")) return undefined;
  if (/[+-]/.test(text[at]!)) {
    const found = wordPartAt(text, at + 1);
    return found?.[0] === "n" ? found : undefined;
  }
  if (text.startsWith("::", at)) return ipv6At(text, at);
  return wordPartAt(text, at);
}

function wordPartAt(text: string, at: number): Found {
  const time = oracleEnds(text, at)[0];
  return (
    found("uuid", UUID, text, at) ??
    pairsAt(text, at) ??
    found("ip", IPV4, text, at) ??
    ipv6At(text, at) ??
    (time === undefined ? found("hex", HEX_WORD, text, at) : undefined) ??
    (time === undefined || found("n", EPOCH, text, at) ? undefined : (["time", time] as const)) ??
    found("hex", PREFIXED_HEX, text, at) ??
    NUMBERS.map((number) => found("n", number, text, at)).find((one) => one !== undefined)
  );
}

function found(kind: string, expression: RegExp, text: string, at: number): Found {
  expression.lastIndex = at;
  return expression.test(text) ? [kind, expression.lastIndex] : undefined;
}

function pairsAt(text: string, at: number): Found {
  const pairs = found("hex", PAIRS, text, at);
  return pairs && [pairs[1] - at === "00:00:00:00:00:00".length ? "mac" : "hex", pairs[1]];
}

function ipv6At(text: string, at: number): Found {
  if (/::$/.test(text.slice(0, at))) return undefined;
  for (let end = Math.min(text.length, at + IPV6_LENGTH); end > at; end--) {
    const address = text.slice(at, end);
    if (/[0-9a-z]/i.test(text[end] ?? "") || address.includes("%") || isIP(address) !== 6) continue;
    return /[0-9]/.test(address) ? ["ip", end] : undefined;
  }
  return undefined;
}

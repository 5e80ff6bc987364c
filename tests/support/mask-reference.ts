// Masks by regular expressions, written from docs/reference/masks.md. Texts are Latin-1.
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { oracleEnds } from "./timestamp-oracle.ts";

/** A part: its kind, undefined for what stays; where it begins and ends; and where the search goes on, if not there. */
interface Part {
  readonly kind: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly next?: number;
}

const IPV6_LENGTH = 45;

const GOES_ON = "(?![0-9A-Za-z])";
const OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
const UNIT = `(?=[A-Za-z]*${GOES_ON})`;
const NOT_IN_SEQUENCE = "(?<![0-9]\\.)";
const EXPONENT = `[eE][+-]?[0-9]+${GOES_ON}`;
const DECIMALS = `\\.[0-9]+(?:${EXPONENT}|(?!\\.?[0-9])${UNIT})`;
const HEX = "[0-9A-Fa-f]";

const WORD = part("[0-9A-Za-z]+");
const REST_OF_WORD = part("[0-9A-Za-z]*");
const ESCAPE = part(`(?:(?<=%)${HEX}{2}|(?<=\\\\)(?:x${HEX}{2}|u${HEX}{4}))`);
const UUID = part(`${HEX}{8}(?:-${HEX}{4}){3}-${HEX}{12}${GOES_ON}`);
const PAIRS = part(`${HEX}{2}([:-])${HEX}{2}(?:\\1${HEX}{2}){4,}${GOES_ON}`);
const IPV4 = part(`${NOT_IN_SEQUENCE}${OCTET}(?:\\.${OCTET}){3}(?![0-9A-Za-z]|\\.[0-9])`);
const HEX_WORD = part(`(?=[0-9]*[A-Fa-f])(?=[A-Fa-f]*[0-9])${HEX}{6,}${GOES_ON}`);
const PREFIXED_HEX = part(`0[xX]${HEX}+${GOES_ON}`);
const EPOCH = part("[0-9]{9}");
const THOUSANDS = part(
  `(?<!,)[0-9]{1,3}(?:,[0-9]{3})+(?!,?[0-9A-Za-z])(?!\\.[0-9]*\\.[0-9])(?:${NOT_IN_SEQUENCE}(?:${DECIMALS}))?`,
);
const NUMBERS = [`${NOT_IN_SEQUENCE}[0-9]+${DECIMALS}`, `[0-9]+${EXPONENT}`, `[0-9]+${UNIT}`].map((expression) =>
  part(expression),
);

const TIME_UNIT = "(?:ns|us|ms|hr|[smhd])";
const DURATION = part(`(?:[0-9]+(?:\\.[0-9]+)?${TIME_UNIT}(?![a-z])){2,8}${GOES_ON}`, "i");
const TOKEN = part("eyJ[\\w-]*\\.[\\w-]*\\.[\\w-]*");
const TEMPORARY = part("(?<![0-9A-Za-z])/(?:tmp|var/tmp|var/folders)/[\\w\\x80-\\xff+/.%@-]*");
const DOMAIN = part("@([0-9A-Za-z](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)");

const MARKS = "[ =:\"'(-]{1,4}";
const SUFFIX = part("(?:[\\w.+~-]*[0-9A-Za-z])?");
const LETTERS = "A-Za-z\\x80-\\xff";
const SPAN_UNITS =
  "ns|us|\\xc2\\xb5s|\\xce\\xbcs|ms|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|msecs?|millis|" +
  "milliseconds?|usec|microseconds|nanoseconds";
const SIZE_UNITS = "b|[kmgt]b|[kmgt]ib|bytes?|[kmg]bytes?|[kmg]";
const HAS_UNIT = new RegExp(
  `^(?:%|[${LETTERS}]+(?![0-9${LETTERS}])| (?:${SPAN_UNITS}|${SIZE_UNITS}|percent)(?![${LETTERS}]))`,
  "i",
);

/** These words, by themselves or behind a small letter with a capital one, at the end of a text. */
function endsWith(words: readonly string[], behind: string): RegExp {
  const anyCase = (text: string): string => text.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
  const whole = words.map(anyCase).join("|");
  const camel = words.map((word) => word[0]!.toUpperCase() + anyCase(word.slice(1))).join("|");
  return new RegExp(`(?:(?<![0-9A-Za-z])(?:${whole})|(?<=[a-z])(?:${camel}))${behind}$`);
}

const AFTER_CODE = endsWith(["status", "code", "exit", "errno", "signal"], MARKS);
const AFTER_MESSAGE = endsWith(["error", "warning"], MARKS);
const AFTER_VERSION = endsWith(["version"], MARKS);
const AFTER_HTTP = endsWith(["http"], '(?:/[0-9.]{1,3}"?)? ');
const AFTER_HTTP_SLASH = endsWith(["http"], "/");

/** The names with digits that the page lists, each with each of its numbers. */
const NAMES: ReadonlySet<string> = new Set(
  [
    ...readFileSync(new URL("../../docs/reference/masks.md", import.meta.url), "utf8").matchAll(
      /^- `(\w+)`: ([\d, ]+)$/gm,
    ),
  ].flatMap(([, name, numbers]) => numbers!.split(", ").map((number) => `${name} ${number}`)),
);

function part(expression: string, flags = ""): RegExp {
  return new RegExp(expression, `y${flags}`);
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
    .map((piece) => (piece.startsWith("\x1b") ? piece : new Reference(piece).masked(kinds)))
    .join("");
}

/** The parts of a text without escape sequences. */
class Reference {
  private readonly text: string;
  /** Where the last part ends, and the last row of hexadecimal numbers, and runs that are no ids. */
  private done = 0;
  private rowEnd = 0;
  private runEnd = 0;
  private slashRunEnd = 0;

  constructor(text: string) {
    this.text = text;
  }

  masked(kinds?: readonly string[]): string {
    const { text } = this;
    let masked = "";
    let copied = 0;
    for (let at = 0; at < text.length; ) {
      const stop = end(WORD, text, at) ?? at + 1;
      const found = stop > at && /[0-9A-Za-z]/.test(text[at]!) ? this.wordPart(at, stop) : this.markPart(at);
      // A unit behind a number belongs to no other part.
      const to = Math.max(stop, found?.to ?? 0);
      const isInWord = found !== undefined && /[0-9A-Za-z]/.test(text[to - 1]!);
      at = found?.next ?? (isInWord ? end(REST_OF_WORD, text, to)! : to);
      if (found?.kind === undefined) continue;
      this.done = found.to;
      if (kinds !== undefined && !kinds.includes(found.kind)) continue;
      masked += `${text.slice(copied, found.from)}<${found.kind}>`;
      copied = found.to;
    }
    return masked + text.slice(copied);
  }

  private markPart(at: number): Part | undefined {
    const { text } = this;
    if (text[at] === "@") return this.mailAround(at);
    if (text[at] === "/") return one("tmp", at, end(TEMPORARY, text, at));
    const isStart = text.startsWith("::", at) && !/[0-9A-Za-z]/.test(text[at - 1] ?? "");
    return isStart ? this.ipv6At(at) : undefined;
  }

  private wordPart(at: number, stop: number): Part | undefined {
    const { text } = this;
    const word = text.slice(at, stop);
    const hasDigit = /[0-9]/.test(word);
    const afterEscape = hasDigit ? end(ESCAPE, text, at) : undefined;
    if (afterEscape !== undefined) return { kind: undefined, from: at, to: afterEscape, next: afterEscape };
    const time = oracleEnds(text, at)[0];
    const address = this.addressAt(at);
    if (address !== undefined) return address;
    if (time !== undefined && end(EPOCH, text, at) === undefined) return one("time", at, time);
    if (!hasDigit) return this.isInRow(at, word) ? one("hex", at, stop) : undefined;
    const sign = /^[+-]/.test(text.slice(at - 1, at)) && !/[0-9A-Za-z]/.test(text[at - 2] ?? "") && at > 0 ? 1 : 0;
    const mail = /^[\w.%+-]*(?=@)/.exec(text.slice(stop));
    const news = (): Part | undefined => {
      const to = this.newsEnd(at, stop, word);
      return to === undefined ? undefined : { kind: undefined, from: at, to, next: to };
    };
    const hex = time === undefined ? end(HEX_WORD, text, at) : undefined;
    return (
      (mail === null ? undefined : this.mailAround(stop + mail[0].length)) ??
      news() ??
      (this.isInRow(at, word) ? one("hex", at, stop) : undefined) ??
      one("hex", at, hex) ??
      one("token", at, end(TOKEN, text, at)) ??
      this.idRunAround(at, stop) ??
      (isIdWord(word) && end(DURATION, text, at) === undefined ? one("id", at, stop) : undefined) ??
      this.numberIn(at, stop, word, sign)
    );
  }

  private numberIn(at: number, stop: number, word: string, sign: number): Part | undefined {
    const { text } = this;
    const last = /[0-9]*$/.exec(word)![0].length;
    const numberAt = (from: number): number | undefined =>
      [THOUSANDS, ...NUMBERS].map((number) => end(number, text, from)).find((to) => to !== undefined);
    if (!/^[0-9]/.test(word)) return last < 2 ? undefined : one("n", stop - last, lastNumberEnd(text, stop - last));
    const first = at + /^[0-9]+/.exec(word)![0].length;
    return (
      one("hex", at, end(PREFIXED_HEX, text, at)) ??
      one("duration", at, end(DURATION, text, at)) ??
      one("n", at - sign, numberAt(at)) ??
      (last < 2 ? undefined : { kind: "n", from: at - sign, to: first, next: first })
    );
  }

  private addressAt(at: number): Part | undefined {
    const { text } = this;
    const pairs = end(PAIRS, text, at);
    const isMac = pairs !== undefined && pairs - at === "00:00:00:00:00:00".length;
    const ipv4 = end(IPV4, text, at);
    return (
      one("uuid", at, end(UUID, text, at)) ??
      one(isMac ? "mac" : "hex", at, pairs) ??
      (ipv4 !== undefined && this.isVersion(at, ipv4) ? undefined : one("ip", at, ipv4)) ??
      this.ipv6At(at)
    );
  }

  /** Whether what looks like an IPv4 address is a version. */
  private isVersion(at: number, to: number): boolean {
    const before = this.text.slice(0, at);
    if (!before.endsWith("/")) return AFTER_VERSION.test(before);
    return this.text.slice(at, to).endsWith(".0.0.0") && isNameBeforeSlash(before);
  }

  private ipv6At(at: number): Part | undefined {
    const { text } = this;
    if (/::$/.test(text.slice(0, at))) return undefined;
    for (let to = Math.min(text.length, at + IPV6_LENGTH); to > at; to--) {
      const address = text.slice(at, to);
      if (/[0-9A-Za-z]/.test(text[to] ?? "") || address.includes("%") || isIP(address) !== 6) continue;
      return /[0-9]/.test(address) ? one("ip", at, to) : undefined;
    }
    return undefined;
  }

  private mailAround(at: number): Part | undefined {
    const to = end(DOMAIN, this.text, at);
    if (to === undefined) return undefined;
    const domain = this.text.slice(at + 1, to);
    if (!/.\.[A-Za-z]{2,}$/.test(domain)) return undefined;
    const local = /(?:[0-9A-Za-z][\w.%+-]*)$/.exec(
      /[\w.%+-]*$/.exec(this.text.slice(this.done, at))![0].replace(/^[^0-9A-Za-z]+/, ""),
    );
    return local === null ? undefined : one("email", at - local[0].length, to);
  }

  /** The end of what stays and begins with this word. */
  private newsEnd(at: number, stop: number, word: string): number | undefined {
    const { text } = this;
    const before = text.slice(0, at);
    const after = text.slice(stop);
    const isNumber = /^[0-9]+$/.test(word);
    const version = this.versionEnd(at, stop, word);
    if (version !== undefined) return version;
    if (before.endsWith("[") && after.startsWith("]") && /^[A-Z]+[0-9]+$/.test(word)) return stop;
    if (!/^\.[0-9]/.test(after)) {
      if (isNumber && word.length <= 5 && AFTER_CODE.test(before)) return stop;
      if (/^[0-9]{3}$/.test(word) && AFTER_HTTP.test(before)) return stop;
      const isCode = /^(?:0[xX][0-9A-Fa-f]+|[A-Z]+[0-9]+)$/.test(word);
      if (!isNumber && isCode && (AFTER_CODE.test(before) || AFTER_MESSAGE.test(before))) return stop;
    }
    const code = /^-[A-Z0-9_-]+(?![a-z])/.exec(after);
    if (/^[0-9]$/.test(word) && /%[A-Z0-9_-]{1,32}-$/.test(before) && code !== null && !/^[A-Z0-9_-]*[a-z]/.test(after))
      return stop + code[0].length;
    if (/^[0-9]{1,2}$/.test(word) && AFTER_HTTP_SLASH.test(before)) return stop;
    const name = isNumber
      ? /(?<![0-9A-Za-z])([0-9A-Za-z]{1,16})[-_]([1-9][0-9]{0,4})$/.exec(before + word)
      : /(?<![0-9A-Za-z])([0-9A-Za-z]{0,15}[A-Za-z])([1-9][0-9]{1,4})$/.exec(before + word);
    return name !== null && NAMES.has(`${name[1]!.toLowerCase()} ${name[2]!}`) ? stop : undefined;
  }

  private versionEnd(at: number, stop: number, word: string): number | undefined {
    const { text } = this;
    const before = text.slice(0, at);
    const parts = /^(?:\.[0-9]+)+/.exec(text.slice(stop));
    const last = /[0-9]{1,5}$/.exec(word);
    if (parts === null || last === null || /[0-9]{6}$/.test(word) || /<$|[0-9]\.$/.test(before)) return undefined;
    const to = stop + parts[0].length;
    const withSuffix = end(SUFFIX, text, to)!;
    const count = parts[0].split(".").length;
    if (last[0] !== word && !/^v[0-9]+$/i.test(word) && last[0].length > 2) return undefined;
    if (count >= 3) return withSuffix;
    if (parts[0].length > 4) return undefined;
    if (last[0] !== word)
      return /^[vV][0-9]+$|^[A-Za-z](?:[0-9A-Za-z]*[A-Za-z])?[0-9]$/.test(word) ? withSuffix : undefined;
    if (HAS_UNIT.test(text.slice(to))) return undefined;
    const isAfterName = /(?<![0-9A-Za-z])[A-Z][0-9A-Za-z]{0,15}[ _-]$/.test(before);
    return isAfterName || AFTER_VERSION.test(before) || isNameBeforeSlash(before) ? withSuffix : undefined;
  }

  /** Whether the hexadecimal word is in a row of them, or begins one. */
  private isInRow(at: number, word: string): boolean {
    if (!/^[0-9A-Fa-f]+$/.test(word)) return false;
    if (at < this.rowEnd) return true;
    const row = new RegExp(
      `${HEX}{2,16}(?![0-9A-Za-z])(?:([ :,.-])${HEX}{2,16}(?![0-9A-Za-z])(?:\\1${HEX}{2,16}(?![0-9A-Za-z]))*)?`,
      "y",
    );
    const to = end(row, this.text, at);
    if (to === undefined) return false;
    const words = this.text.slice(at, to).split(/[ :,.-]/);
    const odd = words.findIndex((one, i) => /^[A-Fa-f]+$/.test(one) && one.length !== words[i - 1]?.length);
    const fitting = odd === -1 ? words : words.slice(0, odd);
    if (fitting.length < 3 || !fitting.some((one) => /[0-9]/.test(one) && /[A-Fa-f]/.test(one))) return false;
    this.rowEnd = at + fitting.join(" ").length;
    return true;
  }

  /** The id that is the run around the word, with slashes or without. */
  private idRunAround(at: number, stop: number): Part | undefined {
    const { text, done } = this;
    if (at < this.runEnd) return undefined;
    const from = at - /[\w-]*$/.exec(text.slice(done, at))![0].length;
    const to = stop + /^[\w-]*/.exec(text.slice(stop))![0].length;
    this.runEnd = to;
    if (at >= this.slashRunEnd && (/[+/]/.test(text[to] ?? "") || (from > done && /[+/]/.test(text[from - 1]!)))) {
      const slashFrom = at - /[\w+/-]*$/.exec(text.slice(done, at))![0].length;
      this.slashRunEnd = stop + /^[\w+/-]*/.exec(text.slice(stop))![0].length;
      const found = text[slashFrom] === "/" ? undefined : this.idIn(slashFrom, this.slashRunEnd);
      if (found !== undefined) return found;
    }
    return this.idIn(from, to);
  }

  private idIn(from: number, to: number): Part | undefined {
    const run = this.text.slice(from, to);
    const changes = run.length >= 22 && /[0-9].*[0-9]/.test(run) && countOf(CHANGE, run) >= 0.35 * run.length;
    const isId = changes || MAIL_ID.test(run);
    return isId ? one("id", from, to + /^={0,2}/.exec(this.text.slice(to))![0].length) : undefined;
  }
}

const MAIL_ID = /^(?!\d{6})\d[0-9A-Za-z]{5}-\d(?:[0-9A-Za-z]{5}-[0-9A-Za-z]{2}|[0-9A-Za-z]{10}-[0-9A-Za-z]{4})$/;
const CHANGE = /(?<=[0-9])(?=[A-Za-z])|(?<=[a-z])(?=[0-9A-Z])|(?<=[A-Z])(?=[0-9a-z])/g;
const CHANGE_BUT_TO_SMALL = /(?<=[0-9])(?=[A-Za-z])|(?<=[a-z])(?=[0-9A-Z])|(?<=[A-Z])(?=[0-9])/g;
const TURN = /(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])/g;

function isIdWord(word: string): boolean {
  if (/^[0-9A-Fa-f]*$/.test(word) || /^0[xX][0-9A-Fa-f]+$/.test(word) || /^[0-9xX]*$/.test(word)) return false;
  if (!/[0-9].*[0-9]/.test(word) || (/[A-Z]/.test(word) && /[a-z]{4}/.test(word))) return false;
  const changes = countOf(CHANGE_BUT_TO_SMALL, word);
  return countOf(TURN, word) >= 4 || (word.length >= 12 && changes >= 4 && 4 * changes >= word.length);
}

function isNameBeforeSlash(before: string): boolean {
  return /(?<![0-9A-Za-z/])[A-Za-z][0-9A-Za-z]{0,15}\/$/.test(before);
}

/** The end of the number with which a word ends. It has no exponent without decimals, nor thousands. */
function lastNumberEnd(text: string, at: number): number {
  return end(NUMBERS[0]!, text, at) ?? end(NUMBERS[2]!, text, at)!;
}

function countOf(expression: RegExp, text: string): number {
  return [...text.matchAll(expression)].length;
}

function end(expression: RegExp, text: string, at: number): number | undefined {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
}

function one(kind: string, from: number, to: number | undefined): Part | undefined {
  return to === undefined ? undefined : { kind, from, to };
}

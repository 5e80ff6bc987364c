// Names for fields, made from the words around them and from what their values look like.

import { TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { identifier } from "../../rules/rule-names.ts";
import { fieldNameOfType, isDecimal } from "./value-types.ts";

/** What a name is made from. */
interface Surroundings {
  /** The text of the rule before the field, and after it. */
  readonly before: string;
  readonly after: string;
  readonly type: string | undefined;
  /** Some of its values. */
  readonly values?: readonly string[];
  /** The name of the field's column in a table. */
  readonly column?: string | undefined;
  /** The name of the field before it, which the text before separates from it; undefined where the message begins. */
  readonly previous?: string | undefined;
}

// The expressions are bounded by `MAX_SURROUNDINGS`.
const KEY = /(@?[A-Za-z][\w.-]*)(["']?\s*(?:=>|[=:]|\.{3,})\s*\\?["'[(<{/`]*)$/;
const TIME_KEYS = /^@?(?:time|timestamp|ts|date|datetime|asctime)$/i;
/** A word right before a value, as a whole; not the last part of a host, a file or a name with dots. */
const WORD_BEFORE = /(?<![\w.@/\\%+&-])([A-Za-z][\w-]*?)[\s"'[(<{#@`_-]*$/;
const WORDS = /(?<![\w.@/\\])[A-Za-z][A-Za-z-]+(?![\w/\\]|\.\w)/g;
/** Words that do not describe what follows them. */
const FUNCTION_WORDS = new Set(
  (
    "about after all an and any are as at be because been before between but by can cannot could did do does during " +
    "for from had has have if in into is it its no nor not of off on only or out over per since so than that the " +
    "then there this to too under until up via was were when where which while will with within without would"
  ).split(" "),
);
/** Verbs say what is done with a value. */
const VERB = /(?:[^e]ed|ing)$|^(?:got|sent|took|found|made|read|set|get|put|use|using|done|began|went|lost|kept|held)$/;
/** Who or where: what looks like an address of it is named by both. */
const ROLES = new Set(
  "client destination dest dst gateway host local master node peer proxy remote server source src target".split(" "),
);
/** What has a path. */
const FILES = new Set("archive config database device dir directory file folder image log root script socket".split(" "));
const PREPOSITIONS = new Set("at by for from in into on over to under via with".split(" "));

/** Names for numbers, by the units that follow them. What an equals sign follows is the next key. */
const UNITS = (
  [
    ["bytes", "b|bytes?"],
    ["kb", "kb|kib"],
    ["mb", "mb|mib"],
    ["gb", "gb|gib"],
    ["ms", "ms|msecs?|millis|milliseconds?"],
    ["us", "us|µs|microseconds?"],
    ["seconds", "s|secs?|seconds?"],
    ["minutes", "mins?|minutes?"],
    ["hours", "h|hrs?|hours?"],
    ["days", "d|days?"],
    ["percent", "%"],
  ] as const
).map(([name, units]) => ({ name, expression: new RegExp(`^ ?(?:${units})(?![A-Za-z0-9]|["']? ?=)`, "i") }));
/** What is said behind a unit of what it measures: `12 bytes sent`. */
const MEASURED = /^ ?\S+ (sent|received|read|written|free|used|total|left|remaining|transferred|copied)(?!\w)/;
/** What is counted: a noun in the plural right behind a number. */
const COUNTED = /^(?: |\()(?:[a-z-]+ ){0,2}?([A-Za-z][a-z]+(?:[^aius\W_]s|\(s\)))(?![\w=:]|["']? ?=)/;
const PLURAL_SIGN = /\(s\)$/;

/** What values look like, with a word for it, in the order in which they are tried. */
const LOOKS: readonly (readonly [string, RegExp])[] = [
  ["method", /^(?:GET|HEAD|POST|PUT|DELETE|CONNECT|OPTIONS|TRACE|PATCH|PROPFIND)$/],
  ["url", /^[A-Za-z][A-Za-z0-9+.-]*:\/\//],
  ["path", /^(?:[A-Za-z]:[/\\]|[/\\](?!$)|~\/|\.{1,2}\/)|^\/$/],
  ["email", /^[^\s@]+@[^\s@]+\.[a-z]+$/],
  ["mac", /^[0-9A-Fa-f]{2}(?:[:-][0-9A-Fa-f]{2}){5}$/],
  ["package", /^[a-z0-9][a-z0-9+.-]*:(?:all|any|amd64|arm64|armhf|i386|noarch)$/],
  ["version", /^v?\d+[.:~+-][A-Za-z0-9.:~+-]*$/],
  ["user_agent", /^[A-Za-z][\w.-]*\/\d[^ ]* \(/],
  ["host", /^(?=.*[\d-])(?:[A-Za-z0-9_-]+\.)+[a-z]{2,}$/],
  ["hash", /^(?=.*\d)(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/],
];
/** What looks like an address. */
const ADDRESS = /^(?:ip|host|mac|url)$/;
/** What the name of a field ends in that a port may follow. */
const HOST_NAME = /(?:^|_)(?:ip|host|hostname|addr|address)$/;
const PORT_BEHIND = /^\]?:$/;
const HTTP_VERSION = /HTTP\/\d(?:\.\d)?["']? $/;
const BEHIND_VERSION = /^["']? $/;

/** How much text on each side may give a field its name. It also bounds the time that the expressions take. */
const MAX_SURROUNDINGS = 200;
/** Words further to the left belong to something else. */
const MAX_WORDS = 4;

/** A name for a field. Not always unique. */
export function suggestedName(surroundings: Surroundings): string {
  return suggestedNames(surroundings)[0];
}

/** Names for a field, the best first. Each further one takes one more word to the left. */
export function suggestedNames({ before, after, type, values = [], column, previous }: Surroundings): readonly [string, ...string[]] {
  const left = before.slice(-MAX_SURROUNDINGS);
  const right = after.slice(0, MAX_SURROUNDINGS);
  const [, word, sign] = KEY.exec(left) ?? [];
  // `for: ` is no key, but `in=` is.
  const key = column ?? (word !== undefined && (sign!.includes("=") || !isFunctionWord(word)) ? word : undefined);
  // The time of a record is the time of its line.
  if (type === "timestamp" && key !== undefined && TIME_KEYS.test(key)) return [TIMESTAMP_FIELD];
  const form = lookOf(type, values) ?? (type === undefined ? "text" : (fieldNameOfType(type) ?? type));
  const words = Array.from(left.matchAll(WORDS), ([word]) => word).filter((word) => !isFunctionWord(word));
  const best =
    key !== undefined
      ? identifier(key, form)
      : (nameByPlace(left, type, form, previous) ?? nameByWords({ left, right, type, form, isFirst: previous === undefined }));
  const taken = new Set(best.split("_"));
  const others = words.slice(-MAX_WORDS).reverse().filter((word) => !taken.has(identifier(word, "")));
  return [best, ...others.slice(0, 2).map((word) => identifier(`${word}_${best}`, best))];
}

function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.toLowerCase());
}

/** What all values look like, if that has a name. */
function lookOf(type: string | undefined, values: readonly string[]): string | undefined {
  if ((type !== "word" && type !== "hex" && type !== undefined) || values.length === 0) return undefined;
  return LOOKS.find(([, look]) => values.every((value) => look.test(value)))?.[0];
}

/** The name of a value that stands where it always stands beside others: a port, or a part of a request. */
function nameByPlace(left: string, type: string | undefined, form: string, previous: string | undefined) {
  if (previous !== undefined && type === "number" && PORT_BEHIND.test(left) && HOST_NAME.test(previous))
    return identifier(previous.replace(HOST_NAME, "_port"), "port");
  if (type === "number") {
    if (HTTP_VERSION.test(left) || (previous?.endsWith("version") && BEHIND_VERSION.test(left))) return "status";
    if (previous === "status" && left === " ") return "bytes";
  }
  if (left.endsWith("HTTP/")) return "http_version";
  if (left === " " && previous === "method") return form === "url" ? form : "path";
  if (/^"? "$/.test(left) && (previous === "bytes" || previous === "referer"))
    return previous === "bytes" && form !== "user_agent" ? "referer" : "user_agent";
  return undefined;
}

interface Words {
  readonly left: string;
  readonly right: string;
  readonly type: string | undefined;
  readonly form: string;
  /** Whether no field is before it in its message. */
  readonly isFirst: boolean;
}

/** The name that the words around a value give it, or what it looks like. */
function nameByWords({ left, right, type, form, isFirst }: Words): string {
  const unit = unitBehind(type, right);
  if (unit !== undefined) {
    const what = MEASURED.exec(right)?.[1];
    return what === undefined ? unit : `${unit}_${what}`;
  }
  const word = WORD_BEFORE.exec(left)?.[1];
  const isTelling = type === undefined || fieldNameOfType(type) !== form ? form !== "text" : ADDRESS.test(form);
  const isPreposition = word !== undefined && PREPOSITIONS.has(word.toLowerCase());
  if (isTelling) {
    if (form === "path" && word !== undefined && FILES.has(word.toLowerCase())) return identifier(word, form);
    const isNamed = word !== undefined && (isPreposition || ROLES.has(word.toLowerCase()));
    return isNamed && ADDRESS.test(form) ? identifier(`${word}_${form}`, form) : form;
  }
  const isNumber = isDecimal(type);
  // The first word of a message is mostly a verb, or a noun with its number.
  const isFirstWord = isFirst && !isNumber && left.trim() === word;
  const isVerb = word === undefined || VERB.test(word) || isFirstWord;
  if (!isVerb && !isFunctionWord(word)) return identifier(word, form);
  const counted = isNumber ? COUNTED.exec(right)?.[1] : undefined;
  if (counted !== undefined && !isFunctionWord(counted)) return identifier(counted.replace(PLURAL_SIGN, "s"), form);
  if (isPreposition) return identifier(`${word}_${form}`, form);
  const sentence = left.slice(Math.max(left.lastIndexOf(". "), left.lastIndexOf("; ")) + 1);
  const noun = Array.from(sentence.matchAll(WORDS), ([one]) => one).findLast((one) => !isFunctionWord(one) && !VERB.test(one));
  return noun === undefined || isFirst ? form : identifier(`${noun}_${form}`, form);
}

/** The name of the unit with which the text after a number begins. */
function unitBehind(type: string | undefined, after: string): string | undefined {
  if (!isDecimal(type)) return undefined;
  return UNITS.find(({ expression }) => expression.test(after))?.name;
}

const UNIT_NAME = new RegExp(`(?:^|_)(?:${UNITS.map(({ name }) => name).join("|")})(?:_|$)`);

/** Whether a number with this name, and this text after it, is an amount of something. */
export function isMeasured(name: string, after: string): boolean {
  return UNIT_NAME.test(name) || unitBehind("number", after) !== undefined;
}

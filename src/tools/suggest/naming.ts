// Names for fields, made from the words around them and from what their values look like.

import { TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { identifier, isFunctionWord } from "../../rules/rule-names.ts";
import { HTTP_METHOD, HTTP_STATUS } from "../../text/bytes/http.ts";
import { DURATION_UNITS, SIZE_UNITS } from "../../text/bytes/units.ts";
import { DATE, DATE_OF_DIGITS } from "../../text/shapes/skeleton.ts";
import { isNoun } from "../../text/shapes/slots.ts";
import { fieldNameOfType, isDecimal } from "./value-types.ts";

interface Surroundings {
  readonly before: string;
  readonly after: string;
  readonly type: string | undefined;
  readonly values?: readonly string[];
  readonly column?: string | undefined;
  /** The field before the text before it; undefined where the message begins. */
  readonly previous?: { readonly name: string; readonly type: string | undefined } | undefined;
}

interface Place extends Surroundings {
  readonly form: string;
}

// Bounded: by `MAX_SURROUNDINGS`.
const KEY = /(@?[A-Za-z][\w-]*(?:\.[\w-]+)*)(\\?["']?\s*(?:=>|[=:]|\.{2,})\s*\\?["'[(<{/`]*)$/;
const TIME_KEYS = /^@?(?:time|timestamp|ts|date|datetime|asctime)$/i;
const WORD_CHARACTER = /[A-Za-z0-9\x80-\uffff]/;
/** A word right before a value, as a whole; not the last part of a host, a file or a name with dots. */
// Bounded: by `MAX_SURROUNDINGS`.
const WORD_BEFORE = /(?<![\w.@/\\%+&-])([A-Za-z][\w-]*?)[\s\\"'[(<{#@`_-]*$/;
const WORDS = /(?<![\w.@/\\])[A-Za-z][A-Za-z-]+(?![\w/\\]|\.\w)/g;
/** Verbs say what is done with a value. */
const VERB = /(?:[^e]ed|ing)$|^(?:got|sent|took|found|made|read|set|get|put|use|using|done|began|went|lost|kept|held)$/;
/** Who or where: what looks like an address of it is named by both. */
const ROLES =
  /^(?:client|dest|destination|dst|gateway|host|local|master|node|peer|proxy|remote|server|source|src|target)$/i;
const FILES = /^(?:config|database|device|dir|directory|file|folder|image|log|root|script|socket)$/i;
const COPULAS = /^(?:is|are|was|were)$/i;
const PREPOSITIONS = /^(?:at|by|for|from|in|into|on|over|to|under|via|with)$/i;

/** The unit behind a number. What an equals sign follows is the next key. */
const UNIT = /^[\])]? ?([A-Za-z\u00b5]+|%)(?![A-Za-z0-9]|["']? ?=)/;
/** Names for numbers by units that are no names themselves. */
const UNIT_NAMES: Readonly<Record<string, string>> = {
  ...{ "%": "percent", "\u00b5s": "us", B: "bytes", b: "bytes", byte: "bytes", d: "days", h: "hours", hour: "hours" },
  ...{ min: "minutes", minute: "minutes", s: "seconds", sec: "seconds", second: "seconds" },
};
/** What is said behind a unit of what it measures: `12 bytes sent`. */
const MEASURED = /^ ?\S+ (sent|received|read|written|free|used|total|left|remaining|transferred|copied)(?!\w)/;
/** What ends before a word: sentences, and brackets with a comma. */
const CLAUSES = /^.*(?:[.;] |[)\]}][,;]? )/;
/** What is counted: the first noun in the plural among the next words. */
const NEXT_WORDS = /^[ (][\w+-]+(?:\(s\))?(?: [\w+-]+(?:\(s\))?){0,4}(?!["']?=|[\w+-])/;
const PLURAL = /^[A-Za-z][a-z]+(?:[^aius\W_\d]s|\(s\))$/;
/** What ends the name of a file of source code, or of the part of it that a line is in. */
const SOURCE_FILE = /\.[A-Za-z]{1,5}[:(]$/;
/** A host that is text, before its port. */
const HOST_ITSELF =
  /(?<![\w.-])(?:localhost|(?:[\w-]+\.)+(?:com|net|org|io|local|lan|internal|corp|home|cloud|example|test)):$/;
const BEFORE_EQUALS = /^["']? ?=(?![=>])/;

/** What values look like, with a word for it, in the order in which they are tried. */
const LOOKS: readonly (readonly [string, RegExp])[] = [
  ["method", HTTP_METHOD],
  ["url", /^[A-Za-z][A-Za-z0-9+.-]*:\/\//],
  ["path", /^(?:[A-Za-z]:[/\\]|[/\\](?!$)|~\/|\.{1,2}\/)|^\/$/],
  ["email", /^[^\s@]+@[^\s@:/]+\.[a-z]+$/],
  ["date", /^\d{1,2}\.\d{1,2}\.(?:19|20)\d\d$/],
  ["version", /^(?!\d+\.\d+[A-Za-z]+$|.*\.[a-z-]+\.[a-z]+$)v?(?:\d:)?\d+(?:-\d+)*[.~+][A-Za-z0-9.~+-]*$/],
  ["user_agent", /^[A-Za-z][\w.-]*\/\d[^ ]* \(/],
  [
    "file",
    /^[^\s/\\]+\.(?:conf|csv|dll|exe|gz|html?|jar|jpe?g|json|log|pdf|png|py|sh|sql|tmp|txt|war|xml|ya?ml|zip)$/i,
  ],
  ["host", /^(?=.*[\d-])(?:[A-Za-z0-9_-]+\.)+[a-z]{2,}$/],
  ["protocol", /^[A-Z]+\/\d(?:\.\d)?$/],
  ["date", new RegExp(`^${DATE}$`)],
  ["unit", /^(?:(?:[kKMGT]i?)?B|[munµ]?s|sec|min|bytes)$/],
  ["hash", /^(?=.*\d)(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/],
];
const THOUSANDS = /^\d{1,3}(?:,\d{3})*(?:\.\d+)?$/;
/** In angle brackets the id of a process, as Erlang writes it, and no version. */
const DOTTED_NUMBERS = /^\d+(?:\.\d+)+$/;
const DATE_DIGITS = new RegExp(`^${DATE_OF_DIGITS}$`);
/** What looks like an address. */
const ADDRESS = /^(?:ip|host|mac|url)$/;
/** The end of the name of a host, which its port does not have. */
const HOST_NAME = /(?:^|_)(?:ip|host|hostname|addr|address)$/;
const PORT_BEHIND = /^\]?[:#]$/;
const HTTP_VERSION = /HTTP\/\d(?:\.\d)?["']? $/;
const JOINED = /^[\w-]*[_-]$/;
const NUMBERED = /_\d+$/;
const BEHIND_VERSION = /^["']? $/;

/** How much text on each side may give a field its name. It also bounds the time that the expressions take. */
const MAX_SURROUNDINGS = 200;
/** Words further to the left belong to something else. */
const MAX_FURTHER = 3;
/** Of longer keys with dots, the last part is taken. */
const MAX_KEY = 30;
/** Names for a field, the best first. Each further one takes one more word to the left. */
export function suggestedNames(field: Surroundings): readonly [string, ...string[]] {
  const before = field.before.slice(-MAX_SURROUNDINGS);
  const [, word, sign] = KEY.exec(before) ?? [];
  // `for: ` is no key, but `in=` is.
  const key = field.column ?? (word !== undefined && (sign!.includes("=") || !isFunctionWord(word)) ? word : undefined);
  // The time of a record, or the time with which it begins, is the time of its line.
  const isFirst = field.previous === undefined && !WORD_CHARACTER.test(before);
  if (field.type === "timestamp" && (key === undefined ? isFirst : TIME_KEYS.test(key)))
    return [TIMESTAMP_FIELD, "time"];
  // What a host or a file ends with is no key.
  if (field.type === "number" && HOST_ITSELF.test(before)) return ["port"];
  if (field.type === "number" && SOURCE_FILE.test(before)) return ["line"];
  const form = lookOf(field) ?? fieldNameOfType(field.type) ?? "text";
  const place = { ...field, before, after: field.after.slice(0, MAX_SURROUNDINGS), form };
  const best =
    key !== undefined && form !== "method"
      ? identifier(key.length > MAX_KEY ? key.slice(key.lastIndexOf(".") + 1) : key, form)
      : (nameByPlace(place) ?? nameByWords(place));
  const others = wordsIn(before.replace(CLAUSES, ""))
    .slice(-MAX_FURTHER)
    .reverse()
    .filter((one) => !best.includes(identifier(one, "")));
  return [best, ...others.map((one) => identifier(`${one}_${best}`, best))];
}

function wordsIn(text: string): string[] {
  return Array.from(text.matchAll(WORDS), ([word]) => word).filter((word) => word.length > 2 && !isFunctionWord(word));
}

function lookOf({ before, type, values = [] }: Surroundings): string | undefined {
  if (values.length === 0) return undefined;
  if (type === "number" && areStatuses(values)) return "status";
  if (type === "number" && values.every((value) => DATE_DIGITS.test(value))) return "date";
  if (!(type === undefined || type === "word" || type === "hex")) return undefined;
  if (values.every((value) => THOUSANDS.test(value))) return "number";
  if (before.endsWith("<") && values.every((value) => DOTTED_NUMBERS.test(value))) return "id";
  const mayMiss = Math.floor(values.length / 4);
  const isMostly = (look: RegExp): boolean => {
    let missed = 0;
    return values.every((value) => look.test(value) || ++missed <= mayMiss);
  };
  return LOOKS.find(([, look]) => isMostly(look))?.[0];
}

/** Whether these are different statuses of HTTP, and one says that all went well. */
function areStatuses(values: readonly string[]): boolean {
  return values.includes("200") && new Set(values).size > 1 && values.every((value) => HTTP_STATUS.test(value));
}

/** The name of a value that stands where it always stands beside others: a port, or a part of a request. */
function nameByPlace({ before: left, after: right, type, form, previous }: Place): string | undefined {
  if (left.endsWith("HTTP/")) return "http_version";
  const isBehindVersion = previous?.name === "http_version" && BEHIND_VERSION.test(left);
  if (type === "number" && (HTTP_VERSION.test(left) || isBehindVersion)) return "status";
  if (previous === undefined) return form === "name" && BEFORE_EQUALS.test(right) ? "key" : undefined;
  const name = previous.name.replace(NUMBERED, "");
  if (type === "number" && PORT_BEHIND.test(left) && (previous.type === "ip" || HOST_NAME.test(previous.name)))
    return identifier(`${previous.name.replace(HOST_NAME, "")}_port`, "port");
  if (type === "number" && name === "status" && left === " ") return form === "status" ? form : "bytes";
  if (left === " " && name === "method") return form === "url" ? form : "path";
  if (/^"? "$/.test(left) && (name === "bytes" || name === "referer"))
    return name === "bytes" && form !== "user_agent" ? "referer" : "user_agent";
  if (left === " " && form === "unit" && isDecimal(previous.type)) return form;
  // Values of a list, and the parts of an id, are of one kind, unless what follows says what they are.
  const isNamedBehind = unitBehind(type, right) !== undefined || countedIn(right) !== undefined;
  const isOfKind =
    previous.type === type &&
    !CLAUSES.test(left) &&
    !isUnit(name) &&
    (form === "number" || form === "id") &&
    !isNamedBehind;
  return isOfKind && (JOINED.test(left) || (left.match(/[A-Za-z]+/g) ?? []).every(isFunctionWord)) ? name : undefined;
}

/** The name that the words around a value give it, or what it looks like. */
function nameByWords({ before: left, after: right, type, form, previous }: Place): string {
  const unit = unitBehind(type, right);
  const measured = unit && MEASURED.exec(right)?.[1];
  if (unit !== undefined) return measured === undefined ? unit : `${unit}_${measured}`;
  const word = WORD_BEFORE.exec(left)?.[1] ?? "";
  const withForm = identifier(`${word}_${form}`, form);
  if (ADDRESS.test(form) && !FILES.test(word)) return PREPOSITIONS.test(word) || ROLES.test(word) ? withForm : form;
  if ((form === "path" || form === "host") && FILES.test(word)) return identifier(word, form);
  if (fieldNameOfType(type) !== form && form !== "text") return form;
  const isNumber = isDecimal(type);
  // The first word of a message is mostly a verb, or a noun with its number.
  const isFirstWord = previous === undefined && !isNumber && left.trim() === word && !isNoun(word);
  // What is done names what it counts, but no word.
  const mayName = word !== "" && !isFirstWord && !isFunctionWord(word) && (isNumber || !/[^e]ed$/.test(word));
  const counted = mayName && !VERB.test(word) ? undefined : isNumber ? countedIn(right) : undefined;
  if (counted !== undefined || mayName) return identifier(counted ?? word, form);
  const nouns = wordsIn(left.replace(CLAUSES, ""));
  const noun = nouns.findLast((one) => !VERB.test(one) && !isUnit(one));
  if (noun !== undefined && COPULAS.test(word)) return identifier(noun, form);
  if (PREPOSITIONS.test(word)) return withForm;
  return noun === undefined || previous === undefined ? form : identifier(`${noun}_${form}`, form);
}

/** What a number counts that this text follows. */
function countedIn(text: string): string | undefined {
  const words = NEXT_WORDS.exec(text)?.[0].slice(1).split(" ") ?? [];
  const last = words.findIndex(isFunctionWord);
  return words
    .slice(0, last === -1 ? words.length : last)
    .find((word) => PLURAL.test(word))
    ?.replace("(s)", "s");
}

/** The name of the unit with which the text after a number begins. */
function unitBehind(type: string | undefined, after: string): string | undefined {
  const unit = (isDecimal(type) && UNIT.exec(after)?.[1]) || "";
  const name = unit.toLowerCase();
  return UNIT_NAMES[unit] ?? (isUnit(name) ? name : undefined);
}

/** Whether a word is a unit. Single letters may be anything. */
function isUnit(word: string): boolean {
  return word.length > 1 && (SIZE_UNITS.has(word) || DURATION_UNITS.has(word) || word === "percent");
}

/** Whether a number with this name, and this text after it, is an amount of something. */
export function isMeasured(name: string, after: string): boolean {
  return name.split("_").some(isUnit) || unitBehind("number", after) !== undefined;
}

// Makes names for fields from the words around them.

import { TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { identifier } from "../../rules/rule-names.ts";
import { fieldNameOfType, isDecimal, isFieldNameOfType } from "./value-types.ts";

/** What a name is made from. */
interface Surroundings {
  /** The text of the rule before the field, and after it. */
  readonly before: string;
  readonly after: string;
  /** The type of the field, or what its words look like, or undefined. */
  readonly type: string | undefined;
  /** The name of the field's column in a table. */
  readonly column: string | undefined;
  /** The name of the field before it, if only this separates the two. */
  readonly previous?:
    | { readonly name: string; readonly type: string | undefined; readonly separator: string }
    | undefined;
}

// Bounded: by `MAX_SURROUNDINGS`.
const KEY = /(@?[A-Za-z][\w.-]*)["']?\s*[=:]\s*["'[(<{/]*$/;
const TIME_KEYS = /^@?(?:time|timestamp|ts|date|datetime|asctime)$/i;
// Bounded: by `MAX_SURROUNDINGS`.
const WORD_BEFORE = /([A-Za-z][\w-]*)[\s"'[(<{#@/.]*$/;
/** What comes before the status of an answer in most access logs: the version as text, or behind it as a field. */
const HTTP_VERSION = /HTTP\/\d(?:\.\d)?["']? $/;
const BEHIND_VERSION = /^["']? $/;
/** Words that do not describe what follows them: prepositions, articles, forms of "be" and the like. */
const FUNCTION_WORDS = new Set(
  (
    "about after and are as at be been before between by during for from has have in into is its not of on or over " +
    "than that the this to under until via was were will with within without"
  ).split(" "),
);
/** Names for numbers, by the units that follow them. What an equals sign follows is the next key. */
const UNITS = (
  [
    ["bytes", "b|bytes?"],
    ["kb", "kb|kib"],
    ["mb", "mb|mib"],
    ["ms", "ms|msecs?|millis|milliseconds?"],
    ["us", "us|µs|microseconds?"],
    ["seconds", "s|secs?|seconds?"],
    ["minutes", "mins?|minutes?"],
    ["hours", "h|hrs?|hours?"],
    ["percent", "%"],
  ] as const
).map(([name, units]) => ({ name, expression: new RegExp(`^ ?(?:${units})(?![A-Za-z0-9]|["']? ?=)`, "i") }));
/** The looks of words that are better names than a word in capitals before the value, such as `GET`. */
const TELLING_LOOKS = new Set(["path", "url", "email", "version", "host"]);

/** How much text on each side may give a field its name. It also bounds the time that the expressions take. */
const MAX_SURROUNDINGS = 200;

/**
 * A name for a field: its column, its key, its unit, the word before it, or what its type suggests. Not always unique.
 */
export function suggestedName({ before: allBefore, after: allAfter, type, column, previous }: Surroundings): string {
  const before = allBefore.slice(-MAX_SURROUNDINGS);
  const after = allAfter.slice(0, MAX_SURROUNDINGS);
  if (previous?.type === "ip" && previous.separator === ":") return `${previous.name}_port`;
  const key = column ?? KEY.exec(before)?.[1];
  // The time of a record is the time of its line.
  if (type === "timestamp" && key !== undefined && TIME_KEYS.test(key)) return TIMESTAMP_FIELD;
  // What words look like is a name itself.
  const suggested = type === undefined ? "text" : (fieldNameOfType(type) ?? type);
  if (key !== undefined && !FUNCTION_WORDS.has(key.toLowerCase())) return identifier(key, suggested);
  const isBehindVersion = previous?.name === "http" && BEHIND_VERSION.test(previous.separator);
  if (type === "number" && (isBehindVersion || HTTP_VERSION.test(before))) return "status";
  const unit = unitBehind(type, after);
  if (unit !== undefined) return unit;
  const word = WORD_BEFORE.exec(before)?.[1];
  if (word === undefined || (word === word.toUpperCase() && TELLING_LOOKS.has(suggested))) return suggested;
  if (FUNCTION_WORDS.has(word.toLowerCase())) return identifier(`${word}_${suggested}`, suggested);
  return identifier(word, suggested);
}

/** The name of the unit with which the text after a number begins. */
function unitBehind(type: string | undefined, after: string): string | undefined {
  if (!isDecimal(type)) return undefined;
  return UNITS.find(({ expression }) => expression.test(after))?.name;
}

const NUMBERED = /_\d+$/;
const UNIT_NAMES = new Set<string>(UNITS.map(({ name }) => name));

/** Whether a number with this name, and this text after it, is an amount of something. */
export function isMeasured(name: string, after: string): boolean {
  return UNIT_NAMES.has(name.replace(NUMBERED, "")) || unitBehind("number", after) !== undefined;
}

const CODE = /(?:^|_)(?:code|err|errno|error|exit|hresult|rc|response|result|ret|returned|signal|status)$/;

/** Whether a number with this name tells how something ended. */
export function isCodeName(name: string): boolean {
  return CODE.test(name.replace(NUMBERED, ""));
}

const PROCESS = /(?:^|_)(?:p?pid|tid|(?:process|thread)_id)$/;

/** Whether a number with this name is that of a process or a thread, which differs from run to run. */
export function isProcessName(name: string): boolean {
  return PROCESS.test(name.replace(NUMBERED, ""));
}

/** Whether fields with this name most likely have the same meaning in all rules. Others are named by their types. */
export function saysMeaning(name: string): boolean {
  return !isFieldNameOfType(name.replace(NUMBERED, "")) && !FUNCTION_WORDS.has(name.slice(0, name.indexOf("_")));
}

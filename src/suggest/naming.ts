// Names for fields and rules, made of the words around them.

import { TIMESTAMP } from "../matcher/pattern.ts";

/** What a name is made from. */
export interface Surroundings {
  /** The text of the rule before the field, and after it. */
  readonly before: string;
  readonly after: string;
  /** The type of the field, or undefined. */
  readonly type: string | undefined;
  /** The name of the field's column in a table. */
  readonly column: string | undefined;
  /** The name of the field before it, if only this separates the two. */
  readonly previous?:
    | { readonly name: string; readonly type: string | undefined; readonly separator: string }
    | undefined;
}

const KEY = /(@?[A-Za-z][\w.-]*)["']?\s*[=:]\s*["'[(<{/]*$/;
const KEYS = /"[^"]*"\s*:|(?<![\w.@-])[\w.@-]+=/g;
const TIME_KEYS = /^@?(?:time|timestamp|ts|date|datetime|asctime)$/i;
const WORD_BEFORE = /([A-Za-z][\w-]*)[\s"'[(<{#@/.]*$/;
/** Words that say nothing about what follows them: prepositions, articles, forms of "be" and the like. */
const FUNCTION_WORDS = new Set(
  (
    "about after and are as at be been before between by during for from has have in into is its not of on or over " +
    "than that the this to under until via was were will with within without"
  ).split(" "),
);
/** Names for numbers, with the units that stand after them. */
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
).map(([name, units]) => ({ name, expression: new RegExp(`^ ?(?:${units})(?![A-Za-z0-9])`, "i") }));
/** Names for fields of a type, if the words around them give none. */
const BY_TYPE: Readonly<Record<string, string>> = {
  number: "number",
  float: "number",
  hex: "id",
  uuid: "id",
  ip: "ip",
  timestamp: "time",
  word: "name",
  email: "email",
  host: "host",
  mac: "mac",
  path: "path",
  url: "url",
  version: "version",
};

const ARTICLES = new Set(["a", "an", "the"]);

/** Names by type that say more than a word in capitals before the value, such as `GET`. */
const TELLING_TYPES = new Set(["path", "url", "email", "version", "host"]);

const MAX_NAME_LENGTH = 30;
const MAX_WORDS_IN_NAME = 4;
/** A rule is named by the first of its words. Words further on say little. */
const MAX_CONSIDERED_WORDS = 40;

/** How much text on each side may give a field its name. It also bounds the time that the expressions take. */
const MAX_SURROUNDINGS = 200;

/**
 * A name for a field: its column, its key, its unit, the word before it, or what its type suggests. Not always unique.
 */
export function fieldName({ before: allBefore, after: allAfter, type, column, previous }: Surroundings): string {
  const before = allBefore.slice(-MAX_SURROUNDINGS);
  const after = allAfter.slice(0, MAX_SURROUNDINGS);
  if (previous?.type === "ip" && previous.separator === ":") return `${previous.name}_port`;
  const key = column ?? KEY.exec(before)?.[1];
  // The time of a record is the time of its line.
  if (type === "timestamp" && key !== undefined && TIME_KEYS.test(key)) return TIMESTAMP;
  const suggested = BY_TYPE[type ?? ""] ?? "text";
  if (key !== undefined && !FUNCTION_WORDS.has(key.toLowerCase())) return identifier(key, suggested);
  if (type === "number" || type === "float") {
    const unit = UNITS.find(({ expression }) => expression.test(after));
    if (unit !== undefined) return unit.name;
  }
  const word = WORD_BEFORE.exec(before)?.[1];
  if (word === undefined || (word === word.toUpperCase() && TELLING_TYPES.has(suggested))) return suggested;
  if (FUNCTION_WORDS.has(word.toLowerCase())) return identifier(`${word}_${suggested}`, suggested);
  return identifier(word, suggested);
}

/**
 * The words of a rule's literal texts that may be part of its name: in small letters and in their order, without keys.
 */
export function wordsOf(texts: readonly string[]): string[] {
  const text = texts.join(" ").replace(KEYS, " ");
  const words =
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z][a-z0-9]*/g) ?? [];
  return words
    .filter((word, i) => word.length > 1 && word !== words[i - 1] && !ARTICLES.has(word))
    .slice(0, MAX_CONSIDERED_WORDS);
}

/**
 * A name for each rule: those of its words that the fewest other rules have, in their order. Rules may get the same
 * name.
 */
export function ruleNames(rules: readonly (readonly string[])[]): string[] {
  const frequency = new Map<string, number>();
  for (const words of rules) for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  return rules.map((words) => {
    const rarest = words
      .map((word, i) => ({ word, i }))
      .sort((a, b) => frequencyClass(frequency.get(a.word)!) - frequencyClass(frequency.get(b.word)!) || a.i - b.i)
      .slice(0, MAX_WORDS_IN_NAME)
      .sort((a, b) => a.i - b.i);
    return identifier(rarest.map(({ word }) => word).join("_"), "line", 2 * MAX_NAME_LENGTH);
  });
}

/** Words of about the same frequency are in one class. Of these, the first in the text are taken. */
function frequencyClass(frequency: number): number {
  return Math.floor(Math.log2(frequency) / 2);
}

/** Gives each name once, with a number where it is given again. */
export class UniqueNames {
  private readonly taken: Set<string>;
  /** The number to try next, by name. */
  private readonly numbers = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  of(name: string): string {
    let unique = name;
    let number = this.numbers.get(name) ?? 2;
    for (; this.taken.has(unique); number++) unique = `${name}_${number}`;
    this.numbers.set(name, number);
    this.taken.add(unique);
    return unique;
  }
}

/** The text as a name that placeholders can have, or `otherwise` if no letter is left to begin with. */
function identifier(text: string, otherwise: string, length = MAX_NAME_LENGTH): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, length)
    .replace(/^_+|_+$/g, "");
  // A field with this name would prefer a date-time.
  if (name === "timestamp") return "time";
  return /^[a-z]/.test(name) ? name : otherwise;
}

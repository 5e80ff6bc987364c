// Names for rules, made of their words, and names that are unique.

import { TIMESTAMP_FIELD } from "../matcher/pattern.ts";
import { groupBy } from "../text/collections/polyfills.ts";

const KEYS = /"[^"]*"\s*:|(?<![\w.@-])[\w.@-]+=/g;
const ARTICLES = new Set(["a", "an", "the"]);
/** Words that name nothing. */
const FUNCTION_WORDS = new Set(
  (
    "about after all an and any are as at be because been before between but by can cannot could did do does during " +
    "for from had has have if in into is it its no nor not null of off on only or out over per since so than that " +
    "the then there this to too under until up via was were when where which while will with within without would"
  ).split(" "),
);
/** The longest name of a field, and of a rule. */
const MAX_NAME_LENGTH = 30;
const MAX_RULE_NAME_LENGTH = 36;
const MAX_WORDS_IN_NAME = 5;
/** A rule is named by the first of its words. Words further on say little. */
const MAX_CONSIDERED_WORDS = 40;

/** The words of a rule's literal texts that may be part of its name: in lower case and in their order, without keys. */
export function nameWords(texts: readonly string[]): string[] {
  const text = texts.join(" ").replace(KEYS, " ");
  const words =
    text
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{N}]*/gu) ?? [];
  return [...new Set(words)].filter((word) => word.length > 1 && !ARTICLES.has(word)).slice(0, MAX_CONSIDERED_WORDS);
}

/** Whether a word names nothing by itself: a preposition, an article, a form of "be" and the like. */
export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.toLowerCase());
}

/**
 * A name for each rule: its first words, or if it has none, the names of its fields. Of rules with the same first
 * words, each takes the word, or the field, that tells it apart. Rules may get the same name.
 */
export function ruleNames(
  rules: readonly (readonly string[])[],
  fields: readonly (readonly string[])[] = [],
): string[] {
  const named = rules.map((words, i) => {
    const all = [...new Set([...words, ...(fields[i] ?? [])])];
    const first = firstWords(words.length === 0 ? all : words, MAX_RULE_NAME_LENGTH);
    return { i, all, name: first.join("_"), rest: all.filter((word) => !first.includes(word)) };
  });
  const names: string[] = [];
  for (const group of groupBy(named, ({ name }) => name).values()) {
    const frequency = new Map<string, number>();
    for (const { rest } of group) for (const word of new Set(rest)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    for (const { i, all, name, rest } of group) {
      const telling = rest.filter((word) => frequency.get(word)! < group.length);
      const [rarest] = telling.toSorted((a, b) => frequency.get(a)! - frequency.get(b)!);
      const others = all.filter((word) => word !== rarest);
      const beside = rarest === undefined ? [name] : firstWords(others, MAX_RULE_NAME_LENGTH - rarest.length - 1);
      const full = [...beside, ...(rarest === undefined ? [] : [rarest])].join("_").slice(0, MAX_RULE_NAME_LENGTH);
      names[i] = full.replace(/_$|[\ud800-\udbff]$/, "") || "line";
    }
  }
  return names;
}

/** As many of the words as fit in a name. The last one names something. */
function firstWords(words: readonly string[], room: number): readonly string[] {
  const lengths = words.slice(0, MAX_WORDS_IN_NAME).map((_, i) => words.slice(0, i + 1).join("_").length);
  const fitting = words.slice(0, lengths.filter((length) => length <= room).length);
  const last = fitting.findLastIndex((word) => !isFunctionWord(word));
  return last === -1 ? fitting : fitting.slice(0, last + 1);
}

/** Gives each name once, with a number where it is given again. */
export class UniqueNames {
  private readonly taken: Set<string>;
  /** The number to try next, by name. */
  private readonly numbers = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
  }

  has(name: string): boolean {
    return this.taken.has(name);
  }

  /** The first of these names that is not taken, or else the first with a number. */
  of(name: string, ...others: readonly string[]): string {
    let unique = [name, ...others].find((one) => !this.taken.has(one)) ?? name;
    let number = this.numbers.get(name) ?? 2;
    for (; this.taken.has(unique); number++) unique = `${name}_${number}`;
    this.numbers.set(name, number);
    this.taken.add(unique);
    return unique;
  }
}

/** The text as a name that placeholders can have, or `otherwise` if no letter is left to begin with. */
export function identifier(text: string, otherwise: string, length = MAX_NAME_LENGTH): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .slice(0, length)
    .replace(/^_|_$/g, "");
  // A field with this name would prefer a date-time.
  if (name === TIMESTAMP_FIELD) return "time";
  return /^[a-z]/.test(name) ? name : otherwise;
}

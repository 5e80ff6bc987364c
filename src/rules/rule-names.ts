// Names for rules, made of their words, and names that are unique.

import { TIMESTAMP_FIELD } from "../matcher/pattern.ts";

const KEYS = /"[^"]*"\s*:|(?<![\w.@-])[\w.@-]+=/g;
const ARTICLES = new Set(["a", "an", "the"]);
const MAX_NAME_LENGTH = 30;
const MAX_WORDS_IN_NAME = 4;
/** A rule is named by the first of its words. Words further on say little. */
const MAX_CONSIDERED_WORDS = 40;

/**
 * The words of a rule's literal texts that may be part of its name: in lower case and in their order, without keys.
 */
export function nameWords(texts: readonly string[]): string[] {
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

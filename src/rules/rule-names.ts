// Names for rules, made of their words, and names that are unique.

import { TIMESTAMP_FIELD } from "../matcher/pattern.ts";
import { groupBy } from "../text/collections/polyfills.ts";

const KEYS = /"[^"]*"\s*:|(?<![\w.@-])[\w.@-]+=/g;
const ARTICLES = new Set(["a", "an", "the"]);
/** The longest name of a field, and of a rule. */
const MAX_NAME_LENGTH = 30;
const MAX_RULE_NAME_LENGTH = 36;
const MAX_WORDS_IN_NAME = 5;
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
 * A name for each rule: its first words. Of rules with the same first words, each takes the word that tells it apart.
 * Rules may get the same name.
 */
export function ruleNames(rules: readonly (readonly string[])[]): string[] {
  const alike = groupBy(rules, (words) => nameOf(words));
  const names = new Map<readonly string[], string>();
  for (const [name, group] of alike) {
    const frequency = new Map<string, number>();
    for (const words of group) for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
    for (const words of group) {
      const rest = words.slice(firstWords(words).length);
      const telling = rest.filter((word) => frequency.get(word)! < group.length);
      const rarest = telling.reduce<string | undefined>(
        (best, word) => (best === undefined || frequency.get(word)! < frequency.get(best)! ? word : best),
        undefined,
      );
      names.set(words, rarest === undefined ? name : nameOf(words, rarest));
    }
  }
  return rules.map((words) => names.get(words)!);
}

/** As many of the first words as fit in a name, and perhaps another word behind them. */
function nameOf(words: readonly string[], last?: string): string {
  const ending = last === undefined ? [] : [last];
  const first = firstWords(words, MAX_RULE_NAME_LENGTH - ending.join("").length - ending.length);
  return identifier([...first, ...ending].join("_"), "line", MAX_RULE_NAME_LENGTH);
}

function firstWords(words: readonly string[], room = MAX_RULE_NAME_LENGTH): readonly string[] {
  let length = -1;
  const count = words.findIndex((word, i) => {
    length += word.length + 1;
    return length > room || i === MAX_WORDS_IN_NAME;
  });
  return count === -1 ? words : words.slice(0, Math.max(count, room === MAX_RULE_NAME_LENGTH ? 1 : 0));
}

/** Gives each name once, with a number where it is given again. */
export class UniqueNames {
  private readonly taken: Set<string>;
  /** The number to try next, by name. */
  private readonly numbers = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.taken = new Set(taken);
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

// Slots: places behind a key, as in `user=root`, and in quotes behind a word. Whether a word there is a value is judged
// by its key over the whole log: a word that is one of a few tells what happened, and any other is a value.

import { VARYING as V } from "./skeleton.ts";

/** A key with as many different words has values. */
const MIN_WORDS = 5;

const KEY = "[A-Za-z_][A-Za-z0-9_.-]*";
/** A key, what is between it and its value, and the value without quotes. */
const SLOT = new RegExp(
  `(?<![A-Za-z0-9_.-])(?!(?:msg|message)["=])(${KEY})(?:` +
    // The value of `[file \"a b\"]`, of `key="a b"`, of `key: 'a b'` and of `user "a b"`.
    `( ?=? ?\\\\")([^"\\\\]*)(?=\\\\")|( ?= ?"|"?: ?"| ")((?:[^"\\\\]|\\\\.)*)(?=")|( ?= ?'|: ?'| ['\`])([^'\`]*)(?=['\`])|` +
    // The value of `key=a`, of `key=a{b c}` and of `key = a`.
    `(=)([^\\s,;&()[\\]{}"'|]*(?:\\{[^{}]*\\}|\\([^()]*\\))?)|( = )([^\\s,;&()[\\]{}"'|=]+)(?!\\S*=))`,
  "g",
);
/** How many groups there are for signs and values. */
const SIGNS = 10;
/** What may be a word of the language; anything else is a value. */
const PLAIN = /^[A-Za-z_-]*$/;

/** What a key has had as its values. */
interface KeyValues {
  readonly words: Set<string>;
  hadValue: boolean;
  wasEmpty: boolean;
}

/** Maps each form to the form with values in its slots. */
export function withValuesInSlots(forms: Iterable<string>): Map<string, string> {
  const keys = new Map<string, KeyValues>();
  const all = [...forms];
  for (const form of all) {
    for (const [, key, ...rest] of form.matchAll(SLOT)) {
      const [sign, value] = rest.filter((one) => one !== undefined);
      const name = keyOf(key!, sign!);
      const known = keys.get(name) ?? { words: new Set(), hadValue: false, wasEmpty: false };
      keys.set(name, known);
      if (value === "") known.wasEmpty = true;
      else if (!PLAIN.test(value!)) known.hadValue = true;
      else if (known.words.size < MIN_WORDS) known.words.add(value!);
    }
  }
  return new Map(
    all.map((form) => [
      form,
      form.replace(SLOT, (_, key: string, ...rest: (string | undefined)[]) => {
        const [sign, value] = rest.slice(0, SIGNS).filter((one) => one !== undefined) as [string, string];
        const isText = PLAIN.test(value) && isWord(keys.get(keyOf(key, sign))!);
        return `${key}${sign}${isText ? value : V}`;
      }),
    ]),
  );
}

/** Quotes behind a word are no equals sign: the word may also be one of a sentence. */
function keyOf(key: string, sign: string): string {
  return `${key}${sign.trim()[0]}`;
}

/** Whether the words of a key are text: two to four, and never a value or nothing. */
function isWord({ words, hadValue, wasEmpty }: KeyValues): boolean {
  return !hadValue && !wasEmpty && words.size > 1 && words.size < MIN_WORDS;
}

const QUOTE = /["'`]/;

/** Whether the token at this place of a form is in a slot. */
export function isInSlot(tokens: readonly string[], i: number): boolean {
  const before = tokens[i - 1];
  if (before === undefined) return false;
  if (before === "=") return true;
  if (before === " ") return tokens[i - 2] === "=";
  return QUOTE.test(before) && (tokens[i - 2] === " " || tokens[i - 2] === "=");
}

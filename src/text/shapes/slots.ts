// Slots: places behind a key, as in `user=root`, and in quotes behind a word. Whether a word there is a value is judged
// by its key over the whole log: a word that is one of a few tells what happened, and any other is a value. So is a
// name in quotes behind a noun, as in `table "user_accounts"`, however few there are.

import { normalForm } from "./normal-form.ts";
import { VARYING } from "./skeleton.ts";

/** What comes after one of these is a name. */
const NOUNS = new Set(
  (
    "account addr address app application bucket channel class client cluster cmd command container database " +
    "db destination dev device dir directory dn domain driver endpoint euser file filename folder gid group " +
    "host hostname id iface image index interface ip job key login logname method model module mount name " +
    "namespace node object owner package partition path peer pid plugin pod pool port process program queue " +
    "region resource rhost role route ruser script server service session shard site socket source src state " +
    "status stream subject table tag target task tenant thread topic tty type uid unit uri url user userid " +
    "username volume worker zone"
  ).split(" "),
);

/** A key with as many different words has values. */
const MIN_WORDS = 5;

/** A key and its value, without quotes, with which the match ends. */
const SLOT = new RegExp(
  '(?<![A-Za-z0-9_.-])(?!(?:msg|message)["=])([A-Za-z_][A-Za-z0-9_.-]*)(?:' +
    // `[file \"a b\"]`; `key="a b"`, `"key": "a b"` and `user "a b"`; the same with other quotes
    ' ?=? ?\\\\"([^"\\\\]*)(?=\\\\")|(?: ?= ?|"?: ?| )"((?:[^"\\\\]|\\\\.)*)(?=")|(?: ?= ?|: ?| )[\'`]([^\'`]*)(?=[\'`])|' +
    // `key=a` and `key=a{b c}`; `key = a`
    "=([^\\s,;&()[\\]{}\"'|]*(?:\\{[^{}]*\\}|\\([^()]*\\))?)| = ([^\\s,;&()[\\]{}\"'|=]+)(?!\\S*=))",
  "g",
);
/** A text with more blanks between its parts is a message. */
const MAX_CHUNKS = 6;
/** What may be a word of the language; anything else is a value. */
const PLAIN = /^[A-Za-z_-]*$/;

/** What a key has had as its values. */
interface KeyValues {
  readonly words: Set<string>;
  hadValue: boolean;
  wasEmpty: boolean;
}

/** Whether the word is built as names of things are, and is in quotes behind a noun. */
function isName(key: string, word: string): boolean {
  const noun = key.slice(0, -1);
  return QUOTE.test(key.at(-1)!) && /[_-]|[a-z][A-Z]/.test(word) && isNoun(noun) && !/^(?:state|type)$/i.test(noun);
}

/** Maps each form to the form with values in its slots. */
export function withValuesInSlots(forms: ReadonlyMap<string, number>): Map<string, string> {
  const keys = new Map<string, KeyValues>();
  for (const form of forms.keys()) {
    for (const { key, value } of slotsOf(form)) {
      const known = keys.get(key) ?? { words: new Set(), hadValue: false, wasEmpty: false };
      keys.set(key, known);
      if (value === "") known.wasEmpty = true;
      else if (!PLAIN.test(value) || isName(key, value)) known.hadValue = true;
      else if (known.words.size < MIN_WORDS) known.words.add(value);
    }
  }
  // A form without slots stays as it is: the cells of a row are no list.
  return new Map(
    Array.from(forms.keys(), (form) => {
      const to = withValues(form, keys);
      return [form, to === form ? form : normalForm(to)];
    }),
  );
}

function withValues(form: string, keys: ReadonlyMap<string, KeyValues>): string {
  let text = "";
  let at = 0;
  for (const { key, value, end } of slotsOf(form)) {
    if (PLAIN.test(value) ? hasWords(keys.get(key)!) : value.split(" ").length > MAX_CHUNKS) continue;
    text += form.slice(at, end - value.length) + VARYING;
    at = end;
  }
  return text + form.slice(at);
}

/** Whether the words of a key are text: two to four, and never a value or nothing. */
function hasWords({ words, hadValue, wasEmpty }: KeyValues): boolean {
  return !hadValue && !wasEmpty && words.size > 1 && words.size < MIN_WORDS;
}

/** The slots of a form: the key with the sign behind it, because a word before a quote may be no key; and the value. */
function* slotsOf(form: string): Iterable<{ readonly key: string; readonly value: string; readonly end: number }> {
  for (const { 0: all, 1: key = "", index, ...groups } of form.matchAll(SLOT)) {
    const value = groups[2] ?? groups[3] ?? groups[4] ?? groups[5] ?? groups[6] ?? "";
    const end = index + all.length;
    // Something in brackets is no empty value.
    if (value === "" && /[[({]/.test(form[end] ?? "")) continue;
    yield { key: key + all.slice(key.length).trimStart()[0], value, end };
  }
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

/** Whether what comes after the word is a name. */
export function isNoun(word: string): boolean {
  const noun = word.toLowerCase();
  return NOUNS.has(noun) || NOUNS.has(noun.replace(/^.*[_.-]/, ""));
}

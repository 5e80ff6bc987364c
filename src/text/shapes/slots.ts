// Slots: places behind a key, as in `user=root`, and in quotes behind a word. Whether a word there is a value is judged
// by its key over the whole log: a word that is one of a few tells what happened, and any other is a value. So is a
// name in quotes behind a noun, as in `table "user_accounts"`, however few there are. So is the method of requests.

import { HTTP_METHOD } from "../bytes/http.ts";
import { normalForm, shortened } from "./normal-form.ts";
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

/**
 * The method of a request before what it asks for, but not `TRACE` or `CONNECT`, which are other words as well; or a
 * key, and its value without quotes, which ends the match.
 */
const SLOT = new RegExp(
  `(?<![A-Za-z0-9_.-])(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)(?= ${VARYING})|` +
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

/** What people are named by, and what they name, with any word. */
const OF_PEOPLE =
  /^(?:account|bucket|database|db|domain|exchange|host|hostname|login|logname|owner|queue|realm|table|tenant|topic|user|username|vhost|volume)$/i;

/** Whether the word is built as names of things are, and is in quotes behind a noun. */
function isName(key: string, word: string): boolean {
  const noun = key.slice(0, -1);
  const isBuilt = OF_PEOPLE.test(noun) || /[_-]|[a-z][A-Z]/.test(word);
  return word !== "" && QUOTE.test(key.at(-1)!) && isBuilt && isNoun(noun) && !/^(?:state|type)$/i.test(noun);
}

/** Whether it is a method of requests behind a key. Right before a path, it tells requests apart. */
function isMethod(key: string, word: string): boolean {
  return key !== " " && HTTP_METHOD.test(word);
}

/** Maps each form to the form with values in its slots. Adds those words to `names` that a key says are names. */
export function withValuesInSlots(forms: ReadonlyMap<string, number>, names = new Set<string>()): Map<string, string> {
  const keys = new Map<string, KeyValues>();
  const slots = Array.from(forms.keys(), (form) => [form, [...slotsOf(form)]] as const);
  for (const [, own] of slots) {
    for (const { key, value } of own) {
      const known = keys.get(key) ?? { words: new Set(), hadValue: false, wasEmpty: false };
      keys.set(key, known);
      if (value !== "" && OF_PEOPLE.test(key.slice(0, -1))) names.add(value);
      if (value === "") known.wasEmpty = true;
      else if (!PLAIN.test(value) || isName(key, value) || isMethod(key, value)) known.hadValue = true;
      else if (known.words.size < MIN_WORDS) known.words.add(value);
    }
  }
  // A form without slots stays as it is: the cells of a row are no list.
  return new Map(
    slots.map(([form, own]) => {
      const to = withValues(form, own, keys);
      return [form, to === form ? form : shortened(normalForm(to))];
    }),
  );
}

function withValues(form: string, slots: readonly Slot[], keys: ReadonlyMap<string, KeyValues>): string {
  let text = "";
  let at = 0;
  for (const { key, value, end } of slots) {
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

/** The key with the sign behind it, because a word before a quote may be no key; and the value, with its end. */
interface Slot {
  readonly key: string;
  readonly value: string;
  readonly end: number;
}

function* slotsOf(form: string): Iterable<Slot> {
  for (const { 0: all, 1: method, 2: key = "", index, ...groups } of form.matchAll(SLOT)) {
    const value = method ?? groups[3] ?? groups[4] ?? groups[5] ?? groups[6] ?? groups[7] ?? "";
    const end = index + all.length;
    // Something in brackets is no empty value.
    if (value === "" && /[[({]/.test(form[end] ?? "")) continue;
    yield { key: method === undefined ? key + all.slice(key.length).trimStart()[0] : " ", value, end };
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

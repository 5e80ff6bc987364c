import type { NumberOfValue, ValueNumbers } from "../../rules/transforms/transform-registry.ts";
import { countDigits, NEWLINE, writeDigits } from "../../text/bytes/ascii.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import type { ByteStore } from "../../text/collections/byte-store.ts";
import { hashOf, Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { BySide } from "./difference.ts";

/** The template number of lines that no rule matched. */
export const NO_TEMPLATE = 0;

/**
 * Numbers the texts by which lines are compared: equal texts have the same key, from 0 on. Stores each distinct text
 * once, with its template number.
 */
export class KeyTable {
  private readonly texts = new Interner();
  private readonly templates = new NumberList();

  get size(): number {
    return this.texts.size;
  }

  /** Callers write a text here before they call `keyOf` or `isKeyOf`. */
  get store(): ByteStore {
    return this.texts.store;
  }

  /** The key of the `length` bytes that were written to the store, for a line of a rule with this template number. */
  keyOf(length: number, template: number): number {
    return this.withTemplate(this.texts.internReserved(length), template);
  }

  /** The same for the bytes from `from` up to `to`. */
  keyOfBytes(bytes: Uint8Array, from: number, to: number, template: number): number {
    return this.withTemplate(this.texts.intern(bytes, from, to), template);
  }

  private withTemplate(key: number, template: number): number {
    const { templates } = this;
    if (key === templates.length) templates.push(template);
    else if (template > templates.at(key)) templates.set(key, template);
    return key;
  }

  /** The key of empty lines, unless there are none, or rules write some of them. */
  get emptyLineKey(): number | undefined {
    const key = this.texts.find(new Uint8Array(), 0, 0);
    return key === -1 || this.template(key) !== NO_TEMPLATE ? undefined : key;
  }

  isKeyOf(key: number, length: number): boolean {
    return this.texts.isReserved(key, length);
  }

  /** A hash of the `length` bytes that were written to the store. Keeps nothing. */
  hashOf(length: number): number {
    const { store } = this;
    const hash = hashOf(store.block, store.at, store.at + length);
    store.giveBack();
    return hash;
  }

  /** The key of a line with this bare key whose aliases have these numbers. */
  numbered(bareKey: number, numbers: readonly number[]): number {
    const { store } = this;
    const bare = this.text(bareKey);
    let length = bare.length;
    for (const number of numbers) length += countDigits(number) - NUMBER_MARK.length;
    store.reserve(length);
    let [from, at] = [0, store.at];
    for (const number of numbers) {
      const mark = nextNumberMark(bare, from);
      copyBytes(bare, from, mark, store.block, at);
      at += mark - from;
      const end = at + countDigits(number);
      writeDigits(number, store.block, at, end);
      [from, at] = [mark + NUMBER_MARK.length, end];
    }
    copyBytes(bare, from, bare.length, store.block, at);
    return this.keyOf(length, this.template(bareKey));
  }

  /** The text of a key, without copying: an output with its marks. */
  text(key: number): Buffer {
    return this.texts.bytes(key);
  }

  /**
   * The template number of the rule that produced the key. If rules with several templates did, it is the greatest of
   * their numbers, whichever line came first.
   */
  template(key: number): number {
    return this.templates.at(key);
  }
}

/** Replaces an id in an output. Line breaks of outputs are doubled, so no output has this text otherwise. */
export const ID_MARK = "\n=";

/** Replaces the number of an alias in an output. */
export const NUMBER_MARK = "\n#";

/** A text with each line break doubled. */
export function withDoubled(text: Buffer): Buffer {
  return Buffer.from(text.toString("latin1").replaceAll("\n", "\n\n"), "latin1");
}

/** The text of which `withDoubled` has made this one. */
export function withoutDoubled(text: Buffer): Buffer {
  return text.includes(NEWLINE) ? Buffer.from(text.toString("latin1").replaceAll("\n\n", "\n"), "latin1") : text;
}

const MARK_START = NUMBER_MARK.charCodeAt(0);
const NUMBER_SIGN = NUMBER_MARK.charCodeAt(1);

/** Where the next number belongs. Marks of ids, and doubled line breaks, begin with the same byte and are as long. */
function nextNumberMark(bare: Buffer, from: number): number {
  let mark = bare.indexOf(MARK_START, from);
  while (mark !== -1 && bare[mark + 1] !== NUMBER_SIGN) mark = bare.indexOf(MARK_START, mark + NUMBER_MARK.length);
  if (mark === -1) throw new Error("a key lacks the mark of a number: see `mayChangeNumber` of the transforms");
  return mark;
}

/** If there are more keys than this for each line, tables of all keys do not pay. */
const MAX_KEYS_PER_LINE = 4;

/** Keys of the lines of both logs, which are below `classes`. Equal numbers mean equal lines. */
export interface KeyedLines extends BySide<Uint32Array> {
  readonly classes: number;
}

/**
 * Numbers the keys of two sequences of lines, which are below `count`, such that tables of them are small. `keyOf` has
 * the key with a number.
 */
export function denseKeys(
  old: Uint32Array,
  next: Uint32Array,
  count: number,
): KeyedLines & { readonly keyOf: (number: number) => number } {
  if ((old.length + next.length) * MAX_KEYS_PER_LINE > count) {
    return { old, new: next, classes: count, keyOf: (number) => number };
  }
  const seen: number[] = [];
  const numbers = new Map<number, number>();
  const numbered = (key: number): number => {
    const number = numbers.get(key) ?? seen.push(key) - 1;
    numbers.set(key, number);
    return number;
  };
  const [olds, news] = [old.map(numbered), next.map(numbered)];
  return { old: olds, new: news, classes: seen.length, keyOf: (number) => seen[number]! };
}

/** The values that aliases stand for, in both logs. Fields of one name share their values. */
export class AliasedValues implements ValueNumbers {
  private readonly values = new Interner();
  /** The index of each value's field. */
  private readonly fields = new NumberList();
  private readonly fieldIndexes = new Map<string, number>();

  /** What gives the values of a field their numbers, plus one. */
  of(field: string): NumberOfValue {
    const { values, fields, fieldIndexes } = this;
    const { store } = values;
    const index = fieldIndexes.get(field) ?? fieldIndexes.size;
    fieldIndexes.set(field, index);
    // No name of a field has a line end.
    const prefix = Buffer.from(`${index}\n`);
    return (bytes, from, to) => {
      const length = prefix.length + to - from;
      store.reserve(length);
      copyBytes(prefix, 0, prefix.length, store.block, store.at);
      copyBytes(bytes, from, to, store.block, store.at + prefix.length);
      const value = values.internReserved(length);
      if (value === fields.length) fields.push(index);
      return value + 1;
    };
  }

  /** The index of the value's field. */
  fieldOf(value: number): number {
    return this.fields.at(value);
  }
}

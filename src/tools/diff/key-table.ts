import { countDigits, writeDigits } from "../../text/bytes/ascii.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import type { ByteStore } from "../../text/collections/byte-store.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import { NUMBER_MARK, nextNumberMark } from "./key-marks.ts";

/** The template number of lines that no rule matched. */
export const NO_TEMPLATE = 0;

/**
 * Numbers the texts by which lines are compared: equal texts have the same key, from 0 on. Stores each distinct text
 * once, with its template number.
 */
export class KeyTable {
  private readonly texts = new Interner();
  private readonly templates = new NumberList();

  /** How many distinct keys there are. */
  get size(): number {
    return this.texts.size;
  }

  /** Callers write a text here before they call `keyOf` or `isKeyOf`. */
  get store(): ByteStore {
    return this.texts.store;
  }

  /** The key of the `length` bytes that were written to the store, for a line of a rule with this template number. */
  keyOf(length: number, template: number): number {
    const { templates } = this;
    const key = this.texts.internReserved(length);
    if (key === templates.length) templates.push(template);
    else if (template > templates.at(key)) templates.set(key, template);
    return key;
  }

  /** Whether this is the key of the `length` bytes that were written to the store. */
  isKeyOf(key: number, length: number): boolean {
    return this.texts.isReserved(key, length);
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

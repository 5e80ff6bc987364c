import { copyBytes, equalBytes } from "../../text/bytes/copy.ts";
import { hashOf } from "../../text/collections/interner.ts";

/** Longer texts are not kept: they are rarely repeated. */
const MAX_BYTES = 192;
const SLOTS = 1 << 14;
const NONE = -1;

/**
 * Remembers texts with a number each. A build log says most of its lines more than once, and finding a text here takes
 * a fraction of the time of making its shape. Two texts that want the same place take turns, so that memory is bounded.
 */
export class TextCache {
  private readonly texts = Buffer.allocUnsafeSlow(SLOTS * MAX_BYTES);
  /** By slot: the length of its text, or `NONE`, and its number. */
  private readonly lengths = new Int16Array(SLOTS).fill(NONE);
  private readonly numbers = new Int32Array(SLOTS);
  /** The slot of the last text that `find` did not find; `NONE` for one that is too long. */
  private slot = NONE;
  private bytes: Uint8Array = this.texts;
  private from = 0;
  private length = 0;

  /** The number of a text, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number {
    this.slot = NONE;
    const length = to - from;
    if (length > MAX_BYTES) return NONE;
    const slot = hashOf(bytes, from, to) & (SLOTS - 1);
    if (this.lengths[slot] === length && equalBytes(this.texts, slot * MAX_BYTES, bytes, from, length))
      return this.numbers[slot]!;
    this.slot = slot;
    this.bytes = bytes;
    this.from = from;
    this.length = length;
    return NONE;
  }

  /** Keeps the text that `find` did not find. Its bytes must still be there. */
  keep(number: number): void {
    const { slot } = this;
    if (slot === NONE) return;
    copyBytes(this.bytes, this.from, this.from + this.length, this.texts, slot * MAX_BYTES);
    this.lengths[slot] = this.length;
    this.numbers[slot] = number;
  }

  /** Forgets the text that was kept last. */
  forget(): void {
    if (this.slot !== NONE) this.lengths[this.slot] = NONE;
  }

  /** Forgets all texts. */
  clear(): void {
    this.lengths.fill(NONE);
  }
}

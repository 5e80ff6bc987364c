import { copyBytes, equalBytes } from "../../text/bytes/copy.ts";

/** Longer texts are not kept: they are rarely repeated. */
const MAX_BYTES = 192;
const SLOTS = 1 << 14;
const NONE = -1;
/** If fewer of so many texts came before, the run hardly repeats any, and a search costs more than it saves. */
const PROBE = 4096;
const MIN_FOUND = PROBE / 8;
/** Every third byte is enough to spread texts over the slots. */
const STRIDE = 3;

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

  private isUseful = true;
  private tried = 0;
  private found = 0;

  /** The number of a text, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number {
    this.slot = NONE;
    const length = to - from;
    if (length > MAX_BYTES || !this.isUseful) return NONE;
    if (this.tried++ === PROBE) {
      this.isUseful = this.found >= MIN_FOUND;
      this.tried = 0;
      this.found = 0;
    }
    const slot = slotOf(bytes, from, to);
    if (this.lengths[slot] === length && equalBytes(this.texts, slot * MAX_BYTES, bytes, from, length)) {
      this.found++;
      return this.numbers[slot]!;
    }
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
    this.isUseful = true;
    this.tried = 0;
    this.found = 0;
  }
}

/** The same in each process, so that the same texts take turns, and the same numbers are told once. */
function slotOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  for (let i = from; i < to; i += STRIDE) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

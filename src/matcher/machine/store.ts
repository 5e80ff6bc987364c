import { VECTOR_BYTES } from "./layout.ts";

/** Texts are read and copied by vectors, and so some bytes more than they have. */
const MARGIN = 4 * VECTOR_BYTES;

/** Thrown if what should be added does not fit. */
export class OutOfRoom extends Error {}

/** The part of the machine's memory that holds rules. What is added stays. */
export class Store {
  readonly bytes: Uint8Array;
  private readonly words: Int32Array;
  private top: number;

  /** The store is the memory from `from` on. */
  constructor(memory: ArrayBufferLike, from: number) {
    this.bytes = new Uint8Array(memory);
    this.words = new Int32Array(memory);
    this.top = from;
  }

  /** Makes room for so many bytes, which are zeros, and returns their address. */
  allocate(size: number): number {
    const address = this.top;
    const top = address + Math.ceil(size / VECTOR_BYTES) * VECTOR_BYTES;
    if (top + MARGIN > this.bytes.length) throw new OutOfRoom();
    this.top = top;
    return address;
  }

  add(bytes: Uint8Array): number {
    const address = this.allocate(bytes.length);
    this.bytes.set(bytes, address);
    return address;
  }

  addWords(words: ArrayLike<number>): number {
    const address = this.allocate(4 * words.length);
    this.words.set(words, address / 4);
    return address;
  }

  get(address: number): number {
    return this.words[address / 4]!;
  }

  set(address: number, word: number): void {
    this.words[address / 4] = word;
  }
}

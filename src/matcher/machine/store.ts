import { VECTOR_BYTES } from "./layout.ts";

/** Texts are read and copied by vectors, and so some bytes more than they have. */
const MARGIN = 4 * VECTOR_BYTES;

/** Thrown if what should be added does not fit, or is a rule that the machine does not know. */
export class OutOfRoom extends Error {}

type Words<Place extends string> = { readonly [place in Place]?: number | undefined };

/** The part of the machine's memory that holds rules. What is added stays, unless an attempt fails. */
export class Store {
  readonly bytes: Uint8Array;
  /** The addresses of words that say which line something was remembered of, by its number. */
  readonly numbered: number[] = [];
  private readonly words: Int32Array;
  private top: number;
  /** What is added must end before this. */
  private limit: number;

  /** The store is the memory from `from` on. */
  constructor(memory: ArrayBufferLike, from: number) {
    this.bytes = new Uint8Array(memory);
    this.words = new Int32Array(memory);
    this.top = from;
    this.limit = this.bytes.length - MARGIN;
  }

  /** Makes room for so many bytes, which are zeros, and returns their address. */
  allocate(size: number): number {
    const address = this.top;
    const top = address + Math.ceil(size / VECTOR_BYTES) * VECTOR_BYTES;
    if (top > this.limit) throw new OutOfRoom();
    this.top = top;
    return address;
  }

  /**
   * Returns the address that `add` returns, which may add so many bytes. Takes all of them back if that is 0 or there
   * is no room, and then returns 0.
   */
  attempt(mostBytes: number, add: () => number): number {
    const { top, limit } = this;
    const { length } = this.numbered;
    this.limit = Math.min(limit, top + mostBytes);
    let address = 0;
    try {
      address = add();
    } catch (error) {
      if (!(error instanceof OutOfRoom)) throw error;
    }
    this.limit = limit;
    if (address === 0) {
      this.bytes.fill(0, top, this.top);
      this.top = top;
      this.numbered.length = length;
    }
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

  /** Makes room for words with these names, of which some are given. Returns its address. */
  addRecord<Place extends string>(places: Readonly<Record<Place | "size", number>>, words: Words<Place>): number {
    return this.write(this.allocate(places.size), places, words);
  }

  /** Writes words by their names. Returns the address. */
  write<Place extends string>(address: number, places: Readonly<Record<Place, number>>, words: Words<Place>): number {
    for (const place in words) this.set(address + places[place], words[place] ?? 0);
    return address;
  }

  get(address: number): number {
    return this.words[address / 4]!;
  }

  set(address: number, word: number): void {
    this.words[address / 4] = word;
  }
}

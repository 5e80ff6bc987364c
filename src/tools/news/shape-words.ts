import { isLetter, isWhiteSpace } from "../../text/bytes/ascii.ts";
import { hashOf, Interner } from "../../text/collections/interner.ts";

/** Later words of a line do not count. */
const MAX_WORDS = 64;
/** So many letters make a word that says something. */
const MIN_LETTERS = 3;
/** What stands in shapes for values. */
const VALUES: ReadonlySet<string> = new Set(["time", "id", "tmp", "size", "duration"]);

const SEPARATORS = Uint8Array.from({ length: 256 }, (_, byte) =>
  isWhiteSpace(byte) || "\"'=,;()[]{}|<>".includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** The words of shapes, as numbers. */
export class ShapeWords {
  private readonly words = new Interner();
  /** Where the words of the last shape begin and end in it. */
  private ranges: number[] = [];

  /** The words of a shape. Each gets a number if it has none. */
  add(shape: Uint8Array): number[] {
    this.find(shape);
    return this.mapRanges((from, to) => this.words.intern(shape, from, to));
  }

  /** The words of a shape. Those without a number are negative, each another one. */
  of(shape: Uint8Array): number[] {
    this.find(shape);
    return this.mapRanges((from, to, i) => {
      const word = this.words.find(shape, from, to);
      return word === -1 ? -1 - i : word;
    });
  }

  /**
   * Gives for each word of a shape where it stands, and a hash of the shape without it. Takes linear time; nobody can
   * choose texts whose hashes are equal.
   */
  forEachHole(shape: Uint8Array, take: (hash: number, word: number, from: number, to: number) => void): void {
    this.find(shape);
    let end = 0;
    let sum = 0;
    const hashes = this.mapRanges((from, to, i) => {
      const hash = mixed(hashOf(shape, from, to), i);
      sum += hash + mixed(hashOf(shape, end, from), -1 - i);
      end = to;
      return hash;
    });
    sum += hashOf(shape, end, shape.length);
    this.mapRanges((from, to, i) => take((sum - hashes[i]!) % 0x7fffffff, i, from, to));
  }

  /** Whether a word has three letters or more, and does not stand for a value. */
  isTelling(word: number): boolean {
    const letters = this.words.bytes(word).filter(isLetter).length;
    return letters >= MIN_LETTERS && !VALUES.has(this.text(word));
  }

  /** The text of a word. */
  text(word: number): string {
    return this.words.bytes(word).toString("latin1");
  }

  private find(shape: Uint8Array): void {
    const ranges: number[] = [];
    for (let i = 0; i < shape.length && ranges.length < 2 * MAX_WORDS; ) {
      const from = i;
      while (i < shape.length && SEPARATORS[shape[i]!] === 0) i++;
      if (i > from) ranges.push(from, i);
      else i++;
    }
    this.ranges = ranges;
  }

  private mapRanges<Result>(work: (from: number, to: number, index: number) => Result): Result[] {
    const results: Result[] = [];
    for (let i = 0; i < this.ranges.length; i += 2)
      results.push(work(this.ranges[i]!, this.ranges[i + 1]!, results.length));
    return results;
  }
}

/** A hash of a hash and a number, at most 2,147,483,647. */
function mixed(hash: number, number: number): number {
  const product = Math.imul(Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ number, 0x297a2d39);
  return (product ^ (product >>> 15)) >>> 1;
}

import { isLetter, isWhiteSpace } from "../../text/bytes/ascii.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";

/** Later words of a line do not count. */
export const MAX_WORDS = 64;
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
  /** By word: whether it says something. */
  private readonly tells: boolean[] = [];
  /** By shape that was added. */
  private readonly added = new Map<number, Uint32Array>();
  /** Where the words of the last shape begin and end in it. */
  readonly ranges = new NumberList(2 * MAX_WORDS);

  /** Finds where the words of a shape are. */
  find(shape: Uint8Array): void {
    const { ranges } = this;
    ranges.length = 0;
    for (let i = 0; i < shape.length && ranges.length < 2 * MAX_WORDS; ) {
      if (SEPARATORS[shape[i]!] === 1) {
        i++;
        continue;
      }
      const from = i;
      while (i < shape.length && SEPARATORS[shape[i]!] === 0) i++;
      ranges.push(from);
      ranges.push(i);
    }
  }

  /** Adds the words of a shape. */
  add(id: number, shape: Uint8Array): void {
    this.find(shape);
    this.added.set(
      id,
      Uint32Array.from({ length: this.count }, (_, i) => this.wordAt(shape, i)),
    );
  }

  /** How many words `find` found. */
  get count(): number {
    return this.ranges.length / 2;
  }

  /** The words of a shape. Those that no shape that was added has are negative, each another one. */
  distinct(shape: Uint8Array): Set<number> {
    this.find(shape);
    const words = new Set<number>();
    for (let i = 0; i < this.count; i++) {
      const word = this.known(shape, i);
      words.add(word === -1 ? -1 - i : word);
    }
    return words;
  }

  /** The i-th of the words that `find` found, if a shape that was added has it; else -1. */
  known(shape: Uint8Array, i: number): number {
    return this.words.find(shape, this.ranges.at(2 * i), this.ranges.at(2 * i + 1));
  }

  /** The words of a shape that was added. */
  of(id: number): Uint32Array {
    return this.added.get(id)!;
  }

  /** Whether a word has three letters or more, and does not stand for a value. */
  isTelling(word: number): boolean {
    return this.tells[word]!;
  }

  /** The text of a word. */
  text(word: number): string {
    return this.words.bytes(word).toString("latin1");
  }

  private wordAt(shape: Uint8Array, i: number): number {
    const word = this.words.intern(shape, this.ranges.at(2 * i), this.ranges.at(2 * i + 1));
    if (word === this.tells.length) this.tells.push(this.hasLetters(word));
    return word;
  }

  private hasLetters(word: number): boolean {
    const bytes = this.words.bytes(word);
    let letters = 0;
    for (const byte of bytes) if (isLetter(byte)) letters++;
    return letters >= MIN_LETTERS && !VALUES.has(bytes.toString("latin1"));
  }
}

import { isLetter, isWhiteSpace } from "../../text/bytes/ascii.ts";
import { hashOf, Interner } from "../../text/collections/interner.ts";

/** Later words of a line do not count. */
const MAX_WORDS = 64;
/** So many letters make a word that says something. */
const MIN_LETTERS = 3;
/** What stands in shapes for values. */
const VALUES: ReadonlySet<string> = new Set(["<time>", "<id>", "<tmp>", "<size>", "<duration>"]);
const MAX_VALUE_BYTES = 10;
/** Stands for each word that no new shape has. */
export const UNKNOWN_WORD = -1;

const [LESS, GREATER] = [0x3c, 0x3e];

const SEPARATORS = Uint8Array.from({ length: 256 }, (_, byte) =>
  isWhiteSpace(byte) || "\"'=,;()[]{}|<>".includes(String.fromCharCode(byte)) ? 1 : 0,
);

/** The words of new shapes, as numbers. */
export class ShapeWords {
  /** The words of the shape that was read last, and where they begin and end in it. */
  count = 0;
  readonly ids: Int32Array = new Int32Array(MAX_WORDS);
  readonly starts: Uint32Array = new Uint32Array(MAX_WORDS);
  readonly ends: Uint32Array = new Uint32Array(MAX_WORDS);
  private bytes: Uint8Array = new Uint8Array();
  private readonly words = new Interner();
  /** By word: its hash, and whether it says something. */
  private readonly hashes: number[] = [];
  private readonly tells: boolean[] = [];

  /** Reads a shape. If it is new, all its words are known then. */
  read(shape: Uint8Array, isNew: boolean): void {
    const { words, starts, ends } = this;
    this.bytes = shape;
    this.count = 0;
    for (let i = 0; i < shape.length && this.count < MAX_WORDS; ) {
      const from = i;
      i = wordEnd(shape, i);
      if (i === from) {
        i++;
        continue;
      }
      starts[this.count] = from;
      ends[this.count] = i;
      this.ids[this.count++] = isNew ? words.intern(shape, from, i) : words.find(shape, from, i);
    }
    while (this.tells.length < words.size) this.addWord(words.bytes(this.tells.length));
  }

  private addWord(word: Buffer): void {
    const letters = word.reduce((count, byte) => (isLetter(byte) ? count + 1 : count), 0);
    this.tells.push(letters >= MIN_LETTERS && !VALUES.has(word.toString("latin1")));
    this.hashes.push(hashOf(word, 0, word.length));
  }

  /** A hash of the shape that was read last without its i-th word. Nobody can choose shapes with the same hash. */
  hashWithout(i: number): number {
    const { bytes, count, ids, starts, ends, hashes } = this;
    let hash = 0;
    let end = 0;
    for (let k = 0; k < count; k++) {
      hash = mixed(hash, hashOf(bytes, end, starts[k]!));
      hash = mixed(hash, k === i ? 0 : hashes[ids[k]!]!);
      end = ends[k]!;
    }
    return mixed(hash, hashOf(bytes, end, bytes.length));
  }

  /** Whether a word has three letters or more, and does not stand for a value. */
  isTelling(word: number): boolean {
    return this.tells[word]!;
  }

  text(word: number): string {
    return this.words.bytes(word).toString("latin1");
  }
}

/** Where the word that begins at `from` ends, which may have texts that stand for values; `from` for none. */
function wordEnd(shape: Uint8Array, from: number): number {
  let i = from;
  while (i < shape.length) {
    const end = SEPARATORS[shape[i]!] === 0 ? i + 1 : valueEnd(shape, i);
    if (end === i) break;
    i = end;
  }
  return i;
}

function valueEnd(shape: Uint8Array, at: number): number {
  if (shape[at] !== LESS) return at;
  const end = at + shape.subarray(at, at + MAX_VALUE_BYTES).indexOf(GREATER) + 1;
  return VALUES.has(Buffer.from(shape.subarray(at, end)).toString("latin1")) ? end : at;
}

/** A hash of two hashes, at most 2,147,483,647. */
function mixed(one: number, other: number): number {
  const product = Math.imul(Math.imul(one ^ (one >>> 15), 0x2c1b3c6d) ^ other, 0x297a2d39);
  return (product ^ (product >>> 15)) >>> 1;
}

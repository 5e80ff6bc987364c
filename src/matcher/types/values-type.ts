import { type ByteSet, bytesWhere } from "../../text/bytes/byte-set.ts";
import { longestFirst } from "../../text/bytes/identifiers.ts";
import type { Line } from "../line/line.ts";
import type { TypeMatcher } from "./type-matcher.ts";
import { ValueAutomaton } from "./value-automaton.ts";

/** Comparisons may read this many bytes more than the line has before the automaton takes over. */
const EXTRA_BYTES = 64;

/**
 * The type whose texts are given in a list. Empty texts are ignored. A start has an end for each text that begins
 * there. Texts are found by binary search until this has read as many bytes as the line has, and then by an automaton.
 */
export class ValuesType implements TypeMatcher {
  readonly first: ByteSet;
  private readonly line: Line;
  readonly list: readonly Uint8Array[];
  /** Entry b is the index of the first text whose first byte is b or greater. */
  private readonly begins: Int32Array;
  /** Made when it is first needed, which is rare. */
  private automaton: ValueAutomaton | undefined;
  private serial = -1;
  private budget = 0;

  constructor(line: Line, texts: readonly Uint8Array[]) {
    this.line = line;
    this.list = sorted(texts);
    this.begins = beginnings(this.list);
    this.first = bytesWhere((byte) => this.begins[byte]! < this.begins[byte + 1]!);
  }

  ends(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    if (at === end) return 0;
    if (this.serial !== this.line.serial) {
      this.serial = this.line.serial;
      this.budget = end - this.line.start + EXTRA_BYTES;
      this.automaton?.reset();
    }
    if (this.budget === 0) {
      this.automaton ??= new ValueAutomaton(this.list);
      return this.automaton.ends(bytes, at, end, ends);
    }
    return this.search(bytes, at, end, ends);
  }

  private search(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    const { list, begins } = this;
    // The texts from `low` up to `high` agree with the first `length` bytes. If one of them ends there, it is the
    // first.
    let low = begins[bytes[at]!]!;
    let high = begins[bytes[at]! + 1]!;
    let count = 0;
    let length = 1;
    for (; low < high; length++) {
      if (list[low]!.length === length) {
        ends[count++] = at + length;
        low++;
      }
      if (low === high || at + length === end) break;
      if (low + 1 === high) {
        length = agreeingLength(list[low]!, length, bytes, at, end);
        if (length === list[low]!.length) ends[count++] = at + length;
        break;
      }
      const byte = bytes[at + length]!;
      low = firstFrom(list, low, high, length, byte);
      high = firstFrom(list, low, high, length, byte + 1);
    }
    this.budget = Math.max(0, this.budget - length);
    return longestFirst(ends, count);
  }
}

/** How many bytes of a text are at `at`, of which the first `from` are known to be. */
function agreeingLength(text: Uint8Array, from: number, bytes: Uint8Array, at: number, end: number): number {
  const most = Math.min(text.length, end - at);
  let length = from;
  while (length < most && bytes[at + length] === text[length]) length++;
  return length;
}

/** For each byte from 0 to 256, the index of the first text that begins with this byte or a greater one. */
function beginnings(list: readonly Uint8Array[]): Int32Array {
  const begins = new Int32Array(257);
  for (let byte = 0; byte < 257; byte++) begins[byte] = firstFrom(list, 0, list.length, 0, byte);
  return begins;
}

/**
 * The index of the first text, from `from` up to `to`, whose byte at `index` is at least `byte`. These texts must have
 * equal bytes before `index`, and a byte at `index`.
 */
function firstFrom(list: readonly Uint8Array[], from: number, to: number, index: number, byte: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]![index]! < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The texts in the order of their bytes, so that a prefix comes first; without empty ones and duplicates. */
function sorted(texts: readonly Uint8Array[]): Uint8Array[] {
  const list = texts.filter(({ length }) => length > 0).sort(order);
  return list.filter((text, i) => i === 0 || order(list[i - 1]!, text) !== 0);
}

function order(a: Uint8Array, b: Uint8Array): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    if (a[i] !== b[i]) return a[i]! - b[i]!;
  }
  return a.length - b.length;
}

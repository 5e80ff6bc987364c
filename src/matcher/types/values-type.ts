import { type ByteSet, bytesWhere } from "../line/byte-set.ts";
import type { Line } from "../line/line.ts";
import { type FieldType, longestFirst } from "./field-type.ts";
import { ValueAutomaton } from "./value-automaton.ts";

/** Comparing may cost this many reads more than the line is long before it is left to the automaton. */
const PATIENCE = 64;

/**
 * The type whose texts are those of a list. Empty ones are left out. A start has an end for each text that stands there.
 * Texts are compared where they are asked for, until that has cost as much as the line is long, and then by an automaton.
 */
export class ValuesType implements FieldType {
  readonly first: ByteSet;
  private readonly line: Line;
  private readonly list: readonly Uint8Array[];
  private readonly begins: Int32Array;
  /** Made when it is needed first, which it seldom is. */
  private automaton: ValueAutomaton | undefined;
  private serial = -1;
  private patience = 0;

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
      this.patience = end - this.line.start + PATIENCE;
      this.automaton?.reset();
    }
    if (this.patience === 0) {
      this.automaton ??= new ValueAutomaton(this.list);
      return this.automaton.ends(bytes, at, end, ends);
    }
    return this.compared(bytes, at, end, ends);
  }

  private compared(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
    const { list, begins } = this;
    // Those from `low` to `high` agree with the line so far, and the one that ends here would be the first.
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
      const byte = bytes[at + length]!;
      low = firstFrom(list, low, high, length, byte);
      high = firstFrom(list, low, high, length, byte + 1);
    }
    this.patience = Math.max(0, this.patience - length);
    return longestFirst(ends, count);
  }
}

/** Where in the list the texts begin that start with a byte, those of byte b up to where those of b + 1 begin. */
function beginnings(list: readonly Uint8Array[]): Int32Array {
  const begins = new Int32Array(257);
  for (let byte = 0; byte < 257; byte++) begins[byte] = firstFrom(list, 0, list.length, 0, byte);
  return begins;
}

/** Of texts that have the same bytes before `index`, and one there: the place of the first whose byte is `byte` or more. */
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

/** The texts that aren't empty, each once, in the order of their bytes: one that begins another before it. */
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

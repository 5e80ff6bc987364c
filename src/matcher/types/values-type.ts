import { BoundedType } from "./bounded-type.ts";
import type { FieldType } from "./field-type.ts";
import { longestFirst } from "./longest-first.ts";

/**
 * The type whose texts are those of a list. Empty ones are left out. A start reads no more bytes than the longest text has,
 * and one more; it has an end for each text that stands there.
 */
export function valuesType(texts: readonly Uint8Array[]): FieldType {
  const list = sorted(texts);
  const begins = beginnings(list);

  return new BoundedType("values", (bytes, at, end, ends) => {
    if (at === end) return 0;
    // Those from `low` to `high` agree with the line so far, and the one that ends here would be the first.
    const first = bytes[at]!;
    let low = begins[first]!;
    let high = begins[first + 1]!;
    let count = 0;
    for (let length = 1; low < high; length++) {
      if (list[low]!.length === length) {
        ends[count++] = at + length;
        low++;
      }
      if (at + length === end) break;
      const byte = bytes[at + length]!;
      low = firstFrom(list, low, high, length, byte);
      high = firstFrom(list, low, high, length, byte + 1);
    }
    return longestFirst(ends, count);
  });
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

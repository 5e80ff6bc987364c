// Horspool's table (1980) for many literals, and the same for pairs of bytes as Wu and Manber have it (1994).
import type { Literal } from "./literal.ts";

/** Pairs of bytes are told apart by so many bits; different pairs that look alike cost a look, not a mistake. */
const PAIR_BITS = 12;

/** For the byte under the last place of the window: how far one may move on without missing any literal. */
export function byteShifts(literals: readonly Literal[], window: number): Uint8Array {
  const table = new Uint8Array(256).fill(window);
  for (const { bytes } of literals) {
    for (let i = 0; i < window; i++) table[bytes[i]!] = Math.min(table[bytes[i]!]!, window - 1 - i);
  }
  return table;
}

/** The same for the pair of bytes under the window's last two places. */
export function pairShifts(literals: readonly Literal[], window: number): Uint8Array {
  const table = new Uint8Array(1 << PAIR_BITS).fill(window - 1);
  for (const { bytes } of literals) {
    for (let i = 1; i < window; i++) {
      const pair = pairOf(bytes[i - 1]!, bytes[i]!);
      table[pair] = Math.min(table[pair]!, window - 1 - i);
    }
  }
  return table;
}

export function pairOf(first: number, second: number): number {
  return ((first << 5) ^ second) & ((1 << PAIR_BITS) - 1);
}

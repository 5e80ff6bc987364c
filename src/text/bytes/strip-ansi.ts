import { ESCAPE, EscapeSequences } from "./escape-sequences.ts";

const sequences = new EscapeSequences();

/**
 * Removes escape sequences for terminals, such as colours, cursor movements, titles and links (ECMA-48, in the 7-bit
 * form). Of an incomplete sequence, only the first bytes are removed. Returns the same Buffer if there are no
 * sequences. Takes time linear in the length.
 */
export function stripAnsi(bytes: Buffer): Buffer {
  if (!bytes.includes(ESCAPE)) return bytes;
  const kept = Buffer.allocUnsafe(bytes.length);
  return kept.subarray(0, writeStripped(bytes, 0, bytes.length, kept, 0));
}

/** Writes what `stripAnsi` keeps of `source` from `from` up to `to` at `target[at]`, and returns the end. */
export function writeStripped(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number {
  let end = at;
  sequences.begin(source, to);
  for (let i = from; i < to; ) {
    const byte = source[i]!;
    if (byte === ESCAPE) i = sequences.endOf(i);
    else {
      target[end++] = byte;
      i++;
    }
  }
  return end;
}

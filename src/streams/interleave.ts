import { copyToWords, copyWords } from "../bytes/machine-words.ts";

/**
 * Writes a text with fields inserted into it: field `slots[i]` comes after `text[ends[i] - 1]`. The text ends at the
 * last of `ends`. Field s is `sources[s]` from `bounds[2 * s]` up to `bounds[2 * s + 1]`. Writes at `target[at]`, where
 * there must be room, and returns the end.
 */
export function interleave(
  text: DataView,
  ends: readonly number[],
  slots: readonly number[],
  sources: readonly Uint8Array[],
  bounds: readonly number[],
  target: DataView,
  at: number,
): number {
  let to = at;
  let from = 0;
  for (let i = 0; i < slots.length; i++) {
    const end = ends[i]!;
    copyWords(text, from, end, target, to);
    to += end - from;
    from = end;
    const slot = slots[i]!;
    const start = bounds[2 * slot]!;
    const stop = bounds[2 * slot + 1]!;
    copyToWords(sources[slot]!, start, stop, target, to);
    to += stop - start;
  }
  // Not `byteLength` of the view: optimised code calls a function for that.
  const end = ends[slots.length]!;
  copyWords(text, from, end, target, to);
  return to + end - from;
}

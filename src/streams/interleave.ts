/** Below this length, a loop copies bytes faster than a method of the runtime. */
const MAX_LOOP_BYTES = 48;

/**
 * Writes a text with fields inserted into it: field `slots[i]` comes after `text[ends[i] - 1]`. Field s is `sources[s]`
 * from `bounds[2 * s]` up to `bounds[2 * s + 1]`. Writes at `target[at]`, where there must be room, and returns the
 * end.
 */
export function interleave(
  text: Uint8Array,
  ends: readonly number[],
  slots: readonly number[],
  sources: readonly Uint8Array[],
  bounds: readonly number[],
  target: Uint8Array,
  at: number,
): number {
  let to = at;
  let from = 0;
  for (let i = 0; i < slots.length; i++) {
    const end = ends[i]!;
    copy(text, from, end, target, to);
    to += end - from;
    from = end;
    const slot = slots[i]!;
    const start = bounds[2 * slot]!;
    const stop = bounds[2 * slot + 1]!;
    copy(sources[slot]!, start, stop, target, to);
    to += stop - start;
  }
  copy(text, from, text.length, target, to);
  return to + text.length - from;
}

/** Copies the bytes of `source` from `from` up to `to` to `target[at]`, where there must be room for them. */
export function copy(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from < MAX_LOOP_BYTES) {
    for (let i = from, j = at; i < to; i++, j++) target[j] = source[i]!;
  } else {
    target.set(source.subarray(from, to), at);
  }
}

/** Copying fewer bytes than this by hand is faster than a call of the runtime. */
const SHORT = 48;

/**
 * Writes a text in parts, part i of which ends at `ends[i]`, and after each part but the last a stretch of a source: slot s
 * is `bounds[2 * s]` to `bounds[2 * s + 1]` of `sources[s]`. Begins at `target[at]`, where there is room for all; gives where it ends.
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

/** Copies `source[from]` to `source[to]` to the target, where there is room. */
export function copy(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from < SHORT) {
    for (let i = from, j = at; i < to; i++, j++) target[j] = source[i]!;
  } else {
    target.set(source.subarray(from, to), at);
  }
}

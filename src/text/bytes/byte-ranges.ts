/** Below this length, a loop copies or compares bytes faster than a method of the runtime. */
const MAX_LOOP_BYTES = 48;

/** Copies the bytes of `source` from `from` up to `to` to `target[at]`, where there must be room for them. */
export function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from < MAX_LOOP_BYTES) {
    for (let i = from, j = at; i < to; i++, j++) target[j] = source[i]!;
  } else {
    target.set(source.subarray(from, to), at);
  }
}

/** Whether the `length` bytes at `a[aFrom]` and at `b[bFrom]` are equal. */
export function equalBytes(a: Buffer, aFrom: number, b: Uint8Array, bFrom: number, length: number): boolean {
  if (length >= MAX_LOOP_BYTES) return a.compare(b, bFrom, bFrom + length, aFrom, aFrom + length) === 0;
  for (let i = 0; i < length; i++) if (a[aFrom + i] !== b[bFrom + i]) return false;
  return true;
}

/** Copying or comparing fewer bytes than this by hand is faster than a call of the runtime. */
const SHORT = 64;

/** Copies `source[from]` to `source[to]` to the target, where there is room. */
export function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from < SHORT) {
    for (let i = from, j = at; i < to; i++, j++) target[j] = source[i]!;
  } else {
    target.set(source.subarray(from, to), at);
  }
}

/** Whether so many bytes of `a` from one place on, and of `b` from another, are the same. */
export function equalBytes(a: Buffer, aFrom: number, b: Uint8Array, bFrom: number, length: number): boolean {
  if (length >= SHORT) return a.compare(b, bFrom, bFrom + length, aFrom, aFrom + length) === 0;
  for (let i = 0; i < length; i++) if (a[aFrom + i] !== b[bFrom + i]) return false;
  return true;
}

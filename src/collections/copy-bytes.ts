/** Copying fewer bytes than this by hand is faster than a call of the runtime. */
const SHORT = 64;

/** Copies `source[from]` to `source[to]` to the target, where there is room. */
export function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from < SHORT) {
    for (let i = from, j = at; i < to; i++, j++) target[j] = source[i]!;
  } else {
    target.set(source.subarray(from, to), at);
  }
}

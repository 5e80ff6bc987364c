/** Comparing fewer bytes than this by hand is faster than a call of the runtime. */
const SHORT = 64;

/** Whether so many bytes of `a` from one place on, and of `b` from another, are the same. */
export function equalBytes(a: Buffer, aFrom: number, b: Uint8Array, bFrom: number, length: number): boolean {
  if (length >= SHORT) return a.compare(b, bFrom, bFrom + length, aFrom, aFrom + length) === 0;
  for (let i = 0; i < length; i++) if (a[aFrom + i] !== b[bFrom + i]) return false;
  return true;
}

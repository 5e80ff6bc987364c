/**
 * What may come at an offset of a line: entry b is 1 if byte b may, and entry `LINE_END` is 1 if the line may end
 * there. Other entries are 0.
 */
export type ByteSet = Uint8Array;

export const LINE_END = 256;

export const ANYTHING: ByteSet = new Uint8Array(LINE_END + 1).fill(1);

export const ONLY_LINE_END: ByteSet = new Uint8Array(LINE_END + 1).fill(1, LINE_END);

/** The bytes for which `isMember` holds; the end of the line is not in the set. */
export function bytesWhere(isMember: (byte: number) => boolean): ByteSet {
  const set: ByteSet = new Uint8Array(LINE_END + 1);
  for (let byte = 0; byte < LINE_END; byte++) if (isMember(byte)) set[byte] = 1;
  return set;
}

/** The bytes of the characters of a text, in UTF-8. */
export function bytesOf(characters: string): ByteSet {
  const set: ByteSet = new Uint8Array(LINE_END + 1);
  for (const byte of Buffer.from(characters)) set[byte] = 1;
  return set;
}

const SINGLE: (ByteSet | undefined)[] = [];

export function singleByte(byte: number): ByteSet {
  SINGLE[byte] ??= bytesWhere((other) => other === byte);
  return SINGLE[byte];
}

export function unionOf(sets: readonly ByteSet[]): ByteSet {
  const union = new Uint8Array(LINE_END + 1);
  for (const set of new Set(sets)) {
    for (let i = 0; i <= LINE_END; i++) union[i]! |= set[i]!;
  }
  return union;
}

export function areDisjoint(a: ByteSet, b: ByteSet): boolean {
  return a.every((isMember, i) => isMember === 0 || b[i] === 0);
}

/** Whether the byte at an offset, or the end of the line there, is in the set. */
export function isAt(set: ByteSet, bytes: Uint8Array, at: number, end: number): boolean {
  return set[at < end ? bytes[at]! : LINE_END] === 1;
}

export function isSubset(a: ByteSet, b: ByteSet): boolean {
  return a.every((isMember, i) => isMember === 0 || b[i] === 1);
}

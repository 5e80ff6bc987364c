/** If there are more keys than this for each line, tables of all keys do not pay. */
const MAX_KEYS_PER_LINE = 4;

/** The keys of two sequences of lines, numbered such that tables of them are small. */
export interface DenseKeys {
  readonly old: Uint32Array;
  readonly next: Uint32Array;
  /** The numbers are below this. */
  readonly classes: number;
  /** The key with a number. */
  readonly keyOf: (number: number) => number;
}

/** Numbers the keys of two sequences of lines. All keys are below `count`. */
export function denseKeys(old: Uint32Array, next: Uint32Array, count: number): DenseKeys {
  if ((old.length + next.length) * MAX_KEYS_PER_LINE > count) {
    return { old, next, classes: count, keyOf: (number) => number };
  }
  const seen: number[] = [];
  const numbers = new Map<number, number>();
  const numbered = (key: number): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, seen.length);
    return seen.push(key) - 1;
  };
  const [olds, news] = [old.map(numbered), next.map(numbered)];
  return { old: olds, next: news, classes: seen.length, keyOf: (number) => seen[number]! };
}

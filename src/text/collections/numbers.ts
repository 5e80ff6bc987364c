const INITIAL_CAPACITY = 1024;

/** The numbers, and room for as many again. */
export function doubled<Numbers extends Uint8Array | Uint32Array | Float64Array>(numbers: Numbers): Numbers {
  const result = new (numbers.constructor as new (length: number) => Numbers)(2 * numbers.length);
  result.set(numbers);
  return result;
}

/** A list of integers from 0 to 4,294,967,295, with four to eight bytes each, and half as much while it grows. */
export class NumberList {
  length = 0;
  private numbers: Uint32Array;

  constructor(initialCapacity = INITIAL_CAPACITY) {
    this.numbers = new Uint32Array(initialCapacity);
  }

  push(number: number): void {
    if (this.length === this.numbers.length) this.numbers = doubled(this.numbers);
    this.numbers[this.length++] = number;
  }

  at(index: number): number {
    return this.numbers[index]!;
  }

  set(index: number, number: number): void {
    this.numbers[index] = number;
  }

  /** The numbers in the list, without copying. Valid until the list changes. */
  values(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }
}

/** How many of the numbers, which ascend, are at most `max`. Takes logarithmic time. */
export function countUpTo(numbers: ArrayLike<number>, max: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! <= max) low = middle + 1;
    else high = middle;
  }
  return low;
}

const INITIAL_TABLE_SIZE = 64;
const EMPTY = 0xffffffff;

/** Gives equal pairs of numbers the same number: 0, 1, 2, … in the order in which they first occur. */
export class PairNumbers {
  size = 0;

  private firsts = new Uint32Array(INITIAL_TABLE_SIZE / 2);
  private seconds = new Uint32Array(INITIAL_TABLE_SIZE / 2);
  /** Numbers by hash, with open addressing and linear probing. At most half full; the size is a power of two. */
  private table = new Uint32Array(INITIAL_TABLE_SIZE).fill(EMPTY);

  of(first: number, second: number): number {
    const mask = this.table.length - 1;
    let slot = hashOf(first, second) & mask;
    for (let id = this.table[slot]!; id !== EMPTY; id = this.table[slot]!) {
      if (this.firsts[id] === first && this.seconds[id] === second) return id;
      slot = (slot + 1) & mask;
    }
    const id = this.size++;
    this.firsts[id] = first;
    this.seconds[id] = second;
    this.table[slot] = id;
    if (2 * this.size === this.table.length) this.grow();
    return id;
  }

  first(id: number): number {
    return this.firsts[id]!;
  }

  second(id: number): number {
    return this.seconds[id]!;
  }

  private grow(): void {
    this.firsts = doubled(this.firsts);
    this.seconds = doubled(this.seconds);
    this.table = new Uint32Array(2 * this.table.length).fill(EMPTY);
    const mask = this.table.length - 1;
    for (let id = 0; id < this.size; id++) {
      let slot = hashOf(this.firsts[id]!, this.seconds[id]!) & mask;
      while (this.table[slot] !== EMPTY) slot = (slot + 1) & mask;
      this.table[slot] = id;
    }
  }
}

function hashOf(first: number, second: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Lists of numbers, numbered from 0, one after the other in one array. */
export class NumberLists {
  private readonly starts: Uint32Array;
  private readonly numbers: Uint32Array;

  /** `forEach` is called twice, and must then take the same numbers for the same lists, which are below `count`. */
  constructor(count: number, forEach: (take: (list: number, number: number) => void) => void) {
    this.starts = new Uint32Array(count + 1);
    forEach((list) => this.starts[list + 1]!++);
    for (let list = 0; list < count; list++) this.starts[list + 1]! += this.starts[list]!;
    this.numbers = new Uint32Array(this.starts[count]!);
    const ends = this.starts.slice();
    forEach((list, number) => {
      this.numbers[ends[list]!++] = number;
    });
  }

  /** The i-th number of a list, which must exist. */
  at(list: number, i: number): number {
    return this.numbers[this.starts[list]! + i]!;
  }

  of(list: number): Uint32Array {
    return this.numbers.subarray(this.starts[list], this.starts[list + 1]);
  }

  length(list: number): number {
    return this.starts[list + 1]! - this.starts[list]!;
  }
}

/** Indexes of two lists. */
export interface IndexPair {
  readonly i: number;
  readonly j: number;
}

/**
 * The pairs in order with the greatest sum of weights, which are by the first index and then by the second; by the
 * table of the longest common subsequence. None has the weight 0.
 */
export function heaviestPairs(weights: readonly (readonly number[])[]): IndexPair[] {
  const [rows, columns] = [weights.length, weights[0]!.length];
  // best[i][j] is the greatest sum for the lines from i and from j on.
  const best = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const paired = weights[i]![j]! === 0 ? 0 : weights[i]![j]! + best[i + 1]![j + 1]!;
      best[i]![j] = Math.max(paired, best[i + 1]![j]!, best[i]![j + 1]!);
    }
  }
  const pairs: IndexPair[] = [];
  for (let i = 0, j = 0; i < rows && j < columns; ) {
    if (weights[i]![j]! > 0 && best[i]![j]! === weights[i]![j]! + best[i + 1]![j + 1]!) pairs.push({ i: i++, j: j++ });
    else if (best[i]![j]! === best[i + 1]![j]!) i++;
    else j++;
  }
  return pairs;
}

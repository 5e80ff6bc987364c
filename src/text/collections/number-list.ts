const INITIAL_CAPACITY = 1024;

/**
 * A list of integers from 0 to 4,294,967,295. It takes four to eight bytes per number, and half as much again while it
 * grows.
 */
export class NumberList {
  length = 0;
  private numbers: Uint32Array;

  constructor(initialCapacity = INITIAL_CAPACITY) {
    this.numbers = new Uint32Array(initialCapacity);
  }

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.length++] = number;
  }

  /** The number at an index, which must exist. */
  at(index: number): number {
    return this.numbers[index]!;
  }

  /** Replaces the number at an index, which must exist. */
  set(index: number, number: number): void {
    this.numbers[index] = number;
  }

  /** Removes the first `count` numbers. */
  removeFirst(count: number): void {
    this.numbers.copyWithin(0, count, this.length);
    this.length -= count;
  }

  /** The numbers in the list, without copying. Valid until the list changes. */
  values(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }
}

/** How many of the numbers, which ascend, are at most `max`. Takes logarithmic time. */
export function countUpTo(numbers: readonly number[], max: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! <= max) low = middle + 1;
    else high = middle;
  }
  return low;
}

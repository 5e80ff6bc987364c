const FIRST_CAPACITY = 1024;

/** A list of whole numbers from 0 to 4,294,967,295. Takes four to eight bytes for each, and half more while it grows. */
export class NumberList {
  length = 0;
  private numbers = new Uint32Array(FIRST_CAPACITY);

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.numbers);
      this.numbers = grown;
    }
    this.numbers[this.length++] = number;
  }

  /** The number at an index that there is. */
  at(index: number): number {
    return this.numbers[index]!;
  }

  /** Puts a number at an index at which there is one. */
  set(index: number, number: number): void {
    this.numbers[index] = number;
  }

  /** Removes so many numbers at the beginning. */
  removeFirst(count: number): void {
    this.numbers.copyWithin(0, count, this.length);
    this.length -= count;
  }

  /** What the list holds now, without a copy: valid until the next `push`. */
  values(): Uint32Array {
    return this.numbers.subarray(0, this.length);
  }
}

const FIRST_CAPACITY = 1024;

/** A list of numbers that grows, in eight bytes for each and as many again while it does. */
export class FloatList {
  length = 0;
  private numbers = new Float64Array(FIRST_CAPACITY);

  push(number: number): void {
    if (this.length === this.numbers.length) {
      const grown = new Float64Array(2 * this.length);
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

  /** What the list holds now, without a copy: valid until the next `push`. */
  values(): Float64Array {
    return this.numbers.subarray(0, this.length);
  }
}

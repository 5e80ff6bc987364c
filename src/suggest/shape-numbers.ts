// What drafting remembers of each line.

/** Numbers in the order in which they were pushed. All are pushed before the first `rewind`. */
export interface ShapeNumbers {
  push(value: number): void;
  /** Goes to the first number. */
  rewind(): void;
  /** The next number after `rewind`. There must be one. */
  next(): number;
}

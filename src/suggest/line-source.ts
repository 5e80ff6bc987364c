// What drafting needs of the lines: to read them several times, and to remember the shape of each.

/** Takes lines in order. */
export interface LineConsumer {
  /** Called before the first line of each log. */
  begin(): void;
  add(bytes: Buffer, start: number, end: number): void;
}

/** Lines that can be read again and again. */
export interface LineSource {
  /** Gives all lines to the consumer: the same ones, in the same order, each time. */
  read(consumer: LineConsumer): Promise<void>;
}

/** Numbers in the order in which they were pushed. All are pushed before the first `rewind`. */
export interface ShapeNumbers {
  push(value: number): void;
  /** Goes to the first number. */
  rewind(): void;
  /** The next number after `rewind`. There must be one. */
  next(): number;
}

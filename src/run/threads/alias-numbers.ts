import type { NumberOfValue } from "../../rules/transforms/transform-registry.ts";
import { countDigits, writeDigits } from "../../text/bytes/ascii.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import { type Aliases, NUMBERS_PER_MARK, type PieceMarks } from "../aliases.ts";

/** Puts the numbers of aliases into the outputs of workers. Outputs must come in the order of the log. */
export class AliasNumbers {
  /** By field. */
  private readonly numberOf: readonly NumberOfValue[];
  /** The final numbers by worker and field. Entry i of a list belongs to the worker's provisional number i + 1. */
  private readonly finalNumbers = new Map<object, readonly NumberList[]>();
  private completed: Buffer = Buffer.alloc(0);

  constructor(fields: readonly string[], aliases: Aliases) {
    this.numberOf = fields.map((field) => aliases.of(field));
  }

  /** A worker's output with the missing numbers filled in. The result is valid until the next call. */
  complete(bytes: Uint8Array, marks: PieceMarks, worker: object): Buffer {
    const { numbers } = marks;
    this.resolve(marks, worker);
    let length = bytes.length;
    for (let i = 0; i < numbers.length; i += NUMBERS_PER_MARK) length += countDigits(numbers[i + 2]!);
    if (length > this.completed.length) this.completed = Buffer.allocUnsafeSlow(length);
    const { completed } = this;
    let from = 0;
    let at = 0;
    for (let i = 0; i < numbers.length; i += NUMBERS_PER_MARK) {
      const to = numbers[i]!;
      const number = numbers[i + 2]!;
      // A loop is faster than `set` for so few bytes, because a view of shared memory is slow to make.
      while (from < to) completed[at++] = bytes[from++]!;
      const end = at + countDigits(number);
      writeDigits(number, completed, at, end);
      at = end;
    }
    while (from < bytes.length) completed[at++] = bytes[from++]!;
    return completed.subarray(0, length);
  }

  /** Replaces the provisional number of each mark by the final one. */
  private resolve({ numbers, values, ends }: PieceMarks, worker: object): void {
    let known = this.finalNumbers.get(worker);
    if (known === undefined) {
      known = this.numberOf.map(() => new NumberList());
      this.finalNumbers.set(worker, known);
    }
    let valueIndex = 0;
    let from = 0;
    for (let i = 0; i < numbers.length; i += NUMBERS_PER_MARK) {
      const field = numbers[i + 1]!;
      const provisional = numbers[i + 2]!;
      const finals = known[field]!;
      if (provisional > finals.length) {
        const to = ends[valueIndex++]!;
        finals.push(this.numberOf[field]!(values, from, to));
        from = to;
      }
      numbers[i + 2] = finals.at(provisional - 1);
    }
  }
}

import { NumberList } from "../collections/number-list.ts";
import { type Aliases, MARK, type Marks } from "../normalization/aliases.ts";
import { digitsOf, writeDigits } from "../streams/digits.ts";

/** Completes the outputs of workers, in the order of the log, with the numbers of aliases. */
export class AliasNumbers {
  private readonly fields: readonly string[];
  private readonly aliases: Aliases;
  /** For each worker and field the numbers of the values that the worker told, by its own numbers from 1 on. */
  private readonly numbers = new Map<object, readonly NumberList[]>();
  private completed: Buffer = Buffer.alloc(0);

  constructor(fields: readonly string[], aliases: Aliases) {
    this.fields = fields;
    this.aliases = aliases;
  }

  /** What a worker wrote, with the numbers that it marked. Holds until the next call. */
  complete(bytes: Uint8Array, marks: Marks, worker: object): Buffer {
    const { places } = marks;
    this.resolve(marks, worker);
    let length = bytes.length;
    for (let i = 0; i < places.length; i += MARK) length += digitsOf(places[i + 2]!);
    if (length > this.completed.length) this.completed = Buffer.allocUnsafeSlow(length);
    const { completed } = this;
    let from = 0;
    let at = 0;
    for (let i = 0; i < places.length; i += MARK) {
      const to = places[i]!;
      const number = places[i + 2]!;
      // By hand: between two numbers there is too little for a call of the runtime, which makes a view of shared bytes slowly.
      while (from < to) completed[at++] = bytes[from++]!;
      const end = at + digitsOf(number);
      writeDigits(number, completed, at, end);
      at = end;
    }
    while (from < bytes.length) completed[at++] = bytes[from++]!;
    return completed.subarray(0, length);
  }

  /** Puts the number of the value in the place of the worker's own in each mark. */
  private resolve({ places, values, ends }: Marks, worker: object): void {
    let known = this.numbers.get(worker);
    if (known === undefined) {
      known = this.fields.map(() => new NumberList());
      this.numbers.set(worker, known);
    }
    let told = 0;
    let from = 0;
    for (let i = 0; i < places.length; i += MARK) {
      const field = places[i + 1]!;
      const own = places[i + 2]!;
      const numbers = known[field]!;
      if (own > numbers.length) {
        const to = ends[told++]!;
        numbers.push(this.aliases.numberOf(this.fields[field]!, values, from, to));
        from = to;
      }
      places[i + 2] = numbers.at(own - 1);
    }
  }
}

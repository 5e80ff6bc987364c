/**
 * The places of one literal in a text, in ascending order and overlapping ones too, in time linear in the text
 * however the two repeat (Knuth, Morris and Pratt, 1977).
 */
export class Occurrences {
  private readonly literal: Uint8Array;
  /** For each count of matched bytes: how many of them still match when the literal moves on. */
  private readonly borders: readonly number[];
  private cursor = 0;
  private end = 0;
  private matched = 0;

  constructor(literal: Uint8Array) {
    this.literal = literal;
    this.borders = bordersOf(literal);
  }

  /** Sets out anew, for places from `from` on whose literal ends at or before `end`. */
  start(from: number, end: number): this {
    this.cursor = from;
    this.end = end;
    this.matched = 0;
    return this;
  }

  /** The next place, or -1 when there is none left. */
  next(bytes: Uint8Array): number {
    if (this.literal.length === 0) return this.cursor <= this.end ? this.cursor++ : -1;
    while (this.cursor < this.end) {
      if (this.step(bytes)) return this.cursor - this.literal.length;
    }
    return -1;
  }

  /** Reads one byte; true when an occurrence ends with it. */
  private step(bytes: Uint8Array): boolean {
    const { literal, borders } = this;
    const byte = bytes[this.cursor++];
    let matched = this.matched;
    while (matched > 0 && (matched === literal.length || byte !== literal[matched])) matched = borders[matched]!;
    if (byte === literal[matched]) matched++;
    this.matched = matched;
    return matched === literal.length;
  }
}

function bordersOf(literal: Uint8Array): number[] {
  const borders = [0, 0];
  let border = 0;
  for (let i = 1; i < literal.length; i++) {
    while (border > 0 && literal[i] !== literal[border]) border = borders[border]!;
    if (literal[i] === literal[border]) border++;
    borders.push(border);
  }
  return borders;
}

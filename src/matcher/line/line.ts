/**
 * The line being matched, shared by all parsers of a matcher. Parsers receive the bytes and an offset; the rest is
 * here, so that a line can be matched inside a larger buffer without copying it.
 */
export class Line {
  /** Where the line begins. */
  start = 0;
  /** The offset after the line's last byte, its terminator excluded. */
  end = 0;
  /** A new number for each line, so that parsers notice that what they remember belongs to an earlier line. */
  serial = 0;
  /** Captures of the pattern being tried: field i is the bytes from `bounds[2 * i]` to `bounds[2 * i + 1]`. */
  readonly bounds: number[] = [];

  /** Makes room for the bounds of so many fields. */
  reserve(fields: number): void {
    while (this.bounds.length < 2 * fields) this.bounds.push(0);
  }

  /** Moves on to the line from `start` to `end`. */
  begin(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.serial++;
  }

  /** Records that field `index` captures the bytes from `from` to `to`. */
  capture(index: number, from: number, to: number): void {
    this.bounds[2 * index] = from;
    this.bounds[2 * index + 1] = to;
  }
}

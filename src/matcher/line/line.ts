/**
 * The line being matched, shared by all parsers of one matcher. Parsers get the bytes and a place; what else they must
 * know of the line stands here, so that a line can be matched where it lies in a larger buffer.
 */
export class Line {
  /** Where the line begins. */
  start = 0;
  /** The place after the line's last byte, its terminator excluded. */
  end = 0;
  /** A new number for each line: by it a parser knows that what it remembers is of an earlier one. */
  serial = 0;
  /** What the fields of the rule being tried capture: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]`. */
  readonly bounds: number[] = [];

  /** Goes to a line that lies at `start` to `end`. */
  begin(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.serial++;
  }

  /** Notes that field `index` lies at `from` to `to`. */
  capture(index: number, from: number, to: number): void {
    this.bounds[2 * index] = from;
    this.bounds[2 * index + 1] = to;
  }
}

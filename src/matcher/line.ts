/**
 * The line being matched, shared by all parsers of one matcher. Parsers get the bytes and a place; what else they must
 * know of the line stands here, so that a line can be matched where it lies in a larger buffer.
 */
export class Line {
  /** The place after the line's last byte, its terminator excluded. */
  end = 0;
  /** Tells lines apart: what a parser remembers of a line holds only while this stays the same. */
  serial = 0;
  /** What the parser that is about to run need not look at: all that follows places from here on was tried before. */
  triedFrom = 0;
  /** Where each literal of the pattern being tried stands; fields lie between them. */
  readonly places: number[] = [];

  /** Begins a line that lies at `start` to `end` of the bytes. */
  begin(start: number, end: number): void {
    this.end = end;
    this.serial++;
    this.places[0] = start;
  }
}

/** Few lines are scanned more often than this before they match. */
const SCANS_PER_BYTE = 4;

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
  /**
   * Whether any parser remembers anything about the line. Most lines are matched without a failure: who asks here first
   * does not read a memory that is empty.
   */
  isRemembered = false;
  /** How many more bytes of the line may be scanned again and again, without a memory of what was found. */
  scans = 0;
  /**
   * Of the last run that `sharedRunEnd` found in this line: its type, its start or -1 if there was none, and its end or
   * -1 if no text of the type begins there.
   */
  runType: unknown = undefined;
  runStart = -1;
  runEnd = -1;
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
    this.isRemembered = false;
    this.runStart = -1;
    this.scans = SCANS_PER_BYTE * (end - start);
  }

  /** Records that field `index` captures the bytes from `from` to `to`. */
  capture(index: number, from: number, to: number): void {
    this.bounds[2 * index] = from;
    this.bounds[2 * index + 1] = to;
  }
}

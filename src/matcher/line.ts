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

// What is remembered of the current line, so that the work on it is bounded, however many ways lead to an offset. Keys
// count from the end of the line, which may begin anywhere in the buffer.

/** Pages, because a `Map` holds no more than 2 ** 24 entries. Entries of a page: */
const PAGE_BITS = 6;
const MASK = (1 << PAGE_BITS) - 1;

/** Numbers about failures on the current line, by keys from 0 on. What is not known is 0. */
class FailureTable {
  protected readonly line: Line;
  /** The line that the pages belong to. */
  private serial = -1;
  private readonly pages = new Map<number, Int32Array>();

  constructor(line: Line) {
    this.line = line;
  }

  protected get(key: number): number {
    if (this.serial !== this.line.serial) return 0;
    return this.pages.get(key >>> PAGE_BITS)?.[key & MASK] ?? 0;
  }

  protected set(key: number, value: number): void {
    if (this.serial !== this.line.serial) {
      this.serial = this.line.serial;
      this.pages.clear();
    }
    let page = this.pages.get(key >>> PAGE_BITS);
    if (page === undefined) {
      page = new Int32Array(MASK + 1);
      this.pages.set(key >>> PAGE_BITS, page);
    }
    page[key & MASK] = value;
  }
}

/** Offsets of the current line where a parser failed, one bit each. */
export class FailedOffsets extends FailureTable {
  has(offset: number): boolean {
    const key = this.line.end - offset;
    return ((this.get(key >>> 5) >>> (key & 31)) & 1) === 1;
  }

  add(offset: number): void {
    const key = this.line.end - offset;
    this.set(key >>> 5, this.get(key >>> 5) | (1 << (key & 31)));
  }
}

/**
 * The first start that failed in each run. A start has failed at every end after it, so
 * a different start in the same run need only try the ends up to that start.
 */
export class FailedStarts extends FailureTable {
  /** The last end in the run that is still worth trying. */
  lastEnd(runEnd: number): number {
    const start = this.get(this.line.end - runEnd);
    return start === 0 ? runEnd : this.line.end - start;
  }

  add(runEnd: number, start: number): void {
    const { end } = this.line;
    if (start < this.lastEnd(runEnd)) this.set(end - runEnd, end - start);
  }
}

/** The first offset of the current line where a monotone parser failed. It fails at every later offset. */
export class FirstFailure {
  private readonly line: Line;
  private serial = -1;
  private known = 0;

  constructor(line: Line) {
    this.line = line;
  }

  /** Beyond the end of the line if it has not failed. */
  get offset(): number {
    return this.serial === this.line.serial ? this.known : this.line.end + 1;
  }

  /** Records a failure, which may come after the first one. */
  note(offset: number): void {
    this.known = Math.min(offset, this.offset);
    this.serial = this.line.serial;
  }
}

/** So many bytes of a line may be read in vain, however short it is. */
const EXTRA_READS = 64;

/** Counts reads of the current line that nothing remembers, until they have read it so many times. */
export class Patience {
  private readonly line: Line;
  private readonly perByte: number;
  private serial = -1;
  private left = 0;

  constructor(line: Line, perByte: number) {
    this.line = line;
    this.perByte = perByte;
  }

  get isSpent(): boolean {
    return this.left < 0 && this.serial === this.line.serial;
  }

  spend(reads: number): void {
    const { serial, start, end } = this.line;
    if (this.serial !== serial) {
      this.serial = serial;
      this.left = this.perByte * (end - start) + EXTRA_READS;
    }
    this.left -= reads;
  }
}

/** Gives the number of an offset of the line. `next` is that of the offset after it; it may ask for any later one. */
type BackwardStep = (bytes: Uint8Array, offset: number, end: number, next: number) => number;

/**
 * Numbers about the offsets of the current line, each of which follows from those of later offsets. They are made once,
 * from the end of the line back to the first offset that is asked for: so in whichever order they are asked for, all
 * together take time linear in the line. At the end of the line the number is 0.
 */
export class BackwardTable {
  private readonly line: Line;
  private readonly step: BackwardStep;
  private serial = -1;
  /** The first `count` entries are known. */
  private numbers = new Int32Array(64);
  private count = 0;

  constructor(line: Line, step: BackwardStep) {
    this.line = line;
    this.step = step;
  }

  at(bytes: Uint8Array, offset: number): number {
    const { line, step } = this;
    const { end } = line;
    const key = end - offset;
    if (this.serial !== line.serial) {
      this.serial = line.serial;
      this.count = 1;
    }
    if (key >= this.numbers.length) {
      const grown = new Int32Array(Math.max(2 * this.numbers.length, key + 1));
      grown.set(this.numbers);
      this.numbers = grown;
    }
    for (let next = this.numbers[this.count - 1]!; this.count <= key; this.count++) {
      next = step(bytes, end - this.count, end, next);
      this.numbers[this.count] = next;
    }
    return this.numbers[key]!;
  }
}

/** Searches may read the line so many times without a memory of what they found. */
const READS_PER_BYTE = 2;

/**
 * Searches the current line for the next of certain bytes, the stops, from many offsets. One byte may be an escape: the
 * byte after it is skipped, even if it is a stop. Most lines are searched only a few times. Once that has taken too
 * many reads, a table knows the next stop of each offset, so all searches together take time linear in the line.
 */
export class Stops {
  /** How far a search steps at each byte: 0 at a stop, 2 at the escape, else 1. */
  private readonly steps: Uint8Array;
  private readonly patience: Patience;
  /** How far the next stop is from the end of the line. */
  private readonly known: BackwardTable;

  /** Searches for the bytes for which `isStop` holds. `escapeByte` escapes the byte after it; -1 for none. */
  constructor(line: Line, isStop: (byte: number) => boolean, escapeByte = -1) {
    const steps = Uint8Array.from({ length: 256 }, (_, byte) => (byte === escapeByte ? 2 : isStop(byte) ? 0 : 1));
    this.steps = steps;
    this.patience = new Patience(line, READS_PER_BYTE);
    this.known = new BackwardTable(line, (bytes, at, end, next) => {
      const step = steps[bytes[at]!]!;
      if (step === 1) return next;
      return step === 0 ? end - at : this.known.at(bytes, Math.min(at + step, end));
    });
  }

  /** The offset of the first stop from `at` on, or `end` if there is none. */
  next(bytes: Uint8Array, at: number, end: number): number {
    const { steps, patience } = this;
    if (patience.isSpent) return end - this.known.at(bytes, Math.min(at, end));
    let i = at;
    while (i < end && steps[bytes[i]!] !== 0) i += steps[bytes[i]!]!;
    patience.spend(i - at);
    return Math.min(i, end);
  }
}

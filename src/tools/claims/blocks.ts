/** A log has at most so many blocks of equally many lines. */
export const MAX_BLOCKS = 64;

/** Compared logs are divided into so many parts of the same size. */
export const PARTS = 16;

/**
 * Divides the lines of a log into blocks while they are read, before it is known how many there are: when there are too
 * many blocks, each two become one.
 */
export class Blocks {
  /** The block of the current line. */
  current = 0;
  lines = 0;
  size = 1;
  private inBlock = 0;

  /** Those of a log that was read, with so many lines. A block may have a part of a line. */
  static of(lines: number, size = lines / MAX_BLOCKS): Blocks {
    const blocks = new Blocks();
    blocks.lines = lines;
    blocks.size = size;
    return blocks;
  }

  /** Whether the next line begins another block. */
  get isFull(): boolean {
    return this.inBlock === this.size;
  }

  /** Begins the next line. */
  next(): void {
    this.lines++;
    if (this.inBlock < this.size) {
      this.inBlock++;
      return;
    }
    this.inBlock = 1;
    if (++this.current < MAX_BLOCKS) return;
    this.current = MAX_BLOCKS / 2;
    this.size *= 2;
  }
}

/** A number for each block of a log. */
export class Table {
  private readonly owner: Blocks;
  private numbers: number[] = Array(MAX_BLOCKS).fill(0);
  /** The size of the blocks when a number was last added. */
  private size: number;

  constructor(owner: Blocks) {
    this.owner = owner;
    this.size = owner.size;
  }

  /** Adds to the number of the current block. */
  add(number: number): void {
    if (this.size !== this.owner.size) this.fold();
    this.numbers[this.owner.current]! += number;
  }

  get all(): number[] {
    if (this.size !== this.owner.size) this.fold();
    return this.numbers;
  }

  get sum(): number {
    return this.all.reduce((sum, number) => sum + number, 0);
  }

  /** The sums of parts of the log. */
  get parts(): number[] {
    const parts = Array<number>(PARTS).fill(0);
    this.addTo(parts, 0, 1);
    return parts;
  }

  /**
   * Adds the numbers to those of equal parts of a larger log, of which this one is the range from one share to another.
   * Blocks that two parts have in common are divided between them.
   */
  addTo(parts: number[], from: number, to: number): void {
    const { all, owner } = this;
    const blocks = owner.lines / owner.size;
    const placeOf = (block: number): number => parts.length * (from + (to - from) * Math.min(1, block / blocks));
    for (let block = 0; block < blocks && block < MAX_BLOCKS; block++) {
      if (all[block] === 0) continue;
      const [begin, end] = [placeOf(block), placeOf(block + 1)];
      for (let i = Math.floor(begin); i < end && i < parts.length; i++)
        parts[i]! += (all[block]! * (Math.min(end, i + 1) - Math.max(begin, i))) / (end - begin);
    }
  }

  /** Adds a table of this log, or of one that is a range of it; see `addTo`. */
  addAll(other: Table, from: number, to: number): void {
    const { all } = this;
    if (other.owner !== this.owner) other.addTo(all, from, to);
    else for (const [block, number] of other.all.entries()) all[block]! += number;
  }

  /** Makes several blocks one, as those of the log have become larger. */
  private fold(): void {
    const { numbers, owner } = this;
    const factor = owner.size / this.size;
    this.size = owner.size;
    for (let block = 1; block < MAX_BLOCKS; block++) {
      const number = numbers[block]!;
      numbers[block] = 0;
      numbers[Math.floor(block / factor)]! += number;
    }
  }
}

/** How often something comes in a log, and in which blocks of it. */
export class Count {
  count = 0;
  readonly blocks: Table;

  constructor(owner: Blocks) {
    this.blocks = new Table(owner);
  }

  /** Counts so many in the current block. */
  addCount(times: number): void {
    this.count += times;
    this.blocks.add(times);
  }

  /** Adds what another log has; see `Table`. */
  addCounts({ count, blocks }: Count, from: number, to: number): void {
    this.count += count;
    this.blocks.addAll(blocks, from, to);
  }
}

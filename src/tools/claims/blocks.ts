/** A log has at most so many blocks of equally many lines. */
export const MAX_BLOCKS = 64;
/** Compared logs are divided into so many parts of the same size. */
export const PARTS = 16;
/** So many tables share an array, because the runtime keeps account of the memory of each array. */
const TABLES_AT_ONCE = 32;

/**
 * Divides the lines of a log into blocks while they are read, before it is known how many there are: when there are too
 * many blocks, each two become one, in all tables of the log.
 */
export class Blocks {
  current = 0;
  lines = 0;
  size = 1;
  /** The indexes of the first lines of blocks. */
  firstLines: number[] = [];
  private inBlock = 0;
  /** Where parts begin and end, in blocks: `PARTS` + 1 numbers that ascend. Without, they have equally many lines. */
  edges: readonly number[] | undefined;
  private readonly arrays: Float64Array[] = [];
  /** The numbers that tables have given back. */
  readonly free: Float64Array[] = [];
  /** What has to count something when the current block ends. */
  readonly uncounted: { endBlock(): void }[] = [];
  private tables = 0;

  /** Those of a log that was read, with so many lines. A block may have a part of a line. */
  static of(lines: number, size = lines / MAX_BLOCKS): Blocks {
    const blocks = new Blocks();
    blocks.lines = lines;
    blocks.size = size;
    return blocks;
  }

  /** Counts what is left of the current block. Must be called when all lines were read. */
  endBlock(): void {
    for (const one of this.uncounted) one.endBlock();
    this.uncounted.length = 0;
  }

  /** Begins the next line, which has this index. */
  next(index = this.lines): void {
    if (this.lines++ === 0) this.firstLines.push(index);
    if (this.inBlock < this.size) {
      this.inBlock++;
      return;
    }
    this.endBlock();
    this.inBlock = 1;
    this.firstLines.push(index);
    if (++this.current < MAX_BLOCKS) return;
    this.current = MAX_BLOCKS / 2;
    this.size *= 2;
    this.firstLines = this.firstLines.filter((_, block) => block % 2 === 0);
    for (const array of this.arrays)
      for (let table = 0; table < array.length; table += MAX_BLOCKS) {
        const middle = table + MAX_BLOCKS / 2;
        for (let i = 0; i < MAX_BLOCKS / 2; i++) array[table + i] = array[table + 2 * i]! + array[table + 2 * i + 1]!;
        array.fill(0, middle, middle + MAX_BLOCKS / 2);
      }
  }

  numbers(): Float64Array {
    const known = this.free.pop();
    if (known !== undefined) return known.fill(0);
    const place = (this.tables++ % TABLES_AT_ONCE) * MAX_BLOCKS;
    if (place === 0) this.arrays.push(new Float64Array(TABLES_AT_ONCE * MAX_BLOCKS));
    return this.arrays.at(-1)!.subarray(place, place + MAX_BLOCKS);
  }
}

/** A number for each block of a log. */
export class Table {
  readonly numbers: Float64Array;
  private readonly owner: Blocks;

  constructor(owner: Blocks) {
    this.owner = owner;
    this.numbers = owner.numbers();
  }

  add(number: number): void {
    this.numbers[this.owner.current]! += number;
  }

  /** Lets another table have the numbers, as nobody reads them any more. */
  giveBack(): void {
    this.owner.free.push(this.numbers);
  }

  get sum(): number {
    return this.numbers.reduce((sum, number) => sum + number, 0);
  }

  get parts(): Float64Array {
    const parts = new Float64Array(PARTS);
    const { numbers, owner } = this;
    if (owner.edges === undefined) this.addTo(parts, 0, 1);
    for (const [i, from] of (owner.edges ?? []).slice(0, PARTS).entries()) {
      const to = owner.edges![i + 1]!;
      for (let block = Math.floor(from); block < to && block < MAX_BLOCKS; block++)
        parts[i]! += (Math.min(to, block + 1) - Math.max(from, block)) * numbers[block]!;
    }
    return parts;
  }

  /**
   * Adds the numbers to those of equal parts of a larger log, of which this one is the range from one share to another.
   * Blocks that two parts have in common are divided between them.
   */
  addTo(parts: Float64Array, from: number, to: number): void {
    const { numbers, owner } = this;
    const blocks = owner.lines / owner.size;
    const placeOf = (block: number): number => parts.length * (from + (to - from) * Math.min(1, block / blocks));
    for (let block = 0; block < blocks && block < MAX_BLOCKS; block++) {
      if (numbers[block] === 0) continue;
      const [begin, end] = [placeOf(block), placeOf(block + 1)];
      for (let i = Math.floor(begin); i < end && i < parts.length; i++)
        parts[i]! += (numbers[block]! * (Math.min(end, i + 1) - Math.max(begin, i))) / (end - begin);
    }
  }

  /** Adds a table of this log, or of one that is a range of it; see `addTo`. */
  addAll(other: Table, from: number, to: number): void {
    if (other.owner !== this.owner) other.addTo(this.numbers, from, to);
    else for (const [block, number] of other.numbers.entries()) this.numbers[block]! += number;
  }
}

/** How often something comes in a log, and in which blocks of it. */
export class Count {
  count = 0;
  readonly blocks: Table;
  protected readonly owner: Blocks;

  constructor(owner: Blocks) {
    this.owner = owner;
    this.blocks = new Table(owner);
  }

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

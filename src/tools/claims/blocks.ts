/** A log has at most so many blocks of equally many lines. */
export const MAX_BLOCKS = 64;

const TABLES_AT_ONCE = 32;

/** Compared logs are divided into so many parts, which are parts of the same size of each. */
export const PARTS = 16;

/** Numbers by block of a log: `Uint32Array` for counts, `Float64Array` for sums. */
export type Table = Uint32Array | Float64Array;

/** Counts by block what the block has that is not counted yet. */
interface Counter {
  countIn(block: number): void;
}

/**
 * Divides the lines of a log into blocks while they are read, before it is known how many there are: when there are too
 * many blocks, each two become one. Tables have a number for each block, which become sums then.
 */
export class Blocks {
  /** The block of the current line. */
  current = 0;
  lines = 0;

  size = 1;
  private inBlock = 0;
  /** Whether no line is divided between blocks. */
  private isWhole = true;
  private readonly integers = new Tables((length) => new Uint32Array(length));
  private readonly numbers = new Tables((length) => new Float64Array(length));
  private readonly uncounted: Counter[] = [];
  /**
   * Where parts begin and end, in blocks: `PARTS` + 1 numbers that ascend. Without, they have equally many lines. Set
   * before there are parts.
   */
  edges: readonly number[] | undefined;
  /** Part, block and share, of each block in a part; undefined until that is asked for. */
  private shares: Float64Array | undefined;
  private readonly firsts = new Float64Array(MAX_BLOCKS);

  /** Those of logs that were read, with so many lines, by as many in each block. A block may have a part of a line. */
  static of(lines: number, size = lines / MAX_BLOCKS): Blocks {
    const blocks = new Blocks();
    blocks.lines = lines;
    blocks.size = size;
    blocks.isWhole = false;
    return blocks;
  }

  /** Begins the next line, which has this index. */
  next(index: number): void {
    this.lines++;
    if (this.inBlock === 0) this.firsts[0] = index;
    if (this.inBlock < this.size) {
      this.inBlock++;
      return;
    }
    this.count();
    this.inBlock = 1;
    if (++this.current === MAX_BLOCKS) {
      this.current = MAX_BLOCKS / 2;
      this.size *= 2;
      this.integers.fold();
      this.numbers.fold();
      for (let i = 0; i < MAX_BLOCKS / 2; i++) this.firsts[i] = this.firsts[2 * i]!;
    }
    this.firsts[this.current] = index;
  }

  /** The indexes of the first lines of all blocks. */
  get firstLines(): readonly number[] {
    return this.lines === 0 ? [] : [...this.firsts.subarray(0, this.current + 1)];
  }

  /** Is to count something at the end of the current block. */
  countLater(one: Counter): void {
    this.uncounted.push(one);
  }

  /** Counts what is left of the current block. Must be called before anything is read. */
  count(): void {
    for (const one of this.uncounted) one.countIn(this.current);
    this.uncounted.length = 0;
  }

  counts(): Table {
    return this.counters.next();
  }

  /** Takes back a table of `counts` that nobody reads any more. */
  giveBack(table: Table): void {
    this.counters.giveBack(table);
  }

  private get counters(): Tables {
    return this.isWhole ? this.integers : this.numbers;
  }

  sums(): Table {
    return this.numbers.next();
  }

  /** A table in `PARTS` parts of the log. Blocks that two parts share are divided between them. */
  inParts(table: Table): Float64Array {
    const blocks = this.lines / this.size;
    const edges = this.edges ?? [...Array(PARTS + 1).keys()].map((part) => (blocks * part) / PARTS);
    this.shares ??= new Float64Array([...this.sharesOf(edges)].flat());
    const { shares } = this;
    const parts = new Float64Array(PARTS);
    for (let i = 0; i < shares.length; i += 3) parts[shares[i]!]! += shares[i + 2]! * table[shares[i + 1]!]!;
    return parts;
  }

  /** Adds a table to another one, of which this log is the range from one share to another. */
  addTo(sum: Table, table: Table, from: number, to: number): void {
    const blocks = this.lines / this.size;
    const first = Math.floor(from * sum.length);
    const last = Math.ceil(to * sum.length);
    const placeOf = (i: number): number => (blocks * (i / sum.length - from)) / (to - from);
    const edges = [...Array(last - first + 1).keys()].map((i) => Math.min(blocks, Math.max(0, placeOf(first + i))));
    for (const [i, block, share] of this.sharesOf(edges)) sum[first + i]! += share * table[block]!;
  }

  /** Which share of which block is between two edges, which are in blocks and ascend. */
  private *sharesOf(edges: readonly number[]): Generator<readonly [i: number, block: number, share: number]> {
    const blocks = this.lines / this.size;
    for (let i = 0; i + 1 < edges.length; i++) {
      const [from, to] = [edges[i]!, edges[i + 1]!];
      for (let block = Math.floor(from); block < to && block < MAX_BLOCKS; block++) {
        const end = Math.min(block + 1, blocks);
        const share = (Math.min(to, end) - Math.max(from, block)) / (end - block);
        if (share > 0) yield [i, block, share];
      }
    }
  }
}

/** Tables side by side in larger arrays: each array of the runtime has memory of its own, of which it keeps account. */
class Tables {
  private readonly make: (length: number) => Table;
  private readonly arrays: Table[] = [];
  private count = 0;
  private readonly free: Table[] = [];

  constructor(make: (length: number) => Table) {
    this.make = make;
  }

  next(): Table {
    const known = this.free.pop();
    if (known !== undefined) return known;
    const place = (this.count++ % TABLES_AT_ONCE) * MAX_BLOCKS;
    if (place === 0) this.arrays.push(this.make(TABLES_AT_ONCE * MAX_BLOCKS));
    return this.arrays.at(-1)!.subarray(place, place + MAX_BLOCKS);
  }

  giveBack(table: Table): void {
    table.fill(0);
    this.free.push(table);
  }

  /** Makes each two blocks one. */
  fold(): void {
    for (const array of this.arrays)
      for (let table = 0; table < array.length; table += MAX_BLOCKS) {
        const middle = table + MAX_BLOCKS / 2;
        for (let i = 0; i < MAX_BLOCKS / 2; i++) array[table + i] = array[table + 2 * i]! + array[table + 2 * i + 1]!;
        array.fill(0, middle, middle + MAX_BLOCKS / 2);
      }
  }
}

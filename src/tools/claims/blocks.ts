/** A log has at most so many blocks of equally many lines. */
export const MAX_BLOCKS = 64;

/** Compared logs are divided into so many parts, which are parts of the same size of each. */
export const PARTS = 16;

/** Numbers by block of a log: `Uint32Array` for counts, `Float64Array` for sums. */
type Table = Uint32Array | Float64Array;

/**
 * Divides the lines of a log into blocks while they are read, before it is known how many there are: when there are too
 * many blocks, each two become one. Tables have a number for each block, which become sums then.
 */
export class Blocks {
  /** The block of the current line. */
  current = 0;
  lines = 0;

  private size = 1;
  private inBlock = 0;
  private readonly tables: Table[] = [];
  private readonly pending: (() => void)[] = [];

  /** Begins the next line. */
  next(): void {
    this.lines++;
    if (this.inBlock < this.size) {
      this.inBlock++;
      return;
    }
    this.inBlock = 1;
    if (++this.current < MAX_BLOCKS) return;
    for (const count of this.pending) count();
    this.current = MAX_BLOCKS / 2;
    this.size *= 2;
    for (const table of this.tables) fold(table);
  }

  /** `count` counts in tables what is not counted yet. Called before blocks become one. */
  beforeFold(count: () => void): void {
    this.pending.push(count);
  }

  counts(): Uint32Array {
    return this.own(new Uint32Array(MAX_BLOCKS));
  }

  sums(): Float64Array {
    return this.own(new Float64Array(MAX_BLOCKS));
  }

  private own<Numbers extends Table>(table: Numbers): Numbers {
    this.tables.push(table);
    return table;
  }

  /** A table in `PARTS` parts of the log. Blocks that two parts share are divided between them. */
  inParts(table: Table): Float64Array {
    const parts = new Float64Array(PARTS);
    const blocks = this.lines / this.size;
    for (let block = 0; block < Math.min(blocks, MAX_BLOCKS); block++) {
      if (table[block] === 0) continue;
      const from = (PARTS * block) / blocks;
      const to = Math.min(PARTS, (PARTS * (block + 1)) / blocks);
      for (let part = Math.floor(from); part < to; part++) {
        const share = (Math.min(to, part + 1) - Math.max(from, part)) / (to - from);
        parts[part]! += share * table[block]!;
      }
    }
    return parts;
  }
}

function fold(table: Table): void {
  for (let i = 0; i < MAX_BLOCKS / 2; i++) table[i] = table[2 * i]! + table[2 * i + 1]!;
  table.fill(0, MAX_BLOCKS / 2);
}

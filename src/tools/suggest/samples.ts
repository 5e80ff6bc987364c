// A few lines of many, chosen so that their order does not matter.

/** A line, and where what follows its header begins. */
interface Sample {
  readonly line: Buffer;
  readonly content: number;
}

interface HashedSample extends Sample {
  readonly hash: number;
}

/**
 * Fewer long lines are kept: together, samples have at most this many bytes each on average, unless there is only one.
 */
const MAX_BYTES_PER_SAMPLE = 1024;

/**
 * Keeps the lines with the smallest hashes of their contents, each content once. So the samples do not depend on the
 * order of the lines.
 */
export class Samples {
  /** How many bytes the lines have together. */
  private byteCount = 0;
  /** In ascending order. */
  private readonly kept: HashedSample[] = [];
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  get lines(): readonly Sample[] {
    return this.kept;
  }

  /** Considers a line, of which nobody changes the bytes. `content` is where what follows its header begins. */
  add(line: Buffer, content: number): void {
    const { kept } = this;
    const hash = stableHashOf(line, content, line.length);
    const isFull = kept.length === this.size || this.byteCount + line.length > MAX_BYTES_PER_SAMPLE * this.size;
    if (isFull && kept.length > 0 && hash > kept.at(-1)!.hash) return;
    const at = kept.findIndex((sample) => sample.hash >= hash);
    const same = kept[at];
    if (same?.hash === hash) {
      // Of lines with one content, the first in the order of their bytes is kept.
      if (line.compare(same.line) < 0) {
        this.byteCount += line.length - same.line.length;
        kept[at] = { line, content, hash };
      }
      return;
    }
    kept.splice(at === -1 ? kept.length : at, 0, { line, content, hash });
    this.byteCount += line.length;
    while (kept.length > this.size || (this.byteCount > MAX_BYTES_PER_SAMPLE * this.size && kept.length > 1)) {
      this.byteCount -= kept.pop()!.line.length;
    }
  }

  /** Considers the samples of others. */
  addAll(samples: Samples): void {
    for (const { line, content } of samples.lines) this.add(line, content);
  }
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
/** How many bytes at each end of a text its hash depends on. */
const HASHED_END = 256;

/** FNV-1a, which gives the same numbers in every run. Long texts differ only by their beginning, end and length. */
function stableHashOf(bytes: Buffer, from: number, to: number): number {
  let hash = FNV_OFFSET ^ (to - from);
  const first = Math.min(to, from + HASHED_END);
  for (let i = from; i < first; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  for (let i = Math.max(first, to - HASHED_END); i < to; i++) hash = Math.imul(hash ^ bytes[i]!, FNV_PRIME);
  // The last bytes have reached few bits. Any odd factor with many bits set spreads them.
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
}

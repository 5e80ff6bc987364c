/** The relative error of quantiles. */
const ERROR = 0.01;
const LOG_GAMMA = Math.log((1 + ERROR) / (1 - ERROR));
/** Numbers closer to zero count as zero. */
const MIN = 1e-9;
const MAX = 1e18;
/** The bin of zero; the bins of positive numbers are above it, those of negative ones below. */
const FIRST = Math.ceil(Math.log(MIN) / LOG_GAMMA);
const SIDE_BINS = Math.ceil(Math.log(MAX) / LOG_GAMMA) - FIRST + 1;
const INITIAL_BINS = 64;
const NO_BINS = new Float64Array(0);

/**
 * How often numbers occur, in bins whose bounds grow by a constant factor. So quantiles have a relative error of at
 * most 1 %: DDSketch (Masson, Rim and Lee, 2019). Takes at most 50 kB. Sketches of parts add up to that of the whole.
 */
export class Sketch {
  count = 0;
  /** The counts of the bins from `low` on. */
  private bins = NO_BINS;
  private low = 0;

  /** Counts a number so many times, and returns the logarithm of its size. */
  add(value: number, times = 1): number {
    const size = Math.log(Math.min(Math.max(Math.abs(value), MIN), MAX));
    this.addTo(binOf(value, size), times);
    return size;
  }

  addAll(other: Sketch): void {
    for (const [bin, count] of other.entries()) this.addTo(bin, count);
  }

  /** The bins that are not empty, in the order of their numbers, and their counts. */
  *entries(): Generator<readonly [bin: number, count: number]> {
    for (const [i, count] of this.bins.entries()) if (count > 0) yield [this.low + i, count];
  }

  /** The number that a share of all numbers does not exceed; 0 if there is none. */
  quantile(share: number): number {
    return middleOf(this.quantileBin(share));
  }

  /** The bin of that number. */
  quantileBin(share: number): number {
    let left = share * (this.count - 1);
    let last = 0;
    for (const [bin, count] of this.entries()) {
      last = bin;
      left -= count;
      if (left < 0) break;
    }
    return last;
  }

  /** How many numbers are larger; those in the bin of the limit are not. */
  countAbove(limit: number): number {
    let above = 0;
    const limitBin = binOf(limit, Math.log(Math.max(Math.abs(limit), MIN)));
    for (const [bin, count] of this.entries()) if (bin > limitBin) above += count;
    return above;
  }

  addTo(bin: number, count: number): void {
    this.count += count;
    if (bin < this.low || bin >= this.low + this.bins.length) this.makeRoom(bin);
    this.bins[bin - this.low]! += count;
  }

  private makeRoom(bin: number): void {
    const { bins, low } = this;
    const isFirst = bins.length === 0;
    const from = isFirst ? bin - INITIAL_BINS / 2 : Math.min(low, bin - INITIAL_BINS);
    const to = isFirst ? bin + INITIAL_BINS / 2 : Math.max(low + bins.length, bin + INITIAL_BINS);
    this.low = Math.max(from, -SIDE_BINS);
    this.bins = new Float64Array(Math.min(to, SIDE_BINS + 1) - this.low);
    this.bins.set(bins, isFirst ? 0 : low - this.low);
  }
}

/** How many bins a number moves if it becomes so many times as large. */
export function binsOf(factor: number): number {
  return Math.round(Math.log(factor) / LOG_GAMMA);
}

/** The bin of a value whose size has this logarithm. */
function binOf(value: number, size: number): number {
  if (value < MIN && value > -MIN) return 0;
  const bin = Math.ceil(size / LOG_GAMMA) - FIRST + 1;
  return value > 0 ? bin : -bin;
}

/** The number in the middle of a bin. */
export function middleOf(bin: number): number {
  if (bin === 0) return 0;
  const upper = Math.exp((Math.abs(bin) + FIRST - 1) * LOG_GAMMA);
  return Math.sign(bin) * upper * (1 - ERROR);
}

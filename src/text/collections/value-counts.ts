import { Interner } from "./interner.ts";
import { doubled } from "./numbers.ts";
import { longKey, MAX_VALUE_BYTES, sampleHash } from "./value-key.ts";

/** Which of two logs a value is from: 0 or 1. */
export type LogIndex = 0 | 1;

/** How many values of one field are counted exactly, if there is room for them. */
export const MAX_CAPACITY = 4096;
/** How many values all fields together may keep. */
const MAX_KEPT = 2 ** 18;
/** Every field may keep this many, however many fields there are. */
const MIN_CAPACITY = 32;
/** The counters for frequent values are this part of the capacity. */
const COUNTERS_PART = 4;
const HASH_BITS = 32;
/** Most fields have few values. */
const INITIAL_COUNT = 16;
const INITIAL_BYTES = 512;

/** How many values each field may keep. It is halved whenever all fields together keep too many. */
export class ValueBudget {
  capacity = MAX_CAPACITY;
  /** The counts of all fields. */
  readonly holders: ValueCounts[] = [];

  private readonly limit: number;
  private kept = 0;

  constructor(limit = MAX_KEPT) {
    this.limit = limit;
  }

  /** Reports that a field keeps more values, or fewer. */
  add(count: number): void {
    this.kept += count;
    if (this.kept <= this.limit || this.capacity === MIN_CAPACITY) return;
    this.capacity /= 2;
    for (const holder of this.holders) holder.shrink();
  }
}

/** How often a value occurs in each log. */
export interface SampledValue {
  readonly key: Buffer;
  readonly hash: number;
  readonly counts: readonly [number, number];
}

/** A value that occurs at least `count` times, and at most `atMost` times. */
interface CommonValue {
  readonly key: Buffer;
  readonly count: number;
  readonly atMost: number;
}

/**
 * Counts the values of a field in bounded memory. As long as there is room for all distinct values, everything is
 * exact. From then on it keeps two selections of them:
 *
 * - A sample of the distinct values, chosen by their hashes, with exact counts. It is Wegman's adaptive sampling: when
 *   the sample is full, one more bit of the hash must be zero, which drops half of it. With `depth` bits, each value in
 *   it stands for 2^depth distinct ones; the standard error is 1.20 / √capacity (P. Flajolet: On Adaptive Sampling.
 *   Computing 43, 1990). Both logs are sampled by one hash, so a value that both have is in the sample for both or for
 *   neither.
 * - The most frequent values, by the algorithm of Misra and Gries (Finding Repeated Elements. Science of Computer
 *   Programming 2, 1982): when there are too many counters, all are lowered by the same number, and those that fall to
 *   zero are dropped. No count is too high, and none is too low by more than the sum of these numbers, which is less
 *   than the number of all values divided by the number of counters that are kept.
 */
export class ValueCounts {
  /** How many values were counted, by log. */
  readonly totals: [number, number] = [0, 0];
  /** How many bits of the hash of a sampled value are zero. */
  depth = 0;
  /** Whether all values are kept, and all counts are exact. */
  isExact = true;

  private readonly budget: ValueBudget;
  /** The values that are kept, in the order in which they first occurred, with some that are no longer selected. */
  private values = new Interner(INITIAL_COUNT, INITIAL_BYTES);
  private hashes = new Uint32Array(INITIAL_COUNT);
  /** The counts by log, exact for all sampled values. */
  private readonly counts: [Float64Array, Float64Array] = [
    new Float64Array(INITIAL_COUNT),
    new Float64Array(INITIAL_COUNT),
  ];
  /** The counters for frequent values; unused as long as everything is exact. */
  private counters = new Float64Array(INITIAL_COUNT);
  private counterCount = 0;
  private sampleSize = 0;
  /** The sum of all numbers by which counters were lowered. */
  private lowered = 0;

  constructor(budget: ValueBudget) {
    this.budget = budget;
    budget.holders.push(this);
  }

  /** The number of distinct values, which is an estimate unless `isExact`. */
  get distinct(): number {
    return this.sampleSize * 2 ** this.depth;
  }

  /** All distinct values, or a sample of them, with exact counts. */
  *sampled(): Generator<SampledValue> {
    const { values, hashes, counts } = this;
    for (let id = 0; id < values.size; id++) {
      const hash = hashes[id]!;
      if (isSampledAt(this.depth, hash))
        yield { key: values.bytes(id), hash, counts: [counts[0][id]!, counts[1][id]!] };
    }
  }

  /** The values of which most occurrences are known, and of equally frequent ones those that occurred first. */
  common(limit: number): CommonValue[] {
    const { values, hashes, counters, counts } = this;
    const found = Array.from({ length: values.size }, (_, id) => {
      const exact = isSampledAt(this.depth, hashes[id]!) ? counts[0][id]! + counts[1][id]! : undefined;
      const count = exact ?? counters[id]!;
      return { id, count, atMost: exact ?? count + this.lowered };
    }).filter(({ count }) => count > 0);
    found.sort((a, b) => b.count - a.count);
    return found.slice(0, limit).map(({ id, count, atMost }) => ({ key: values.bytes(id), count, atMost }));
  }

  /** Counts a value. Returns false if it is known to have been counted before. */
  add(bytes: Buffer, from: number, to: number, side: LogIndex): boolean {
    if (to - from > MAX_VALUE_BYTES) {
      const key = longKey(bytes, from, to);
      return this.addKey(key, 0, key.length, side);
    }
    return this.addKey(bytes, from, to, side);
  }

  /** Drops values until there are no more than the budget allows. */
  shrink(): void {
    this.deselect();
    if (!this.isExact) this.dropDeselected();
  }

  /** Selects no more values than the budget allows. */
  private deselect(): void {
    const { capacity } = this.budget;
    if (this.isExact) {
      if (this.values.size <= capacity) return;
      this.isExact = false;
      for (let id = 0; id < this.values.size; id++) this.counters[id] = this.counts[0][id]! + this.counts[1][id]!;
      this.counterCount = this.values.size;
    }
    this.lowerCounters(capacity / COUNTERS_PART);
    while (this.sampleSize > capacity && this.depth < HASH_BITS) {
      this.depth++;
      this.sampleSize = 0;
      for (let id = 0; id < this.values.size; id++) if (isSampledAt(this.depth, this.hashes[id]!)) this.sampleSize++;
    }
  }

  private addKey(bytes: Uint8Array, from: number, to: number, side: LogIndex): boolean {
    this.totals[side]++;
    const { values, budget } = this;
    const before = values.size;
    const id = values.intern(bytes, from, to);
    const isNew = id === before;
    if (isNew) this.begin(id, sampleHash(bytes, from, to));
    this.counts[side][id]!++;
    if (!this.isExact && this.counters[id]!++ === 0) this.counterCount++;
    const { capacity } = budget;
    if (this.sampleSize > capacity || this.counterCount > (2 * capacity) / COUNTERS_PART) this.deselect();
    // Dropping values takes time for each that stays, so it must not be done too often.
    if (!this.isExact && this.values.size > 2 * capacity) this.dropDeselected();
    if (isNew) budget.add(1);
    return !isNew;
  }

  private begin(id: number, hash: number): void {
    if (id === this.hashes.length) this.grow();
    this.hashes[id] = hash;
    this.counts[0][id] = 0;
    this.counts[1][id] = 0;
    this.counters[id] = 0;
    if (isSampledAt(this.depth, hash)) this.sampleSize++;
  }

  private grow(): void {
    const { hashes, counts, counters } = this;
    this.hashes = doubled(hashes);
    counts[0] = doubled(counts[0]);
    counts[1] = doubled(counts[1]);
    this.counters = doubled(counters);
  }

  private lowerCounters(limit: number): void {
    if (this.counterCount <= limit) return;
    const counters = this.counters.subarray(0, this.values.size);
    const lowered = greatest(counters, limit);
    this.lowered += lowered;
    this.counterCount = 0;
    for (let id = 0; id < counters.length; id++) {
      const count = counters[id]! - lowered;
      counters[id] = Math.max(0, count);
      if (count > 0) this.counterCount++;
    }
  }

  /** Drops values that are neither in the sample nor frequent. */
  private dropDeselected(): void {
    const { values, hashes, counts, counters, budget } = this;
    const before = values.size;
    let kept = 0;
    this.values = values.onlyThose((id) => {
      if (!isSampledAt(this.depth, hashes[id]!) && counters[id] === 0) return false;
      hashes[kept] = hashes[id]!;
      counts[0][kept] = counts[0][id]!;
      counts[1][kept] = counts[1][id]!;
      counters[kept] = counters[id]!;
      kept++;
      return true;
    });
    budget.add(kept - before);
  }
}

/** Most counts are small: so many of the smallest numbers are counted, and not sorted. */
const SMALL_COUNTS = 256;
const smallCounts = new Uint32Array(SMALL_COUNTS);

/** The number that exactly `rank` numbers come before in descending order. All are whole and none is negative. */
function greatest(numbers: Float64Array, rank: number): number {
  smallCounts.fill(0);
  let large = 0;
  for (let i = 0; i < numbers.length; i++) {
    if (numbers[i]! < SMALL_COUNTS) smallCounts[numbers[i]!]!++;
    else large++;
  }
  if (large > rank) return numbers.slice().sort()[numbers.length - 1 - rank]!;
  let number = SMALL_COUNTS;
  for (let before = large; before <= rank; ) before += smallCounts[--number]!;
  return number;
}

/** Whether a sample of this depth has room for values with this hash. */
export function isSampledAt(depth: number, hash: number): boolean {
  return depth === 0 || hash >>> (HASH_BITS - depth) === 0;
}

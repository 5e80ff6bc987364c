import type { Bucket } from "./report-data.ts";

/** How many parts a file has at most. */
const MAX_BUCKETS = 240;

/** Counts the lines of a file by parts, although their number is not known in advance. */
export class LineMap {
  lines = 0;
  matched = 0;
  /** How many lines a part has. */
  private size = 1;
  private counts: [number, number][] = [];

  add(isMatched: boolean): void {
    if (this.lines === this.size * MAX_BUCKETS) this.halve();
    const part = Math.floor(this.lines / this.size);
    this.counts[part] ??= [0, 0];
    this.counts[part][0]++;
    this.lines++;
    if (!isMatched) return;
    this.counts[part][1]++;
    this.matched++;
  }

  get buckets(): readonly Bucket[] {
    return this.counts;
  }

  /** Joins neighbouring parts. */
  private halve(): void {
    this.size *= 2;
    const pairs: [number, number][] = [];
    for (let i = 0; i < this.counts.length; i += 2) {
      const a = this.counts[i]!;
      const b = this.counts[i + 1] ?? [0, 0];
      pairs.push([a[0] + b[0], a[1] + b[1]]);
    }
    this.counts = pairs;
  }
}

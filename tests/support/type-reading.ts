import { Line } from "../../src/matcher/line.ts";
import { RunType, type TypeMatcher } from "../../src/matcher/types/type-matcher.ts";
import { watchViews } from "./counted.ts";

/** The current line of all types in the tests. */
export const LINE = new Line();

/** A line that begins at `start` of an endless buffer, which counts the bytes read inside and outside of it. */
export class WatchedLine {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  reads = 0;
  outside = 0;

  constructor(line: string, start = 0) {
    this.start = start;
    this.end = start + line.length;
    const bytes = new Uint8Array(line.length + BYTES_AFTER);
    bytes.set(Buffer.from(line, "latin1"));
    watchViews(bytes.buffer, (at, count) => this.note(at, count), start);
    this.bytes = new Proxy(bytes, {
      get: (target, key) => {
        const at = Number(key);
        if (Number.isNaN(at)) return Reflect.get(target, key, target);
        this.note(at, 1);
        return target[at - start];
      },
    });
  }

  private note(at: number, count: number): void {
    this.reads += count;
    if (at < this.start || at + count > this.end) this.outside++;
  }
}

/** Enough for a read of several bytes that begins in the line and ends after it. */
const BYTES_AFTER = 16;

/** The ends of a text that starts at `at`, by a type that may have been used before. */
export function endsAt(type: TypeMatcher, bytes: Uint8Array, at: number, end: number): number[] {
  // A reused list holds old values, which must be ignored.
  const ends = [-7, -7];
  const count = type.ends(bytes, at, end, ends);
  return ends.slice(0, count);
}

/**
 * Asks a type for its ends at places of a line, as a matcher does if none of them helps. A start is skipped if its run
 * has failed from there on, and an earlier one tries only what its run has left. Returns the ends tried, in order.
 */
export function triedEnds(type: TypeMatcher, { bytes, end }: WatchedLine, places: Iterable<number>): number[] {
  const failed = new Map<number, number>();
  const tried: number[] = [];
  for (const at of places) {
    if (!(type instanceof RunType)) {
      tried.push(...endsAt(type, bytes, at, end));
      continue;
    }
    const run = type.runEnd(bytes, at, end);
    if (run === -1) continue;
    for (let place = failed.get(run) ?? run; place > at; place--) {
      if (type.mayEnd(bytes, place, end)) tried.push(place);
    }
    failed.set(run, Math.min(failed.get(run) ?? at, at));
  }
  return tried;
}

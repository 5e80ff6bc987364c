import type { FieldType } from "../../src/matcher/types/field-type.ts";

/** The bytes of a line that begins at `start` of an endless buffer, and what was read of them and around them. */
export class WatchedLine {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  reads = 0;
  outside = 0;

  constructor(line: string, start = 0) {
    this.start = start;
    this.end = start + line.length;
    this.bytes = new Proxy(Buffer.from(line, "latin1"), {
      get: (target, key) => {
        const i = Number(key) - start;
        this.reads++;
        if (!(i >= 0 && i < target.length)) this.outside++;
        return target[i];
      },
    });
  }
}

/** The ends of a text that starts at `at`, of a type that may have been asked before. */
export function endsAt(type: FieldType, bytes: Uint8Array, at: number, end: number, most?: number): number[] {
  // A list that has been used before holds what means nothing.
  const ends = [-7, -7];
  const count = type.ends(bytes, at, end, ends, most);
  return ends.slice(0, count);
}

/**
 * Asks a type for its ends at places of a line as a matcher does to whom none of them is of use: a start whose run has
 * failed from there on is left out, and one before tries what its run has left. Gives the ends tried, in that order.
 */
export function triedEnds(type: FieldType, { bytes, end }: WatchedLine, places: Iterable<number>): number[] {
  const failed = new Map<number, number>();
  const ends: number[] = [];
  const tried: number[] = [];
  for (const at of places) {
    const run = type.runEnd(bytes, at, end);
    const from = failed.get(run) ?? end;
    if (run !== -1 && from <= at) continue;
    const count = type.ends(bytes, at, end, ends, from);
    for (let i = 0; i < count; i++) tried.push(ends[i]!);
    if (run !== -1) failed.set(run, at);
  }
  return tried;
}

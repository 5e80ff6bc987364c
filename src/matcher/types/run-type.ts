import type { FieldType } from "./field-type.ts";

/**
 * A type whose texts may be cut short nearly anywhere. What it is follows from two things: the largest end of a start, and
 * whether a position may be an end, which is the position's own matter, whatever the start. The ends of a start are then
 * all that may be one between it and the largest. So two starts a < b with the same largest end have the same ends beyond
 * b, which is the law of runs.
 */
export abstract class RunType implements FieldType {
  abstract readonly name: string;

  abstract runEnd(bytes: Uint8Array, at: number, end: number): number;

  /** Whether `place`, which has a byte of a text before it, may be an end; the largest end always may. */
  protected abstract mayEnd(bytes: Uint8Array, place: number, end: number): boolean;

  abstract reset(): void;

  ends(bytes: Uint8Array, at: number, end: number, ends: number[], most = end): number {
    let count = 0;
    for (let place = Math.min(this.runEnd(bytes, at, end), most); place > at; place--) {
      if (this.mayEnd(bytes, place, end)) ends[count++] = place;
    }
    return count;
  }
}

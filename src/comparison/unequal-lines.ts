import type { Side } from "./side.ts";

/** Marks the lines of both sides that have no equal line on the other one. */
export class UnequalLines {
  /** For each compared line, 1 if it is marked. */
  readonly old: Uint8Array;
  readonly next: Uint8Array;

  constructor(old: Side, next: Side) {
    this.old = new Uint8Array(old.keys.length);
    this.next = new Uint8Array(next.keys.length);
  }
}

import type { Literal } from "./literal.ts";
import { Occurrences } from "./occurrences.ts";

/**
 * Whether a literal stands at given places of a text. Comparing at each place costs up to the literal's length each time,
 * which is quadratic for a long one on a hostile line: when it has cost as much as the text is long, the text is read once.
 */
export class Standing {
  private readonly literal: Literal;
  private readonly occurrences: Occurrences;
  /** Where the literal stands, of what was read. */
  private readonly found: number[] = [];
  private end = 0;
  private patience = 0;
  /** Places up to here are known. */
  private furthest = -1;

  constructor(literal: Literal) {
    this.literal = literal;
    this.occurrences = new Occurrences(literal.bytes);
  }

  /** Sets out anew, for places from `from` on whose literal ends at or before `end`. */
  start(from: number, end: number): void {
    this.end = end;
    this.patience = end - from;
  }

  /** Whether it stands at `place`. No place below `floor` may be asked for again. */
  at(bytes: Uint8Array, place: number, floor: number): boolean {
    const { literal } = this;
    if (place + literal.length > this.end) return false;
    if (this.patience < 0) return this.isFound(bytes, place, floor);
    const agreement = literal.agreement(bytes, place);
    this.patience -= agreement;
    if (this.patience < 0) {
      this.occurrences.start(floor, this.end);
      this.found.length = 0;
      this.furthest = -1;
    }
    return agreement === literal.length;
  }

  private isFound(bytes: Uint8Array, place: number, floor: number): boolean {
    while (this.furthest < place) {
      const next = this.occurrences.next(bytes);
      this.furthest = next === -1 ? Number.POSITIVE_INFINITY : next;
      this.found.push(this.furthest);
    }
    while (this.found.length > 0 && this.found[0]! < floor) this.found.shift();
    return this.found.includes(place);
  }
}

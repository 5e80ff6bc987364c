import type { Line } from "../line.ts";
import { type Literal, PATIENCE } from "../search/literal.ts";
import { Occurrences } from "../search/occurrences.ts";
import { PlaceSet } from "./place-set.ts";

/**
 * Where a literal stands on the line at hand, asked for again and again. What partial matches cost is counted, as it is
 * quadratic for a long literal on a hostile line. When it is as much as the line is long, the line is read once, and all
 * places are known then.
 */
export class LinePlaces {
  private readonly line: Line;
  private readonly literal: Literal;
  private readonly known: PlaceSet;
  private serial = -1;
  private patience = 0;

  constructor(line: Line, literal: Literal) {
    this.line = line;
    this.literal = literal;
    this.known = new PlaceSet(line);
  }

  /**
   * The first place from `at` on that lies before `limit`; -1 when there is none. Linear in the line for all questions
   * together that are about different parts of it.
   */
  next(bytes: Uint8Array, at: number, limit: number): number {
    this.turn();
    const { literal, known } = this;
    const last = Math.min(limit - 1, this.line.end - literal.length);
    if (this.patience >= 0) {
      const place = literal.find(bytes, at, last);
      this.charge(bytes, literal.reads);
      return place;
    }
    let place = at;
    while (place <= last && !known.has(place)) place++;
    return place <= last ? place : -1;
  }

  /** Whether the literal stands at `place`; the caller knows that the line reaches that far. */
  has(bytes: Uint8Array, place: number): boolean {
    this.turn();
    if (this.patience < 0) return this.known.has(place);
    const agreement = this.literal.agreement(bytes, place);
    this.charge(bytes, agreement);
    return agreement === this.literal.length;
  }

  private turn(): void {
    const { line } = this;
    if (this.serial === line.serial) return;
    this.serial = line.serial;
    this.patience = line.end - line.start + PATIENCE;
  }

  private charge(bytes: Uint8Array, reads: number): void {
    this.patience -= reads;
    if (this.patience >= 0) return;
    const { line, known } = this;
    const all = new Occurrences(this.literal.bytes).start(line.start, line.end);
    for (let place = all.next(bytes); place !== -1; place = all.next(bytes)) known.add(place);
  }
}

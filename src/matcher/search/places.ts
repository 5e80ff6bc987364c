import { type Literal, PATIENCE } from "./literal.ts";
import { Occurrences } from "./occurrences.ts";

/** All places of one literal in a text, from the left and overlapping ones too, in time linear in the text. */
export class Places {
  private readonly literal: Literal;
  /** Linear whatever the text is, and slower than luck is on most; takes over when the luck runs out. */
  private readonly occurrences: Occurrences;
  private from = 0;
  private end = 0;
  private patience = 0;

  constructor(literal: Literal) {
    this.literal = literal;
    this.occurrences = new Occurrences(literal.bytes);
  }

  /** Sets out anew, for places from `from` on whose literal ends at or before `end`. */
  start(from: number, end: number): void {
    this.from = from;
    this.end = end;
    this.patience = end - from + PATIENCE;
  }

  /** The next place, or -1 when there is none left. */
  next(bytes: Uint8Array): number {
    if (this.patience < 0) return this.occurrences.next(bytes);
    const { literal } = this;
    const place = literal.find(bytes, this.from, this.end - literal.length);
    this.from = place + 1;
    this.patience -= literal.reads;
    if (this.patience < 0) this.occurrences.start(this.from, this.end);
    return place;
  }
}

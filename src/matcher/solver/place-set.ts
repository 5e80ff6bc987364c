import type { Line } from "../line.ts";
import { LineTable } from "../types/line-table.ts";

/** A set of places of the line at hand, a bit for each: a line may have more places than a `Set` can hold. */
export class PlaceSet {
  private readonly line: Line;
  /** Words of 32 places, counted from the line's end. */
  private readonly words = new LineTable();
  private serial = -1;

  constructor(line: Line) {
    this.line = line;
  }

  has(place: number): boolean {
    if (this.serial !== this.line.serial) return false;
    const key = this.line.end - place;
    return ((this.words.get(key >>> 5) >>> (key & 31)) & 1) === 1;
  }

  add(place: number): void {
    if (this.serial !== this.line.serial) {
      this.serial = this.line.serial;
      this.words.reset();
    }
    const key = this.line.end - place;
    this.words.set(key >>> 5, this.words.get(key >>> 5) | (1 << (key & 31)));
  }
}

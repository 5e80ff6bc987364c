import type { Line } from "./line.ts";
import { LineTable } from "./line-table.ts";

/** A set of places of the current line, a bit for each: a line may have more places than a `Set` can hold. */
export class PlaceSet {
  private readonly line: Line;
  /** Words of 32 places, counted from the line's end. */
  private readonly words: LineTable;

  constructor(line: Line) {
    this.line = line;
    this.words = new LineTable(line);
  }

  has(place: number): boolean {
    const key = this.line.end - place;
    return ((this.words.get(key >>> 5) >>> (key & 31)) & 1) === 1;
  }

  add(place: number): void {
    const key = this.line.end - place;
    this.words.set(key >>> 5, this.words.get(key >>> 5) | (1 << (key & 31)));
  }
}

/** So much of a line is looked at, and kept as a sample. */
const LONGEST = 1024;

/** So many shapes are told apart. Real logs have far fewer; it bounds the memory. */
const MOST_SHAPES = 10_000;

/** What is common to lines that differ only in numbers and ids. */
export interface Shape {
  /** The beginning of the line, with `N`, `HEX` and `UUID` for what varies. */
  readonly shape: Buffer;
  readonly count: number;
  /** The beginning of the first of these lines, and its place. */
  readonly sample: Buffer;
  readonly log: string;
  readonly line: number;
}

interface Counted extends Shape {
  count: number;
}

/** A UUID; hexadecimal digits, after 0x or six and more with a letter and a digit among them; or decimal digits anywhere. */
const VARYING =
  /(?<![0-9A-Za-z])(?:([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})|(0x[0-9a-f]+|(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{6,}))(?![0-9A-Za-z])|[0-9]+/gi;

/** Counts lines by their shapes. */
export class Shapes {
  /** How many lines are of shapes that came when there were too many. */
  linesOfOtherShapes = 0;
  private readonly shapes = new Map<string, Counted>();

  add(bytes: Buffer, start: number, end: number, log: string, line: number): void {
    const text = bytes.toString("latin1", start, Math.min(end, start + LONGEST));
    const shape = text.replace(VARYING, (_: string, uuid?: string, hex?: string) =>
      uuid !== undefined ? "UUID" : hex !== undefined ? "HEX" : "N",
    );
    const known = this.shapes.get(shape);
    if (known !== undefined) {
      known.count++;
    } else if (this.shapes.size === MOST_SHAPES) {
      this.linesOfOtherShapes++;
    } else {
      this.shapes.set(shape, {
        ...{ shape: Buffer.from(shape, "latin1"), count: 1, log, line },
        sample: Buffer.from(text, "latin1"),
      });
    }
  }

  /** The most frequent first; of equals the one that came first. */
  byCount(): Shape[] {
    return [...this.shapes.values()].sort((a, b) => b.count - a.count);
  }
}

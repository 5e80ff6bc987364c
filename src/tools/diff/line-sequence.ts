import type { Numbering } from "./aliased-values.ts";
import type { KeyTable } from "./key-table.ts";
import type { Stretch } from "./pairing.ts";
import type { Side } from "./side.ts";
import type { SideLine } from "./side-line.ts";

/** Stretches of up to this many lines are read once and kept. Lines of longer ones are read again for each use. */
const MAX_KEPT_LINES = 400;

/** Lines of one log that are compared with others. */
export class LineSequence {
  readonly keys: Uint32Array;
  private readonly side: Side;
  /** The indexes of the lines; undefined for all lines of the log. */
  private readonly indexes: Uint32Array | undefined;
  private readonly numbering: Numbering | undefined;

  /** The lines have these keys, and their aliases the numbers of the numbering. */
  constructor(side: Side, indexes: Uint32Array | undefined, keys: Uint32Array, numbering: Numbering | undefined) {
    this.side = side;
    this.indexes = indexes;
    this.keys = keys;
    this.numbering = numbering;
  }

  line(i: number): SideLine {
    return this.side.line(this.indexOf(i), this.keys[i]!, this.numbering);
  }

  /** Sets the mark of a line to 1. `marks` has one for each line of the log. */
  mark(i: number, marks: Uint8Array): void {
    marks[this.indexOf(i)] = 1;
  }

  /** The lines from `from` up to, but not including, `to`. */
  stretch(from: number, to: number, keys: KeyTable): Stretch {
    const kept: SideLine[] = [];
    const isKept = to - from <= MAX_KEPT_LINES;
    return {
      length: to - from,
      template: (i) => keys.template(this.keys[from + i]!),
      keyText: (i) => keys.text(this.keys[from + i]!),
      line: (i) => {
        if (!isKept) return this.line(from + i);
        kept[i] ??= this.line(from + i);
        return kept[i];
      },
    };
  }

  private indexOf(i: number): number {
    return this.indexes === undefined ? i : this.indexes[i]!;
  }
}

import type { ComparisonKeys } from "./comparison-keys.ts";
import type { Stretch } from "./pairing.ts";
import type { Side, SideLine } from "./side.ts";

/** Stretches up to this length are read once and kept; lines of longer ones are read each time that they are asked for. */
const KEPT_LINES = 400;

/** Lines of one log that are compared in their order. */
export class LineSequence {
  readonly keys: Uint32Array;
  private readonly side: Side;
  /** The indexes of the lines; undefined if they are all lines of the log. */
  private readonly indexes: Uint32Array | undefined;

  constructor(side: Side, indexes?: Uint32Array) {
    this.side = side;
    this.indexes = indexes;
    this.keys = indexes === undefined ? side.keys.values() : indexes.map((i) => side.keys.at(i));
  }

  line(i: number): SideLine {
    return this.side.line(this.indexes === undefined ? i : this.indexes[i]!);
  }

  /** The lines from `from` up to but not including `to`. */
  stretch(from: number, to: number, keys: ComparisonKeys): Stretch {
    const kept: SideLine[] = [];
    const isKept = to - from <= KEPT_LINES;
    return {
      length: to - from,
      shape: (i) => keys.shape(this.keys[from + i]!),
      line: (i) => {
        if (!isKept) return this.line(from + i);
        kept[i] ??= this.line(from + i);
        return kept[i];
      },
    };
  }
}

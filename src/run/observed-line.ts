/** A line that is told to an observer: `bytes` from `from` up to `to`. Valid until the next one. */
export interface ObservedLine {
  /** -1 if no rule matches it. */
  linePattern: number;
  /** Lines that no rule matches have equal keys if they are equal, or equal when they are masked. */
  key: number;
  group: number;
  /** The number of the line among those of its side. */
  index: number;
  bytes: Buffer;
  from: number;
  to: number;
  /**
   * Field i lies from `bounds[first + 2 * i]` up to `bounds[first + 2 * i + 1]` in the bytes. Of a line that no rule
   * matches, these are its numbers as masks find them, up to `last`, which is -1 if they are not known.
   */
  bounds: ArrayLike<number>;
  first: number;
  last: number;
  /**
   * A bit is 0 only if the field with its index, or one without a bit of its own for `LAST_BIT`, has the text that it
   * had in the line of this pattern before.
   */
  changed: number;
}

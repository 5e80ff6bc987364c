import type { LineReader } from "../../io/line-reader.ts";
import { ROW } from "../../matcher/machine/layout.ts";
import type { MatchedLine } from "../../matcher/machine/machine.ts";
import { BlockMachine } from "../../run/block-machine.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { CARRIAGE_RETURN } from "../../text/bytes/ascii.ts";
import { WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { ALL_CHANGED, type LineKeys, type WrittenLine } from "./line-keys.ts";

/** How many numbers a row has. */
const ROW_LENGTH = ROW.size / 4;

/**
 * The lines of a reader, many of which come with the texts of their keys: the machine of the rules writes those of
 * whole blocks.
 */
export class BlockLines implements WrittenLine {
  /** Whether the text of the last line is written. */
  isWritten = false;
  /** The last line, if only its winner and its captures are known. */
  matched: MatchedLine | undefined;
  /** The bounds of its captures. */
  readonly bounds: number[] = [];
  /**
   * The memory as words. From `firstBound` on it has the bounds of a written line's captures or, if no rule matches it,
   * those of its numbers up to `lastBound`, for an observer.
   */
  words: Int32Array = new Int32Array();
  firstBound = 0;
  lastBound = 0;
  /** See `ObservedLine`. */
  changed = ALL_CHANGED;

  linePattern = -1;
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;
  idFrom = 0;
  idTo = 0;
  /** Where the line itself is in the same memory. */
  ownFrom = 0;
  ownTo = 0;

  private readonly reader: LineReader;
  private readonly machine: BlockMachine;
  private readonly keys: LineKeys;
  /** Whether the machine may be used at all. */
  private readonly isUsed: boolean;
  /** By line pattern: whether the line before was written, so that the machine knows its captures. */
  private readonly wasWritten: boolean[] = [];
  private rows: Int32Array = new Int32Array();
  /** The next row, and the end of the rows. */
  private row = 0;
  private rowsEnd = 0;
  /** Where the next line of the rows begins. */
  private lineStart = 0;
  /** The line after the rows, if it was matched. */
  private after: MatchedLine | undefined;

  constructor(reader: LineReader, rulebook: Rulebook, keys: LineKeys) {
    this.reader = reader;
    this.machine = new BlockMachine(rulebook.matcher);
    this.keys = keys;
    // Followers depend on the lines before them.
    this.isUsed = rulebook.followers.length === 0;
  }

  /** Finds the next line, like the reader. */
  next(): boolean {
    if (this.row === this.rowsEnd && this.after === undefined && this.isUsed) this.rewrite();
    this.matched = undefined;
    this.isWritten = this.row < this.rowsEnd;
    if (this.isWritten) {
      this.take();
      return true;
    }
    this.matched = this.after;
    this.after = undefined;
    if (this.matched === undefined) return this.reader.next();
    this.reader.skip(1, this.matched.taken);
    return true;
  }

  private take(): void {
    const { rows, row } = this;
    const next = rows[row + ROW.next / 4]!;
    this.linePattern = rows[row + ROW.index / 4]!;
    // After the last text comes a newline.
    this.from = this.to + 1;
    this.to = rows[row + ROW.end / 4]! - 1;
    this.idFrom = rows[row + ROW.idFrom / 4]!;
    this.idTo = rows[row + ROW.idTo / 4]!;
    this.takeBounds();
    this.ownFrom = this.lineStart;
    // Before its newline may be a carriage return.
    this.ownTo = next - (next - this.lineStart > 1 && this.bytes[next - 2] === CARRIAGE_RETURN ? 2 : 1);
    this.reader.skip(1, next - this.lineStart);
    this.lineStart = next;
    this.row = row + ROW_LENGTH;
  }

  /** Takes the bounds of captures that come before the text of the line, or those of numbers, for an observer. */
  private takeBounds(): void {
    const { linePattern, wasWritten } = this;
    if (linePattern === -1) {
      this.firstBound = this.idFrom / WORD_BYTES;
      this.lastBound = this.idTo / WORD_BYTES;
      this.idTo = this.idFrom;
      return;
    }
    const count = 2 * this.keys.boundsBefore(linePattern);
    if (count === 0) return;
    const at = Math.ceil(this.from / WORD_BYTES);
    this.changed = wasWritten[linePattern] ? this.words[at]! : ALL_CHANGED;
    wasWritten[linePattern] = true;
    this.firstBound = at + 1;
    this.from = WORD_BYTES * (this.firstBound + count);
  }

  private rewrite(): void {
    const block = this.machine.next(this.reader);
    if (block === undefined) return;
    const { machine, from, to } = block;
    const options = {
      room: Number.POSITIVE_INFINITY,
      unmatched: this.keys.masker === undefined ? "copied" : this.keys.observer === undefined ? "masked" : "counted",
      lists: true,
      bounds: this.bounds,
    } as const;
    const { lines, start, output, next } = machine.rewrite(from, to, options);
    if (this.keys.masker !== undefined) machine.countMasksInto(this.keys.masker.counts);
    this.rows = machine.rows;
    this.bytes = machine.bytes;
    this.words = machine.words;
    this.row = 0;
    this.rowsEnd = lines * ROW_LENGTH;
    this.lineStart = start;
    this.to = output.from - 1;
    this.after = next;
  }

  /** Must be called for a line that is not written. */
  passed(linePattern: number): void {
    if (linePattern !== -1) this.wasWritten[linePattern] = false;
    this.changed = ALL_CHANGED;
  }

  /** Tells the machine what a rule writes, once a line of it was found. */
  learn(rule: number): void {
    const machine = rule === -1 ? undefined : this.machine.toLearn(rule);
    if (machine === undefined) return;
    this.wasWritten[rule] = false;
    const known = this.keys.blockOutput(rule);
    if (known === undefined) machine.leaveOutput(rule);
    else machine.addOutput(rule, known.output, known.changes);
  }
}

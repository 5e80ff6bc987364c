import type { LineReader, UnreadLines } from "../../io/line-reader.ts";
import { INPUT_BYTES, ROW } from "../../matcher/machine/layout.ts";
import type { Machine, MatchedLine } from "../../matcher/machine/machine.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { LineKeys, WrittenLine } from "./line-keys.ts";

/** A chunk of so many bytes has many lines, and others come after it. */
const MANY_BYTES = 12 * 1024;

/** How many numbers a row has. */
const ROW_LENGTH = ROW.size / 4;

/**
 * The lines of a reader, many of which come with the texts of their keys: the machine of the rules writes those of whole
 * blocks.
 */
export class BlockLines implements WrittenLine {
  /** Whether the text of the last line is written. */
  isWritten = false;
  /** The last line, if only its winner and its captures are known. */
  matched: MatchedLine | undefined;
  readonly bounds: number[] = [];

  linePattern = -1;
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;
  idFrom = 0;
  idTo = 0;

  private readonly reader: LineReader;
  private readonly rulebook: Rulebook;
  private readonly keys: LineKeys;
  /** Whether the machine may be used at all. */
  private readonly isUsed: boolean;
  /** By rule: whether the machine need not be told its output any more. */
  private readonly isKnown: boolean[] = [];
  private rows: Int32Array = new Int32Array();
  /** The next row, and the end of the rows. */
  private row = 0;
  private rowsEnd = 0;
  /** Where the next line of the rows begins. */
  private lineStart = 0;
  /** The line after the rows, if it was matched. */
  private after: MatchedLine | undefined;
  /** The part of a chunk that the machine holds: where it begins and ends, and the machine's number for it. */
  private chunkNumber = -1;
  private begin = 0;
  private end = 0;
  private load = 0;

  constructor(reader: LineReader, rulebook: Rulebook, keys: LineKeys) {
    this.reader = reader;
    this.rulebook = rulebook;
    this.keys = keys;
    // Followers depend on the lines before them, and masks are not written by the machine.
    const areMasked = keys.isMasking && rulebook.rules.length === 0;
    this.isUsed = rulebook.followers.length === 0 && !areMasked;
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
    this.reader.skip(1, next - this.lineStart);
    this.lineStart = next;
    this.row = row + ROW_LENGTH;
  }

  private rewrite(): void {
    const { matcher } = this.rulebook;
    const { unread } = this.reader;
    if (unread === undefined) return;
    const { chunk, cursor } = unread;
    if (chunk.length >= MANY_BYTES) matcher.expectManyLines();
    const { machine } = matcher;
    if (machine === undefined) return;
    if (machine.claimOutputs(this)) this.isKnown.length = 0;
    this.loadInto(machine, unread);
    const options = {
      room: Number.POSITIVE_INFINITY,
      writesUnmatched: !this.keys.isMasking,
      lists: true,
      bounds: this.bounds,
    };
    const { lines, start, output, next } = machine.rewrite(cursor - this.begin, this.end - this.begin, options);
    this.rows = machine.rows;
    this.bytes = machine.bytes;
    this.row = 0;
    this.rowsEnd = lines * ROW_LENGTH;
    this.lineStart = start;
    this.to = output.from - 1;
    this.after = next;
  }

  private loadInto(machine: Machine, { chunk, chunkNumber, cursor }: UnreadLines): void {
    if (chunkNumber === this.chunkNumber && cursor >= this.begin && cursor < this.end && machine.isLoaded(this.load))
      return;
    this.chunkNumber = chunkNumber;
    this.begin = cursor;
    this.end = Math.min(cursor + INPUT_BYTES, chunk.length);
    this.load = machine.load(chunk.subarray(this.begin, this.end));
  }

  /** Tells the machine what a rule writes, once a line of it was found. */
  learn(rule: number): void {
    const { machine } = this.rulebook.matcher;
    if (rule === -1 || this.isKnown[rule] || machine === undefined) return;
    this.isKnown[rule] = true;
    const known = this.keys.blockOutput(rule);
    if (known === undefined) machine.leaveOutput(rule);
    else machine.addOutput(rule, known.output, known.changes);
  }
}

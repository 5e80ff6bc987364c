import type { LineReader } from "../../io/line-reader.ts";
import { ROW } from "../../matcher/machine/layout.ts";
import type { MatchedLine } from "../../matcher/machine/machine.ts";
import { BlockMachine } from "../../run/block-machine.ts";
import type { ObservedLine } from "../../run/log-lines.ts";
import { CARRIAGE_RETURN } from "../../text/bytes/ascii.ts";
import { WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { type LineKeys, NO_GROUP } from "./line-keys.ts";

const ROW_LENGTH = ROW.size / 4;

/** Any field may have another text than in the line before. */
const ALL_CHANGED = -1;

/** The lines of a reader with their keys. The machine writes the texts of keys for whole blocks of lines. */
export class KeyedLines implements ObservedLine {
  linePattern = -1;
  key = 0;
  group = NO_GROUP;
  index = 0;
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;
  bounds: ArrayLike<number> = [];
  first = 0;
  last = -1;
  changed = ALL_CHANGED;

  private readonly reader: LineReader;
  private readonly machine: BlockMachine;
  private readonly keys: LineKeys;
  /** Is told of the lines that the machine has not written. */
  private readonly onRead: (linePattern: number, bytes: Buffer, bounds: readonly number[]) => void;
  /** Whether the machine may be used at all. */
  private readonly isUsed: boolean;
  /** By line pattern: whether the line before was written, so that the machine knows its captures. */
  private readonly wasWritten: boolean[] = [];
  /** What the machine has written: its memory, as bytes and as words, and the rows of its lines. */
  private memory: Buffer = this.bytes;
  private words: Int32Array = new Int32Array();
  private rows: Int32Array = this.words;
  /** The next row, and the end of the rows. */
  private row = 0;
  private rowsEnd = 0;
  /** Where the next line of the rows begins, and where the text of the last one ends. */
  private lineStart = 0;
  private textEnd = 0;
  /** The line after the rows, if it was matched, and the bounds of its captures. */
  private after: MatchedLine | undefined;
  private readonly afterBounds: number[] = [];

  constructor(reader: LineReader, keys: LineKeys, onRead: KeyedLines["onRead"]) {
    const { matcher, followers } = keys.rulebook;
    this.reader = reader;
    this.machine = new BlockMachine(matcher);
    this.keys = keys;
    this.onRead = onRead;
    // Followers depend on the lines before them.
    this.isUsed = followers.length === 0;
  }

  next(): boolean {
    if (this.row === this.rowsEnd && this.after === undefined && this.isUsed) this.rewrite();
    if (this.row < this.rowsEnd) {
      this.takeWritten();
      return true;
    }
    const { reader, after, keys } = this;
    if (after !== undefined) {
      this.after = undefined;
      reader.skip(1, after.taken);
      const { index, bytes, start, end } = after;
      this.set(keys.readMatched(index, bytes, start, end, this.afterBounds), bytes, start, end, this.afterBounds);
      return true;
    }
    if (!reader.next()) return false;
    const { bytes, start, end } = reader;
    this.set(keys.read(bytes, start, end, reader.isText), bytes, start, end, keys.bounds);
    this.learn();
    return true;
  }

  private set(key: number, bytes: Buffer, from: number, to: number, bounds: readonly number[]): void {
    const { linePattern, group } = this.keys;
    this.linePattern = linePattern;
    this.key = key;
    this.group = group;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.bounds = bounds;
    this.first = 0;
    this.last = -1;
    this.changed = ALL_CHANGED;
    if (linePattern === -1) return;
    this.wasWritten[linePattern] = false;
    this.onRead(linePattern, bytes, bounds);
  }

  private takeWritten(): void {
    const { rows, row, keys, lineStart, memory, words, wasWritten } = this;
    const next = rows[row + ROW.next / 4]!;
    const linePattern = rows[row + ROW.index / 4]!;
    const idFrom = rows[row + ROW.idFrom / 4]!;
    let idTo = rows[row + ROW.idTo / 4]!;
    // After the last text comes a newline.
    let textFrom = this.textEnd + 1;
    this.textEnd = rows[row + ROW.end / 4]! - 1;
    this.last = -1;
    if (linePattern === -1) {
      // In place of an id are the bounds of numbers.
      this.first = idFrom / WORD_BYTES;
      if (keys.masker !== undefined) this.last = idTo / WORD_BYTES;
      idTo = idFrom;
    } else {
      const count = 2 * keys.boundsBefore(linePattern);
      if (count > 0) {
        const at = Math.ceil(textFrom / WORD_BYTES);
        this.changed = wasWritten[linePattern] ? words[at]! : ALL_CHANGED;
        wasWritten[linePattern] = true;
        this.first = at + 1;
        textFrom = WORD_BYTES * (this.first + count);
      }
    }
    this.linePattern = linePattern;
    this.key = keys.readWritten(linePattern, memory, textFrom, this.textEnd, idFrom, idTo);
    this.group = keys.group;
    this.bytes = memory;
    this.bounds = words;
    this.from = lineStart;
    // Before its newline may be a carriage return.
    this.to = next - (next - lineStart > 1 && memory[next - 2] === CARRIAGE_RETURN ? 2 : 1);
    this.reader.skip(1, next - lineStart);
    this.lineStart = next;
    this.row = row + ROW_LENGTH;
  }

  private rewrite(): void {
    const { masker, observer } = this.keys;
    const block = this.machine.next(this.reader);
    if (block === undefined) return;
    const { machine, from, to } = block;
    const { lines, start, output, next } = machine.rewrite(from, to, {
      room: Number.POSITIVE_INFINITY,
      unmatched: masker === undefined ? "copied" : observer === undefined ? "masked" : "counted",
      lists: true,
      bounds: this.afterBounds,
    });
    if (masker !== undefined) machine.countMasksInto(masker.counts);
    this.rows = machine.rows;
    this.memory = machine.bytes;
    this.words = machine.words;
    this.row = 0;
    this.rowsEnd = lines * ROW_LENGTH;
    this.lineStart = start;
    this.textEnd = output.from - 1;
    this.after = next;
  }

  /** Tells the machine what a rule writes, once a line of it was found. */
  private learn(): void {
    const { linePattern, keys } = this;
    const machine = linePattern === -1 ? undefined : this.machine.toLearn(linePattern);
    if (machine === undefined) return;
    const known = keys.blockOutput(linePattern);
    if (known === undefined) machine.outputs.leave(linePattern);
    else machine.outputs.add(linePattern, known.output, known.changes);
  }
}

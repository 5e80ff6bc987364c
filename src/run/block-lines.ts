import type { LineReader } from "../io/line-reader.ts";
import { ROW } from "../matcher/machine/layout.ts";
import type { MatchedLine, RewriteOptions } from "../matcher/machine/machine.ts";
import type { FieldChange, Output } from "../matcher/machine/outputs.ts";
import { CARRIAGE_RETURN } from "../text/bytes/ascii.ts";
import { WORD_BYTES } from "../text/bytes/machine-words.ts";
import type { Masker } from "../text/masks/masker.ts";
import { BlockMachine } from "./block-machine.ts";
import type { Rulebook } from "./rulebook.ts";

/** What the machine is to write of lines for `BlockLines`. */
interface BlockOutputs {
  /** What it writes of the lines of a line pattern. Undefined if it cannot. */
  blockOutput(linePattern: number): { readonly output: Output; readonly changes: readonly FieldChange[] } | undefined;
  /** Of how many fields it writes the bounds before that. */
  boundsBefore(linePattern: number): number;
}

const ROW_LENGTH = ROW.size / WORD_BYTES;

/** Any field may have another text than in the line before. */
const ALL_CHANGED = -1;

/** The lines of a reader, whole blocks of which the machine matches and writes. All is valid until the next line. */
export class BlockLines {
  /** The index of the line's pattern, or -1; not known of a line that was only read. */
  linePattern = -1;
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;
  /** What was written of a line. Of one that has no id, the id is empty. */
  textFrom = 0;
  textTo = 0;
  idFrom = 0;
  idTo = 0;
  /** Field i lies from `bounds[first + 2 * i]` up to the next bound in the bytes: see `ObservedLine`. */
  bounds: ArrayLike<number> = [];
  first = 0;
  last = -1;
  changed = ALL_CHANGED;

  private readonly reader: LineReader;
  private readonly machine: BlockMachine;
  private readonly outputs: BlockOutputs;
  private readonly unmatched: RewriteOptions["unmatched"];
  private readonly masker: Masker | undefined;
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
  /** Where the next line of the rows begins. */
  private lineStart = 0;
  /** The line after the rows, if it was matched, and the bounds of its captures. */
  private after: MatchedLine | undefined;
  private readonly afterBounds: number[] = [];

  /** Lines that no rule matches are written as they are, or masked; or their numbers are listed. */
  constructor(
    reader: LineReader,
    { matcher, followers }: Rulebook,
    outputs: BlockOutputs,
    masker: Masker | undefined,
    unmatched: RewriteOptions["unmatched"] = masker === undefined ? "copied" : "masked",
  ) {
    this.reader = reader;
    this.machine = new BlockMachine(matcher);
    this.outputs = outputs;
    this.masker = masker;
    this.unmatched = unmatched;
    // Followers depend on the lines before them.
    this.isUsed = followers.length === 0;
  }

  /** Takes the next line, and says what is known of it. Of one that was read, `learn` must be told the line pattern. */
  next(): "written" | "matched" | "read" | undefined {
    if (this.row === this.rowsEnd && this.after === undefined && this.isUsed) this.rewrite();
    if (this.row < this.rowsEnd) {
      this.takeWritten();
      return "written";
    }
    const { reader, after } = this;
    if (after !== undefined) {
      this.after = undefined;
      reader.skip(1, after.taken);
      this.set(after.index, after.bytes, after.start, after.end);
      if (after.index !== -1) this.wasWritten[after.index] = false;
      return "matched";
    }
    if (!reader.next()) return undefined;
    this.set(-1, reader.bytes, reader.start, reader.end);
    return "read";
  }

  /** Tells the machine what to write of lines like the last one. */
  learn(linePattern: number): void {
    if (linePattern === -1) return;
    this.wasWritten[linePattern] = false;
    const machine = this.machine.toLearn(linePattern);
    if (machine === undefined) return;
    const known = this.outputs.blockOutput(linePattern);
    if (known === undefined) machine.outputs.leave(linePattern);
    else machine.outputs.add(linePattern, known.output, known.changes);
  }

  private set(linePattern: number, bytes: Buffer, from: number, to: number): void {
    this.linePattern = linePattern;
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.bounds = this.afterBounds;
    this.first = 0;
    this.last = -1;
    this.changed = ALL_CHANGED;
  }

  private takeWritten(): void {
    const { rows, row, outputs, lineStart, memory, words, wasWritten } = this;
    const next = rows[row + ROW.next / WORD_BYTES]!;
    const linePattern = rows[row + ROW.index / WORD_BYTES]!;
    this.idFrom = rows[row + ROW.idFrom / WORD_BYTES]!;
    this.idTo = rows[row + ROW.idTo / WORD_BYTES]!;
    // After the last text comes a newline.
    this.textFrom = this.textTo + 1;
    this.textTo = rows[row + ROW.end / WORD_BYTES]! - 1;
    this.last = -1;
    if (linePattern === -1) {
      // In place of an id are the bounds of numbers.
      this.first = this.idFrom / WORD_BYTES;
      if (this.masker !== undefined) this.last = this.idTo / WORD_BYTES;
      this.idTo = this.idFrom;
    } else {
      const count = 2 * outputs.boundsBefore(linePattern);
      if (count > 0) {
        const at = Math.ceil(this.textFrom / WORD_BYTES);
        this.changed = wasWritten[linePattern] ? words[at]! : ALL_CHANGED;
        wasWritten[linePattern] = true;
        this.first = at + 1;
        this.textFrom = WORD_BYTES * (this.first + count);
      }
    }
    this.linePattern = linePattern;
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
    const { masker, unmatched } = this;
    const block = this.machine.next(this.reader);
    if (block === undefined) return;
    const { machine, from, to } = block;
    const { lines, start, output, next } = machine.rewrite(from, to, {
      room: Number.POSITIVE_INFINITY,
      unmatched,
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
    this.textTo = output.from - 1;
    this.after = next;
  }
}

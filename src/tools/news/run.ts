import { LineReader } from "../../io/line-reader.ts";
import { LineText, type ReadOptions } from "../../io/line-text.ts";
import type { RereadableFiles } from "../../io/rereadable.ts";
import type { Log } from "../../run/log.ts";
import { RereadableLog } from "../../run/rereadable-log.ts";
import { countUpTo, NumberList } from "../../text/collections/numbers.ts";
import type { ShapeTable } from "./shape-table.ts";

const CARRIAGE_RETURN = 0x0d;

/** Takes a line of a run, which the table has just read: its shape, its index, and whether it is overwritten. */
type LineConsumer = (shape: number, index: number, isOverwritten: boolean) => void;

/** Where good lines are shown from. */
export interface GoodSource {
  readonly name: string;
  /** By line: its shape. */
  readonly shapes: NumberList;
  /** The number of the line in its file that holds the line with this index. */
  fileLine(index: number): number;
  text(index: number): Buffer;
  /** As much of the text as its shape was read from. */
  readText(index: number): Buffer;
}

/**
 * The lines of a run, which a lone carriage return ends, too, as their shapes. The texts are read again when they are
 * shown, for which the files must be open.
 */
export class Run implements GoodSource {
  readonly name: string;
  readonly shapes = new NumberList();
  private readonly log: RereadableLog;
  private readonly table: ShapeTable;
  private readonly lineText: LineText;
  /** Whether carriage returns divide lines. Messages of records may have some that are none of the log. */
  private readonly isDivided: boolean;
  /** The indexes of lines that follow a lone carriage return. */
  private readonly continued = new NumberList();
  /** The line of the file that was read again last, by its number, and where the lines in it begin. */
  private lastNumber = 0;
  private lastLine: Buffer = Buffer.alloc(0);
  private lastStarts: readonly number[] = [];

  private constructor(log: Log, files: RereadableFiles, table: ShapeTable, options: ReadOptions) {
    this.name = log.name;
    this.log = new RereadableLog(log, files, options);
    this.table = table;
    this.lineText = new LineText(options);
    this.isDivided = options.input?.format !== "json";
  }

  /** Reads a run to its end. Rejects with its read error. */
  static async read(
    log: Log,
    files: RereadableFiles,
    table: ShapeTable,
    options: ReadOptions,
    take: LineConsumer,
  ): Promise<Run> {
    try {
      const run = new Run(log, files, table, options);
      await run.readLines(options, take);
      return run;
    } catch (error) {
      throw log.failure(error);
    }
  }

  get length(): number {
    return this.shapes.length;
  }

  /** How many lines the log has, if only newlines end one. */
  get fileLines(): number {
    return this.length - this.continued.length;
  }

  fileLine(index: number): number {
    return index + 1 - countUpTo(this.continued.values(), index);
  }

  /** The text of a line, as it stands in the log. Throws the log's error, also if the file has changed. */
  text(index: number): Buffer {
    const { continued } = this;
    const before = countUpTo(continued.values(), index);
    let part = 0;
    while (part < before && continued.at(before - 1 - part) === index - part) part++;
    const number = index + 1 - before;
    if (number !== this.lastNumber) {
      this.lastLine = this.log.line(number, (line) => this.isSame(index, partOf(line, this.startsIn(line), part)));
      this.lastNumber = number;
      this.lastStarts = this.startsIn(this.lastLine);
    }
    return partOf(this.lastLine, this.lastStarts, part);
  }

  /** The text of a line, as its shape was read from it: of a record, the message. */
  readText(index: number): Buffer {
    return this.table.limited(this.lineText.of(this.text(index)));
  }

  /** Whether a text has the shape of a line. */
  private isSame(index: number, text: Buffer): boolean {
    const { line, shapes } = this.table;
    const seen = this.lineText.of(text);
    line.read(seen, 0, this.table.limited(seen).length);
    return shapes.bytes(this.shapes.at(index)).equals(line.shape.bytes.subarray(0, line.shape.length));
  }

  /** Where the lines begin in a line of the file. */
  private startsIn(line: Buffer): number[] {
    const starts = [0];
    if (!this.isDivided) return starts;
    for (let at = returnAfter(line, 0); at < line.length; at = returnAfter(line, at + 1)) starts.push(at + 1);
    return starts;
  }

  private async readLines(options: ReadOptions, take: LineConsumer): Promise<void> {
    const reader = new LineReader(options);
    let buffer: Buffer | undefined;
    let bytesBefore = -1;
    let nextReturn = -1;
    await this.log.read(reader, () => {
      const { bytes, end } = reader;
      let from = reader.start;
      if (!this.isDivided) return this.take(take, bytes, from, end, false);
      // The same buffer may hold other bytes than for the line before: then others of the file come before them.
      const before = reader.position - end - (reader.endsWithReturn ? 2 : 1);
      if (bytes !== buffer || before !== bytesBefore || nextReturn < from) {
        buffer = bytes;
        bytesBefore = before;
        nextReturn = returnAfter(bytes, from);
      }
      if (nextReturn < end) {
        // Carriage returns at the end overwrite nothing.
        let textEnd = end;
        while (textEnd > from && bytes[textEnd - 1] === CARRIAGE_RETURN) textEnd--;
        for (; nextReturn < end; nextReturn = returnAfter(bytes, from)) {
          this.take(take, bytes, from, nextReturn, nextReturn < textEnd);
          from = nextReturn + 1;
          // No line begins behind the last carriage return of a log.
          if (from === end && !reader.endsWithReturn) return;
          this.continued.push(this.length);
        }
      }
      this.take(take, bytes, from, end, false);
    });
  }

  private take(take: LineConsumer, bytes: Buffer, from: number, to: number, isOverwritten: boolean): void {
    const shape = this.table.read(bytes, from, to);
    this.shapes.push(shape);
    take(shape, this.length - 1, isOverwritten);
  }
}

function returnAfter(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(CARRIAGE_RETURN, from);
  return at === -1 ? Number.POSITIVE_INFINITY : at;
}

function partOf(line: Buffer, starts: readonly number[], part: number): Buffer {
  const next = starts[part + 1];
  return line.subarray(starts[part], next === undefined ? line.length : next - 1);
}

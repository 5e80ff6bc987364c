import { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import type { RereadableFiles } from "../../io/rereadable.ts";
import type { Log } from "../../run/log.ts";
import { RereadableLog } from "../../run/rereadable-log.ts";
import { CARRIAGE_RETURN } from "../../text/bytes/ascii.ts";
import { countUpTo, NumberList } from "../../text/collections/numbers.ts";
import type { ShapeTable } from "./shape-table.ts";

/** Takes a line of a run: its shape, its index, and whether it is overwritten. The table's `line` has just read it. */
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
  private readonly parts: LineParts;
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
    this.parts = new LineParts(options);
  }

  /** Reads a run to its end, which the table has begun. Rejects with its read error. */
  static async read(
    log: Log,
    files: RereadableFiles,
    table: ShapeTable,
    options: ReadOptions,
    take: LineConsumer,
  ): Promise<Run> {
    try {
      const run = new Run(log, files, table, options);
      const { shapes, continued, parts } = run;
      const reader = new LineReader(options);
      const takePart: PartConsumer = (from, to, isOverwritten, isContinued) => {
        const shape = table.read(reader.bytes, from, to, reader.isText, reader.record);
        if (isContinued) continued.push(shapes.length);
        shapes.push(shape);
        take(shape, shapes.length - 1, isOverwritten);
      };
      await run.log.read(reader, () => parts.read(reader, takePart));
      return run;
    } catch (error) {
      throw log.failure(error);
    }
  }

  get length(): number {
    return this.shapes.length;
  }

  fileLine(index: number): number {
    return index + 1 - countUpTo(this.continued.values(), index);
  }

  /** The indexes of lines that a lone carriage return divides from the one before, which they overwrite. */
  get overwriting(): Uint32Array {
    return this.continued.values();
  }

  /** The text of a line, as it stands in the log. Throws the log's error, also if the file has changed. */
  text(index: number): Buffer {
    const { continued } = this;
    const before = countUpTo(continued.values(), index);
    let part = 0;
    while (part < before && continued.at(before - 1 - part) === index - part) part++;
    const number = index + 1 - before;
    if (number !== this.lastNumber) {
      this.lastLine = this.log.line(number, (line) =>
        this.isSame(index, partOf(line, this.parts.startsIn(line), part)),
      );
      this.lastNumber = number;
      this.lastStarts = this.parts.startsIn(this.lastLine);
    }
    return partOf(this.lastLine, this.lastStarts, part);
  }

  /** What a line is compared by: its output, or what counts of a record. */
  readText(index: number): Buffer {
    return this.comparedText(this.text(index));
  }

  private comparedText(line: Buffer): Buffer {
    const { text } = this.table;
    text.readLine(line);
    return this.table.limited(Buffer.from(text.bytes.subarray(text.start, text.end)));
  }

  /** Whether a text has the shape of a line. */
  private isSame(index: number, text: Buffer): boolean {
    const { line, shapes, text: compared } = this.table;
    // What a line of a sequence is compared by depends on those before it.
    if (compared.hasSequences) return true;
    const seen = this.comparedText(text);
    line.read(seen, 0, seen.length);
    return shapes.bytes(this.shapes.at(index)).equals(line.shape.bytes.subarray(0, line.shape.length));
  }
}

function partOf(line: Buffer, starts: readonly number[], part: number): Buffer {
  const next = starts[part + 1];
  return line.subarray(starts[part], next === undefined ? line.length : next - 1);
}

/** Takes a part of a line: where it is, whether the next one overwrites it, and whether it follows another one. */
export type PartConsumer = (from: number, to: number, isOverwritten: boolean, isContinued: boolean) => void;

/** Divides lines at lone carriage returns, with which programs draw over what they have written. */
export class LineParts {
  /** Whether carriage returns divide lines. Messages of records may have some that are none of the log. */
  private readonly isDivided: boolean;
  private buffer: Buffer | undefined;
  private bytesBefore = -1;
  private nextReturn = -1;

  constructor({ input }: ReadOptions) {
    this.isDivided = input?.format !== "json";
  }

  /** Gives the parts of the line that the reader has found. */
  read(reader: LineReader, take: PartConsumer): void {
    const { bytes, start, end } = reader;
    if (!this.isDivided) {
      take(start, end, false, false);
      return;
    }
    // The same buffer may hold other bytes than for the line before: then others of the file come before them.
    const before = reader.position - end - (reader.endsWithReturn ? 2 : 1);
    if (bytes !== this.buffer || before !== this.bytesBefore || this.nextReturn < start) {
      this.buffer = bytes;
      this.bytesBefore = before;
      this.nextReturn = returnAfter(bytes, start);
    }
    if (this.nextReturn < end) this.divide(reader, take);
    else take(start, end, false, false);
  }

  /** Where the parts of a line of the file begin. */
  startsIn(line: Buffer): number[] {
    const starts = [0];
    if (!this.isDivided) return starts;
    for (let at = returnAfter(line, 0); at < line.length; at = returnAfter(line, at + 1)) starts.push(at + 1);
    return starts;
  }

  private divide({ bytes, start, end, endsWithReturn }: LineReader, take: PartConsumer): void {
    // Carriage returns at the end overwrite nothing.
    let textEnd = end;
    while (textEnd > start && bytes[textEnd - 1] === CARRIAGE_RETURN) textEnd--;
    let from = start;
    for (; this.nextReturn < end; this.nextReturn = returnAfter(bytes, from)) {
      take(from, this.nextReturn, this.nextReturn < textEnd, from > start);
      from = this.nextReturn + 1;
      // No line begins behind the last carriage return of a log.
      if (from === end && !endsWithReturn) return;
    }
    take(from, end, false, true);
  }
}

/** Where the next carriage return is; the end if there is none. */
function returnAfter(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(CARRIAGE_RETURN, from);
  return at === -1 ? bytes.length : at;
}

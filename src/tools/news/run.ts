import { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
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
}

/**
 * The lines of a run, which a lone carriage return ends, too, as their shapes. The texts are read again when they are
 * shown. `close` must be called at the end.
 */
export class Run implements GoodSource {
  readonly name: string;
  readonly shapes = new NumberList();
  private readonly files: RereadableFiles;
  private readonly log: RereadableLog;
  /** The indexes of lines that follow a lone carriage return. */
  private readonly continued = new NumberList();

  private constructor(log: Log, files: RereadableFiles, options: ReadOptions) {
    this.name = log.name;
    this.files = files;
    this.log = new RereadableLog(log, files, options);
  }

  /** Reads a run to its end. Rejects with its read error. */
  static async read(log: Log, table: ShapeTable, options: ReadOptions, take: LineConsumer): Promise<Run> {
    const files = new RereadableFiles(options.signal);
    try {
      const run = new Run(log, files, options);
      await run.readLines(table, options, take);
      return run;
    } catch (error) {
      files.close();
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

  /** The text of a line, as it stands in the log. */
  text(index: number): Buffer {
    const line = this.log.line(this.fileLine(index), () => true);
    const before = countUpTo(this.continued.values(), index);
    let part = 0;
    for (let i = before - 1; i >= 0 && this.continued.at(i) === index - part; i--) part++;
    let from = 0;
    for (let i = 0; i < part; i++) from = line.indexOf(CARRIAGE_RETURN, from) + 1;
    const end = line.indexOf(CARRIAGE_RETURN, from);
    return line.subarray(from, end === -1 ? line.length : end);
  }

  close(): void {
    this.files.close();
  }

  private async readLines(table: ShapeTable, options: ReadOptions, take: LineConsumer): Promise<void> {
    const reader = new LineReader(options);
    let buffer: Buffer | undefined;
    let nextReturn = -1;
    await this.log.read(reader, () => {
      const { bytes, end } = reader;
      let from = reader.start;
      // A line that begins a buffer may be one that spans chunks: the buffer is used again for each of them.
      if (bytes !== buffer || from === 0 || nextReturn < from) {
        buffer = bytes;
        nextReturn = bytes.indexOf(CARRIAGE_RETURN, from);
        if (nextReturn === -1) nextReturn = Number.POSITIVE_INFINITY;
      }
      while (nextReturn < end) {
        this.take(table, take, bytes, from, nextReturn, true);
        this.continued.push(this.length);
        from = nextReturn + 1;
        nextReturn = bytes.indexOf(CARRIAGE_RETURN, from);
        if (nextReturn === -1) nextReturn = Number.POSITIVE_INFINITY;
      }
      this.take(table, take, bytes, from, end, false);
    });
  }

  private take(table: ShapeTable, take: LineConsumer, bytes: Buffer, from: number, to: number, isPart: boolean): void {
    const shape = table.read(bytes, from, to);
    this.shapes.push(shape);
    take(shape, this.length - 1, isPart);
  }
}

import { LineReader } from "../../io/line-reader.ts";
import { LineText, type ReadOptions } from "../../io/line-text.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import type { Log } from "../../run/log.ts";
import { RereadableLog } from "../../run/rereadable-log.ts";
import { countUpTo, NumberList } from "../../text/collections/numbers.ts";
import { LineParts } from "./line-parts.ts";
import type { ShapeTable } from "./shape-table.ts";

/** Takes a line of a run: its shape, its index, and whether it is overwritten. The table's `line` has just read it. */
type LineConsumer = (shape: number, index: number, isOverwritten: boolean) => void;

/**
 * The lines of a run, which a lone carriage return ends, too, as their shapes. The texts are read again when they are
 * shown. `close` must be called at the end.
 */
export class Run {
  readonly name: string;
  /** By line: its shape. */
  readonly shapes = new NumberList();
  private readonly files: RereadableFiles;
  private readonly log: RereadableLog;
  /** The indexes of lines that follow a lone carriage return. */
  private readonly continued = new NumberList();
  private readonly parts: LineParts;
  /** Takes the message out of a line of the CRI log format. */
  private readonly shown: LineText;

  private constructor(log: Log, files: RereadableFiles, options: ReadOptions) {
    this.name = log.name;
    this.files = files;
    this.log = new RereadableLog(log, files, options);
    this.parts = new LineParts(options);
    this.shown = new LineText(options.input?.format === "cri" ? { input: options.input } : {});
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

  /** The number of the line in its file that holds the line with this index. */
  fileLine(index: number): number {
    return index + 1 - countUpTo(this.continued.values(), index);
  }

  /** Whether a lone carriage return ends the line. */
  isOverwritten(index: number): boolean {
    const continued = this.continued.values();
    return continued.length > 0 && countUpTo(continued, index + 1) > countUpTo(continued, index);
  }

  /** The text of a line, as people see it: a record as it stands in the log. */
  text(index: number): Buffer {
    return this.shown.of(this.line(index));
  }

  /** A line, as it stands in the log. */
  line(index: number): Buffer {
    const line = this.log.line(this.fileLine(index), () => true);
    if (!this.parts.areDivided) return line;
    const before = countUpTo(this.continued.values(), index);
    let part = 0;
    for (let i = before - 1; i >= 0 && this.continued.at(i) === index - part; i--) part++;
    return this.parts.part(line, part);
  }

  close(): void {
    this.files.close();
  }

  private async readLines(table: ShapeTable, options: ReadOptions, take: LineConsumer): Promise<void> {
    const reader = new LineReader(options);
    table.text.begin();
    const takePart = (from: number, to: number, isOverwritten: boolean): void => {
      const shape = table.read(reader.bytes, from, to, reader.isText, reader.record);
      this.shapes.push(shape);
      take(shape, this.length - 1, isOverwritten);
      if (isOverwritten) this.continued.push(this.length);
    };
    await this.log.read(reader, () => this.parts.read(reader, takePart));
  }
}

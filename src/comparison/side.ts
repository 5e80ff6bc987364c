import { NumberList } from "../collections/number-list.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { LineFile } from "../streams/line-file.ts";
import { LineReader } from "../streams/line-reader.ts";
import { ChangedFileError } from "../streams/read-errors.ts";
import { type Rereadable, rereadable } from "../streams/rereadable.ts";
import { stripAnsi } from "../streams/strip-ansi.ts";
import { type ComparisonKeys, type LogName, NO_GROUP } from "./comparison-keys.ts";
import type { ComparedLine } from "./difference.ts";

/** How a log is read to be compared. */
export interface SideOptions {
  readonly keepsGroups: boolean;
  readonly keepsUnmatched: boolean;
  readonly signal: AbortSignal | undefined;
  readonly stripsAnsi: boolean;
}

/** A line as it is read again, with what the comparison needs of it. */
export interface SideLine extends ComparedLine {
  /** The index of its kind; -1 if no rule matched. */
  readonly linePattern: number;
  /** What of it was matched: all, or all but sequences for terminals. */
  readonly matched: Buffer;
}

/** One of the two logs: the form of each of its lines, and the lines themselves, read again when they are asked for. */
export class Side {
  /** For each line that is compared its form; and its group, if groups are kept. */
  readonly keys = new NumberList();
  readonly groups = new NumberList();
  /** How many lines were read, and how many of them no rule matched. */
  lines = 0;
  unmatched = 0;

  /** For each line that is compared its number, and the index of its kind plus one. */
  private readonly numbers = new NumberList();
  private readonly linePatterns = new NumberList();
  private readonly which: LogName;
  private readonly log: NamedLog;
  private readonly rulebook: Rulebook;
  /** Of both logs. */
  private readonly allForms: ComparisonKeys;
  private readonly source: Rereadable;
  private readonly file: LineFile;
  private readonly options: SideOptions;
  private isClosed = false;

  private constructor(
    which: LogName,
    log: NamedLog,
    rulebook: Rulebook,
    allForms: ComparisonKeys,
    source: Rereadable,
    options: SideOptions,
  ) {
    this.which = which;
    this.log = log;
    this.rulebook = rulebook;
    this.allForms = allForms;
    this.source = source;
    this.options = options;
    this.file = new LineFile(source.fd, source.isCopy);
  }

  /** Reads a log to its end; rejects with its failure. */
  static async of(
    which: LogName,
    log: NamedLog,
    rulebook: Rulebook,
    allForms: ComparisonKeys,
    options: SideOptions,
  ): Promise<Side> {
    try {
      const source = rereadable(log.path, () => log.open(), options.signal);
      try {
        const side = new Side(which, log, rulebook, allForms, source, options);
        await side.read();
        return side;
      } catch (error) {
        source.close();
        throw error;
      }
    } catch (error) {
      throw log.failure(error);
    }
  }

  /** Reads the i-th of the lines that are compared again. Throws the log's failure, also if it is another line by now. */
  line(i: number): SideLine {
    // The number of its descriptor may be another file's by now.
    if (this.isClosed) throw new Error("the comparison is closed, and no line can be read any longer");
    const { allForms } = this;
    const line = this.numbers.at(i);
    const linePattern = this.linePatterns.at(i) - 1;
    try {
      const original = this.file.line(line);
      const key = this.keys.at(i);
      const isGrouped = this.groups.length > 0;
      allForms.log = this.which;
      const matched = this.options.stripsAnsi ? stripAnsi(original) : original;
      if (!this.file.isUnchanged && !this.isStill(i, matched)) throw new ChangedFileError();
      const output = isGrouped ? allForms.output(matched, linePattern, key) : allForms.bytes(key);
      return {
        file: this.log.name,
        line,
        rule: this.rulebook.linePatterns[linePattern]?.name,
        output,
        original,
        linePattern,
        matched,
      };
    } catch (error) {
      throw this.log.failure(error);
    }
  }

  /** The log's name. */
  get name(): string {
    return this.log.name;
  }

  /** Lets go of the log; may be called again. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.source.close();
  }

  /** Whether a line can still be the i-th: whether its kind, form and group are the same. */
  private isStill(i: number, line: Buffer): boolean {
    const group = this.groups.length === 0 ? NO_GROUP : this.groups.at(i);
    return this.allForms.has(line, this.linePatterns.at(i) - 1, this.keys.at(i), group);
  }

  private async read(): Promise<void> {
    const { keepsGroups, keepsUnmatched, signal, stripsAnsi } = this.options;
    const reader = new LineReader({ signal, stripsAnsi });
    const { lines } = reader;
    this.allForms.log = this.which;
    await reader.read(this.source.chunks, () => {
      for (let place = lines.position; reader.next(); place = lines.position) {
        this.file.note(reader.number, place);
        this.lines++;
        const key = this.allForms.read(lines.bytes, lines.start, lines.end);
        if (this.allForms.linePattern === -1) {
          this.unmatched++;
          if (!keepsUnmatched) continue;
        }
        this.keys.push(key);
        this.numbers.push(reader.number);
        this.linePatterns.push(this.allForms.linePattern + 1);
        if (keepsGroups) this.groups.push(this.allForms.group);
      }
    });
    this.file.end(lines.position);
    signal?.throwIfAborted();
  }
}

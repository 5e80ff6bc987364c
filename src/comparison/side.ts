import { NumberList } from "../collections/number-list.ts";
import type { NamedLog } from "../normalization/log.ts";
import { countsAsUnmatched, type Rulebook } from "../normalization/rulebook.ts";
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

/** A line that was read again, with what the comparison needs of it. */
export interface SideLine extends ComparedLine {
  /** The index of its line pattern; -1 if no rule matched. */
  readonly linePattern: number;
  /** The line as it was matched: with or without its terminal sequences. */
  readonly matched: Buffer;
}

/** One of the two logs. Holds the key of each line and reads the lines themselves again when they are needed. */
export class Side {
  /** The keys of the lines that are compared, and their groups if groups are kept. */
  readonly keys = new NumberList();
  readonly groups = new NumberList();
  /** How many lines were read. */
  lines = 0;
  /** How many of them no rule matched, or only a catch-all. */
  unmatched = 0;

  /** The line numbers of the lines that are compared. */
  private readonly lineNumbers = new NumberList();
  /** The indexes of their line patterns, plus one. */
  private readonly linePatterns = new NumberList();
  private readonly logName: LogName;
  private readonly log: NamedLog;
  private readonly rulebook: Rulebook;
  /** The keys of both logs. */
  private readonly allKeys: ComparisonKeys;
  private readonly source: Rereadable;
  private readonly file: LineFile;
  private readonly options: SideOptions;
  private isClosed = false;

  private constructor(
    logName: LogName,
    log: NamedLog,
    rulebook: Rulebook,
    allKeys: ComparisonKeys,
    source: Rereadable,
    options: SideOptions,
  ) {
    this.logName = logName;
    this.log = log;
    this.rulebook = rulebook;
    this.allKeys = allKeys;
    this.source = source;
    this.options = options;
    this.file = new LineFile(source.fd, source.isCopy);
  }

  /** Reads a log to its end. Rejects with the log's read error. */
  static async of(
    logName: LogName,
    log: NamedLog,
    rulebook: Rulebook,
    allKeys: ComparisonKeys,
    options: SideOptions,
  ): Promise<Side> {
    try {
      const source = rereadable(log.path, () => log.open(), options.signal);
      try {
        const side = new Side(logName, log, rulebook, allKeys, source, options);
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

  /**
   * Reads the i-th compared line again. Throws the log's read error, or a ChangedFileError if the line is not the same.
   */
  line(i: number): SideLine {
    // By now the descriptor may belong to another file.
    if (this.isClosed) throw new Error("the comparison is closed: its lines can no longer be read");
    const { allKeys } = this;
    const line = this.lineNumbers.at(i);
    const linePattern = this.linePatterns.at(i) - 1;
    try {
      const original = this.file.line(line);
      const key = this.keys.at(i);
      const isGrouped = this.groups.length > 0;
      allKeys.log = this.logName;
      const matched = this.options.stripsAnsi ? stripAnsi(original) : original;
      if (!this.file.isUnchanged && !this.isSameLine(i, matched)) throw new ChangedFileError();
      const output = isGrouped ? allKeys.output(matched, linePattern, key) : allKeys.bytes(key);
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

  /** Closes the log. May be called repeatedly. */
  close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.source.close();
  }

  /** Whether a line that was read again has the line pattern, the key and the group of the i-th line. */
  private isSameLine(i: number, line: Buffer): boolean {
    const group = this.groups.length === 0 ? NO_GROUP : this.groups.at(i);
    return this.allKeys.has(line, this.linePatterns.at(i) - 1, this.keys.at(i), group);
  }

  private async read(): Promise<void> {
    const { keepsGroups, keepsUnmatched, signal, stripsAnsi } = this.options;
    const reader = new LineReader({ signal, stripsAnsi });
    const { lines } = reader;
    this.allKeys.log = this.logName;
    await reader.read(this.source.chunks, () => {
      for (let start = lines.position; reader.next(); start = lines.position) {
        this.file.note(reader.number, start);
        this.lines++;
        const key = this.allKeys.read(lines.bytes, lines.start, lines.end);
        if (countsAsUnmatched(this.rulebook.linePatterns[this.allKeys.linePattern])) {
          this.unmatched++;
          if (!keepsUnmatched) continue;
        }
        this.keys.push(key);
        this.lineNumbers.push(reader.number);
        this.linePatterns.push(this.allKeys.linePattern + 1);
        if (keepsGroups) this.groups.push(this.allKeys.group);
      }
    });
    this.file.end(lines.position);
    signal?.throwIfAborted();
  }
}

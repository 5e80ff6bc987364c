import { NumberList } from "../collections/number-list.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import type { NamedLog } from "../normalization/run.ts";
import { ChangedFileError, LineFile } from "../streams/line-file.ts";
import { LineReader } from "../streams/line-reader.ts";
import { type Rereadable, rereadable } from "../streams/rereadable.ts";
import { stripAnsi } from "../streams/strip-ansi.ts";
import type { ComparedLine } from "./difference.ts";
import { type Forms, type LogName, NO_GROUP } from "./forms.ts";

export interface SideOptions {
  readonly keepsGroups: boolean;
  readonly keepsUnmatched: boolean;
  readonly signal: AbortSignal | undefined;
  readonly stripsAnsi: boolean;
}

/** A line, the index of its kind, -1 for none, and what of it was matched: all, or all but sequences for terminals. */
export interface WonLine extends ComparedLine {
  readonly kind: number;
  readonly matched: Buffer;
}

/** One of the logs that are compared: the form of each of its lines, and the lines themselves when they are asked for. */
export class Side {
  /** Of each line that is compared its form; its group, where these are kept. */
  readonly forms = new NumberList();
  readonly groups = new NumberList();
  /** How many lines were read, and how many of them no rule matched. */
  lines = 0;
  unmatched = 0;

  /** Of each line that is compared its number, and one more than the index of its kind. */
  private readonly numbers = new NumberList();
  private readonly kinds = new NumberList();
  private readonly which: LogName;
  private readonly log: NamedLog;
  private readonly rulebook: Rulebook;
  private readonly known: Forms;
  private readonly source: Rereadable;
  private readonly file: LineFile;
  private isClosed = false;
  private stripsAnsi = false;

  private constructor(which: LogName, log: NamedLog, rulebook: Rulebook, known: Forms, source: Rereadable) {
    this.which = which;
    this.log = log;
    this.rulebook = rulebook;
    this.known = known;
    this.source = source;
    this.file = new LineFile(source.fd, source.isCopy);
  }

  /** Reads a log to its end; rejects with its failure. */
  static async of(
    which: LogName,
    log: NamedLog,
    rulebook: Rulebook,
    known: Forms,
    options: SideOptions,
  ): Promise<Side> {
    try {
      const source = rereadable(log.path, () => log.open(), options.signal);
      const side = new Side(which, log, rulebook, known, source);
      try {
        await side.read(options);
      } catch (error) {
        side.close();
        throw error;
      }
      return side;
    } catch (error) {
      throw log.failure(error);
    }
  }

  /** Reads the i-th line that is compared once more. Throws the log's failure, also if it is another line by now. */
  line(i: number): WonLine {
    // The descriptor may be another file's by now.
    if (this.isClosed) throw new Error("the comparison is closed, and no line can be read any longer");
    const { known } = this;
    const line = this.numbers.at(i);
    const kind = this.kinds.at(i) - 1;
    try {
      const original = this.file.line(line);
      const form = this.forms.at(i);
      const isGrouped = this.groups.length > 0;
      known.log = this.which;
      const matched = this.stripsAnsi ? stripAnsi(original) : original;
      if (!this.file.isUnchanged && !this.isStill(i, matched)) throw new ChangedFileError();
      const output = isGrouped ? known.output(matched, kind, form) : known.bytes(form);
      return { log: this.log.name, line, rule: this.rulebook.kinds[kind]?.name, output, original, kind, matched };
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

  /** Whether a line is still the i-th, as far as its kind, its form and its group tell. */
  private isStill(i: number, line: Buffer): boolean {
    const group = this.groups.length === 0 ? NO_GROUP : this.groups.at(i);
    return this.known.has(line, this.kinds.at(i) - 1, this.forms.at(i), group);
  }

  private async read({ keepsGroups, keepsUnmatched, signal, stripsAnsi }: SideOptions): Promise<void> {
    const reader = new LineReader({ signal, stripsAnsi });
    this.stripsAnsi = stripsAnsi;
    const { lines } = reader;
    this.known.log = this.which;
    await reader.read(this.source.chunks, () => {
      for (let place = lines.position; reader.next(); place = lines.position) {
        this.file.note(reader.number, place);
        this.lines++;
        const form = this.known.read(lines.bytes, lines.start, lines.end);
        if (this.known.kind === -1) {
          this.unmatched++;
          if (!keepsUnmatched) continue;
        }
        this.forms.push(form);
        this.numbers.push(reader.number);
        this.kinds.push(this.known.kind + 1);
        if (keepsGroups) this.groups.push(this.known.group);
      }
    });
    this.file.end(lines.position);
    signal?.throwIfAborted();
  }
}

import { NumberList } from "../collections/number-list.ts";
import type { Rulebook } from "../rulebook.ts";
import type { NamedLog } from "../run.ts";
import { ChangedFileError, LineFile } from "../streams/line-file.ts";
import { LineReader } from "../streams/line-reader.ts";
import { type Rereadable, rereadable } from "../streams/rereadable.ts";
import type { ComparedLine } from "./difference.ts";
import type { Forms } from "./forms.ts";

export interface SideOptions {
  readonly keepsGroups: boolean;
  readonly keepsUnmatched: boolean;
  readonly signal: AbortSignal | undefined;
}

/** A line, and what its fields captured. */
export interface CapturedLine extends ComparedLine {
  /** Index of the rule that won the line, -1 for none. */
  readonly winner: number;
  /** Field i of the rule lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of the original. */
  readonly bounds: readonly number[];
}

/** One of the logs that are compared: the form of each of its lines, and the lines themselves when they are asked for. */
export class Side {
  /** Of each line that is compared its form; its group, where these are kept. */
  readonly forms = new NumberList();
  readonly groups = new NumberList();
  /** How many lines were read, and how many of them no rule matched. */
  lines = 0;
  unmatched = 0;

  /** Of each line that is compared its number. */
  private readonly numbers = new NumberList();
  private readonly log: NamedLog;
  private readonly rulebook: Rulebook;
  private readonly known: Forms;
  private readonly source: Rereadable;
  private readonly file: LineFile;

  private constructor(log: NamedLog, rulebook: Rulebook, known: Forms, source: Rereadable) {
    this.log = log;
    this.rulebook = rulebook;
    this.known = known;
    this.source = source;
    this.file = new LineFile(source.fd);
  }

  /** Reads a log to its end; rejects with its failure. */
  static async of(log: NamedLog, rulebook: Rulebook, known: Forms, options: SideOptions): Promise<Side> {
    try {
      const source = rereadable(log.path, () => log.open(), options.signal);
      const side = new Side(log, rulebook, known, source);
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
  line(i: number): CapturedLine {
    const { known } = this;
    const line = this.numbers.at(i);
    try {
      const original = this.file.line(line);
      const form = this.forms.at(i);
      if (!known.has(form, original)) throw new ChangedFileError();
      return {
        log: this.log.name,
        line,
        rule: this.rulebook.rules[known.winner]?.name,
        output: known.output(form, original),
        original,
        winner: known.winner,
        bounds: known.winner === -1 ? [] : this.rulebook.matcher.bounds.slice(0, 2 * this.fieldsOf(known.winner)),
      };
    } catch (error) {
      throw this.log.failure(error);
    }
  }

  /** The log's name. */
  get name(): string {
    return this.log.name;
  }

  close(): void {
    this.source.close();
  }

  private fieldsOf(rule: number): number {
    return this.rulebook.rules[rule]!.pattern.fields.length;
  }

  private async read({ keepsGroups, keepsUnmatched, signal }: SideOptions): Promise<void> {
    const reader = new LineReader(signal);
    const { lines } = reader;
    await reader.read(this.source.chunks, () => {
      for (let place = lines.position; reader.next(); place = lines.position) {
        this.file.note(reader.number, place);
        this.lines++;
        const form = this.known.read(lines.bytes, lines.start, lines.end);
        if (this.known.winner === -1) {
          this.unmatched++;
          if (!keepsUnmatched) continue;
        }
        this.forms.push(form);
        this.numbers.push(reader.number);
        if (keepsGroups) this.groups.push(this.known.group);
      }
    });
    this.file.end(lines.position);
    signal?.throwIfAborted();
  }
}

import { stripAnsi } from "../text/bytes/escape-sequences.ts";
import { CriLine, NO_CRI_LINE } from "../text/records/cri-line.ts";
import type { InputOptions } from "../text/records/input-format.ts";
import { JsonRecord } from "../text/records/json-record.ts";

const EMPTY = Buffer.alloc(0);

/** How logs are read. */
export interface ReadOptions {
  /**
   * What lines are: `{ format: "json" }` for JSON objects with a message, which is the `message` field, and
   * `{ format: "cri" }` for lines of the CRI log format of Kubernetes, whose parts are joined.
   */
  readonly input?: InputOptions | undefined;
  /** Whether to remove colours and other terminal sequences from lines before they are matched. */
  readonly stripAnsi?: boolean | undefined;
  /** Aborting it ends the call at once and closes the logs. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** How the text that rules see is made of a line. */
export type LineTextOptions = Omit<ReadOptions, "signal">;

/** Makes the text that rules see of lines, one after the other. */
export class LineText {
  /** The text of the last line, or that line itself, is `bytes` from `start` up to `end`. Valid until the next line. */
  bytes: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Why there is no such text, in words that follow the name of the line. */
  flaw: string | undefined;
  /** If lines are records and `isText` is true. */
  readonly record: JsonRecord | undefined;
  /** Whether the text of each line is the line itself. Lines need not be taken then. */
  readonly isLine: boolean;
  protected readonly cri: CriLine | undefined;

  private readonly stripAnsi: boolean;

  constructor({ input, stripAnsi = false }: LineTextOptions) {
    this.stripAnsi = stripAnsi;
    this.record = input?.format === "json" ? new JsonRecord(input.message) : undefined;
    this.cri = input?.format === "cri" ? new CriLine() : undefined;
    this.isLine = this.record === undefined && this.cri === undefined && !stripAnsi;
  }

  get isText(): boolean {
    return this.flaw === undefined;
  }

  /** If lines are those of the CRI log format and `isText` is true. */
  get criLine(): CriLine | undefined {
    return this.isText ? this.cri : undefined;
  }

  take(bytes: Buffer, start: number, end: number): void {
    this.set(bytes, start, end);
    const { record, cri } = this;
    if (record !== undefined) {
      this.flaw = record.read(bytes, start, end) ? undefined : record.flaw;
      if (this.flaw !== undefined) return;
      this.set(record.text, record.textFrom, record.textTo);
    }
    if (cri !== undefined) this.takeCriLine(cri.read(bytes, start, end));
    else if (this.stripAnsi) this.strip();
  }

  /** Takes the line that is set and that `cri` has read, which says whether it is of the format. */
  protected takeCriLine(isCriLine: boolean): void {
    this.flaw = isCriLine ? undefined : NO_CRI_LINE;
    if (!isCriLine) return;
    this.start = this.cri!.messageFrom;
    if (this.stripAnsi) this.strip();
  }

  private strip(): void {
    const stripped = stripAnsi(this.bytes.subarray(this.start, this.end));
    this.set(stripped, 0, stripped.length);
  }

  /** The text of a line. It stays valid as long as the line. */
  of(line: Buffer): Buffer {
    if (this.isLine) return line;
    this.take(line, 0, line.length);
    return this.bytes === line
      ? line.subarray(this.start, this.end)
      : Buffer.from(this.bytes.subarray(this.start, this.end));
  }

  set(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }
}

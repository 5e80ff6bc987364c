// Lines of logs that are held in memory, to be looked at again and again.

/** How many lines are held, and how many bytes they may have together. */
const MAX_SAMPLE_LINES = 50_000;
const MAX_SAMPLE_BYTES = 16 * 1024 * 1024;

/** A line that is held. */
export interface SampleLine {
  readonly bytes: Buffer;
  /** Whether it does not come right after the line before it. */
  readonly beginsStretch: boolean;
  /** Whether the given rules match it, so that no other rule may win it. */
  readonly isGiven: boolean;
}

/** Lines in the order of their logs. Their number and size are bounded. */
export class LogSample {
  readonly lines: SampleLine[] = [];
  private byteCount = 0;
  private beginsStretch = true;

  get isFull(): boolean {
    return this.lines.length >= MAX_SAMPLE_LINES || this.byteCount >= MAX_SAMPLE_BYTES;
  }

  /** Holds the lines of another sample, too. */
  addAll({ lines }: LogSample): void {
    for (const line of lines) this.lines.push(line);
  }

  /** Says that the next line does not come right after the last one. */
  begin(): void {
    this.beginsStretch = true;
  }

  /** Holds a copy of the line. */
  add(bytes: Buffer, start: number, end: number, isGiven = false): void {
    this.lines.push({ bytes: Buffer.from(bytes.subarray(start, end)), beginsStretch: this.beginsStretch, isGiven });
    this.byteCount += end - start;
    this.beginsStretch = false;
  }
}

// Lines of logs that are held in memory, to be looked at again and again; and a few of them as samples.

import { sampleHash } from "../../text/collections/value-key.ts";

/** How many lines are held, and how many bytes they may have together. */
const MAX_SAMPLE_LINES = 50_000;
const MAX_SAMPLE_BYTES = 16 * 1024 * 1024;

/** For longer lines no rule is sought: nobody reads it, and each step makes texts of the whole line. */
const MAX_LINE_BYTES = 1024 * 1024;

/** Why no rule is tried on a line: what `flaw` says, or its length; undefined if one is. */
export function whyNotTried(flaw: string | undefined, start: number, end: number): string | undefined {
  return flaw ?? (end - start > MAX_LINE_BYTES ? "is longer than 1 MiB" : undefined);
}

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

/** A line, and where what follows its header begins. */
export interface Sample {
  readonly line: Buffer;
  readonly content: number;
}

/** The most bytes that samples have on average, unless there is only one. */
const MAX_BYTES_PER_SAMPLE = 1024;

/** At most `size` lines, each content once: those with the smallest hashes, whatever the order of lines. */
export function samplesOf(lines: readonly Sample[], size: number): Sample[] {
  const hashed = lines.map((sample) => ({
    ...sample,
    hash: sampleHash(sample.line, sample.content, sample.line.length),
  }));
  hashed.sort((a, b) => a.hash - b.hash || a.line.compare(b.line));
  const samples: Sample[] = [];
  let bytes = 0;
  for (const [i, { line, content, hash }] of hashed.entries()) {
    if (hash === hashed[i - 1]?.hash) continue;
    bytes += line.length;
    if (samples.length === size || (samples.length > 0 && bytes > MAX_BYTES_PER_SAMPLE * size)) break;
    samples.push({ line, content });
  }
  return samples;
}

// The log format of Kubernetes' Container Runtime Interface.
import { afterDigits, COLON, DOT, isDigit, isSign, SPACE, ZERO } from "../bytes/ascii.ts";

const CAPITAL_F = 0x46;
const CAPITAL_P = 0x50;
const CAPITAL_Z = 0x5a;

/** A time up to its seconds, and a zone: each `0` stands for a digit. */
const SECONDS = Buffer.from("0000-00-00T00:00:00");
const OFFSET = Buffer.from("00:00 ");

const STREAMS = ["stdout ", "stderr "].map((name) => Buffer.from(name));

const EMPTY = Buffer.alloc(0);

/** What `why` reports for any other line. */
export const NO_CRI_LINE = "is not in the CRI log format";

/**
 * A line `TIME STREAM TAGS MESSAGE`: a time by RFC 3339, `stdout` or `stderr`, and tags separated by colons. The
 * first tag is `F`, or `P` if the line goes on in the next one of its stream.
 */
export class CriLine {
  /** The line, from `start` up to `end`. */
  line: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Where the time ends, with which the line begins. */
  timeTo = 0;
  /** Where the message begins, after everything else. */
  messageFrom = 0;
  isPartial = false;
  /** The number of the stream, from 0 on. */
  stream = 0;

  /** Reads a line. Returns false if it is not such a line. */
  read(line: Buffer, start: number, end: number): boolean {
    const timeTo = timeEnd(line, start, end);
    if (timeTo === -1) return false;
    const stream = timeTo + 1;
    this.stream = STREAMS.findIndex((name) => hasAt(line, stream, end, name));
    if (this.stream === -1) return false;
    const tags = stream + STREAMS[this.stream]!.length;
    const tagsEnd = endOfTags(line, tags, end);
    if (tagsEnd === -1) return false;
    this.isPartial = line[tags] === CAPITAL_P;
    this.line = line;
    this.start = start;
    this.end = end;
    this.timeTo = timeTo;
    this.messageFrom = tagsEnd + 1;
    return true;
  }
}

function timeEnd(bytes: Uint8Array, start: number, end: number): number {
  if (!hasAt(bytes, start, end, SECONDS)) return -1;
  let at = start + SECONDS.length;
  if (at < end && bytes[at] === DOT) {
    const decimals = at + 1;
    at = afterDigits(bytes, decimals, end);
    if (at === decimals) return -1;
  }
  if (at + 1 < end && bytes[at] === CAPITAL_Z && bytes[at + 1] === SPACE) return at + 1;
  const hasOffset = at < end && isSign(bytes[at]!) && hasAt(bytes, at + 1, end, OFFSET);
  return hasOffset ? at + OFFSET.length : -1;
}

/** Whether a text is there, in which zeros stand for any digits. */
function hasAt(bytes: Uint8Array, at: number, end: number, text: Uint8Array): boolean {
  if (end - at < text.length) return false;
  for (let i = 0; i < text.length; i++) {
    const [byte, expected] = [bytes[at + i]!, text[i]!];
    if (expected === ZERO ? !isDigit(byte) : byte !== expected) return false;
  }
  return true;
}

function endOfTags(bytes: Buffer, tags: number, end: number): number {
  if (tags + 1 >= end || (bytes[tags] !== CAPITAL_F && bytes[tags] !== CAPITAL_P)) return -1;
  if (bytes[tags + 1] === SPACE) return tags + 1;
  if (bytes[tags + 1] !== COLON) return -1;
  for (let at = tags + 2; at < end; at++) if (bytes[at] === SPACE) return at;
  return -1;
}

// Where a run ends. Most are runs of digits or of non-blanks: these are scanned by words of four bytes, for which no
// type need be asked. Once such scans have read a few times as many bytes as the line has, runs are left to their
// types, which bound what they read.
import { endOfDigits, endOfNonBlanks } from "../../text/bytes/word-search.ts";
import type { Line } from "../line/line.ts";
import { DIGITS, NON_BLANKS } from "./runs.ts";
import type { RunType } from "./type-matcher.ts";

const BY_TYPE = 0;
const BY_DIGITS = 1;
const BY_NON_BLANKS = 2;

/** A type of runs in a line, and how they are scanned. */
export interface RunEnds {
  readonly line: Line;
  readonly type: RunType;
  readonly scan: number;
}

export function runEndsOf(line: Line, type: RunType): RunEnds {
  const scan = type.members === DIGITS ? BY_DIGITS : type.members === NON_BLANKS ? BY_NON_BLANKS : BY_TYPE;
  return { line, type, scan };
}

/**
 * As `runEnd`, but remembers its last result: alternatives often begin with fields of one type, and each is tried where
 * the others begin. A new line forgets it.
 */
export function sharedRunEnd(ends: RunEnds, bytes: Uint8Array, at: number): number {
  const { line, type } = ends;
  if (at === line.runStart && type === line.runType) return line.runEnd;
  const stop = runEnd(ends, bytes, at);
  line.runType = type;
  line.runStart = at;
  line.runEnd = stop;
  return stop;
}

/** As `runEnd` of the type, for the current line. */
export function runEnd({ line, type, scan }: RunEnds, bytes: Uint8Array, at: number): number {
  const { end } = line;
  if (scan === BY_TYPE || line.scans <= 0) return type.runEnd(bytes, at, end);
  const stop = scan === BY_DIGITS ? endOfDigits(bytes, at, end) : endOfNonBlanks(bytes, at, end);
  line.scans -= stop - at;
  return stop > at ? stop : -1;
}

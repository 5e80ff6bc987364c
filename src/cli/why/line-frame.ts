import { frame } from "../../diagnostics/frame.ts";
import { printableBytes } from "../../diagnostics/printable.ts";

/** More than a frame shows on either side of its place. */
const AROUND = 1024;

/** A line of a log with carets under a stretch of its bytes: as `frame` makes it, but of a line of any length. */
export function lineFrame(line: Buffer, number: number, from: number, to: number): [string, string] {
  let low = Math.max(0, from - AROUND);
  while (low > 0 && low < from && (line[low]! & 0xc0) === 0x80) low++;
  const end = Math.min(to, from + AROUND);
  const before = shown(line, low, from);
  const text = shown(line, from, end);
  return frame(before + text + shown(line, end, end + AROUND), number, count(before) + 1, count(text));
}

/** Bytes of a log as text for people: all that a terminal would obey, but tabs, is escaped. */
export function shown(line: Buffer, from: number, to: number): string {
  return [...printableBytes(line.subarray(from, to))].join("");
}

function count(text: string): number {
  return Array.from(text).length;
}

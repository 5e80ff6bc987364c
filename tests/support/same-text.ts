import assert from "node:assert/strict";

/** So much of a line is shown before its difference, and from there on. */
const SHOWN_BEFORE = 20;
const SHOWN = 100;

/** Fails unless two texts are equal, with the first line that differs: large texts are too long to show. */
export function assertSameText(actual: string, expected: string, what: string): void {
  if (actual !== expected) assert.fail(`${what}: ${firstDifference(actual, expected)}`);
}

function firstDifference(actual: string, expected: string): string {
  const [lines, expectedLines] = [actual.split("\n"), expected.split("\n")];
  const at = lines.findIndex((line, i) => line !== expectedLines[i]);
  // The actual text may be a beginning of the expected one.
  const i = at === -1 ? lines.length : at;
  const [line, expectedLine] = [lines[i], expectedLines[i]];
  const from = Math.max(0, sharedLength(line ?? "", expectedLine ?? "") - SHOWN_BEFORE);
  return `line ${i + 1} is ${shown(line, from)}, not ${shown(expectedLine, from)}`;
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** A line from a place on, or so much of it. */
function shown(line: string | undefined, from: number): string {
  if (line === undefined) return "missing";
  const part = line.slice(from, from + SHOWN);
  return `${from > 0 ? "…" : ""}${JSON.stringify(part)}${from + SHOWN < line.length ? "…" : ""}`;
}

// Large good and failed runs, the same at each call.
import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../bench/workloads/random.ts";

type LineOf = (i: number) => string;

/** The kinds of runs, by their names in the table: how many lines, and those of the good and of the failed run. */
const KINDS: Readonly<Record<string, (samples: readonly string[]) => readonly [number, LineOf, LineOf]>> = {
  "a million lines": (samples) => [1_000_000, likeSamples(samples, 1), likeSamples(samples, 2)],
  "400,000 different lines, known": () => [400_000, differentWords(1), differentWords(1)],
  "400,000 different lines, all new": () => [400_000, differentWords(1), differentWords(2)],
};
export const GENERATED = Object.keys(KINDS);

/** Ends the failed run, but for a hundredth of its lines. No good run has anything like it. */
const FAILURE = [
  "Unhandled exception: the connection pool is exhausted",
  ...["acquire", "borrow", "query", "handle", "dispatch"].map((name, i) => `    at pool.${name} (pool.js:${40 + i}:7)`),
  "giving up after the last attempt",
];

/** How many lines are written at a time. */
const CHUNK = 10_000;

/** Writes a good and a failed run into a folder. Samples are logs whose lines a run is made of. */
export function writeRuns(kind: string, samples: readonly string[], folder: string): { good: string; failed: string } {
  const paths = { good: join(folder, "good.log"), failed: join(folder, "failed.log") };
  const lines = samples.flatMap((path) => readFileSync(path, "latin1").trimEnd().split(/\r?\n/));
  const [count, good, known] = KINDS[kind]!(lines);
  writeLines(paths.good, count, good);
  writeLines(paths.failed, count, (i) => FAILURE[i - 0.99 * count] ?? known(i));
  return paths;
}

/** Repeats lines with other numbers. One in a thousand is left out; with another seed, another one. */
export function likeSamples(samples: readonly string[], seed: number): LineOf {
  const random = new Random(seed);
  // The last number of two digits or more is seldom one of a time.
  const lines = samples.map((line) => {
    const number = Array.from(line.matchAll(/\d{2,}/g)).at(-1);
    if (number === undefined) return { start: line, length: 0, end: "" };
    const [{ length }] = number;
    return { start: line.slice(0, number.index), length, end: line.slice(number.index + length) };
  });
  let leftOut = 0;
  return (i) => {
    if (random.below(1000) === 0) leftOut++;
    const { start, length, end } = lines[(i + leftOut) % lines.length]!;
    return start + random.characters("123456789", length) + end;
  };
}

/** Lines no two of which are alike, not even without their digits. */
function differentWords(seed: number): LineOf {
  const random = new Random(seed);
  const word = (): string => random.characters("abcdefghijklmnopqrstuvwxyz", 7);
  return () => `${word()} asked ${word()} for ${word()}, which has ${word()}`;
}

export function writeLines(path: string, count: number, lineOf: LineOf): void {
  const file = openSync(path, "w");
  for (let i = 0; i < count; i += CHUNK) {
    const lines = Array.from({ length: CHUNK }, (_, j) => `${lineOf(i + j)}\n`);
    writeSync(file, Buffer.from(lines.join(""), "latin1"));
  }
  closeSync(file);
}

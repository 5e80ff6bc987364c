// Known lines that come much more often than in any good run, or no longer. Only what good runs cannot explain is
// told: for a service, whose log has no end and no order, that is news; a build mostly has none.

import { firstTime } from "../../text/date-times/date-time-reader.ts";
import type { ComparedLog } from "./compared-log.ts";
import { TRAIT } from "./line-traits.ts";
import type { Run } from "./run.ts";

/** How many times as often as in any good run a line must come, with one good run and with several. */
const MIN_FACTOR_OF_ONE = 20;
const MIN_FACTOR = 10;
const MIN_LINES = 30;
/** If a service has more to do, all lines come more often. So the share of the line must grow as well. */
const MIN_SHARE_FACTOR = 3;

/** A line that stops must have come so often in each good run, and be expected so often where it is missing. */
const MIN_GOOD_LINES = 20;
const MIN_EXPECTED = 20;
const MIN_EXPECTED_OF_ONE = 40;
/** The silence must be so many times as long as any in a good run. */
const MIN_SILENCE_FACTOR = 5;
const MIN_SILENCE_FACTOR_OF_ONE = 10;

/** The times of so many lines are read, evenly spread over the run. */
const SAMPLES = 64;
/** So many of them must have one. */
const MIN_TIMED_SHARE = 0.8;
/** In a shorter run, times say little. */
const MIN_SECONDS = 30;

/** How often a line comes in a stretch of a log: of so many lines and, where they have times, seconds. */
export interface Frequency {
  readonly count: number;
  readonly lines: number;
  readonly seconds?: number;
}

/** A known line at another rate. */
export interface Rate {
  readonly log: ComparedLog;
  readonly shape: number;
  /** Its first line in the failed run or, if it stops, its last one; -1 if it never comes. */
  readonly index: number;
  /** The good run that comes next to it. */
  readonly run: number;
  readonly old: Frequency;
  /** In the whole failed run or, if the line stops, in what follows its last one. */
  readonly new: Frequency;
  /** How far it is from what good runs explain. */
  readonly factor: number;
}

/** All lines at another rate, the most extreme first. */
export function findRates(log: ComparedLog): Rate[] {
  const { failed, good, table } = log;
  // A stored table knows how often a line comes, but not in how many.
  if (log.isCut || failed.length === 0 || good.length === 0 || good.length < log.sources.length) return [];
  const runs = [failed, ...good];
  const byLine = runs.map((run) => new Occurrences(run, table.size, undefined));
  const candidates: number[] = [];
  for (let shape = 0; shape < table.size; shape++)
    if (
      table.isKnown(shape) &&
      (grows(shape, byLine) || stops(shape, byLine)) &&
      (table.traitsOf(shape) & TRAIT.word) !== 0
    )
      candidates.push(shape);
  // Most runs have none, and their times need not be read.
  if (candidates.length === 0) return [];
  const times = runs.map(timesOf);
  const isTimed = times.every((time) => time !== undefined);
  const byTime = isTimed ? runs.map((run, i) => new Occurrences(run, table.size, times[i])) : byLine;
  const rates = candidates.flatMap((shape) => rateOf(log, shape, byLine, byTime) ?? []);
  return rates.sort((a, b) => b.factor - a.factor || a.shape - b.shape);
}

/** Whether a shape is a larger share of all lines than in any good run. The first occurrences are the failed run's. */
function grows(shape: number, [failed, ...good]: readonly Occurrences[]): boolean {
  const share = Math.max(...good.map((run) => run.rate(shape)));
  return failed!.counts[shape]! >= MIN_LINES && failed!.rate(shape) >= MIN_SHARE_FACTOR * share;
}

/** Whether the silence at the end is longer than any in a good run. */
function stops(shape: number, runs: readonly Occurrences[]): boolean {
  return silenceFactor(shape, runs) >= MIN_SILENCE_FACTOR;
}

function silenceFactor(shape: number, [failed, ...good]: readonly Occurrences[]): number {
  return failed!.lastGap(shape) / Math.max(...good.map((run) => run.longestGap(shape)));
}

function rateOf(
  log: ComparedLog,
  shape: number,
  byLine: readonly Occurrences[],
  byTime: readonly Occurrences[],
): Rate | undefined {
  const [failed, ...good] = byTime as [Occurrences, ...Occurrences[]];
  const isOne = good.length === 1;
  if (grows(shape, byLine)) {
    const bounds = good.map((run) => run.bound(shape));
    const run = bounds.indexOf(Math.max(...bounds));
    const factor = failed.rate(shape) / bounds[run]!;
    if (factor >= (isOne ? MIN_FACTOR_OF_ONE : MIN_FACTOR)) {
      const [index, old] = [failed.firsts[shape]!, good[run]!.whole(shape)];
      return { log, shape, index, run, old, new: failed.whole(shape), factor };
    }
  }
  if (good.some(({ counts }) => counts[shape]! < MIN_GOOD_LINES)) return undefined;
  const factor = Math.min(silenceFactor(shape, byLine), silenceFactor(shape, byTime));
  const rates = good.map((run) => run.rate(shape));
  const run = rates.indexOf(Math.min(...rates));
  const expected = failed.lastGap(shape) * rates[run]!;
  if (expected < (isOne ? MIN_EXPECTED_OF_ONE : MIN_EXPECTED)) return undefined;
  if (!(factor >= (isOne ? MIN_SILENCE_FACTOR_OF_ONE : MIN_SILENCE_FACTOR))) return undefined;
  const index = failed.counts[shape] === 0 ? -1 : failed.lasts[shape]!;
  const silence = failed.stretch(0, byLine[0]!.lastGap(shape), failed.lastGap(shape));
  return { log, shape, index, run, old: good[run]!.whole(shape), new: silence, factor };
}

/** By line: when it was written, in seconds. */
type Times = (line: number) => number;

/** How often and where the shapes come in a run. Distances are those of lines, or of their times. */
class Occurrences {
  readonly counts: Uint32Array;
  readonly firsts: Uint32Array;
  readonly lasts: Uint32Array;
  private readonly isTimed: boolean;
  private readonly lines: number;
  private readonly length: number;
  /** By shape: the longest distance between two lines, or from the beginning to the first one. */
  private readonly gaps: Float64Array;
  private readonly lastPlaces: Float64Array;

  constructor(run: Run, size: number, times: Times | undefined) {
    this.isTimed = times !== undefined;
    this.lines = run.length;
    this.counts = new Uint32Array(size);
    this.firsts = new Uint32Array(size);
    this.lasts = new Uint32Array(size);
    this.gaps = new Float64Array(size);
    this.lastPlaces = new Float64Array(size);
    const place = (i: number): number => (times === undefined ? i + 1 : times(i) - times(0));
    this.length = run.length === 0 ? 0 : place(run.length - 1);
    const { overwriting } = run;
    let next = 0;
    for (let i = 0; i < run.length; i++) {
      // What was overwritten shows how fast something went.
      if (overwriting[next] === i + 1) {
        next++;
        continue;
      }
      const shape = run.shapes.at(i);
      const at = place(i);
      if (this.counts[shape]!++ === 0) this.firsts[shape] = i;
      this.gaps[shape] = Math.max(this.gaps[shape]!, at - this.lastPlaces[shape]!);
      this.lastPlaces[shape] = at;
      this.lasts[shape] = i;
    }
  }

  rate(shape: number): number {
    return this.counts[shape]! / this.length;
  }

  /** The rate that a run of the same kind hardly exceeds by chance: a bound of Poisson's distribution. */
  bound(shape: number): number {
    const count = this.counts[shape]!;
    return (count + 3 + 2 * Math.sqrt(count)) / this.length;
  }

  longestGap(shape: number): number {
    return Math.max(this.gaps[shape]!, this.lastGap(shape));
  }

  /** The distance from the last one, or from the beginning if there is none, to the end. */
  lastGap(shape: number): number {
    return this.length - this.lastPlaces[shape]!;
  }

  whole(shape: number): Frequency {
    return this.stretch(this.counts[shape]!, this.lines, this.length);
  }

  /** So many lines among others, in so long a time if times are known. */
  stretch(count: number, lines: number, length: number): Frequency {
    return { count, lines, ...(this.isTimed && { seconds: Math.round(length) }) };
  }
}

/** When the lines of a run were written, as far as some of their times tell; undefined if these do not ascend. */
function timesOf(run: Run): Times | undefined {
  const count = Math.min(SAMPLES, run.length);
  const samples: { readonly line: number; readonly time: number }[] = [];
  for (let i = 0; i < count; i++) {
    const line = Math.floor((i * (run.length - 1)) / Math.max(count - 1, 1));
    const time = firstTime(run.text(line));
    // Lines of several threads may be written a little out of order.
    if (time !== undefined) samples.push({ line, time: Math.max(time, samples.at(-1)?.time ?? time) });
  }
  const [first, last] = [samples[0], samples.at(-1)];
  if (samples.length < MIN_TIMED_SHARE * count || !first || !last || last.time - first.time < MIN_SECONDS)
    return undefined;
  let at = 0;
  return (line) => {
    // Fastest for lines in order.
    if (samples[at]!.line > line) at = 0;
    while (at + 2 < samples.length && samples[at + 1]!.line <= line) at++;
    const [from, to] = [samples[at]!, samples[at + 1]!];
    const share = Math.min(Math.max((line - from.line) / (to.line - from.line), 0), 1);
    return from.time + share * (to.time - from.time);
  };
}

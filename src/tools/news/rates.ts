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
}

/** All lines at another rate, the most extreme first. */
export function findRates(log: ComparedLog): Rate[] {
  const { failed, good, table } = log;
  // A stored table knows how often a line comes, but not in how many.
  if (log.isCut || failed.length === 0 || good.length === 0 || good.length < log.sources.length) return [];
  const runs = [...good, failed];
  const byLine = runs.map((run) => new Occurrences(run, table.size, undefined));
  const candidates: number[] = [];
  for (let shape = 0; shape < table.size; shape++)
    if (table.isKnown(shape) && mayDiffer(shape, byLine) && (table.traitsOf(shape) & TRAIT.word) !== 0)
      candidates.push(shape);
  // Most runs have none, and their times need not be read.
  if (candidates.length === 0) return [];
  const clocks = runs.map(RunClock.of);
  const hasTimes = clocks.every((clock) => clock !== undefined);
  const byTime = hasTimes ? runs.map((run, i) => new Occurrences(run, table.size, clocks[i])) : byLine;
  const found = candidates.flatMap((shape) => moreOften(shape, byLine, byTime) ?? silence(shape, byLine, byTime) ?? []);
  return found.sort((a, b) => b.factor - a.factor || a.rate.shape - b.rate.shape).map(({ rate }) => ({ ...rate, log }));
}

type FoundRate = { readonly rate: Omit<Rate, "log">; readonly factor: number } | undefined;

/** Whether the lines alone allow that it comes more often, or no longer. The last occurrences are the failed run's. */
function mayDiffer(shape: number, byLine: readonly Occurrences[]): boolean {
  const failed = byLine.at(-1)!;
  const good = byLine.slice(0, -1);
  if (failed.counts[shape]! >= MIN_LINES && shareFactor(shape, byLine) >= MIN_SHARE_FACTOR) return true;
  const gap = Math.max(...good.map((other) => other.longestGap(shape)));
  return failed.lastGap(shape) >= MIN_SILENCE_FACTOR * gap;
}

/** How much more of all lines it is than in any good run. */
function shareFactor(shape: number, byLine: readonly Occurrences[]): number {
  return byLine.at(-1)!.rate(shape) / Math.max(...byLine.slice(0, -1).map((other) => other.rate(shape)));
}

function moreOften(shape: number, byLine: readonly Occurrences[], byTime: readonly Occurrences[]): FoundRate {
  const failed = byTime.at(-1)!;
  const count = failed.counts[shape]!;
  if (count < MIN_LINES || shareFactor(shape, byLine) < MIN_SHARE_FACTOR) return undefined;
  const good = byTime.slice(0, -1);
  const bounds = good.map((run) => run.bound(shape));
  const run = bounds.indexOf(Math.max(...bounds));
  const factor = failed.rate(shape) / bounds[run]!;
  if (!(factor >= (good.length === 1 ? MIN_FACTOR_OF_ONE : MIN_FACTOR))) return undefined;
  return {
    factor,
    rate: { shape, index: failed.firsts[shape]!, run, old: good[run]!.whole(shape), new: failed.whole(shape) },
  };
}

function silence(shape: number, byLine: readonly Occurrences[], byTime: readonly Occurrences[]): FoundRate {
  const good = byTime.slice(0, -1);
  const failed = byTime.at(-1)!;
  const isOne = good.length === 1;
  if (good.some(({ counts }) => counts[shape]! < MIN_GOOD_LINES)) return undefined;
  const factors = [byTime, byLine].map((runs) => {
    const gaps = runs.slice(0, -1).map((run) => run.longestGap(shape));
    return runs.at(-1)!.lastGap(shape) / Math.max(...gaps);
  });
  const factor = Math.min(...factors);
  const rates = good.map((run) => run.rate(shape));
  const run = rates.indexOf(Math.min(...rates));
  const expected = failed.lastGap(shape) * rates[run]!;
  if (expected < (isOne ? MIN_EXPECTED_OF_ONE : MIN_EXPECTED)) return undefined;
  if (!(factor >= (isOne ? MIN_SILENCE_FACTOR_OF_ONE : MIN_SILENCE_FACTOR))) return undefined;
  const index = failed.counts[shape] === 0 ? -1 : failed.lasts[shape]!;
  const lines = byLine.at(-1)!.lastGap(shape);
  const next = { count: 0, lines, ...(failed.isTimed && { seconds: Math.round(failed.lastGap(shape)) }) };
  return { factor, rate: { shape, index, run, old: good[run]!.whole(shape), new: next } };
}

/** How often and where the shapes come in a run. Distances are those of lines, or of their times. */
class Occurrences {
  readonly isTimed: boolean;
  readonly counts: Uint32Array;
  readonly firsts: Uint32Array;
  readonly lasts: Uint32Array;
  private readonly lines: number;
  private readonly length: number;
  /** By shape: the longest distance between two lines, or from the beginning to the first one. */
  private readonly gaps: Float64Array;
  private readonly lastPlaces: Float64Array;

  constructor(run: Run, size: number, clock: RunClock | undefined) {
    this.isTimed = clock !== undefined;
    this.lines = run.length;
    this.counts = new Uint32Array(size);
    this.firsts = new Uint32Array(size);
    this.lasts = new Uint32Array(size);
    this.gaps = new Float64Array(size);
    this.lastPlaces = new Float64Array(size);
    const begin = clock?.at(0) ?? 0;
    const place = (i: number): number => (clock === undefined ? i + 1 : clock.at(i) - begin);
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
    const { lines, length, isTimed } = this;
    return { count: this.counts[shape]!, lines, ...(isTimed && { seconds: Math.round(length) }) };
  }
}

/** When the lines of a run were written, as far as some of their times tell. */
class RunClock {
  /** The indexes of lines with a time, in order, and these times in seconds. */
  private readonly lines: number[] = [];
  private readonly times: number[] = [];
  private current = 0;

  private constructor() {}

  /** The clock of a run; undefined if its lines have no times that ascend. */
  static of(run: Run): RunClock | undefined {
    const clock = new RunClock();
    const count = Math.min(SAMPLES, run.length);
    let timed = 0;
    for (let i = 0; i < count; i++) {
      const line = Math.floor((i * (run.length - 1)) / Math.max(count - 1, 1));
      const time = firstTime(run.text(line));
      if (time === undefined) continue;
      timed++;
      // Lines of several threads may be written a little out of order.
      clock.lines.push(line);
      clock.times.push(Math.max(time, clock.times.at(-1) ?? time));
    }
    return timed >= MIN_TIMED_SHARE * count && clock.at(run.length - 1) - clock.at(0) >= MIN_SECONDS
      ? clock
      : undefined;
  }

  /** When a line was written, in seconds. Fastest for lines in order. */
  at(line: number): number {
    const { lines, times } = this;
    if (lines.length === 0) return 0;
    if (lines[this.current]! > line) this.current = 0;
    while (this.current + 2 < lines.length && lines[this.current + 1]! <= line) this.current++;
    const i = this.current;
    const [from, to] = [lines[i]!, lines[i + 1]];
    if (to === undefined || line <= from) return times[i]!;
    const share = Math.min((line - from) / (to - from), 1);
    return times[i]! + share * (times[i + 1]! - times[i]!);
  }
}

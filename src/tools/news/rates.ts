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
  const byLine = new Occurrences(runs, table.size, []);
  const candidates: number[] = [];
  for (let shape = 0; shape < table.size; shape++)
    if (table.isKnown(shape) && byLine.mayDiffer(shape) && (table.traitsOf(shape) & TRAIT.word) !== 0)
      candidates.push(shape);
  // Most runs have none, and their times need not be read.
  if (candidates.length === 0) return [];
  const clocks = runs.map(clockOf);
  const hasTimes = clocks.every((clock) => clock !== undefined);
  const byTime = hasTimes ? new Occurrences(runs, table.size, clocks) : byLine;
  const found = candidates.flatMap((shape) => moreOften(shape, byLine, byTime) ?? silence(shape, byLine, byTime) ?? []);
  return found
    .sort((a, b) => b.factor - a.factor || a.shape - b.shape)
    .map(({ factor: _, ...rate }) => ({ log, ...rate }));
}

type FoundRate = (Omit<Rate, "log"> & { readonly factor: number }) | undefined;

function moreOften(shape: number, byLine: Occurrences, byTime: Occurrences): FoundRate {
  const { good, failed } = byTime;
  const count = failed.counts[shape]!;
  if (count < MIN_LINES || byLine.shareFactor(shape) < MIN_SHARE_FACTOR) return undefined;
  // A run of the same kind hardly exceeds these rates by chance: they are bounds of Poisson's distribution.
  const bounds = good.map(({ counts, length }) => (counts[shape]! + 3 + 2 * Math.sqrt(counts[shape]!)) / length);
  const run = bounds.indexOf(Math.max(...bounds));
  const factor = rateIn(failed, shape) / bounds[run]!;
  if (!(factor >= (good.length === 1 ? MIN_FACTOR_OF_ONE : MIN_FACTOR))) return undefined;
  const [old, next] = [byTime.whole(good[run]!, shape), byTime.whole(failed, shape)];
  return { factor, shape, index: failed.firsts[shape]!, run, old, new: next };
}

function silence(shape: number, byLine: Occurrences, byTime: Occurrences): FoundRate {
  const { good, failed } = byTime;
  const isOne = good.length === 1;
  if (good.some(({ counts }) => counts[shape]! < MIN_GOOD_LINES)) return undefined;
  const factor = Math.min(byTime.silenceFactor(shape), byLine.silenceFactor(shape));
  const rates = good.map((run) => rateIn(run, shape));
  const run = rates.indexOf(Math.min(...rates));
  const gap = lastGap(failed, shape);
  if (gap * rates[run]! < (isOne ? MIN_EXPECTED_OF_ONE : MIN_EXPECTED)) return undefined;
  if (!(factor >= (isOne ? MIN_SILENCE_FACTOR_OF_ONE : MIN_SILENCE_FACTOR))) return undefined;
  const next = { count: 0, lines: lastGap(byLine.failed, shape), ...(byTime.isTimed && { seconds: Math.round(gap) }) };
  const index = failed.counts[shape] === 0 ? -1 : failed.lasts[shape]!;
  return { factor, shape, index, run, old: byTime.whole(good[run]!, shape), new: next };
}

/** Where the shapes come in a run, by shape. Places are those of lines, or their times. */
interface Places {
  readonly lines: number;
  /** The place of the last line. */
  readonly length: number;
  readonly counts: Uint32Array;
  readonly firsts: Uint32Array;
  readonly lasts: Uint32Array;
  readonly lastPlaces: Float64Array;
  /** The longest distance between two lines, or from the beginning to the first one. */
  readonly gaps: Float64Array;
}

function rateIn({ counts, length }: Places, shape: number): number {
  return counts[shape]! / length;
}

/** The distance from the last line, or from the beginning if there is none, to the end. */
function lastGap({ length, lastPlaces }: Places, shape: number): number {
  return length - lastPlaces[shape]!;
}

/** How often and where the shapes come in the good runs and in the failed one. */
class Occurrences {
  readonly good: readonly Places[];
  readonly failed: Places;
  readonly isTimed: boolean;

  /** The last run is the failed one. Without clocks, distances are counted in lines. */
  constructor(runs: readonly Run[], size: number, clocks: readonly Clock[]) {
    this.isTimed = clocks.length > 0;
    const places = runs.map((run, i) => placesIn(run, size, clocks[i] ?? ((line) => line + 1)));
    this.good = places.slice(0, -1);
    this.failed = places.at(-1)!;
  }

  /** Whether the lines alone allow that a shape comes more often, or no longer. */
  mayDiffer(shape: number): boolean {
    if (this.failed.counts[shape]! >= MIN_LINES && this.shareFactor(shape) >= MIN_SHARE_FACTOR) return true;
    return lastGap(this.failed, shape) >= MIN_SILENCE_FACTOR * this.longestGap(shape);
  }

  /** How much more of all lines it is than in any good run. */
  shareFactor(shape: number): number {
    return rateIn(this.failed, shape) / Math.max(...this.good.map((run) => rateIn(run, shape)));
  }

  silenceFactor(shape: number): number {
    return lastGap(this.failed, shape) / this.longestGap(shape);
  }

  private longestGap(shape: number): number {
    return Math.max(...this.good.map((run) => Math.max(run.gaps[shape]!, lastGap(run, shape))));
  }

  whole({ counts, lines, length }: Places, shape: number): Frequency {
    return { count: counts[shape]!, lines, ...(this.isTimed && { seconds: Math.round(length) }) };
  }
}

function placesIn(run: Run, size: number, clock: Clock): Places {
  const [counts, firsts, lasts] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
  const [gaps, lastPlaces] = [new Float64Array(size), new Float64Array(size)];
  const { overwriting, shapes, length } = run;
  let next = 0;
  for (let i = 0; i < length; i++) {
    // What was overwritten shows how fast something went.
    if (overwriting[next] === i + 1) {
      next++;
      continue;
    }
    const shape = shapes.at(i);
    const place = clock(i);
    if (counts[shape]!++ === 0) firsts[shape] = i;
    gaps[shape] = Math.max(gaps[shape]!, place - lastPlaces[shape]!);
    lastPlaces[shape] = place;
    lasts[shape] = i;
  }
  return { lines: length, length: length === 0 ? 0 : clock(length - 1), counts, firsts, lasts, gaps, lastPlaces };
}

/** When a line was written, in seconds after the first one. Fastest for lines in order. */
type Clock = (line: number) => number;

/** The clock of a run, as far as some of its times tell; undefined if its lines have no times that ascend. */
function clockOf(run: Run): Clock | undefined {
  /** The indexes of lines with a time, in order, and these times in seconds. */
  const lines: number[] = [];
  const times: number[] = [];
  const count = Math.min(SAMPLES, run.length);
  for (let i = 0; i < count; i++) {
    const line = Math.floor((i * (run.length - 1)) / Math.max(count - 1, 1));
    const time = firstTime(run.text(line));
    if (time === undefined) continue;
    // Lines of several threads may be written a little out of order.
    lines.push(line);
    times.push(Math.max(time, times.at(-1) ?? time));
  }
  if (lines.length === 0 || lines.length < MIN_TIMED_SHARE * count) return undefined;
  let current = 0;
  const at = (line: number): number => {
    if (lines[current]! > line) current = 0;
    while (current + 2 < lines.length && lines[current + 1]! <= line) current++;
    const [from, to] = [lines[current]!, lines[current + 1]];
    if (to === undefined || line <= from) return times[current]!;
    const share = Math.min((line - from) / (to - from), 1);
    return times[current]! + share * (times[current + 1]! - times[current]!);
  };
  const begin = at(0);
  return at(run.length - 1) - begin >= MIN_SECONDS ? (line) => at(line) - begin : undefined;
}

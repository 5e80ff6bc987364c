// Numbers and durations as logs have them: `42`, `-1.5`, `12ms`, `0.3 s`.

import { type Pattern, partsIn } from "../../matcher/pattern.ts";
import { DASH, DOT, isDigit, ZERO } from "../../text/bytes/ascii.ts";

/** Longer numbers are ids. */
const MAX_DIGITS = 15;
const MAX_UNIT_BYTES = 7;

/** What units of time are in seconds. */
const SECONDS: ReadonlyMap<string, number> = new Map([
  ["ns", 1e-9],
  ["us", 1e-6],
  ["µs", 1e-6],
  ["ms", 1e-3],
  ...["s", "sec", "secs", "seconds"].map((unit) => [unit, 1] as const),
  ...["m", "min"].map((unit) => [unit, 60] as const),
  ["h", 3600],
]);

/** Words in the names of fields that are durations. Some are units. */
const NAMED: ReadonlySet<string> = new Set([
  ...["ms", "millis", "msec", "us", "ns", "s", "sec", "secs", "seconds"],
  ...["duration", "elapsed", "latency", "took", "time", "delay", "wait"],
]);

/** A number: in seconds if it has a unit of time. */
export interface Quantity {
  readonly value: number;
  readonly hasUnit: boolean;
}

/** The number that the bytes are, with or without a unit of time. */
export function readNumber(bytes: Uint8Array, from: number, to: number): Quantity | undefined {
  let at = bytes[from] === DASH ? from + 1 : from;
  const first = at;
  let value = 0;
  let scale = 0;
  for (; at < to; at++) {
    const byte = bytes[at]!;
    if (isDigit(byte)) {
      value = 10 * value + byte - ZERO;
      scale *= 10;
    } else if (byte === DOT && scale === 0 && at > first) scale = 1;
    else break;
  }
  if (at === first || at - first > MAX_DIGITS) return undefined;
  if (scale > 1) value /= scale;
  if (first > from) value = -value;
  if (at === to) return { value, hasUnit: false };
  if (to - at > MAX_UNIT_BYTES + 1) return undefined;
  const seconds = secondsOf(Buffer.from(bytes.subarray(at, to)).toString());
  return seconds === undefined ? undefined : { value: value * seconds, hasUnit: true };
}

/** What a unit of time is in seconds; undefined if a text is none. */
export function secondsOf(unit: string): number | undefined {
  return SECONDS.get(unit.trim());
}

/**
 * The unit of a field, by what stands behind it or by its name: the word, which may be no unit, such as `elapsed`.
 * Undefined if the field is no duration.
 */
export function durationUnit({ elements, fields }: Pattern, name: string): string | undefined {
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const units = partsIn(elements).flatMap(({ part, after }) => {
    if (!("field" in part) || fields[part.field] !== name || !after || !("literal" in after)) return [];
    return /^ ?([a-zµ]+)/.exec(Buffer.from(after.literal).toString())?.[1] ?? [];
  });
  return (
    units.find((unit) => secondsOf(unit) !== undefined) ?? words.split(/[^a-z]+/).findLast((word) => NAMED.has(word))
  );
}

/** The relative error of quantiles. */
const ERROR = 0.01;
const LOG_GAMMA = Math.log((1 + ERROR) / (1 - ERROR));
/** Numbers closer to zero count as zero. */
const MIN = 1e-9;
const MAX = 1e18;
/** The bin of zero is 0; those of positive numbers are above it, those of negative ones below. */
const FIRST = Math.ceil(Math.log(MIN) / LOG_GAMMA);

/**
 * How often numbers occur, in bins whose bounds grow by a constant factor. So quantiles have a relative error of at
 * most 1 %: DDSketch (Masson, Rim and Lee, 2019). Has at most some 6000 bins. Sketches of parts add up to that of the
 * whole.
 */
export class Sketch {
  count = 0;
  private readonly bins = new Map<number, number>();

  /** Counts a number so many times, and returns the logarithm of its size. */
  add(value: number, times = 1): number {
    const size = sizeOf(value);
    this.addTo(binOf(value, size), times);
    return size;
  }

  addTo(bin: number, count: number): void {
    this.count += count;
    this.bins.set(bin, (this.bins.get(bin) ?? 0) + count);
  }

  addAll(other: Sketch): void {
    for (const [bin, count] of other.bins) this.addTo(bin, count);
  }

  /** The bins that are not empty, in the order of their numbers, and their counts. */
  entries(): (readonly [bin: number, count: number])[] {
    return [...this.bins].sort(([a], [b]) => a - b);
  }

  /** The number that a share of all numbers does not exceed; 0 if there is none. */
  quantile(share: number): number {
    return middleOf(this.quantileBin(share));
  }

  quantileBin(share: number): number {
    let left = share * (this.count - 1);
    let last = 0;
    for (const [bin, count] of this.entries()) {
      last = bin;
      left -= count;
      if (left < 0) break;
    }
    return last;
  }

  /** How many numbers are larger; those in the bin of the limit are not. */
  countAbove(limit: number): number {
    let above = 0;
    const limitBin = binOf(limit, sizeOf(limit));
    for (const [bin, count] of this.bins) if (bin > limitBin) above += count;
    return above;
  }
}

function sizeOf(value: number): number {
  return Math.log(Math.min(Math.max(Math.abs(value), MIN), MAX));
}

/** How many bins a number moves if it becomes so many times as large. */
export function binsOf(factor: number): number {
  return Math.round(Math.log(factor) / LOG_GAMMA);
}

function binOf(value: number, size: number): number {
  if (value < MIN && value > -MIN) return 0;
  const bin = Math.ceil(size / LOG_GAMMA) - FIRST + 1;
  return value > 0 ? bin : -bin;
}

/** The number in the middle of a bin. */
export function middleOf(bin: number): number {
  const upper = Math.exp((Math.abs(bin) + FIRST - 1) * LOG_GAMMA);
  return Math.sign(bin) * upper * (1 - ERROR);
}

import { basename } from "node:path";
import { rotatedLogOf } from "../../run/rotated-logs.ts";
import { Interner } from "../../text/collections/interner.ts";
import { type TimeShift, timeShift } from "../../text/date-times/time-shift.ts";
import { utcOffsetOf } from "../../text/date-times/zones.ts";
import { nearestOr } from "../../text/messages/nearest.ts";
import { OTHER_LOGS } from "../../text/messages/paths.ts";
import { namesInWords, quoted } from "../../text/messages/phrases.ts";

/** Texts by the name of a log, which may be without its folders. */
export type ByLog = Readonly<Record<string, string>>;

export interface ClockOptions {
  /**
   * The zone of times that do not name one, in the form `+02:00`, `+0200`, `+02`, `Z` or `UTC`, which is the default;
   * or an object with the zones of logs by their names, and with that of all others as `*`.
   */
  readonly timezone?: string | ByLog | undefined;
  /** What is added to the times of logs, by their names: `+2.5s`, `-300ms`, `+1h2m`. */
  readonly clock?: ByLog | undefined;
}

/** What is added to the times of a log, and the zone of those that name none, in seconds east of UTC. */
export interface LogClock {
  readonly utcOffset: number;
  readonly shift: TimeShift | undefined;
}

/** The clock of each log. Throws a RangeError for a name that is of none of the logs. */
export function clocksOf(logs: readonly string[], { timezone, clock = {} }: ClockOptions): LogClock[] {
  const zones = typeof timezone === "object" ? timezone : { [OTHER_LOGS]: timezone ?? "UTC" };
  const names = logs.map(namesOf);
  for (const name of [...Object.keys(zones), ...Object.keys(clock)])
    if (name !== OTHER_LOGS && !names.some((own) => own.includes(name))) {
      const help = nearestOr([name], names.flat(), `the logs are ${namesInWords(logs)}`);
      throw new RangeError(`none of the logs is ${quoted(name)}; ${help}`);
    }
  return names.map((own) => {
    const shift = textFor(own, clock);
    return {
      utcOffset: utcOffsetOf(textFor([...own, OTHER_LOGS], zones)),
      shift: shift === undefined ? undefined : timeShift(shift),
    };
  });
}

function textFor(names: readonly string[], texts: ByLog): string | undefined {
  const name = names.find((one) => Object.hasOwn(texts, one));
  return name === undefined ? undefined : texts[name];
}

/** By what a log may be named, the most exact first: as it is given, by its file alone, or as the log it was once. */
function namesOf(log: string): string[] {
  const rotated = rotatedLogOf(log);
  return [log, basename(log), rotated, basename(rotated)];
}

/** More ids prove no more. */
const MAX_IDS = 2000;
/** So many ids must agree, and this share of those that both logs have. */
const MIN_IDS = 3;
const MIN_SHARE = 0.8;
/** An offset must be at least so many times as long as what usually lies between the events of an id in one log. */
const MIN_RATIO = 10;
/** No zones differ by so much, and work that is repeated each day does. In seconds. */
const MAX_OFFSET = 20 * 3600;

export interface ClockFinding {
  /** The numbers of the log that is called and of the one that it is compared with. */
  readonly log: number;
  readonly other: number;
  /** What has to be added to the times of the log, in milliseconds. */
  readonly milliseconds: number;
  /** How many ids say so, of those that both logs have with times. */
  readonly agreeing: number;
  readonly shared: number;
}

/** The first and the last time of an id in a log, in seconds. `slack` is how much shorter than a second is not told. */
interface IdTimes {
  first: number;
  last: number;
  slack: number;
}

type LogTimes = ReadonlyMap<number, IdTimes>;

export class ClockEvidence {
  private readonly numbers = new Interner();
  private readonly ids = new Set<number>();
  private readonly logs = new Map<number, Map<number, IdTimes>>();

  /** A number for an id that has none; -1 for one that is not needed. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    const { numbers } = this;
    return numbers.size < MAX_IDS ? numbers.intern(bytes, from, to) : numbers.find(bytes, from, to);
  }

  /** Adds a time of the id with a number, with so many decimals of the second. */
  note(log: number, id: number, time: number, decimals: number): void {
    if (!this.ids.has(id)) {
      if (id === -1 || this.ids.size === MAX_IDS) return;
      this.ids.add(id);
    }
    const slack = 10 ** -decimals;
    if (!this.logs.has(log)) this.logs.set(log, new Map());
    const times = this.logs.get(log)!;
    const known = times.get(id);
    if (known === undefined) times.set(id, { first: time, last: time, slack });
    else {
      if (time < known.first) known.first = time;
      if (time > known.last) known.last = time;
      if (slack > known.slack) known.slack = slack;
    }
  }

  /** The clocks that seem to be off, one finding for each log. */
  findings(): ClockFinding[] {
    const logs = [...this.logs];
    const findings = new Map<number, ClockFinding>();
    for (const [i, [a, times]] of logs.entries())
      for (const [b, otherTimes] of logs.slice(i + 1)) {
        const { offset, isSecondCalled, ...counts } = offsetBetween(times, otherTimes);
        if (offset === undefined || (findings.get(isSecondCalled ? b : a)?.agreeing ?? 0) >= counts.agreeing) continue;
        const finding = isSecondCalled
          ? { log: b, other: a, milliseconds: offset, ...counts }
          : { log: a, other: b, milliseconds: -offset, ...counts };
        findings.set(finding.log, finding);
      }
    return [...findings.values()];
  }
}

/**
 * How many milliseconds nearly all ids have to be moved by in the second log, if that is far more than what lies
 * between their events; and which log is called, as it usually takes less time from the first to the last event of an
 * id.
 */
function offsetBetween(times: LogTimes, otherTimes: LogTimes) {
  /** For how many ids the first log takes less time, and the second one. */
  const shorter = [0, 0];
  const lengths: number[] = [];
  /** What would have to be added for an id, at least and at most. */
  const ranges: (readonly [least: number, most: number])[] = [];
  for (const [id, one] of times) {
    const other = otherTimes.get(id);
    if (other === undefined) continue;
    const [first, last] = [one.first - other.first, one.last - other.last];
    // The second log's time is less than its slack later than it says, and the first log's, too.
    ranges.push([Math.min(first, last) - other.slack, Math.max(first, last) + one.slack]);
    const [length, otherLength] = [one.last - one.first, other.last - other.first];
    lengths.push(Math.max(length, otherLength) + one.slack + other.slack);
    if (length !== otherLength) shorter[length < otherLength ? 0 : 1]!++;
  }
  const shared = ranges.length;
  const isSecondCalled = shorter[0]! <= shorter[1]!;
  const needed = Math.max(MIN_IDS, MIN_SHARE * shared);
  // Without a caller times may be anything, such as those of two runs of the same work.
  if (shared < MIN_IDS || Math.max(...shorter) < needed)
    return { offset: undefined, isSecondCalled, agreeing: 0, shared };
  const usual = lengths.sort((a, b) => a - b)[lengths.length >> 1]!;
  // Events of a caller may all come before or after those of the one that is called.
  const ends = ranges.flatMap(([least, most]) => [
    { at: least - usual, step: 1 },
    { at: most + usual, step: -1 },
  ]);
  ends.sort((a, b) => a.at - b.at || b.step - a.step);
  let [inside, agreeing, least, most] = [0, 0, Number.NaN, Number.NaN];
  for (const { at, step } of ends) {
    if (step === 1 && inside + 1 >= needed && agreeing < needed) least = at;
    if (step === -1 && inside >= needed) most = at;
    inside += step;
    agreeing = Math.max(agreeing, inside);
  }
  const nearest = least > 0 ? least : -most;
  const isFar = agreeing >= needed && nearest >= MIN_RATIO * usual && nearest <= MAX_OFFSET;
  return { offset: isFar ? roundest(least, most) : undefined, isSecondCalled, agreeing, shared };
}

const ROUND_MILLISECONDS = [3_600_000, 900_000, 60_000, 10_000, 1000, 500, 100, 50, 10, 5, 1];

/** The roundest number of milliseconds in a range of seconds. */
function roundest(least: number, most: number): number {
  const middle = 500 * (least + most);
  for (const unit of ROUND_MILLISECONDS) {
    const rounded = unit * Math.round(middle / unit);
    if (rounded !== 0 && rounded >= 1000 * least && rounded <= 1000 * most) return rounded;
  }
  return Math.round(middle);
}

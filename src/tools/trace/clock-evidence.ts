// Tells that the clock of a log is off, from the times of ids that two logs have. Where one service calls another, the
// events of the one that is called lie between those of its caller. If they never do, but would for nearly all ids with
// the same offset, then it is the clock. Work that begins later looks the same, but does not begin after the same time,
// again and again, that is many times what the call takes. That is why the offset must be.

import { Interner } from "../../text/collections/interner.ts";

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
  /** The numbers of the log and of the one that it is compared with. */
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

/** What would have to be added to the times of one log for an id: at least, and at most. */
type Range = readonly [least: number, most: number];

/** Two logs, and what the ids say that both have. */
interface Pair {
  readonly logs: readonly [number, number];
  readonly ranges: readonly Range[];
  /** The usual time between the events of an id in one of them, as far as it is told. */
  readonly usual: number;
  /** Which of them usually takes less time from the first to the last event of an id, and for how many ids. */
  readonly inner: 0 | 1;
  readonly enclosed: number;
}

/** Collects the times of ids in logs. */
export class ClockEvidence {
  private readonly ids = new Interner();
  private readonly logs = new Map<number, Map<number, IdTimes>>();

  /** Adds a time of an id, with so many decimals of the second. */
  note(log: number, bytes: Uint8Array, from: number, to: number, time: number, decimals: number): void {
    const id = this.ids.size < MAX_IDS ? this.ids.intern(bytes, from, to) : this.ids.find(bytes, from, to);
    if (id === -1) return;
    const times = this.logs.get(log) ?? new Map<number, IdTimes>();
    this.logs.set(log, times);
    const slack = 10 ** -decimals;
    const known = times.get(id);
    if (known === undefined) times.set(id, { first: time, last: time, slack });
    else {
      known.first = Math.min(known.first, time);
      known.last = Math.max(known.last, time);
      known.slack = Math.max(known.slack, slack);
    }
  }

  /** The clocks that seem to be off, one finding for each log. */
  findings(): ClockFinding[] {
    const logs = [...this.logs.keys()];
    const pairs = logs.flatMap((a, i) => logs.slice(i + 1).flatMap((b) => this.pairOf(a, b) ?? []));
    const agreements = new Map<number, number>();
    for (const { logs, ranges, usual } of pairs) {
      const together = ranges.filter(([least, most]) => least - usual <= 0 && most + usual >= 0).length;
      if (together < MIN_SHARE * ranges.length) continue;
      for (const log of logs) agreements.set(log, (agreements.get(log) ?? 0) + 1);
    }
    const findings = new Map<number, ClockFinding>();
    for (const pair of pairs) {
      const offset = offsetOf(pair);
      if (offset === undefined) continue;
      const [a = 0, b = 0] = pair.logs.map((log) => agreements.get(log) ?? 0);
      // The one that no other log agrees with is off; else the one that is called.
      const off = a === b ? pair.inner : a < b ? 0 : 1;
      const milliseconds = roundest(offset) * (off === 1 ? 1 : -1);
      const [log, other] = [pair.logs[off]!, pair.logs[1 - off]!];
      const found = { log, other, milliseconds, agreeing: offset.agreeing, shared: pair.ranges.length };
      if ((findings.get(log)?.agreeing ?? 0) < offset.agreeing) findings.set(log, found);
    }
    return [...findings.values()];
  }

  private pairOf(a: number, b: number): Pair | undefined {
    const ranges: Range[] = [];
    const lengths: number[] = [];
    /** For how many ids which log takes less time. */
    const inner: [number, number] = [0, 0];
    for (const [id, one] of this.logs.get(a)!) {
      const other = this.logs.get(b)!.get(id);
      if (other === undefined) continue;
      const [first, last] = [one.first - other.first, one.last - other.last];
      // The second log's time is less than its slack later than it says, and the first log's, too.
      ranges.push([Math.min(first, last) - other.slack, Math.max(first, last) + one.slack]);
      const [length, otherLength] = [one.last - one.first, other.last - other.first];
      lengths.push(Math.max(length, otherLength) + one.slack + other.slack);
      if (length !== otherLength) inner[length < otherLength ? 0 : 1]++;
    }
    if (ranges.length < MIN_IDS) return undefined;
    const usual = lengths.sort((a, b) => a - b)[lengths.length >> 1]!;
    return { logs: [a, b], ranges, usual, inner: inner[0] > inner[1] ? 0 : 1, enclosed: Math.max(...inner) };
  }
}

/** What nearly all ids have to be moved by, if it is far more than what lies between their events. */
function offsetOf({ ranges, usual, enclosed }: Pair) {
  const needed = Math.max(MIN_IDS, MIN_SHARE * ranges.length);
  // Without a caller they may be anything, such as two runs of the same work.
  if (enclosed < needed) return undefined;
  const ends = ranges.flatMap(([least, most]) => [
    // Events of a caller may all come before or after those of the one that is called.
    { at: least - usual, step: 1 },
    { at: most + usual, step: -1 },
  ]);
  ends.sort((a, b) => a.at - b.at || b.step - a.step);
  let inside = 0;
  let agreeing = 0;
  let [least, most] = [Number.NaN, Number.NaN];
  for (const { at, step } of ends) {
    if (step === 1 && inside + 1 >= needed && agreeing < needed) least = at;
    if (step === -1 && inside >= needed) most = at;
    inside += step;
    agreeing = Math.max(agreeing, inside);
  }
  const nearest = least > 0 ? least : -most;
  const isFar = nearest >= MIN_RATIO * usual && nearest <= MAX_OFFSET;
  return agreeing >= needed && isFar ? { least, most, agreeing } : undefined;
}

const ROUND_MILLISECONDS = [3_600_000, 900_000, 60_000, 10_000, 1000, 500, 100, 50, 10, 5, 1];

/** The roundest number of milliseconds in a range of seconds. */
function roundest({ least, most }: { readonly least: number; readonly most: number }): number {
  const middle = 500 * (least + most);
  for (const unit of ROUND_MILLISECONDS) {
    const rounded = unit * Math.round(middle / unit);
    if (rounded !== 0 && rounded >= 1000 * least && rounded <= 1000 * most) return rounded;
  }
  return Math.round(middle);
}

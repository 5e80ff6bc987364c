import { type AliasedLines, type AliasedLogs, linesAt, NO_VALUE } from "./aliased-lines.ts";
import type { BestRenaming } from "./best-renaming.ts";
import { Branches } from "./branches.ts";
import { type Labels, Renaming } from "./renaming.ts";

/** Up to `MAX_VALUES` values are all paired anew at once, in at most `MAX_BRANCHES` branches. */
const MAX_VALUES = 10;
const MAX_BRANCHES = 4000;

/** Otherwise only some values are paired anew at a time. This is what that may cost, in lines. */
const MAX_VALUES_AT_ONCE = 6;
const MAX_COST_AT_ONCE = 20_000;

/** If more lines than these differ needlessly, single values are not the reason. */
const MAX_NEEDLESS_LINES = 10_000;

/** How many lines are examined before and after lines that differ. */
const LINES_AROUND = 24;

/** How often all lines that differ are examined. */
const MAX_ROUNDS = 3;

/** A line that differs, and how many lines of each log are before it. */
interface DifferingLine {
  readonly isOld: boolean;
  readonly oldAt: number;
  readonly newAt: number;
  readonly bareKey: number;
}

/** Values that are paired anew, with their partners. */
interface Values {
  readonly olds: Set<number>;
  readonly news: Set<number>;
}

interface Around {
  readonly old: Uint32Array;
  readonly next: Uint32Array;
}

/**
 * Makes the best renaming better by pairing a few values at a time anew in any way: all of them, if there are few, or
 * those of some lines that differ. A change is kept if fewer lines differ in all.
 */
export function repair(best: BestRenaming, isOrdered: boolean): void {
  const { logs } = best;
  const { old, next } = logs;
  best.beginSearch();
  if (best.isDone) return;
  if (Math.max(old.count, next.count) <= MAX_VALUES) {
    const all = { olds: new Set(new Uint32Array(old.count).keys()), news: new Set(new Uint32Array(next.count).keys()) };
    pairAnew(best, best.renaming.labels(), all, logs, MAX_BRANCHES * best.cost);
    return;
  }
  if (best.differing - best.bound > MAX_NEEDLESS_LINES) return;
  for (let round = 0; round < MAX_ROUNDS && !best.isDone; round++) {
    const before = best.differing;
    const labels = best.renaming.labels();
    const spots = best.charged(() => (isOrdered ? new SpotsInOrder(best) : new SpotsByValues(best)));
    for (let from = 0; from < spots.differing.length && !best.isDone; ) {
      const [values, count] = valuesFrom(best, labels, spots, from);
      const around = spots.around(spots.differing.slice(from, from + count), values);
      pairAnew(
        best,
        labels,
        values,
        { old: linesAt(old, around.old), next: linesAt(next, around.next) },
        MAX_COST_AT_ONCE,
      );
      from += Math.ceil(count / 2);
    }
    if (best.differing === before) return;
  }
}

/** Pairs some values anew if that is better, judging by some lines and then by all. `labels` are those of the best. */
function pairAnew(
  best: BestRenaming,
  labels: Labels,
  { olds, news }: Values,
  logs: AliasedLogs,
  maxCost: number,
): void {
  const branches = new Branches(logs, best.matching, labels, Math.min(maxCost, best.linesLeft));
  const isBetter = best.charged(() => branches.search([...olds], [...news]));
  if (isBetter && !best.try(Renaming.ofLabels(labels))) branches.undo();
}

/**
 * The values of lines that differ, beginning with one line: of as many lines as have few values, but at least of one.
 */
function valuesFrom(
  { logs, renaming }: BestRenaming,
  labels: Labels,
  spots: Spots,
  from: number,
): [values: Values, count: number] {
  const values: Values = { olds: new Set(), news: new Set() };
  let at = from;
  for (; at < spots.differing.length; at++) {
    const spot = spots.differing[at]!;
    if (at > from && !spots.belongTogether(spots.differing[from]!, spot)) break;
    const { olds, news } = { olds: new Set(values.olds), news: new Set(values.news) };
    const lines = spot.isOld ? logs.old : logs.next;
    const line = spot.isOld ? spot.oldAt : spot.newAt;
    for (let i = lines.starts[line]!; i < lines.starts[line + 1]!; i++) {
      const value = lines.values[i]!;
      const partner = spot.isOld ? renaming.partners[value]! : labels.partner(value);
      if (spot.isOld || partner !== NO_VALUE) olds.add(spot.isOld ? value : partner);
      if (!spot.isOld || partner !== NO_VALUE) news.add(spot.isOld ? partner : value);
    }
    news.delete(NO_VALUE);
    if (at > from && Math.max(olds.size, news.size) > MAX_VALUES_AT_ONCE) break;
    for (const value of olds) values.olds.add(value);
    for (const value of news) values.news.add(value);
  }
  return [values, at - from];
}

/** Where lines differ. */
interface Spots {
  readonly differing: readonly DifferingLine[];
  belongTogether(first: DifferingLine, other: DifferingLine): boolean;
  /** The lines that decide how values are paired. */
  around(differing: readonly DifferingLine[], values: Values): Around;
}

/** If the order of lines counts, the surrounding lines decide. */
class SpotsInOrder implements Spots {
  readonly differing: DifferingLine[] = [];
  private readonly logs: AliasedLogs;

  constructor({ logs, matching, renaming }: BestRenaming) {
    this.logs = logs;
    const { old, next } = matching.unmatched(renaming.keys(logs));
    for (let [oldAt, newAt] = [0, 0]; oldAt < old.length || newAt < next.length; ) {
      const isOld = old[oldAt] === 1;
      if (isOld || next[newAt] === 1) this.differing.push({ isOld, oldAt, newAt, bareKey: 0 });
      const isBoth = !isOld && next[newAt] !== 1;
      if (isOld || isBoth) oldAt++;
      if (!isOld) newAt++;
    }
  }

  belongTogether(first: DifferingLine, other: DifferingLine): boolean {
    return other.oldAt + other.newAt - first.oldAt - first.newAt <= LINES_AROUND;
  }

  around(differing: readonly DifferingLine[]): Around {
    const [first, last] = [differing[0]!, differing[differing.length - 1]!];
    const { old, next } = this.logs;
    return { old: range(first.oldAt, last.oldAt, old), next: range(first.newAt, last.newAt, next) };
  }
}

/** If order does not count, all lines with the values decide. */
class SpotsByValues implements Spots {
  readonly differing: DifferingLine[];
  private readonly oldLines: LinesOfValues;
  private readonly newLines: LinesOfValues;

  constructor({ logs, matching, renaming }: BestRenaming) {
    const { old, next } = matching.unmatched(renaming.keys(logs));
    const differing: DifferingLine[] = [];
    for (const [line, mark] of old.entries()) {
      if (mark === 1) differing.push({ isOld: true, oldAt: line, newAt: 0, bareKey: logs.old.bareKeys[line]! });
    }
    for (const [line, mark] of next.entries()) {
      if (mark === 1) differing.push({ isOld: false, oldAt: 0, newAt: line, bareKey: logs.next.bareKeys[line]! });
    }
    this.differing = differing.sort((a, b) => a.bareKey - b.bareKey || a.oldAt + a.newAt - b.oldAt - b.newAt);
    this.oldLines = new LinesOfValues(logs.old);
    this.newLines = new LinesOfValues(logs.next);
  }

  belongTogether(first: DifferingLine, other: DifferingLine): boolean {
    return first.bareKey === other.bareKey;
  }

  around(_: readonly DifferingLine[], { olds, news }: Values): Around {
    return { old: this.oldLines.with(olds), next: this.newLines.with(news) };
  }
}

/** The lines in which each value occurs. */
class LinesOfValues {
  private readonly starts: Uint32Array;
  private readonly lines: Uint32Array;

  constructor({ starts, values, count }: AliasedLines) {
    const ends = new Uint32Array(count + 1);
    for (const value of values) ends[value + 1]!++;
    for (let value = 0; value < count; value++) ends[value + 1]! += ends[value]!;
    this.starts = ends.slice();
    this.lines = new Uint32Array(values.length);
    for (let line = 0; line + 1 < starts.length; line++) {
      for (let at = starts[line]!; at < starts[line + 1]!; at++) this.lines[ends[values[at]!]!++] = line;
    }
  }

  /** The lines with at least one of the values. */
  with(values: Iterable<number>): Uint32Array {
    const found = new Set<number>();
    for (const value of values) {
      for (let at = this.starts[value]!; at < this.starts[value + 1]!; at++) found.add(this.lines[at]!);
    }
    return Uint32Array.from(found).sort();
  }
}

function range(first: number, last: number, { bareKeys }: AliasedLines): Uint32Array {
  const from = Math.max(0, first - LINES_AROUND);
  const to = Math.min(bareKeys.length, last + 1 + LINES_AROUND);
  return new Uint32Array(Math.max(0, to - from)).map((_, i) => from + i);
}

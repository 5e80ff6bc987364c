import { Interner } from "../collections/interner.ts";
import { type ComparisonKeys, NO_GROUP } from "./comparison-keys.ts";
import type { Grouping } from "./grouping.ts";

const NONE = 0xffffffff;

/** The groups of one log, and the forms of its lines. */
export interface Grouped {
  readonly grouping: Grouping;
  readonly keys: Uint32Array;
}

/**
 * Which group of the new log each group of the old one is compared with: that of the same id; else the first one left whose
 * lines are the same but for the id; else the first one left that begins with the same line and goes on with lines of the
 * same shapes; else, if it is the only one left with lines of its shapes, the only one left of these in the new log. Shapes
 * alone would bring together what has nothing to do with each other. Lines without an id are compared with such.
 */
export class Partners {
  private readonly partners: Uint32Array;
  private readonly taken: Uint8Array;

  constructor(old: Grouped, next: Grouped, keys: ComparisonKeys) {
    this.partners = new Uint32Array(keys.groups).fill(NONE);
    this.taken = new Uint8Array(keys.groups);
    for (let group = 0; group < keys.groups; group++) {
      const isShared = old.grouping.size(group) > 0 && next.grouping.size(group) > 0;
      if (isShared || group === NO_GROUP) this.pair(group, group);
    }
    this.pairAlike(old, next, (key) => key);
    this.pairAlike(old, next, (key, i) => (i === 0 ? key : keys.shape(key)));
    this.pairAlike(old, next, (key) => keys.shape(key), true);
  }

  /** The group of the new log that belongs to one of the old. */
  of(old: number): number | undefined {
    const partner = this.partners[old]!;
    return partner === NONE ? undefined : partner;
  }

  /** Whether a group of the new log belongs to one of the old. */
  isTaken(next: number): boolean {
    return this.taken[next] === 1;
  }

  private pair(old: number, next: number): void {
    this.partners[old] = next;
    this.taken[next] = 1;
  }

  /**
   * Pairs groups that are left and whose lines give the same numbers. Of several, the first are paired with the first; with
   * `onlyOnes` none are.
   */
  private pairAlike(old: Grouped, next: Grouped, numberOf: (key: number, i: number) => number, onlyOnes = false): void {
    const linePatterns = new Interner();
    const kindOf = ({ grouping, keys }: Grouped, group: number): number => {
      const numbers = grouping.lines(group).map((line, i) => numberOf(keys[line]!, i));
      return linePatterns.intern(Buffer.from(numbers.buffer), 0, numbers.byteLength);
    };
    const waiting = new Queues(this.taken.length);
    for (const group of next.grouping.order.values()) {
      if (!this.isTaken(group)) waiting.put(kindOf(next, group), group);
    }
    const left = old.grouping.order.values().filter((group) => this.of(group) === undefined);
    const kindsLeft = left.map((group) => kindOf(old, group));
    const counts = new Uint32Array(linePatterns.size);
    for (const linePattern of kindsLeft) counts[linePattern]!++;
    for (const [i, group] of left.entries()) {
      const linePattern = kindsLeft[i]!;
      if (onlyOnes && (counts[linePattern] !== 1 || waiting.length(linePattern) !== 1)) continue;
      const partner = waiting.take(linePattern);
      if (partner !== undefined) this.pair(group, partner);
    }
  }
}

/** Queues, numbered from 0, of numbers, each of which is in at most one of them. */
class Queues {
  private readonly first: number[] = [];
  private readonly last: number[] = [];
  private readonly lengths: number[] = [];
  /** What comes after each number in its queue. */
  private readonly next: Uint32Array;

  constructor(count: number) {
    this.next = new Uint32Array(count).fill(NONE);
  }

  length(queue: number): number {
    return this.lengths[queue] ?? 0;
  }

  put(queue: number, number: number): void {
    this.lengths[queue] = this.length(queue) + 1;
    const last = this.last[queue] ?? NONE;
    if (last === NONE) this.first[queue] = number;
    else this.next[last] = number;
    this.last[queue] = number;
  }

  take(queue: number): number | undefined {
    const number = this.first[queue] ?? NONE;
    if (number === NONE) return undefined;
    this.lengths[queue]!--;
    this.first[queue] = this.next[number]!;
    if (this.first[queue] === NONE) this.last[queue] = NONE;
    return number;
  }
}

import { Interner } from "../collections/interner.ts";
import { type ComparisonKeys, NO_GROUP } from "./comparison-keys.ts";
import type { LineGroups } from "./line-groups.ts";
import { pairSimilar } from "./similar-groups.ts";

const NONE = 0xffffffff;

/** The groups of one log, and the keys of its lines. */
export interface Grouped {
  readonly grouping: LineGroups;
  /** Equal for lines with equal outputs, if the numbers of aliases do not count. */
  readonly bareKeys: Uint32Array;
  /** Equal for lines with equal outputs, if aliases are numbered within their groups. */
  readonly keys: Uint32Array;
}

/**
 * Decides which group of the new log each group of the old log is compared with. Each step looks only at groups that
 * the steps before have left:
 *
 * 1. The group with the same id. Lines without an id are compared with each other.
 * 2. The first group whose lines are equal except for the id: in the same order, if the order counts.
 * 3. The most similar group.
 * 4. The group whose lines all have the same templates, if there is only one such group in each log. Unrelated groups
 *    often have the same templates, so several candidates prove nothing.
 */
export class Partners {
  private readonly partners: Uint32Array;
  private readonly taken: Uint8Array;
  private readonly isOrdered: boolean;

  constructor(old: Grouped, next: Grouped, keys: ComparisonKeys, isOrdered: boolean) {
    this.partners = new Uint32Array(keys.groups).fill(NONE);
    this.taken = new Uint8Array(keys.groups);
    this.isOrdered = isOrdered;
    for (let group = 0; group < keys.groups; group++) {
      const isShared = old.grouping.size(group) > 0 && next.grouping.size(group) > 0;
      if (isShared || group === NO_GROUP) this.pair(group, group);
    }
    const template = (key: number): number => keys.templateOfKey(key);
    this.pairAlike(old, next, ({ keys }, line) => keys[line]!);
    pairSimilar(
      { grouping: old.grouping, keys: old.bareKeys, template, isOpen: (group) => this.of(group) === undefined },
      { grouping: next.grouping, keys: next.bareKeys, template, isOpen: (group) => !this.isTaken(group) },
      isOrdered,
      (oldGroup, newGroup) => this.pair(oldGroup, newGroup),
    );
    this.pairAlike(old, next, ({ bareKeys }, line) => template(bareKeys[line]!), true);
  }

  /** The partner of a group of the old log. */
  of(old: number): number | undefined {
    const partner = this.partners[old]!;
    return partner === NONE ? undefined : partner;
  }

  /** Whether a group of the new log has a partner. */
  isTaken(next: number): boolean {
    return this.taken[next] === 1;
  }

  private pair(old: number, next: number): void {
    this.partners[old] = next;
    this.taken[next] = 1;
  }

  /**
   * Pairs the groups that are left and whose lines have the same sequence of numbers. If several groups do, it pairs
   * the first ones of both logs, then the second ones, and so on; with `onlyUnique`, it pairs none of them.
   */
  private pairAlike(
    old: Grouped,
    next: Grouped,
    numberOf: (grouped: Grouped, line: number) => number,
    onlyUnique = false,
  ): void {
    const signatures = new Interner();
    const signatureOf = (grouped: Grouped, group: number): number => {
      const numbers = grouped.grouping.lines(group).map((line) => numberOf(grouped, line));
      if (!this.isOrdered) numbers.sort();
      return signatures.intern(Buffer.from(numbers.buffer), 0, numbers.byteLength);
    };
    const unpaired = new Queues(this.taken.length);
    for (const group of next.grouping.order.values()) {
      if (!this.isTaken(group)) unpaired.put(signatureOf(next, group), group);
    }
    const left = old.grouping.order.values().filter((group) => this.of(group) === undefined);
    const signaturesLeft = left.map((group) => signatureOf(old, group));
    const counts = new Uint32Array(signatures.size);
    for (const signature of signaturesLeft) counts[signature]!++;
    for (const [i, group] of left.entries()) {
      const signature = signaturesLeft[i]!;
      if (onlyUnique && (counts[signature] !== 1 || unpaired.length(signature) !== 1)) continue;
      const partner = unpaired.take(signature);
      if (partner !== undefined) this.pair(group, partner);
    }
  }
}

/** Queues of numbers. The queues are numbered from 0, and each number is in at most one of them. */
class Queues {
  private readonly first: number[] = [];
  private readonly last: number[] = [];
  private readonly lengths: number[] = [];
  /** For each number, the next one in its queue. */
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

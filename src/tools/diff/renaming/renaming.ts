import { PairNumbers } from "../../../text/collections/numbers.ts";
import type { BySide } from "../difference.ts";
import type { KeyedLines } from "../key-table.ts";

/** Means no value, in lists of numbers of values. */
export const NO_VALUE = 0xffffffff;

/** The lines of one log, or of one group, and the values that their aliases stand for, all as numbers. */
export interface AliasedLines {
  /** The key of each line without its values. Both logs share these numbers. */
  readonly bareKeys: Uint32Array;
  /** Line i has `values` from `starts[i]` up to `starts[i + 1]`. Lines with equal bare keys have equally many. */
  readonly starts: Uint32Array;
  /** Each log numbers its values from 0, in the order in which they first occur. */
  readonly values: Uint32Array;
  /** The field of each value. Both logs share these numbers. Only values of one field can stand for each other. */
  readonly fields: Uint32Array;
}

/** The label of a value, which stands at a place in the list of all values. */
type LabelAt = (value: number, at: number) => number;

/** The keys of the lines if the value at each place has the label that `labelOf` gives it for its log. */
export function keysByLabels(logs: BySide<AliasedLines>, oldLabel: LabelAt, newLabel: LabelAt): KeyedLines {
  const pairs = new PairNumbers();
  const keysOf = ({ bareKeys, starts, values }: AliasedLines, labelAt: LabelAt): Uint32Array =>
    bareKeys.map((bareKey, i) => {
      // The second number of a pair is 0 for bare keys alone, so that a bare key equals no other number.
      let key = pairs.of(bareKey, 0);
      for (let at = starts[i]!; at < starts[i + 1]!; at++) key = pairs.of(key, labelAt(values[at]!, at) + 1);
      return key;
    });
  return { old: keysOf(logs.old, oldLabel), new: keysOf(logs.new, newLabel), classes: pairs.size };
}

/** The label of values without a partner if all of them count as equal. */
const ANY = 0;

/** Which value of the new log stands for which value of the old one: one to one. Some stand for none. */
export class Renaming {
  /** For each value of the old log, the value of the new one, or `NO_VALUE`. */
  readonly partners: Uint32Array;
  /** For each value of the new log, the value of the old one, or `NO_VALUE`. */
  readonly owners: Uint32Array;

  constructor(oldCount: number, newCount: number) {
    this.partners = new Uint32Array(oldCount).fill(NO_VALUE);
    this.owners = new Uint32Array(newCount).fill(NO_VALUE);
  }

  /** A copy with the pairs for which `keeps` is true. */
  copy(keeps: (old: number) => boolean = () => true): Renaming {
    const copy = new Renaming(this.partners.length, this.owners.length);
    for (const [old, next] of this.partners.entries()) if (next !== NO_VALUE && keeps(old)) copy.tryPair(old, next);
    return copy;
  }

  tryPair(old: number, next: number): void {
    if (this.partners[old] === NO_VALUE && this.owners[next] === NO_VALUE) this.pair(old, next);
  }

  pair(old: number, next: number): void {
    this.partners[old] = next;
    this.owners[next] = old;
  }

  separate(old: number, next: number): void {
    this.partners[old] = NO_VALUE;
    this.owners[next] = NO_VALUE;
  }

  /** The keys of the lines if the values of each pair are equal. Values without a partner equal no other. */
  keys(logs: BySide<AliasedLines>): KeyedLines {
    const { partners, owners } = this;
    return keysByLabels(
      logs,
      (old) => 1 + old,
      (next) => (owners[next] === NO_VALUE ? 1 + partners.length + next : 1 + owners[next]!),
    );
  }

  /**
   * The keys of the lines if the values of each pair are equal, and all values without a partner are equal to each
   * other. Old values below `decided` count as having none for good: they equal no other.
   */
  looseKeys(logs: BySide<AliasedLines>, decided = 0): KeyedLines {
    return keysByLabels(
      logs,
      (old) => this.looseOldLabel(old, decided),
      (next) => this.looseNewLabel(next),
    );
  }

  looseOldLabel(old: number, decided = 0): number {
    return this.partners[old] === NO_VALUE && old >= decided ? ANY : 1 + old;
  }

  looseNewLabel(next: number): number {
    return this.owners[next] === NO_VALUE ? ANY : 1 + this.owners[next]!;
  }
}

import { type AliasedLogs, type KeyedLines, keysByLabels, NO_VALUE } from "./aliased-lines.ts";

/** Which value of the new log stands for which value of the old one: one to one, and none for some. */
export class Renaming {
  /** For each value of the old log, the value of the new one, or `NO_VALUE`. */
  readonly partners: Uint32Array;
  private readonly taken: Uint8Array;

  constructor(oldCount: number, newCount: number) {
    this.partners = new Uint32Array(oldCount).fill(NO_VALUE);
    this.taken = new Uint8Array(newCount);
  }

  copy(): Renaming {
    const copy = new Renaming(this.partners.length, this.taken.length);
    copy.partners.set(this.partners);
    copy.taken.set(this.taken);
    return copy;
  }

  /** Pairs two values if both are free. */
  tryPair(old: number, next: number): void {
    if (this.partners[old] !== NO_VALUE || this.taken[next] === 1) return;
    this.partners[old] = next;
    this.taken[next] = 1;
  }

  isTaken(next: number): boolean {
    return this.taken[next] === 1;
  }

  /** Pairs two values. What they were paired with before becomes a pair. */
  exchange(old: number, next: number): void {
    const { partners, taken } = this;
    const before = partners[old]!;
    const other = partners.indexOf(next);
    partners[old] = next;
    if (other !== -1) partners[other] = before;
    else if (before !== NO_VALUE) taken[before] = 0;
    taken[next] = 1;
  }

  /** The keys of the lines if the values of each pair are equal. Values without a partner equal no other. */
  keys(logs: AliasedLogs): KeyedLines {
    return this.keysWith(logs, 1);
  }

  /** The keys of the lines if the values of each pair are equal, and all values without a partner are, too. */
  looseKeys(logs: AliasedLogs): KeyedLines {
    return this.keysWith(logs, 0);
  }

  /** `difference` is the difference between the labels of two values without a partner. */
  private keysWith(logs: AliasedLogs, difference: 0 | 1): KeyedLines {
    const { partners, taken } = this;
    // Pairs have the labels from 1 on.
    const oldLabels = new Uint32Array(partners.length);
    const newLabels = new Uint32Array(taken.length);
    let free = partners.length + 1;
    for (let value = 0; value < partners.length; value++) {
      const partner = partners[value]!;
      if (partner === NO_VALUE) oldLabels[value] = difference * free++;
      else oldLabels[value] = newLabels[partner] = value + 1;
    }
    for (let value = 0; value < taken.length; value++) {
      if (taken[value] === 0) newLabels[value] = difference * free++;
    }
    return keysByLabels(logs, oldLabels, newLabels);
  }
}

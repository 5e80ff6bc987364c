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
    return this.keysWith(logs, (value) => value);
  }

  /** The keys of the lines if the values of each pair are equal, and all values without a partner are, too. */
  looseKeys(logs: AliasedLogs): KeyedLines {
    return this.keysWith(logs, () => 0);
  }

  private keysWith(logs: AliasedLogs, labelOfFree: (value: number) => number): KeyedLines {
    const { partners, taken } = this;
    // Free old values have labels up to `partners.length`, pairs have those above, and free new values the highest.
    const { length } = partners;
    const oldLabels = new Uint32Array(length);
    const newLabels = new Uint32Array(taken.length);
    const firstFreeNew = 2 * length + 1;
    const isLoose = labelOfFree(1) === 0;
    for (let value = 0; value < taken.length; value++) {
      if (taken[value] === 0) newLabels[value] = isLoose ? 0 : firstFreeNew + value;
    }
    for (let value = 0; value < length; value++) {
      const partner = partners[value]!;
      oldLabels[value] = partner === NO_VALUE ? labelOfFree(value + 1) : length + 1 + value;
      if (partner !== NO_VALUE) newLabels[partner] = length + 1 + value;
    }
    return keysByLabels(logs, oldLabels, newLabels);
  }
}

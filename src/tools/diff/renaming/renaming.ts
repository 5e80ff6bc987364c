import { type AliasedLogs, type KeyedLines, keysByLabels, NO_VALUE } from "./aliased-lines.ts";

/** The label of undecided values, which count as equal. */
export const UNDECIDED = 0;

/** Labels of the values of both logs: equal for the values of a pair, and unequal for all others. */
export class Labels {
  readonly old: Uint32Array;
  readonly next: Uint32Array;

  constructor(oldCount: number, newCount: number) {
    this.old = new Uint32Array(oldCount);
    for (let value = 0; value < oldCount; value++) this.old[value] = this.ofOld(value);
    this.next = new Uint32Array(newCount);
    for (let value = 0; value < newCount; value++) this.next[value] = this.ofNew(value);
  }

  /** The label of an old value, and of the new one that it is paired with. */
  ofOld(value: number): number {
    return 1 + value;
  }

  /** The label of a new value without a partner. */
  ofNew(value: number): number {
    return 1 + this.old.length + value;
  }

  pair(old: number, next: number): void {
    this.next[next] = this.ofOld(old);
  }

  /** The partner of a new value, or `NO_VALUE`. */
  partner(next: number): number {
    const label = this.next[next]!;
    return label > this.old.length ? NO_VALUE : label - 1;
  }
}

/** Which value of the new log stands for which value of the old one: one to one. Some stand for none. */
export class Renaming {
  /** For each value of the old log, the value of the new one, or `NO_VALUE`. */
  readonly partners: Uint32Array;
  private readonly taken: Uint8Array;

  constructor(oldCount: number, newCount: number) {
    this.partners = new Uint32Array(oldCount).fill(NO_VALUE);
    this.taken = new Uint8Array(newCount);
  }

  /** The pairs of values with equal labels. */
  static ofLabels(labels: Labels): Renaming {
    const renaming = new Renaming(labels.old.length, labels.next.length);
    for (const next of labels.next.keys()) {
      const old = labels.partner(next);
      if (old !== NO_VALUE) renaming.tryPair(old, next);
    }
    return renaming;
  }

  copy(): Renaming {
    const copy = new Renaming(this.partners.length, this.taken.length);
    copy.partners.set(this.partners);
    copy.taken.set(this.taken);
    return copy;
  }

  /** A copy without the pairs of a field. `fields` are those of the old values. */
  without(fields: Uint32Array, field: number): Renaming {
    const copy = new Renaming(this.partners.length, this.taken.length);
    for (let old = 0; old < fields.length; old++) {
      if (fields[old] !== field && this.partners[old] !== NO_VALUE) copy.tryPair(old, this.partners[old]!);
    }
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

  labels(): Labels {
    const { partners, taken } = this;
    const labels = new Labels(partners.length, taken.length);
    for (let old = 0; old < partners.length; old++) {
      if (partners[old] !== NO_VALUE) labels.pair(old, partners[old]!);
    }
    return labels;
  }

  /** The keys of the lines if the values of each pair are equal. Values without a partner equal no other. */
  keys(logs: AliasedLogs): KeyedLines {
    const { old, next } = this.labels();
    return keysByLabels(logs, old, next);
  }

  /**
   * The keys of the lines if the values of each pair are equal and all values without a partner are equal to each
   * other.
   */
  looseKeys(logs: AliasedLogs): KeyedLines {
    const { old, next } = this.looseLabels();
    return keysByLabels(logs, old, next);
  }

  /** Labels of which those of all values without a partner are `UNDECIDED`. */
  looseLabels(): Labels {
    const labels = this.labels();
    const { partners, taken } = this;
    for (let old = 0; old < partners.length; old++) if (partners[old] === NO_VALUE) labels.old[old] = UNDECIDED;
    for (let next = 0; next < taken.length; next++) if (taken[next] === 0) labels.next[next] = UNDECIDED;
    return labels;
  }
}

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

  /** Labels of the values: equal and positive for the values of a pair, 0 for values without a partner. */
  labels(): { readonly old: Uint32Array; readonly next: Uint32Array } {
    const { partners, taken } = this;
    const labels = { old: new Uint32Array(partners.length), next: new Uint32Array(taken.length) };
    for (let value = 0; value < partners.length; value++) {
      const partner = partners[value]!;
      if (partner !== NO_VALUE) labels.old[value] = labels.next[partner] = value + 1;
    }
    return labels;
  }

  /** The keys of the lines if the values of each pair are equal. Values without a partner equal no other. */
  keys(logs: AliasedLogs): KeyedLines {
    const labels = this.labels();
    let free = this.partners.length + 1;
    const numbered = (label: number): number => (label === 0 ? free++ : label);
    return keysByLabels(logs, labels.old.map(numbered), labels.next.map(numbered));
  }

  /** The keys of the lines if the values of each pair are equal, and all values without a partner are, too. */
  looseKeys(logs: AliasedLogs): KeyedLines {
    const labels = this.labels();
    return keysByLabels(logs, labels.old, labels.next);
  }
}

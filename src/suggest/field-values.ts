// What a field captured in all lines, as far as the choice between showing and masking it needs to know.

import { hashOf } from "../collections/hash.ts";

/** A field with more different values has many. They are no longer told apart. */
const MAX_FEW = 20;
/** How many times as many values there must be as values that a rule has for the first time. */
const MIN_PER_FIRST = 2;

/** The values of the field of one rule, or of fields of several rules, in bounded memory. */
export class FieldValues {
  /** How many values there were. They are not counted further once many are different. */
  count = 0;
  /** The length of the longest of them. */
  longest = 0;
  /** How many values a rule had for the first time. Those of an id that each rule has once are no repetition. */
  private firsts = 0;
  /** The hashes of the different values; undefined if these are many. */
  private hashes: number[] | undefined = [];

  /** Whether few values are different. */
  get areFew(): boolean {
    return this.hashes !== undefined;
  }

  /** Whether few values come again and again: each of them this often on average. */
  repeat(times: number): boolean {
    const { count, firsts, hashes } = this;
    return hashes !== undefined && count >= times * hashes.length && count >= MIN_PER_FIRST * firsts;
  }

  add(bytes: Buffer, from: number, to: number): void {
    const { hashes } = this;
    if (hashes === undefined) return;
    this.count++;
    if (to - from > this.longest) this.longest = to - from;
    const hash = hashOf(bytes, from, to);
    if (hashes.includes(hash)) return;
    this.firsts++;
    this.addHash(hash);
  }

  /** Adds the values of another rule. */
  addAll({ count, longest, firsts, hashes }: FieldValues): void {
    this.count += count;
    this.longest = Math.max(this.longest, longest);
    this.firsts += firsts;
    if (hashes === undefined) this.hashes = undefined;
    else for (const hash of hashes) if (this.hashes?.includes(hash) === false) this.addHash(hash);
  }

  private addHash(hash: number): void {
    if (this.hashes!.length === MAX_FEW) this.hashes = undefined;
    else this.hashes!.push(hash);
  }
}

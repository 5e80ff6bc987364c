// What a field captured in all lines, as far as the choice between showing and masking it needs to know.

import { isDigit } from "../../text/bytes/ascii.ts";
import { hashOf } from "../../text/collections/interner.ts";
import { hasId, MAX_SEARCHED } from "./value-types.ts";

/** A field with more different values has many. They are no longer told apart. */
const MAX_FEW = 20;
/** How many times as many values there must be as values that a rule has for the first time. */
const MIN_PER_FIRST = 2;

/** The hashes of different values, as long as these are few. */
class FewHashes {
  /** Undefined if there are many. */
  private hashes: number[] | undefined = [];

  /** How many values are different: infinitely many if these are not few. */
  get size(): number {
    return this.hashes?.length ?? Number.POSITIVE_INFINITY;
  }

  /** Whether the hash is not known yet. Of many, none is known. */
  add(hash: number): boolean {
    const { hashes } = this;
    if (hashes?.includes(hash)) return false;
    if (hashes?.length === MAX_FEW) this.hashes = undefined;
    else hashes?.push(hash);
    return true;
  }

  addAll({ hashes }: FewHashes): void {
    if (hashes === undefined) this.hashes = undefined;
    else for (const hash of hashes) this.add(hash);
  }
}

/** A long number is hardly part of a code. */
const LONG_NUMBER = /\d{4}/;

/** The values of the field of one rule, or of fields of several rules, in bounded memory. */
export class FieldValues {
  /** How many values there were. They are not counted further once many are different. */
  count = 0;
  /** The length of the longest of them. */
  longest = 0;
  /** Whether a text has an id, an address or a time in it. */
  hasId = false;
  /** Whether a text has a number of more digits than most codes. */
  hasLong = false;
  /** How many values a rule had for the first time. Those of an id that each rule has once are no repetition. */
  private firsts = 0;
  private readonly all = new FewHashes();
  private readonly numbered = new FewHashes();
  private readonly plain = new FewHashes();
  /** Whether these are no numbers, but texts, of which it matters what is in them. */
  private readonly areTexts: boolean;

  constructor(areTexts: boolean) {
    this.areTexts = areTexts;
  }

  /** Whether few values are different. */
  get areFew(): boolean {
    return this.all.size <= MAX_FEW;
  }

  /** Whether a text has a digit. */
  get haveDigits(): boolean {
    return this.numbered.size > 0;
  }

  /** Whether texts with digits are many, or more than others. Each counts once, however often it occurs. */
  get areNumbered(): boolean {
    const { size } = this.numbered;
    return size > MAX_FEW || size > this.plain.size;
  }

  /** Whether few values come again and again: each of them this often on average. */
  repeat(times: number): boolean {
    const { count, firsts, all } = this;
    return this.areFew && count >= times * all.size && count >= MIN_PER_FIRST * firsts;
  }

  add(bytes: Buffer, from: number, to: number): void {
    const { areTexts, areFew } = this;
    if (!areFew && !areTexts) return;
    const hash = hashOf(bytes, from, to);
    if (areFew) {
      this.count++;
      if (to - from > this.longest) this.longest = to - from;
      if (!this.all.add(hash)) return;
      this.firsts++;
    }
    if (areTexts) this.addText(bytes, from, to, hash);
  }

  private addText(bytes: Buffer, from: number, to: number, hash: number): void {
    if (!hasDigit(bytes, from, to)) {
      this.plain.add(hash);
      return;
    }
    if (!this.numbered.add(hash) || (this.hasId && this.hasLong)) return;
    const text = bytes.toString("latin1", from, Math.min(to, from + MAX_SEARCHED));
    this.hasId ||= hasId(text);
    this.hasLong ||= LONG_NUMBER.test(text);
  }

  /** Adds the values of another rule. */
  addAll({ count, longest, hasId, hasLong, firsts, all, numbered, plain }: FieldValues): void {
    this.count += count;
    this.longest = Math.max(this.longest, longest);
    this.hasId ||= hasId;
    this.hasLong ||= hasLong;
    this.firsts += firsts;
    this.all.addAll(all);
    this.numbered.addAll(numbered);
    this.plain.addAll(plain);
  }
}

function hasDigit(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (isDigit(bytes[i]!)) return true;
  return false;
}

// What a field captured in all lines, as far as the choice between showing and masking it needs to know.

import { hasId, MAX_SEARCHED } from "./value-types.ts";

/** A field with more different values has many. They are no longer told apart. */
const MAX_FEW = 20;
/** How many times as many values there must be as values that a rule has for the first time. */
const MIN_PER_FIRST = 2;

/** Different texts, as long as these are few. */
class FewTexts {
  readonly texts = new Set<string>();
  private areMany = false;

  /** How many texts are different: infinitely many if these are not few. */
  get size(): number {
    return this.areMany ? Number.POSITIVE_INFINITY : this.texts.size;
  }

  /** Whether the text is not known yet. Of many, only the first ones are. */
  add(text: string): boolean {
    if (this.texts.has(text)) return false;
    if (this.texts.size === MAX_FEW) this.areMany = true;
    else this.texts.add(text);
    return true;
  }

  addAll({ texts, areMany }: FewTexts): void {
    for (const text of texts) this.add(text);
    this.areMany ||= areMany;
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
  private readonly all = new FewTexts();
  private readonly numbered = new FewTexts();
  private readonly plain = new FewTexts();
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

  /** Some of the values: all of them if they are few. In Latin-1. */
  get samples(): ReadonlySet<string> {
    return this.all.texts;
  }

  add(text: string): void {
    const { areTexts, areFew } = this;
    if (!areFew && !areTexts) return;
    if (areFew) {
      this.count++;
      if (text.length > this.longest) this.longest = text.length;
      if (!this.all.add(text)) return;
      this.firsts++;
    }
    if (!areTexts) return;
    if (!/\d/.test(text)) this.plain.add(text);
    else if (this.numbered.add(text) && !(this.hasId && this.hasLong)) {
      const searched = text.slice(0, MAX_SEARCHED);
      this.hasId ||= hasId(searched);
      this.hasLong ||= LONG_NUMBER.test(searched);
    }
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

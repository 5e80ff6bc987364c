// What a field captured in all lines, as far as the choice between showing and masking it needs to know.

import type { RunValues } from "../../run/run-values.ts";
import { MASK_INDEX, VaryingParts } from "../../text/masks/varying-parts.ts";
import type { ContentField } from "./content-pattern.ts";

/** What fields captured: those of drafts, and those of headers by their keys. */
export type CapturedValues = ReadonlyMap<ContentField | string, FieldValues>;

/** Tells the fields of headers apart. */
export function headerKey(header: number, field: string): string {
  return `${header} ${field}`;
}

/** A field with more different values has many. They are no longer told apart. */
const MAX_FEW = 20;
/** Numbers with more digits are no codes: ports have up to five. */
export const MAX_CODE_DIGITS = 5;
/** Codes rarely have more digits than this, and the numbers of processes rarely fewer. */
export const MAX_SHORT_DIGITS = 3;
/** How often each code must occur on average. Of longer numbers, such as those of users, some occur again. */
const MIN_TIMES_OF_SHORT = 3;
const MIN_TIMES_OF_LONG = 20;
/** How many values are searched for what varies. Of a longer one, such as the rest of a line, only the beginning is. */
const MAX_SEARCHED_VALUES = 200;
const MAX_SEARCHED_CHARACTERS = 512;

/** A word that nobody would choose: with small letters, capitals and a digit inside, but not one whole word in it. */
const RANDOM =
  /(?<![A-Za-z0-9])(?=[A-Za-z]*\d+[A-Za-z])(?=[A-Z0-9]*[a-z])(?=[a-z0-9]*[A-Z])(?![A-Za-z0-9]*[a-z]{3})[A-Za-z0-9]{4,32}(?![A-Za-z0-9])/;

const parts = new VaryingParts();

/** The values of the field of one rule, or of fields of several rules, in bounded memory. */
export class FieldValues {
  /** How many values there were. They are not counted further once many are different. */
  count = 0;
  /** Whether few values are different. */
  areFew = true;
  /** Whether masks change some of the values. */
  vary = false;
  /** Whether an id, an address or a time is in one of them. */
  haveIds = false;
  /** A path with the name of a file or folder that was made for one run. */
  randomPath: string | undefined;
  /** What it captured in each run, if the lines are of several. */
  runs: RunValues | undefined;
  /** The length of the longest number in them. */
  longest = 0;
  /** How many values a rule had for the first time. */
  private firsts = 0;
  private searched = 0;
  private readonly texts = new Set<string>();

  /** Whether few values come again and again, as those of a code do. Ids that each rule has once are no repetition. */
  get repeat(): boolean {
    if (!this.areFew || this.haveIds || this.longest > MAX_CODE_DIGITS) return false;
    const times = this.longest <= MAX_SHORT_DIGITS ? MIN_TIMES_OF_SHORT : MIN_TIMES_OF_LONG;
    return this.count >= times * this.texts.size && this.count >= 2 * this.firsts;
  }

  /** Some of the values: all of them if they are few. In Latin-1. */
  get samples(): ReadonlySet<string> {
    return this.texts;
  }

  add(text: string): void {
    if (this.areFew) {
      this.count++;
      if (!this.isNew(text)) return;
      this.firsts++;
    }
    if ((this.areFew || !this.vary) && this.searched++ < MAX_SEARCHED_VALUES)
      this.search(text.slice(0, MAX_SEARCHED_CHARACTERS));
  }

  /** Adds the values of another rule. */
  addAll({ count, areFew, vary, haveIds, randomPath, longest, firsts, texts }: FieldValues): void {
    this.randomPath ??= randomPath;
    this.count += count;
    this.vary ||= vary;
    this.haveIds ||= haveIds;
    this.longest = Math.max(this.longest, longest);
    this.firsts += firsts;
    for (const text of texts) this.isNew(text);
    this.areFew &&= areFew;
  }

  private isNew(text: string): boolean {
    if (this.texts.has(text)) return false;
    if (this.texts.size === MAX_FEW) this.areFew = false;
    else this.texts.add(text);
    return true;
  }

  private search(text: string): void {
    if (text.includes("/") && RANDOM.test(text)) this.randomPath ??= text;
    const bytes = Buffer.from(text, "latin1");
    parts.begin(bytes, 0, bytes.length);
    for (let count = 1; parts.next(); count++) {
      this.vary = true;
      if (parts.mask === MASK_INDEX.n) this.longest = Math.max(this.longest, parts.to - parts.from);
      // Several numbers are an id.
      if (parts.mask !== MASK_INDEX.n || count > 2) this.haveIds = true;
    }
  }
}

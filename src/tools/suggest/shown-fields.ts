// What outputs have in place of fields: one decision over the values that all fields of a name have. Addresses, times
// and ids differ in every environment and are masked. Numbers are shown if few come again and again: most of these are
// codes, whose changes a comparison must not miss.

import type { RunValues } from "../../run/run-values.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
import { MASK_INDEX, maskOfType, VaryingParts } from "../../text/masks/varying-parts.ts";
import { isMeasured } from "./naming.ts";
import { areSurelyHex, isDecimal, isPrefixedHex, typeOfAll } from "./value-types.ts";

/** A field with more different values has many. They are no longer told apart. */
const MAX_FEW = 20;
/** Numbers with more digits are no codes: ports have up to five. */
const MAX_CODE_DIGITS = 5;
/** Codes rarely have more digits than this, and the numbers of processes rarely fewer. */
const MAX_SHORT_DIGITS = 3;
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
  vary = false;
  /** Whether an id, an address or a time is in one of them. */
  haveIds = false;
  /** A path with the name of a file or folder that was made for one run. */
  randomPath: string | undefined;
  /** What it captured in each run, if the lines are of several. */
  runs: RunValues | undefined;
  longest = 0;
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

/** What an output has in place of a field. */
interface Shown {
  /** What it has for all values: nothing for those of headers; undefined if it shows each. */
  readonly mask: string | undefined;
  /** Whether it masks what varies in the values. */
  readonly isMasked: boolean;
  /** Whether it hides few different numbers, which may be codes. */
  readonly mayHideCodes: boolean;
}

const SHOWN: Shown = { mask: undefined, isMasked: false, mayHideCodes: false };

/** A field of a draft, or of a header that rules share. */
export class Field {
  name = "";
  /** The text behind it. */
  after = "";
  /** Whether it is one of several values in a word, such as `job_17_0020`. */
  isInId = false;
  isInHeader = false;
  isFollower = false;
  /** What it captured in all lines, once its rule has been run. */
  captured = new FieldValues();
  /** The type that all fields of its meaning have. */
  sharedType: string | undefined;
  shown = SHOWN;
  /** A type's name; undefined for any text. */
  readonly type: string | undefined;
  readonly values: readonly string[];
  /** The name of its column, if it is one of a table. */
  readonly column: string | undefined;

  constructor(type: string | undefined, values: readonly string[], column?: string) {
    this.type = type;
    this.values = values;
    this.column = column;
  }
}

/** Decides for the fields of all rules together, so that rules for few lines learn from the others. */
export function decideShown(all: readonly Field[]): void {
  // Fields have one meaning if they have one name, unless the name only says what their values look like.
  const byMeaning = new Map<unknown, Field[]>();
  for (const one of all) addToGroup(byMeaning, NO_MEANING.test(one.name) ? one : `${one.isInHeader} ${one.name}`, one);
  for (const alike of byMeaning.values()) decideAlike(alike);
}

const NO_MEANING = /^(?:[a-z]+_)?(?:number|name|id|ip|text|time)(?:_\d+)?$/;

function decideAlike(alike: readonly Field[]): void {
  const values = new FieldValues();
  for (const { captured } of alike) values.addAll(captured);
  // A rule for few lines learns from others that a number may have a sign, or that an id may have any letter. Fields
  // that take any text leave the others as they are.
  const typed = alike.filter(({ type }) => type !== undefined);
  const types = new Set(typed.map(({ type }) => type));
  const all = typed.flatMap((field) => (field.isInHeader ? [...field.captured.samples] : field.values));
  const narrowest = types.size > 1 ? typeOfAll(all) : [...types][0];
  const common = narrowest === "hex" && !areSurelyHex(all) ? "word" : narrowest;
  for (const field of alike) {
    const type = field.type && common;
    const isLeftOut = field.isInHeader && LEFT_OUT.test(field.name);
    field.sharedType = type;
    field.shown = isLeftOut ? leftOut(type, values) : (provenValue(field, type) ?? shownValue(alike, type, values));
  }
}

/** Columns of headers that differ from run to run, or from machine to machine. */
const LEFT_OUT =
  /^(?:timestamp|date|time|epoch|uptime|pid|tid|thread|host|client|ident|(?:\w+_)?(?:ip|port)|priority|version|duration|request|_)(?:_\d+)?$/;

/** A column that is left out, although short numbers in it may be codes. */
function leftOut(type: string | undefined, { areFew, longest }: FieldValues): Shown {
  return { ...SHOWN, mask: "", mayHideCodes: isDecimal(type) && areFew && longest > 0 && longest <= MAX_SHORT_DIGITS };
}

const CODE =
  /(?:^|_)(?:code|err|errno|error|exit|hresult|rc|response|result|ret|returned|signal|status|version)(?:_\d+)?$/;
const VERSION = /(?:^|_)version(?:_\d+)?$/;
const DATE = /(?:^|_)date(?:_\d+)?$/;
const ID = /(?:^|_)id(?:_\d+)?$/;
const PROCESS = /(?:^|_)(?:p?pid|tid|(?:process|thread)_id)(?:_\d+)?$/;

/** What outputs show of a field if runs prove what that should be. */
function provenValue(
  { name, after, captured, isInHeader, isFollower }: Field,
  type: string | undefined,
): Shown | undefined {
  const proof = captured.runs?.proof({ isInHeader, areStates: CODE.test(name) });
  if (proof === undefined) return undefined;
  if (proof === "same") {
    // Times are those of a run, even if two have the same. That two measured one digit or a fraction may be chance.
    const isByChance = isMeasured(name, after) && (type === "float" || captured.longest < 2);
    return type === "timestamp" || isByChance ? undefined : SHOWN;
  }
  const mask = maskOfType(type);
  // What is masked in a follower is masked in all rules, also in those that should show it.
  if (mask === undefined && !isFollower && (proof === "masked" || hasMore(type, captured)))
    return { ...SHOWN, isMasked: true };
  const arePaths = [...captured.samples].every((value) => value.includes("/"));
  return { ...SHOWN, mask: isInHeader ? "" : (mask ?? (arePaths ? "<path>" : `<${name}>`)) };
}

/** Whether the values say more than what varies in them: texts of several words, and URLs and paths with a query. */
function hasMore(type: string | undefined, { samples }: FieldValues): boolean {
  return type === undefined || [...samples].every((value) => value.includes("/") && value.includes("?"));
}

/** In doubt, codes are shown: a change that is masked goes unnoticed, and noise is seen at once. */
function shownValue(alike: readonly Field[], type: string | undefined, values: FieldValues): Shown {
  const { name, isInHeader } = alike[0]!;
  // Another version is news, however many there are.
  if (!isInHeader && VERSION.test(name)) return SHOWN;
  const { randomPath, vary, haveIds, areFew, longest, samples } = values;
  const ownMask = maskOfType(type) ?? (DATE.test(name) ? "<time>" : ID.test(name) && !areFew ? "<id>" : undefined);
  const mask = randomPath === undefined ? ownMask : randomPath.startsWith("/") ? "<path>" : "<id>";
  const isCode = CODE.test(name);
  const isNumber = mask === "<n>" || (type === "hex" && isCode && [...samples].some(isPrefixedHex));
  // An id says nothing in front of a message.
  const hidden =
    mask === undefined && !(isInHeader && haveIds)
      ? { ...SHOWN, isMasked: true }
      : { ...SHOWN, mask: isInHeader ? "" : mask };
  if (mask === undefined && !vary) return SHOWN;
  if (mask !== undefined && !isNumber) return hidden;
  const isAmount = alike.some(({ isInId, after }) => isInId || (!isCode && isMeasured(name, after)));
  if (values.count === 0 || (isNumber && (isAmount || PROCESS.test(name)))) return hidden;
  if (values.repeat || (isCode && areFew && (isNumber || !haveIds))) return SHOWN;
  return { ...hidden, mayHideCodes: isCode || (areFew && !haveIds && longest <= MAX_CODE_DIGITS) };
}

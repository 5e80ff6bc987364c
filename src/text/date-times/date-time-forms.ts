// The forms of date-times, as a table. Everything that knows a form is made from it: the recogniser in
// date-time-ends.ts, the instants of date-time-reader.ts and the regular expression for other tools.
//
// A picture is a regular expression with named parts in braces. Running it as one was refused: that would need a string
// for each line, and some forty attempts at each place.

import { TIME_EXPRESSION } from "./clock.ts";
import { MONTH_EXPRESSION, WEEKDAY_EXPRESSION } from "./names.ts";

/** The parts of a date-time. A reader keeps the offset of each, or `NOT_WRITTEN`. */
export const PART = {
  /** Four digits, or two if the form says so. */
  year: 0,
  /** One or two digits, or the first letter of a name. */
  month: 1,
  day: 2,
  hour: 3,
  minute: 4,
  /** One or two digits; the ten digits of seconds since 1970. */
  second: 5,
  /** One to nine decimals of the second. */
  fraction: 6,
  /** The A of AM, or the P of PM. */
  meridiem: 7,
  /** `Z`, a sign, or the first letter of a zone's name. */
  zone: 8,
} as const;

/** The offsets of the parts of a date-time, by `PART`. */
export function newParts(): Int32Array {
  return new Int32Array(Object.keys(PART).length);
}

export const NOT_WRITTEN = -1;

/** How the day of a form is read. */
export const DATE = {
  /** There is none, only a time of day. */
  none: 0,
  /** A month, a day and perhaps a year. */
  calendar: 1,
  /** As `calendar`, but what stands as month and day may be day and month. */
  monthOrDayFirst: 2,
  /** Month, day and year of two digits each, which may also be year, month and day. */
  monthOrYearFirst: 3,
  /** Seconds since 1970. */
  epoch: 4,
} as const;

/** What a reader does at a place of a picture. A smaller number is a byte that must stand there. */
export const STEP = {
  /** Two digits: plus the `PART` that they are. */
  pair: 0x100,
  /** One or two digits: plus the `PART` that they are. */
  short: 0x110,
  year: 0x120,
  /** A day of one digit. */
  oneDigitDay: 0x121,
  month: 0x122,
  weekday: 0x123,
  /** `H:MM:SS`, with or without a fraction. */
  time: 0x124,
  seconds: 0x125,
  /** No digit follows. */
  noDigit: 0x126,
  epoch: 0x127,
  /** Decimals after a mark, perhaps: plus the number of marks in `FRACTION_MARKS` that may stand there. */
  fraction: 0x130,
  /** One of some bytes: plus their index in `BYTE_SETS`. */
  oneOf: 0x200,
} as const;

/** The marks before a fraction, the most usual first. */
export const FRACTION_MARKS = ".,:";

/** The sets of bytes in pictures. */
export const BYTE_SETS: Buffer[] = [];

/** A named part of pictures, as a regular expression and as steps. */
const NAMED: Readonly<Record<string, readonly [expression: string, steps: readonly number[]]>> = {
  YYYY: ["\\d{4}", [STEP.year]],
  YY: ["\\d\\d", [STEP.pair + PART.year]],
  MM: ["\\d\\d", [STEP.pair + PART.month]],
  M: ["\\d\\d?", [STEP.short + PART.month]],
  DD: ["\\d\\d", [STEP.pair + PART.day]],
  D: ["\\d\\d?", [STEP.short + PART.day]],
  d: ["\\d", [STEP.oneDigitDay]],
  // `expanded` takes it apart.
  "D or  d": ["[ \\d]?\\d", []],
  YYYYMMDD: ["\\d{8}", [STEP.year, STEP.pair + PART.month, STEP.pair + PART.day]],
  YYMMDD: ["\\d{6}", [STEP.pair + PART.year, STEP.pair + PART.month, STEP.pair + PART.day]],
  Month: [MONTH_EXPRESSION, [STEP.month]],
  Weekday: [WEEKDAY_EXPRESSION, [STEP.weekday]],
  time: [TIME_EXPRESSION, [STEP.time]],
  seconds: ["(?:[01]?\\d|2[0-4]):[0-5]\\d:[0-6]\\d", [STEP.seconds]],
  hh: ["\\d\\d", [STEP.pair + PART.hour]],
  h: ["\\d\\d?", [STEP.short + PART.hour]],
  mm: ["\\d\\d", [STEP.pair + PART.minute]],
  m: ["\\d\\d?", [STEP.short + PART.minute]],
  ss: ["\\d\\d", [STEP.pair + PART.second]],
  s: ["\\d\\d?", [STEP.short + PART.second]],
  hhmmss: ["\\d{6}(?!\\d)", [STEP.pair + PART.hour, STEP.pair + PART.minute, STEP.pair + PART.second, STEP.noDigit]],
  ".s": ["(?:\\.\\d{1,9})?", [STEP.fraction + 1]],
  ".,s": ["(?:[.,]\\d{1,9})?", [STEP.fraction + 2]],
  ".,:s": ["(?:[.,:]\\d{1,9})?", [STEP.fraction + 3]],
  epoch: ["(?:\\d{19}|\\d{16}|\\d{13}|\\d{10}(?:\\.\\d{1,9})?)(?![\\d.])", [STEP.epoch]],
};

/** What may follow a form, and what its day is. */
interface Traits {
  readonly hasMeridiem?: boolean;
  readonly hasZone?: boolean;
  /** A year after the time, perhaps with a zone's name before it. */
  readonly hasYear?: boolean;
  readonly date?: (typeof DATE)[keyof typeof DATE];
  /** Whether the form belongs to the expression for other tools. */
  readonly isUsual?: boolean;
}

/** All forms. Those of `isUsual` are in this order in the expression for other tools. */
export const TABLE: readonly (readonly [picture: string, traits?: Traits])[] = [
  ["{YYMMDD} {hhmmss}{.,s}", { isUsual: true }],
  ["{YYMMDD}  ?{time}"],
  ["{YYYY}-{MM}-{DD}[T ]{time}", { hasZone: true, isUsual: true }],
  ["{YYYY}-{MM}-{DD}[T ]{hh}:{mm}", { hasZone: true }],
  ["{YYYY}-{MM}-{DD}-{hh}\\.{mm}\\.{ss}{.s}"],
  ["{YYYY}[-./]{MM}[-./]{DD}"],
  ["{YYYY}/{M}/{D}[ -]{time}", { hasZone: true, isUsual: true }],
  ["{YYYY}\\.{MM}\\.{DD}[ -]{time}"],
  ["{YYYYMMDD}T{hhmmss}{.,:s}", { hasZone: true }],
  ["{YYYYMMDD}[ -]{hhmmss}{.,s}"],
  ["{YYYYMMDD}[ -]{h}:{m}:{s}{.,:s}"],
  ["{Month} {D or  d} (?:{YYYY} )?{time}", { hasZone: true, isUsual: true }],
  ["{Month} {D}, {YYYY},? {time}", { hasMeridiem: true, hasZone: true }],
  ["{D}(?:/{Month}/{YYYY}[: ]|[ -]{Month}[ -]{YYYY} ){time}", { hasZone: true, isUsual: true }],
  ["{Weekday} {Month} {D or  d} {time}", { hasYear: true, isUsual: true }],
  ["{Weekday} {YYYY}-{MM}-{DD} {time}", { hasZone: true }],
  ["{Weekday},? {D}[ -]{Month}[ -](?:{YYYY}|{YY}) {seconds}", { hasZone: true }],
  ["{M}/{D}/{YYYY},? {time}", { date: DATE.monthOrDayFirst, hasMeridiem: true, hasZone: true }],
  ["{M}/{D}/{YYYY},? {h}:{mm}", { date: DATE.monthOrDayFirst, hasMeridiem: true }],
  ["{MM}/{DD}/{YY} {time}", { date: DATE.monthOrYearFirst, hasMeridiem: true }],
  ["{MM}/{DD} {time}", { date: DATE.monthOrDayFirst }],
  ["{MM}[-.]{DD} {time}"],
  ["{D}\\.{M}\\.{YYYY},? {time}"],
  // As glog writes it, after the letter of a level.
  ["(?:[IWEFD])?{MM}{DD} {time}"],
  ["{time}", { date: DATE.none, hasMeridiem: true }],
  ["{epoch}", { date: DATE.epoch }],
];

/** A picture as a regular expression. */
export function expressionOf(picture: string): string {
  return picture.replace(/\{([^{}]+)\}/g, (_, name: string) => NAMED[name]![0]);
}

/** A form that can be read in only one way. */
export interface DateTimeForm {
  readonly steps: readonly number[];
  readonly hasMeridiem: boolean;
  readonly hasZone: boolean;
  readonly hasYear: boolean;
  readonly date: (typeof DATE)[keyof typeof DATE];
  /** The digits of the year, if it is written. */
  readonly yearWidth: number;
}

/** The pictures that a picture with choices and optional parts stands for. */
function expanded(picture: string): string[] {
  const group = /\(\?:([^()]*)\)(\??)|(,| )\?/.exec(picture.replace("{D or  d}", "(?:{D}| {d})"));
  if (group === null) return [picture];
  const [whole, choices, isOptional, mark] = group;
  const [before, after] = [group.input.slice(0, group.index), group.input.slice(group.index + whole.length)];
  const texts = mark === undefined ? choices!.split("|") : [mark];
  if (isOptional !== "") texts.push("");
  return texts.flatMap((text) => expanded(before + text + after));
}

function formOf(
  picture: string,
  { hasMeridiem = false, hasZone = false, hasYear = false, date = DATE.calendar }: Traits = {},
): DateTimeForm {
  const steps: number[] = [];
  for (const [, name, set, byte] of picture.matchAll(/\{([^{}]+)\}|\[([^\]]+)\]|\\?(.)/g)) {
    if (name !== undefined) steps.push(...NAMED[name]![1]);
    else if (set !== undefined) steps.push(STEP.oneOf + BYTE_SETS.push(Buffer.from(set)) - 1);
    else steps.push(byte!.charCodeAt(0));
  }
  return { steps, hasMeridiem, hasZone, hasYear, date, yearWidth: steps.includes(STEP.pair + PART.year) ? 2 : 4 };
}

/** The most digits of a date without marks. Longer numbers are seconds since 1970, which are masked as numbers. */
export const MAX_DATE_DIGITS = 8;

/** By byte: a small number for each mark of a date, and 0 for all other bytes. */
export const MARKS: Uint8Array = new Uint8Array(256);
let markCount = 0;

/** A form whose steps up to `from` have been taken. */
interface OpenForm {
  readonly form: DateTimeForm;
  readonly from: number;
}

/** The keys of branches for names. Smaller ones are those of digits and marks. */
const MONTH_KEY = (MAX_DATE_DIGITS + 2) << 4;
const WEEKDAY_KEY = MONTH_KEY + 1;

const NO_BRANCHES: (FormTree | undefined)[] = Array(WEEKDAY_KEY + 1).fill(undefined);

/** Forms by how they go on, so that what several of them have in common is looked at once. */
export class FormTree {
  /** The forms that end here, or go on with something else than the branches. */
  readonly open: readonly OpenForm[];
  /** The forms that go on with the name of a month or a weekday. */
  readonly month: FormTree | undefined;
  readonly weekday: FormTree | undefined;
  private readonly branches: readonly (FormTree | undefined)[];

  constructor(forms: readonly OpenForm[]) {
    const groups = new Map<number, OpenForm[]>();
    this.open = forms.filter((open) => !addTo(groups, open));
    const branches = NO_BRANCHES.slice();
    for (const [key, group] of groups) branches[key] = new FormTree(group);
    this.branches = branches;
    this.month = branches[MONTH_KEY];
    this.weekday = branches[WEEKDAY_KEY];
  }

  /** The forms that go on with so many digits, up to `MAX_DATE_DIGITS` + 1, and then this one of `MARKS`. */
  branch(digits: number, mark: number): FormTree | undefined {
    return this.branches[(digits << 4) | mark];
  }
}

/** Adds a form to the groups in which it goes on. Returns false if it goes on in no such way. */
function addTo(groups: Map<number, OpenForm[]>, { form, from }: OpenForm): boolean {
  const { steps } = form;
  let widths = [0];
  let at = from;
  for (; at < steps.length && digitsOf(steps[at]!).length > 0; at++) {
    widths = widths.flatMap((width) => digitsOf(steps[at]!).map((more) => width + more));
  }
  const step = steps[at];
  let keys: number[] = [];
  if (step === STEP.month) keys = [MONTH_KEY];
  else if (step === STEP.weekday) keys = [WEEKDAY_KEY];
  else if (step !== undefined)
    keys = bytesAt(step).flatMap((byte) => widths.map((width) => (width << 4) | markOf(byte)));
  for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), { form, from: at + 1 }]);
  return keys.length > 0;
}

/** How many digits a step may take; nothing if it takes something else. */
function digitsOf(step: number): readonly number[] {
  if (step === STEP.year) return [4];
  if (step === STEP.oneDigitDay) return [1];
  if (step >= STEP.pair && step < STEP.short) return [2];
  return step >= STEP.short && step < STEP.year ? [1, 2] : [];
}

function markOf(byte: number): number {
  if (MARKS[byte] === 0) MARKS[byte] = ++markCount;
  return MARKS[byte]!;
}

/** The bytes that a step accepts, if it takes a single byte. */
function bytesAt(step: number): number[] {
  if (step < STEP.pair) return [step];
  return step < STEP.oneOf ? [] : [...BYTE_SETS[step - STEP.oneOf]!];
}

let trees: ReturnType<typeof newTrees> | undefined;

/** The forms with only a time, with seconds since 1970, and with a date. */
function newTrees() {
  const forms = TABLE.flatMap(([picture, traits]) => expanded(picture).map((one) => formOf(one, traits)));
  const treeOf = (isMember: (form: DateTimeForm) => boolean): FormTree =>
    new FormTree(forms.filter(isMember).map((form) => ({ form, from: 0 })));
  return {
    times: treeOf(({ date }) => date === DATE.none),
    epochs: treeOf(({ date }) => date === DATE.epoch),
    dates: treeOf(({ date }) => date !== DATE.none && date !== DATE.epoch),
  };
}

/** Made when they are first needed, which takes some milliseconds. */
export function formTrees(): ReturnType<typeof newTrees> {
  trees ??= newTrees();
  return trees;
}

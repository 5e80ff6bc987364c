// The forms of date-times, as a table. Everything that knows a form is made from it: what recognises date-times in
// date-time-ends.ts, the instants of date-time-reader.ts and the regular expression for other tools.
//
// A picture is a regular expression with named parts in braces. Running it as one was refused: that would need a string
// for each line, and some forty attempts at each place.

import { byteAt, COLON, DOT, digits, isCapital, isDigit, isSmall } from "../bytes/ascii.ts";
import { bytesOf, isAt } from "../bytes/byte-set.ts";
import { afterSeconds, SECONDS_EXPRESSION, TIME_EXPRESSION } from "./clock.ts";
import { afterMonth, MONTH_EXPRESSION, nameAt, WEEKDAY, WEEKDAY_EXPRESSION } from "./names.ts";

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

export const NOT_WRITTEN = -1;

/** The offsets of the parts of a date-time, by `PART`. */
export function newParts(): number[] {
  return Object.values(PART).map(() => NOT_WRITTEN);
}

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

/** Returns the position after what is read at `i`, or -1. Keeps the offsets of its parts. */
type Read = (bytes: Uint8Array, i: number, end: number, parts: number[]) => number;

/** What a form has at a place: digits, one byte, or what a function reads. All have one shape, as many are read. */
class Step {
  /** The digits that a part has, if this is one. */
  readonly part: number;
  readonly least: number;
  readonly most: number;
  /** The bytes that may be there, if it is one byte. */
  readonly characters: string;
  private readonly marks: Uint8Array | undefined;
  private readonly special: Read | undefined;

  constructor(part: number, least: number, most: number, characters = "", special?: Read) {
    this.part = part;
    this.least = least;
    this.most = most;
    this.characters = characters;
    this.marks = characters === "" ? undefined : bytesOf(characters);
    this.special = special;
  }

  /** The position after what is read at `i`, or -1. Keeps the offsets of its parts. */
  read(bytes: Uint8Array, i: number, end: number, parts: number[]): number {
    if (this.marks !== undefined) return isAt(this.marks, bytes, i, end) ? i + 1 : -1;
    if (this.special !== undefined) return this.special(bytes, i, end, parts);
    const width = digits(bytes, i, end, this.most);
    parts[this.part] = i;
    return width < this.least ? -1 : i + width;
  }
}

const number = (part: number, least: number, most = least): Step => new Step(part, least, most);
const special = (read: Read): Step => new Step(-1, 0, 0, "", read);

const marks = new Map<string, Step>();

/** One of these bytes. It is the same step for the same bytes. */
function oneOf(characters: string): Step {
  const step = marks.get(characters) ?? new Step(-1, 0, 0, characters);
  marks.set(characters, step);
  return step;
}

/** One of these marks and decimals, or nothing. */
function fraction(characters: string): Step {
  const marks = bytesOf(characters);
  return special((bytes, i, end, parts) => (isAt(marks, bytes, i, end) ? afterFraction(bytes, i, end, parts) : i));
}

/** The position after a mark and decimals, or `i` if there are none. */
function afterFraction(bytes: Uint8Array, i: number, end: number, parts: number[]): number {
  const width = digits(bytes, i + 1, end, 9);
  if (width === 0) return i;
  parts[PART.fraction] = i + 1;
  return i + 1 + width;
}

const [YEAR, SHORT_YEAR] = [number(PART.year, 4), number(PART.year, 2)];
const [MONTH, DAY] = [number(PART.month, 2), number(PART.day, 2)];
const [HOUR, MINUTE, SECOND] = [number(PART.hour, 2), number(PART.minute, 2), number(PART.second, 2)];
const FRACTION = fraction(".,:");
const NO_DIGIT = special((bytes, i, end) => (isDigit(byteAt(bytes, i, end)) ? -1 : i));
const WEEKDAY_NAME = special((bytes, i, end) => (nameAt(bytes, i, end) === WEEKDAY ? i + 3 : -1));

const MONTH_NAME = special((bytes, i, end, parts) => {
  const month = nameAt(bytes, i, end);
  parts[PART.month] = i;
  return month === 0 || month === WEEKDAY ? -1 : afterMonth(month, bytes, i, end);
});

const SECONDS = special((bytes, i, end, parts) => {
  const stop = afterSeconds(bytes, i, end);
  parts[PART.hour] = i;
  parts[PART.minute] = stop - 5;
  parts[PART.second] = stop - 2;
  return stop;
});

/** The digits of seconds and of nanoseconds since 1970: the longest number with which a date-time begins. */
const EPOCH_DIGITS = 10;
const MAX_EPOCH_DIGITS = 19;

/** 10, 13, 16 or 19 digits that no point follows, except for one with decimals after 10. */
const EPOCH = special((bytes, i, end, parts) => {
  const width = digits(bytes, i, end, MAX_EPOCH_DIGITS + 1);
  if (width < EPOCH_DIGITS || width > MAX_EPOCH_DIGITS || width % 3 !== 1) return -1;
  let stop = i + width;
  parts[PART.second] = i;
  if (width > EPOCH_DIGITS) parts[PART.fraction] = i + EPOCH_DIGITS;
  else if (byteAt(bytes, stop, end) === DOT) stop = afterFraction(bytes, stop, end, parts);
  const next = byteAt(bytes, stop, end);
  return next === DOT || isDigit(next) ? -1 : stop;
});

/** The named parts of pictures, each as a regular expression and as steps. */
const NAMED: Readonly<Record<string, readonly [expression: string, ...steps: Step[]]>> = {
  YYYY: ["\\d{4}", YEAR],
  YY: ["\\d\\d", SHORT_YEAR],
  MM: ["\\d\\d", MONTH],
  M: ["\\d\\d?", number(PART.month, 1, 2)],
  DD: ["\\d\\d", DAY],
  D: ["\\d\\d?", number(PART.day, 1, 2)],
  d: ["\\d", number(PART.day, 1)],
  // `expanded` takes it apart.
  "D or  d": ["[ \\d]?\\d"],
  YYYYMMDD: ["\\d{8}", YEAR, MONTH, DAY],
  YYMMDD: ["\\d{6}", SHORT_YEAR, MONTH, DAY],
  Month: [MONTH_EXPRESSION, MONTH_NAME],
  Weekday: [WEEKDAY_EXPRESSION, WEEKDAY_NAME],
  time: [TIME_EXPRESSION, SECONDS, FRACTION],
  seconds: [SECONDS_EXPRESSION, SECONDS],
  hh: ["\\d\\d", HOUR],
  h: ["\\d\\d?", number(PART.hour, 1, 2)],
  mm: ["\\d\\d", MINUTE],
  m: ["\\d\\d?", number(PART.minute, 1, 2)],
  ss: ["\\d\\d", SECOND],
  s: ["\\d\\d?", number(PART.second, 1, 2)],
  hhmmss: ["\\d{6}(?!\\d)", HOUR, MINUTE, SECOND, NO_DIGIT],
  ".s": ["(?:\\.\\d{1,9})?", fraction(".")],
  ".,s": ["(?:[.,]\\d{1,9})?", fraction(".,")],
  ".,:s": ["(?:[.,:]\\d{1,9})?", FRACTION],
  epoch: ["(?:\\d{19}|\\d{16}|\\d{13}|\\d{10}(?:\\.\\d{1,9})?)(?![\\d.])", EPOCH],
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
  readonly steps: readonly Step[];
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
  const steps = Array.from(
    picture.matchAll(/\{([^{}]+)\}|\[([^\]]+)\]|\\?(.)/g),
    ([, name, set, byte]): readonly Step[] =>
      name !== undefined ? (NAMED[name]!.slice(1) as Step[]) : [oneOf(set ?? byte!)],
  ).flat();
  return { steps, hasMeridiem, hasZone, hasYear, date, yearWidth: steps.includes(SHORT_YEAR) ? 2 : 4 };
}

/** The most digits of a date without marks. Longer numbers are seconds since 1970, which are masked as numbers. */
export const MAX_DATE_DIGITS = 8;

/** How forms may begin that begin with a name, and with more digits than dates have. */
const [MONTH_KEY, WEEKDAY_KEY, EPOCH_KEY] = [1, 2, 3];

/** How a form may begin: with so many digits and then a mark, with a letter, or with one of the others. */
function keysOf({ steps }: DateTimeForm): readonly number[] {
  const step = steps.find(({ most }) => most === 0)!;
  const before = steps.slice(0, steps.indexOf(step));
  const least = before.reduce((width, { least }) => width + least, 0);
  const most = before.reduce((width, { most }) => width + most, 0);
  if (step === MONTH_NAME) return [MONTH_KEY];
  if (step === WEEKDAY_NAME) return [WEEKDAY_KEY];
  if (step === EPOCH) return [EPOCH_KEY];
  if (step === SECONDS) return [1, 2].map((width) => (width << 8) | COLON);
  const widths = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return Array.from(step.characters, (mark) => mark.charCodeAt(0)).flatMap((mark) =>
    widths.map((width) => (width << 8) | mark),
  );
}

type Forms = readonly DateTimeForm[];
const NO_FORMS: Forms = [];
let formsByKey: Forms[] | undefined;

/** Made when it is first needed, which takes a millisecond. */
function newFormsByKey(): Forms[] {
  const byKey: Forms[] = Array((MAX_DATE_DIGITS + 1) << 8).fill(NO_FORMS);
  for (const form of TABLE.flatMap(([picture, traits]) => expanded(picture).map((one) => formOf(one, traits))))
    for (const key of keysOf(form)) byKey[key] = [...byKey[key]!, form];
  return byKey;
}

/** The forms of date-times that may begin with so many digits and then this byte. */
export function formsOfDigits(width: number, mark: number): Forms {
  formsByKey ??= newFormsByKey();
  if (width > MAX_DATE_DIGITS) return formsByKey[EPOCH_KEY]!;
  return mark < 0 ? NO_FORMS : formsByKey[(width << 8) | mark]!;
}

/** The forms of the date-times that may begin at `at`. Most other texts are told by their first two bytes. */
export function formsAt(bytes: Uint8Array, at: number, end: number): Forms {
  const first = byteAt(bytes, at, end);
  if (isDigit(first)) {
    const width = digits(bytes, at, end, MAX_DATE_DIGITS + 1);
    return formsOfDigits(width, byteAt(bytes, at + width, end));
  }
  const second = isCapital(first) ? byteAt(bytes, at + 1, end) : -1;
  if (isDigit(second)) return formsOfDigits(0, first);
  const name = isSmall(second) ? nameAt(bytes, at, end) : 0;
  return name === 0 ? NO_FORMS : formsOfDigits(0, name === WEEKDAY ? WEEKDAY_KEY : MONTH_KEY);
}

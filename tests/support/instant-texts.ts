// Random date-times. Texts made only from the expressions of the shapes would rarely name an existing day.
import fc from "fast-check";
import { ALPHABET } from "./timestamp-edits.ts";

const number = (low: number, high: number, width: number) =>
  fc.integer({ min: low, max: high }).map((value) => String(value).padStart(width, "0"));
const oneOf = (list: string) => fc.constantFrom(...list.split("|"));
const join = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((texts) => texts.join(""));
const maybe = (part: fc.Arbitrary<string>) => fc.oneof(fc.constant(""), part);

const colon = fc.constant(":");
const digits = fc.array(oneOf("0|1|5|9"), { minLength: 1, maxLength: 9 }).map((run) => run.join(""));
const hour = fc.oneof(number(0, 23, 2), number(0, 12, 1), oneOf("12|24"));
const second = fc.oneof(number(0, 59, 2), number(60, 69, 2));
const time = join(hour, colon, number(0, 59, 2), colon, second);
const packed = join(number(0, 24, 2), number(0, 60, 2), number(0, 60, 2));

const parts = {
  year: fc.oneof(number(1995, 2030, 4), number(0, 9999, 4), oneOf("2000|1900|2024|2023")),
  recent: number(1900, 2099, 4),
  short: number(0, 99, 2),
  month: fc.oneof(number(1, 12, 2), number(0, 13, 2)),
  day: fc.oneof(number(1, 28, 2), number(0, 32, 2)),
  month1: fc.oneof(number(1, 12, 1), number(0, 13, 2)),
  day1: fc.oneof(number(1, 12, 1), number(0, 32, 2)),
  name: oneOf("Jan|Feb|Mar|Apr|May|Jun|June|Jul|July|Aug|Sep|Sept|Oct|Nov|Dec"),
  weekday: oneOf("Mon|Tue|Wed|Thu|Fri|Sat|Sun"),
  padded: fc.oneof(
    number(0, 9, 1),
    number(0, 9, 2),
    number(10, 31, 2),
    number(0, 9, 1).map((digit) => ` ${digit}`),
  ),
  time: join(time, maybe(join(oneOf(".|,|:"), digits))),
  seconds: time,
  minute: join(number(0, 99, 2), colon, number(0, 99, 2)),
  minute1: join(fc.oneof(number(0, 13, 1), number(0, 99, 2)), colon, number(0, 99, 2)),
  loose: join(number(0, 99, 1), colon, number(0, 60, 1), colon, number(0, 60, 1), maybe(join(oneOf(".|,|:"), digits))),
  packed: join(packed, maybe(join(oneOf(".|,|:"), digits))),
  dotted: join(
    number(0, 24, 2),
    oneOf("."),
    number(0, 60, 2),
    oneOf("."),
    number(0, 99, 2),
    maybe(join(oneOf("."), digits)),
  ),
  half: oneOf("| AM| PM|am|pm|PM| a.m.| p.m.|P.M| am."),
  zone: fc.oneof(
    oneOf("||Z|+02|-11|+0530|-0330|+14:00|-12:00| +0000| -0800| +05:45| -03:30|+99:99|-99:99"),
    oneOf(" UTC| GMT| CET| CEST| EET| EEST| WET| WEST| MSK| BST| IST| JST| KST| EST| EDT| CST| CDT| MST| MDT| PST"),
    oneOf(" PDT| AKST| AKDT| HST| AEST| AEDT| ACST| ACDT| AWST| NZST| NZDT| SAST| SGT| HKT"),
  ),
  named: oneOf("|| UTC| CEST| NZDT| HST"),
  T: oneOf("T| "),
  gap: oneOf(" |-"),
  comma: oneOf("|,"),
  mark: oneOf("-|.|/"),
  colon: oneOf(":| "),
  letter: oneOf("|I|W|E|F|D"),
  epoch: number(0, 9_999_999_999, 10),
  decimals: fc.oneof(
    fc.constant(""),
    join(oneOf("."), digits),
    number(0, 999, 3),
    number(0, 999_999, 6),
    number(0, 999_999_999, 9),
  ),
  blanks: oneOf(" |  "),
} satisfies Record<string, fc.Arbitrary<string>>;

const formats: Readonly<Record<string, readonly string[]>> = {
  iso: ["<year>-<month>-<day><T><time><zone>"],
  "iso-minute": ["<year>-<month>-<day><T><minute><zone>"],
  "iso-basic": ["<year><month><day>T<packed><zone>"],
  "iso-dow": ["<weekday> <year>-<month>-<day> <time><zone>"],
  "y/m/d": ["<year>/<month1>/<day1><gap><time><zone>"],
  "y.m.d": ["<year>.<month>.<day><gap><time>"],
  "yy/mm/dd": ["<day>/<month>/<short> <time><half>", "<month>/<day>/<day> <time><half>"],
  "m/d/yyyy": ["<day1>/<day1>/<year><comma> <time><half><zone>"],
  "m/d/yyyy-m": ["<month1>/<day1>/<year><comma> <minute1><half>"],
  "d.m.yyyy": ["<day1>.<month1>.<year><comma> <time>"],
  syslog: ["<name> <padded> <time><zone>", "<name> <padded> <year> <time><zone>"],
  "mon d, y": ["<name> <day1>, <year><comma> <time><half><zone>"],
  ctime: ["<weekday> <name> <padded> <time><named> <recent>"],
  "dow syslog": ["<weekday> <name> <padded> <time>"],
  rfc2822: [
    "<weekday><comma> <day1><gap><name><gap><year> <seconds><zone>",
    "<weekday><comma> <day1><gap><name><gap><short> <seconds><zone>",
  ],
  "d mon y": ["<day1><gap><name><gap><year> <time><zone>"],
  clf: ["<day1>/<name>/<year><colon><time><zone>"],
  "mm-dd": ["<month>-<day> <time>"],
  "mm.dd": ["<month>.<day> <time>"],
  "mm/dd": ["<day>/<month> <time>"],
  hdfs: ["<short><month><day> <packed>"],
  "yymmdd h:m": ["<short><month><day><blanks><time>"],
  "yyyymmdd h": ["<year><month><day><gap><loose>"],
  "yyyymmdd n": ["<year><month><day><gap><packed>"],
  glog: ["<letter><month><day> <time>"],
  bgl: ["<year>-<month>-<day>-<dotted>"],
  epoch: ["<epoch><decimals>"],
  date: ["<year><mark><month><mark><day>"],
};

/** Date-times by their shape in timestamps.json. */
export const textsByShape: Readonly<Record<string, fc.Arbitrary<string>>> = Object.fromEntries(
  Object.entries(formats).map(([shape, all]) => [shape, fc.oneof(...all.map(textOf))]),
);

/** Texts of a format, with texts in place of its parts. */
function textOf(format: string): fc.Arbitrary<string> {
  const pieces = format.split(/<(\w+)>/);
  return join(...pieces.map((text, i) => (i % 2 === 0 ? fc.constant(text) : parts[text as keyof typeof parts])));
}

/** Date-times of all shapes, many of which name an existing day. */
export const dated = fc.oneof(...Object.values(textsByShape));

/** Those that leave the year or the order of day and month open. */
export const openDated = fc.oneof(
  ...Object.entries(textsByShape).flatMap(([shape, texts]) =>
    /^(syslog|dow syslog|mm|yy\/|m\/|glog)/.test(shape) ? [texts] : [],
  ),
);

const character = fc.constantFrom(...ALPHABET);

/** Texts that are an edit or two away from a date-time. */
export const damagedDateTimes = fc
  .tuple(dated, fc.array(fc.tuple(fc.nat(), fc.nat(2), character), { minLength: 1, maxLength: 2 }))
  .map(([text, edits]) =>
    edits.reduce((edited, [place, edit, other]) => {
      const i = place % (edited.length + 1);
      return edited.slice(0, i) + (edit === 0 ? "" : other) + edited.slice(edit === 2 ? i : i + 1);
    }, text),
  );

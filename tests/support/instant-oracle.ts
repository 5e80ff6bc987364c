// The meaning of a date-time, computed independently with a regular expression for each shape and with `Date`. The
// expressions only take a text apart. Whether it is a date-time at all is tested against another oracle.
import { UNRESOLVED } from "../../src/text/date-times/written-date.ts";

const TIME = "(?<hour>\\d\\d?):(?<minute>\\d\\d?):(?<second>\\d\\d?)(?:[.,:](?<fraction>\\d+))?";
const PACKED = "(?<hour>\\d\\d)(?<minute>\\d\\d)(?<second>\\d\\d)(?:[.,:](?<fraction>\\d+))?";
const MINUTE = "(?<hour>\\d\\d?):(?<minute>\\d\\d)";
const ZONE = "(?<zone>Z| ?[-+][\\d:]+| [A-Z]+)?";
const HALF = "(?: ?(?<half>[AaPp])\\.?[Mm]\\.?)?";
const MONTH = "(?<name>[JFMASOND][a-z]{2})[a-z]?";
const WEEKDAY = "[MTWFS][a-z]{2}";
const DASHED = "(?<year>\\d{4})-(?<month>\\d\\d)-(?<day>\\d\\d)";
const SHORT = "(?<short>\\d\\d)(?<month>\\d\\d)(?<day>\\d\\d)";
const LONG = "(?<year>\\d{4})(?<month>\\d\\d)(?<day>\\d\\d)";

const expressions = {
  iso: `${DASHED}[T ]${TIME}${ZONE}`,
  "iso-minute": `${DASHED}[T ]${MINUTE}${ZONE}`,
  "iso-basic": `${LONG}T${PACKED}${ZONE}`,
  "iso-dow": `${WEEKDAY} ${DASHED} ${TIME}${ZONE}`,
  "y/m/d": `(?<year>\\d{4})/(?<month>\\d+)/(?<day>\\d+)[ -]${TIME}${ZONE}`,
  "y.m.d": `(?<year>\\d{4})\\.(?<month>\\d+)\\.(?<day>\\d+)[ -]${TIME}`,
  "yy/mm/dd": `(?<first>\\d\\d)/(?<second_>\\d\\d)/(?<third>\\d\\d) ${TIME}${HALF}`,
  "m/d/yyyy": `(?<first>\\d+)/(?<second_>\\d+)/(?<year>\\d{4}),? ${TIME}${HALF}${ZONE}`,
  "m/d/yyyy-m": `(?<first>\\d+)/(?<second_>\\d+)/(?<year>\\d{4}),? ${MINUTE}${HALF}`,
  "d.m.yyyy": `(?<day>\\d+)\\.(?<month>\\d+)\\.(?<year>\\d{4}),? ${TIME}`,
  syslog: `${MONTH}  ?(?<day>\\d+) (?:(?<year>\\d{4}) )?${TIME}${ZONE}`,
  "mon d, y": `${MONTH} (?<day>\\d+), (?<year>\\d{4}),? ${TIME}${HALF}${ZONE}`,
  ctime: `${WEEKDAY} ${MONTH}  ?(?<day>\\d+) ${TIME}(?<zone> [A-Z]+)? (?<year>\\d{4})`,
  "dow syslog": `${WEEKDAY} ${MONTH}  ?(?<day>\\d+) ${TIME}`,
  rfc2822: `${WEEKDAY},? (?<day>\\d+)[ -]${MONTH}[ -](?:(?<year>\\d{4})|(?<short>\\d\\d)) ${TIME}${ZONE}`,
  "d mon y": `(?<day>\\d+)[ -]${MONTH}[ -](?<year>\\d{4}) ${TIME}${ZONE}`,
  clf: `(?<day>\\d+)/${MONTH}/(?<year>\\d{4})[: ]${TIME}${ZONE}`,
  "mm-dd": `(?<month>\\d\\d)-(?<day>\\d\\d) ${TIME}`,
  "mm.dd": `(?<month>\\d\\d)\\.(?<day>\\d\\d) ${TIME}`,
  "mm/dd": `(?<first>\\d\\d)/(?<second_>\\d\\d) ${TIME}`,
  hdfs: `${SHORT} ${PACKED}`,
  "yymmdd h:m": `${SHORT}  ?${TIME}`,
  "yyyymmdd h": `${LONG}[ -]${TIME}`,
  "yyyymmdd n": `${LONG}[ -]${PACKED}`,
  glog: `[A-Z]?(?<month>\\d\\d)(?<day>\\d\\d) ${TIME}`,
  bgl: `${DASHED}-(?<hour>\\d\\d)\\.(?<minute>\\d\\d)\\.(?<second>\\d\\d)(?:\\.(?<fraction>\\d+))?`,
  epoch: "(?<epoch>\\d{10})(?:\\.?(?<fraction>\\d+))?",
  date: "(?<year>\\d{4}).(?<month>\\d\\d).(?<day>\\d\\d)",
};

/** The shapes that are knownShapes here. */
export const knownShapes = Object.keys(expressions);

const compiled = Object.values(expressions).map((expression) => new RegExp(`^(?:${expression})$`));

const MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** The ISO offsets of named time zones. */
const OFFSETS: Record<string, string> = {
  "+00:00": "UTC GMT WET Z",
  "+01:00": "CET WEST BST",
  "+02:00": "CEST EET SAST",
  "+03:00": "EEST MSK",
  "+05:30": "IST",
  "+08:00": "AWST SGT HKT",
  "+09:00": "JST KST",
  "+09:30": "ACST",
  "+10:00": "AEST",
  "+10:30": "ACDT",
  "+11:00": "AEDT",
  "+12:00": "NZST",
  "+13:00": "NZDT",
  "-04:00": "EDT",
  "-05:00": "EST CDT",
  "-06:00": "CST MDT",
  "-07:00": "MST PDT",
  "-08:00": "PST AKDT",
  "-09:00": "AKST",
  "-10:00": "HST",
};

export interface Meaning {
  readonly seconds: number;
  readonly nanoseconds: number;
  readonly decimals: number;
  /** The flags without the shift. */
  readonly flags: number;
  /** The other reading, if the order of day and month is open. */
  readonly other: number | undefined;
}

type Groups = Record<string, string | undefined>;

/** The meaning of a date-time, in `year` if it has none. Undefined if it does not name an existing day. */
export function meaningOf(text: string, offset: number, year = 2000): Meaning | undefined {
  for (const expression of compiled) {
    const groups = expression.exec(text)?.groups;
    if (groups !== undefined) return meaning(groups, offset, year);
  }
  return undefined;
}

function meaning(groups: Groups, offset: number, openYear: number): Meaning | undefined {
  const fraction = groups.fraction ?? "";
  const rest = { nanoseconds: Number(fraction.padEnd(9, "0")), decimals: fraction.length };
  if (groups.epoch !== undefined) return { seconds: Number(groups.epoch), ...rest, flags: 0, other: undefined };

  const { flags, readings } = dates(groups, openYear);
  const [seconds, other] = readings.map((midnight) => midnight + timeOf(groups) - zoneOf(groups, offset));
  return seconds === undefined ? undefined : { seconds, ...rest, flags, other };
}

/** The midnights that the date may mean, the preferred one first. */
function dates(groups: Groups, openYear: number): { flags: number; readings: number[] } {
  const [first, second, third, day] = [groups.first, groups.second_, groups.third, groups.day].map(Number) as Numbers;
  const knownShapes = groups.year ?? (groups.short === undefined ? undefined : `20${groups.short}`);
  const hasYear = knownShapes !== undefined || groups.third !== undefined;
  const open = hasYear ? 0 : UNRESOLVED.year;
  const year = knownShapes === undefined ? undefined : Number(knownShapes);
  if (groups.first === undefined) {
    const month = groups.name === undefined ? Number(groups.month) : MONTHS.indexOf(groups.name) + 1;
    return { flags: open, readings: existing([[year, month, day]], openYear) };
  }
  const isShort = groups.third !== undefined;
  const monthFirst: Day = [isShort ? 2000 + third : year, first, second];
  const rival: Day = isShort ? [2000 + first, second, third] : [year, second, first];
  const isMonthFirst = existing([monthFirst], openYear).length > 0;
  const readings = [...new Set(existing([monthFirst, rival], openYear))];
  const kind = isShort ? UNRESOLVED.shortYear : 0;
  if (!isMonthFirst) return { flags: open | UNRESOLVED.notMonthFirst | kind, readings };
  return { flags: readings.length === 2 ? open | UNRESOLVED.order | kind : open, readings };
}

type Numbers = [number, number, number, number];
type Day = readonly [year: number | undefined, month: number, day: number];

/**
 * The days that exist, in seconds. If the year is open, they must exist in a leap year, and are then moved to the given
 * year.
 */
function existing(days: readonly Day[], openYear: number): number[] {
  return days
    .filter(([year, month, day]) => {
      const date = new Date(midnight(year ?? 2000, month, day) * 1000);
      return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
    })
    .map(([year, month, day]) => midnight(year ?? openYear, month, day));
}

function midnight(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / 1000;
}

function timeOf({ hour = "0", minute = "0", second = "0", half }: Groups): number {
  const isNoonHour = Number(hour) === 12;
  let hours = Number(hour);
  if (/a/i.test(half ?? "") && isNoonHour) hours = 0;
  if (/p/i.test(half ?? "") && Number(hour) < 12) hours += 12;
  return (hours * 60 + Number(minute)) * 60 + Number(second);
}

function zoneOf({ zone }: Groups, offset: number): number {
  if (zone === undefined) return offset;
  const name = zone.trim();
  const written = Object.keys(OFFSETS).find((key) => OFFSETS[key]?.split(" ").includes(name)) ?? name;
  const [, sign, hours, minutes = "0"] = /^([-+])(\d\d):?(\d\d)?$/.exec(written) ?? [];
  return Number(`${sign}1`) * (Number(hours) * 3600 + Number(minutes) * 60);
}

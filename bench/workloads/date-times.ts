import type { Random } from "./random.ts";
import type { Value } from "./values.ts";

/** One format of date-times in logs. */
export interface DateTime {
  readonly make: Value;
  /** What a careful programmer would write as a regular expression: enough to split the line as a date-time does. */
  readonly expression: string;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

const two = (number: number): string => (number < 10 ? `0${number}` : String(number));
const padded = (number: number): string => (number < 10 ? ` ${number}` : String(number));
const milliseconds = (random: Random): string => String(1000 + random.below(1000)).slice(1);
const year = (random: Random): number => random.between(2016, 2025);
const month = (random: Random): string => two(random.between(1, 12));
const day = (random: Random): number => random.between(1, 28);
const clock = (random: Random): string => `${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}`;
const isoDate = (random: Random): string => `${year(random)}-${month(random)}-${two(day(random))}`;

const CLOCK = "\\d\\d:\\d\\d:\\d\\d";
const ISO_DATE = "\\d{4}-\\d\\d-\\d\\d";
const MONTH_DAY = "[A-Z][a-z]{2} [ \\d]\\d";

/** By the name that templates use for them. */
export const DATE_TIMES: Readonly<Record<string, DateTime>> = {
  iso: { make: (random) => `${isoDate(random)} ${clock(random)}`, expression: `${ISO_DATE} ${CLOCK}` },
  "iso-ms": {
    make: (random) => `${isoDate(random)} ${clock(random)}.${milliseconds(random)}`,
    expression: `${ISO_DATE} ${CLOCK}\\.\\d{3}`,
  },
  "iso-z": {
    make: (random) => `${isoDate(random)}T${clock(random)}.${milliseconds(random)}Z`,
    expression: `${ISO_DATE}T${CLOCK}\\.\\d{3}Z`,
  },
  log4j: {
    make: (random) => `${isoDate(random)} ${clock(random)},${milliseconds(random)}`,
    expression: `${ISO_DATE} ${CLOCK},\\d{3}`,
  },
  syslog: {
    make: (random) => `${random.pick(MONTHS)} ${padded(day(random))} ${clock(random)}`,
    expression: `${MONTH_DAY} ${CLOCK}`,
  },
  ctime: {
    make: (random) =>
      `${random.pick(DAYS)} ${random.pick(MONTHS)} ${two(day(random))} ${clock(random)} ${year(random)}`,
    expression: `[A-Z][a-z]{2} ${MONTH_DAY} ${CLOCK} \\d{4}`,
  },
  short: {
    make: (random) => `${month(random)}-${two(day(random))} ${clock(random)}.${milliseconds(random)}`,
    expression: `\\d\\d-\\d\\d ${CLOCK}\\.\\d{3}`,
  },
  slashes: {
    make: (random) => `${random.between(16, 25)}/${month(random)}/${two(day(random))} ${clock(random)}`,
    expression: `\\d\\d\\/\\d\\d\\/\\d\\d ${CLOCK}`,
  },
  packed: {
    make: (random) =>
      `${two(random.between(5, 25))}${month(random)}${two(day(random))} ${clock(random).replaceAll(":", "")}`,
    expression: "\\d{6} \\d{6}",
  },
  epoch: { make: (random) => String(random.between(1_100_000_000, 1_730_000_000)), expression: "\\d{10}" },
};

// Texts that are nearly date-times or might be some, and texts that an expression matches.
import fc from "fast-check";

/** The digits, the marks that any date-time may have, letters of date-times, and some other characters. */
export const ALPHABET = "0123456789 -/.:,+!\"#$%&'()*;<=>?@[\\]^_`{|}~TZAMPNWEFDISJamprtyneubo\t\0\xe9";

/** Every text that is one deleted, replaced, inserted or swapped character away. */
export function* edits(text: string): Generator<string> {
  for (let i = 0; i <= text.length; i++) {
    const head = text.slice(0, i);
    const tail = text.slice(i);
    for (const character of ALPHABET) {
      yield head + character + tail;
      yield head + character + tail.slice(1);
    }
    yield head + tail.slice(1);
    yield head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
  }
}

const [YEARS, MONTHS, DAYS] = [
  ["2024", "24"],
  ["11", "3", "Nov", "November"],
  ["15", "5"],
];
const DATES = [
  [YEARS, MONTHS, DAYS],
  [YEARS, DAYS, MONTHS],
  [MONTHS, DAYS, YEARS],
  [MONTHS, YEARS, DAYS],
  [DAYS, MONTHS, YEARS],
  [DAYS, YEARS, MONTHS],
  [MONTHS, DAYS],
  [DAYS, MONTHS],
] as const;
const MARKS = ["-", ".", "/", "_", " ", ",", ", ", ":", ""];
const WEEKDAYS = ["", "Fri ", "Fri, ", "Friday, "];
const JOINS = ["T", " ", "-", "_", ",", ", ", ":", ""];
const TIMES = ["10:00:02", "1:02:03", "10:00", "10.00.02", "100002", "1000"];

/** Whatever a program might write for a date and a time: their parts in any order, with any marks. */
export function* plausible(): Generator<string> {
  for (const date of DATES.flatMap(marked)) {
    for (const join of JOINS) {
      for (const time of TIMES) {
        for (const weekday of WEEKDAYS) yield weekday + date + join + time;
        yield time + join + date;
      }
    }
  }
}

/** The parts in a row, with every mark between two of them. */
function marked(parts: readonly (readonly string[])[]): readonly string[] {
  return parts.reduce((begun, part) =>
    begun.flatMap((text) => MARKS.flatMap((mark) => part.map((next) => text + mark + next))),
  );
}

/** Texts that an expression matches. Lookarounds are dropped, as the surroundings of the text decide these. */
export function textsOf(expression: string): fc.Arbitrary<string> {
  return fc.stringMatching(new RegExp(`^${expression.replace(/\(\?!.*?\)|\\b/g, "")}$`));
}

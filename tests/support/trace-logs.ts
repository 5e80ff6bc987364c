import fc from "fast-check";
import type { WrittenRule } from "./rules-file.ts";

/** A line of a log, and how it must be read. */
export interface TracedLine {
  readonly text: string;
  /** Undefined if no rule matches. */
  readonly rule: string | undefined;
  /** What its fields captured, by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The ids of the line: what the fields of `BY` captured, unless that is empty. */
  readonly ids: readonly string[];
  /** Nanoseconds since 1970, and the number of decimals written. */
  readonly time: bigint | undefined;
  readonly decimals: number;
  readonly output: string;
}

export interface TracedLog {
  readonly name: string;
  readonly lines: readonly TracedLine[];
}

/** The time zone of times that name none. */
export const TIMEZONE = "-03:30";
const OFFSET_MINUTES = -210;

export const TRACE_RULES: readonly WrittenRule[] = [
  {
    name: "web",
    pattern: [{ field: "timestamp" }, { text: " web id=" }, { field: "request" }, { text: " " }, { field: "what" }],
    output: "web {what}",
  },
  {
    name: "both",
    pattern: [
      { text: "t=" },
      { field: "timestamp" },
      { text: " r=" },
      { field: "request" },
      { text: " u=" },
      { field: "user" },
      { text: " " },
      { field: "what" },
    ],
    output: "{what} {user}",
  },
  {
    name: "more",
    pattern: [{ text: "more u=" }, { field: "user" }, { text: " " }, { field: "what" }],
    output: "{what}",
  },
];

/** The names of the fields that may hold ids. */
export const BY = ["request", "user"];

const NANOS = 1_000_000_000n;
const BASE = BigInt(Date.UTC(2024, 10, 15, 10) / 1000) * NANOS;

/** Times close together, so that many are equal. */
const time = fc
  .tuple(fc.nat(4), fc.constantFrom(0n, 1n, 500_000_000n, 999_999_999n), fc.constantFrom(0, 1, 3, 9))
  .map(([seconds, nanoseconds, decimals]) => {
    const unit = 10n ** BigInt(9 - decimals);
    return { time: BASE + BigInt(seconds) * NANOS + (nanoseconds / unit) * unit, decimals };
  });

const id = fc.constantFrom("1", "2", "22", "__proto__", "constructor", "ä");
const anyId = fc.oneof(id, fc.constant(""));
const what = fc.constantFrom("a", "b", "c d", "ü");

function dateText(instant: bigint, decimals: number, offsetMinutes: number, zone: string): string {
  const local = new Date(Number(instant / 1_000_000n) + offsetMinutes * 60_000).toISOString().slice(0, 19);
  const fraction = String(instant % NANOS).padStart(9, "0");
  return `${local}${decimals > 0 ? `.${fraction.slice(0, decimals)}` : ""}${zone}`;
}

const dated = fc
  .tuple(time, fc.constantFrom([0, "Z"], [120, "+02:00"], [OFFSET_MINUTES, ""]))
  .map(([{ time: instant, decimals }, [offset, zone]]) => ({
    time: instant,
    decimals,
    text: dateText(instant, decimals, offset as number, zone as string),
  }));

const timed = fc.oneof(
  { weight: 4, arbitrary: dated },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom("soon", "", "25:00:00", "2024-13-01 00:00:00")
      .map((text) => ({ text, time: undefined, decimals: 0 })),
  },
);

const given = (...ids: string[]): string[] => ids.filter((id) => id !== "");

const line: fc.Arbitrary<TracedLine> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.tuple(timed, anyId, what).map(([date, request, words]) => ({
      text: `${date.text} web id=${request} ${words}`,
      rule: "web",
      fields: { timestamp: date.text, request, what: words },
      ids: given(request),
      time: date.time,
      decimals: date.decimals,
      output: `web ${words}`,
    })),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(timed, anyId, anyId, what).map(([date, request, user, words]) => ({
      text: `t=${date.text} r=${request} u=${user} ${words}`,
      rule: "both",
      fields: { timestamp: date.text, request, user, what: words },
      ids: given(request, user),
      time: date.time,
      decimals: date.decimals,
      output: `${words} ${user}`,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anyId, what).map(([user, words]) => ({
      text: `more u=${user} ${words}`,
      rule: "more",
      fields: { user, what: words },
      ids: given(user),
      time: undefined,
      decimals: 0,
      output: words,
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "restarted", "\t").map((text) => ({
      text,
      rule: undefined,
      fields: {},
      ids: [],
      time: undefined,
      decimals: 0,
      output: text,
    })),
  },
);

/** Some logs with different names, in another order than these names. */
export const tracedLogs: fc.Arbitrary<TracedLog[]> = fc.uniqueArray(
  fc.record({
    name: fc.constantFrom("b.log", "a.log", "é.log", "z/a.log", "-"),
    lines: fc.array(line, { maxLength: 12 }),
  }),
  { maxLength: 4, selector: ({ name }) => name },
);

/** A log as its file holds it. */
export function logContent({ lines }: TracedLog): Buffer {
  return Buffer.from(lines.map(({ text }) => `${text}\n`).join(""));
}

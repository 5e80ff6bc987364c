import fc from "fast-check";
import { damagedBytes } from "./damage.ts";
import { type MadeRules, madeRules } from "./made-rules.ts";
import { LOG_FILES, PAIRS } from "./sources.ts";

/** Rules with a log for them, and how the log is read. */
export interface LogCase {
  readonly rules: string | Buffer;
  readonly log: Buffer;
  /** Another log for the same rules. */
  readonly other: Buffer;
  /** The sizes of the chunks in which the log arrives, repeated. */
  readonly chunks: readonly number[];
  /** Where the log breaks off, modulo its length. */
  readonly place: number;
  /** The names of fields that hold ids. */
  readonly by: readonly string[];
}

const PIECES = [
  ...[
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    " ",
    "\t",
    "\0",
    "\x1b[31m",
    "\x1b]0;",
    "\x1b",
    "\x07",
    "\ufeff",
    "é",
    "😀",
    "\u2028",
  ],
  ...['"', "\\", "{", "}", "[", "]", "0", "99999999999999999999", "2024-11-15 10:00:02", "11:11:11", "Feb 29 10:00:00"],
  ...["::1", "0x", "1e999", "123e4567-e89b-12d3-a456-426614174000", "\x1f\x8b", "__proto__", "%s", "GET ", "ERROR "],
];

const MEGABYTE = 2 ** 20;
const end = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r\r\n");

function logOf(lines: readonly string[], ends: readonly string[], isEnded: boolean): Buffer {
  const text = lines.map((line, i) => line + ends[i % ends.length]).join("");
  return Buffer.from(isEnded ? text : text.replace(/\r?\n$/, ""));
}

/** A line of up to eight megabytes, with few letters or with a line of its own repeated. */
function huge(lines: readonly string[]): fc.Arbitrary<Buffer> {
  const units = [
    ...lines.filter((line) => line !== ""),
    "a",
    "ab",
    " ",
    "1",
    ".",
    "11:11:11:",
    "2024-11-15 ",
    '"',
    "[",
    "é",
  ];
  return fc
    .tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 8 * MEGABYTE }), fc.constantFrom("", "!", ...lines))
    .map(([unit, size, end]) => Buffer.from(unit.repeat(Math.ceil(size / Buffer.byteLength(unit))) + end));
}

function logFor({ lines }: Pick<MadeRules, "lines">): fc.Arbitrary<Buffer> {
  const whole = fc
    .tuple(fc.shuffledSubarray([...lines]), fc.array(end, { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([lines, ends, isEnded]) => logOf(lines, ends, isEnded));
  return fc.oneof(
    { weight: 20, arbitrary: whole },
    { weight: 20, arbitrary: damagedBytes(whole, PIECES) },
    { weight: 5, arbitrary: damagedBytes(fc.constantFrom(...LOG_FILES), PIECES) },
    { weight: 5, arbitrary: fc.uint8Array({ maxLength: 600 }).map((bytes) => Buffer.from(bytes)) },
    { weight: 3, arbitrary: fc.tuple(whole, fc.nat(3_000)).map(([log, times]) => repeated(log, times)) },
    { weight: 1, arbitrary: fc.tuple(whole, huge(lines), whole).map((parts) => Buffer.concat(parts)) },
  );
}

function repeated(log: Buffer, times: number): Buffer {
  return Buffer.concat(Array<Buffer>(Math.min(times, Math.ceil(MEGABYTE / 4 / Math.max(log.length, 1)))).fill(log));
}

const chunk = fc.oneof(
  fc.integer({ min: 1, max: 9 }),
  fc.integer({ min: 1, max: 300 }),
  fc.constantFrom(65_536, MEGABYTE),
);
const given = {
  place: fc.nat(99_999),
  chunks: fc.array(chunk, { minLength: 1, maxLength: 4 }),
  by: fc.uniqueArray(fc.constantFrom("p", "q", "x", "y", "id", "user", "timestamp", "path"), {
    minLength: 1,
    maxLength: 3,
  }),
};

const made = madeRules.chain((rules) =>
  fc.record({ rules: fc.constant<string | Buffer>(rules.file), log: logFor(rules), other: logFor(rules), ...given }),
);

const own = fc.constantFrom(...PAIRS).chain(({ rules, logs }) => {
  const log = damagedBytes(fc.constantFrom(...logs), PIECES);
  return fc.record({ rules: fc.constant<string | Buffer>(rules), log, other: log, ...given });
});

/** Random rules with logs for them, and the project's own rules with damaged logs. */
export const logCases: fc.Arbitrary<LogCase> = fc.oneof({ weight: 4, arbitrary: made }, { weight: 1, arbitrary: own });

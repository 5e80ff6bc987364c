import fc from "fast-check";
import type { WrittenRule } from "./rules-file.ts";

/**
 * Rules with equal outputs or templates, with fields shown twice or not at all, or with lines that are normalized
 * already.
 */
const RULES: readonly WrittenRule[] = [
  {
    name: "get",
    pattern: [{ text: "GET " }, { field: "path" }, { text: " " }, { field: "status" }],
    output: "{path} -> {status}",
  },
  {
    name: "fetch",
    pattern: [{ text: "fetch " }, { field: "url" }, { text: " gave " }, { field: "status" }],
    output: "{url} -> {status}",
  },
  {
    name: "user",
    pattern: [{ text: "u=" }, { field: "id" }, { text: " " }, { field: "what" }],
    output: "[{id}] {what}",
  },
  {
    name: "trace",
    pattern: [{ text: "t=" }, { field: "trace" }, { text: " " }, { field: "what" }],
    output: "[{trace}] {what}",
  },
  {
    name: "both",
    pattern: [{ text: "b=" }, { field: "id" }, { text: "/" }, { field: "trace" }, { text: " " }, { field: "what" }],
    output: "{id}/{trace} {what}",
  },
  {
    name: "twice",
    pattern: [{ text: "2=" }, { field: "id" }, { text: " " }, { field: "what" }],
    output: "{id}={what}={id}={what}",
  },
  { name: "hidden", pattern: [{ text: "h=" }, { field: "id" }, { text: " " }, { field: "_" }], output: "done" },
];

/** Its output for a line may equal that of another rule, or a line that no rule matches. */
const RAW: WrittenRule = { name: "raw", pattern: [{ text: "raw " }, { field: "y" }], output: "{y}" };

const subsetOf = (rules: readonly WrittenRule[]): fc.Arbitrary<WrittenRule[]> =>
  fc.shuffledSubarray([...rules], { minLength: 2 });

/** Rules in any order, with or without those whose lines have equal keys though different templates. */
export const rulesWithRaw = subsetOf([...RULES, RAW]);
export const rulesOfUniqueKeys = subsetOf(RULES);

const id = fc.constantFrom("1", "2", "3", "44", "", "__proto__", "constructor");
const what = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom("a", "b", "c", "") },
  { weight: 1, arbitrary: fc.constantFrom("1", "caf\xe9", "\0") },
);

/** Lines made of two ids and another text, as Latin-1. */
const lineWriter = fc.constantFrom<(id: string, other: string, what: string) => string>(
  (id, _, what) => `GET ${id} ${what}`,
  (id, _, what) => `fetch ${id} gave ${what}`,
  (id, _, what) => `u=${id} ${what}`,
  (id, _, what) => `t=${id} ${what}`,
  (id, other, what) => `b=${id}/${other} ${what}`,
  (id, _, what) => `2=${id} ${what}`,
  (id, _, what) => `h=${id} ${what}`,
  (id, _, what) => `raw ${id} -> ${what}`,
);

export const line: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(lineWriter, id, id, what).map(([line, id, other, what]) => line(id, other, what)) },
  { weight: 1, arbitrary: fc.constantFrom("noise", "1 -> a", "[1] a", "", "\r", "\xff\0", "done") },
);

const lines = fc.array(line, { maxLength: 24, size: "max" });
/** So many lines that not every pair of them is compared. */
const MANY = { minLength: 24, maxLength: 40, size: "max" } as const;
const manyLines = fc.array(line, MANY);

/** Lines of mostly the same rules in the same order, almost all with another text. */
const manyChanged = fc
  .array(fc.tuple(lineWriter, id, what, fc.constantFrom("x", "y"), fc.nat(20)), MANY)
  .map(
    (changes) =>
      [
        changes.flatMap(([line, id, what, , fate]) => (fate === 0 ? [] : [line(id, id, what)])),
        changes.flatMap(([line, id, , what, fate]) => (fate === 1 ? [] : [line(id, id, what)])),
      ] as const,
  );

/** The lines of two logs: unrelated, changed, or one with some lines of the other left out, inserted and moved. */
export const twoLogs: fc.Arbitrary<readonly [string[], string[]]> = fc.oneof<
  fc.MaybeWeightedArbitrary<readonly [string[], string[]]>[]
>(
  { weight: 4, arbitrary: fc.tuple(lines, lines) },
  { weight: 1, arbitrary: fc.tuple(manyLines, manyLines) },
  { weight: 1, arbitrary: manyChanged },
  {
    weight: 4,
    arbitrary: fc
      .tuple(lines, fc.array(fc.tuple(fc.nat(24), fc.nat(2), fc.array(line, { maxLength: 2 })), { maxLength: 4 }))
      .map(([old, edits]) => {
        const now = [...old];
        for (const [at, removed, added] of edits) now.splice(at % (now.length + 1), removed, ...added);
        return [old, now] as const;
      }),
  },
);

/** How the lines of a log are written to a file. */
export interface Writing {
  readonly ends: readonly string[];
  readonly hasMark: boolean;
  readonly isEnded: boolean;
}

export const writing: fc.Arbitrary<Writing> = fc.record({
  ends: fc.array(fc.constantFrom("\n", "\r\n"), { minLength: 1, maxLength: 3 }),
  hasMark: fc.boolean(),
  isEnded: fc.boolean(),
});

/** The bytes of a log. Its last line keeps its line end if it would otherwise not be a line. */
export function written(lines: readonly string[], { ends, hasMark, isEnded }: Writing): Buffer {
  const parts = lines.map((line, i) => {
    if (i === lines.length - 1 && line !== "" && !isEnded) return line;
    // A carriage return before a line end is part of the line end.
    return line + (line.endsWith("\r") ? "\r\n" : ends[i % ends.length]);
  });
  return Buffer.from((hasMark ? "\xef\xbb\xbf" : "") + parts.join(""), "latin1");
}

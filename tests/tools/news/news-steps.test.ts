// What `diff --good` does for each line of a run must not depend on how many others there are.
import type { Log } from "../../../src/run/log.ts";
import type { compareRuns } from "../../../src/tools/news/compare-runs.ts";
import { shareOf, someOf } from "../../support/property.ts";
import { checkGrowth, countingSuite } from "../../support/steps.ts";

function logOf(text: string): Log {
  return {
    name: "log",
    path: undefined,
    async *open() {
      yield Buffer.from(text, "latin1");
    },
    failure: (error) => error,
  };
}

/** A word for a number, without digits, which are all the same to shapes. */
const word = (n: number): string => n.toString(26).replace(/\d/g, (digit) => "qrstuvwxyz"[Number(digit)]!);

const lines = (n: number, line: (i: number) => string, end = "\n"): string =>
  Array.from({ length: n }, (_, i) => line(i) + end).join("");

/** Pairs of runs, by a size. */
const HOSTILE: Readonly<Record<string, (n: number) => readonly [string, string]>> = {
  "that differ in all lines": (n) => [lines(n, (i) => `${word(i)}x here`), lines(n, (i) => `${word(i)}y there`)],
  "with new lines that differ in one word": (n) => [
    "start of work\n",
    `start of work\n${lines(n, (i) => `cannot open file ${word(i)} of user`)}`,
  ],
  "with new and known lines that differ in one word": (n) => [
    lines(n, (i) => `cannot open file ${word(i)}x of user`),
    lines(n, (i) => `cannot open file ${word(i)}y of user`),
  ],
  "in another order": (n) => [lines(n, (i) => `unit ${word(i)} done`), lines(n, (i) => `unit ${word(n - i)} done`)],
  "with a changed word in each line": (n) => [
    lines(n, (i) => `unit ${word(i)} of work SUCCESS`),
    lines(n, (i) => `unit ${word(i)} of work FAILURE`),
  ],
  "of two lines in turn": (n) => [lines(n, (i) => (i % 2 ? "tick one" : "tock two")), lines(n, () => "tick one")],
  "with other numbers in each line": (n) => [
    lines(n, () => "request 17 took long"),
    lines(n, (i) => `request ${i + 18} took long`),
  ],
  "with traces": (n) => [
    "start of work\n",
    lines(n, (i) => (i % 4 === 0 ? `${word(i)}Exception: bad` : `    at ${word(i)}.call(${word(i)}.java:${i})`)),
  ],
  "whose lines are overwritten": (n) => [
    "start of work\n",
    `start of work\n${lines(n, (i) => `fetch ${i}%\rwrite ${word(i)}`, "\r")}\nend of work\n`,
  ],
  "of records with other names in each one": (n) => [
    lines(n, (i) => `{"level": "info", "message": "done", "${word(i)}x": 1}`),
    lines(n, (i) => `{"level": "info", "message": "done", "${word(i)}y": 1}`),
  ],
  "with lines of many words": (n) => [
    lines(4, (k) => lines(n, (i) => word(i + k), " ")),
    lines(4, (k) => lines(n, (i) => `${word(i + k)}x`, " ")),
  ],
};

interface Modules {
  readonly compareRuns: typeof compareRuns;
}

countingSuite<Modules>("the work of diff --good", { "tools/news/compare-runs.ts": "compareRuns" }, (test, modules) => {
  for (const what of someOf(Object.keys(HOSTILE), "hostile runs")) {
    test(`grows with runs ${what}`, async () => {
      const size = shareOf(3_000);
      const steps: number[] = [];
      for (const n of [size, 2 * size]) {
        const [good, failed] = HOSTILE[what]!(n);
        steps.push(
          await modules().until(async () => {
            const { news, close } = await modules().compareRuns([{ failed: logOf(failed), good: [logOf(good)] }]);
            for (const item of news.items()) if (item.kind === "block") for (const _ of item.lines);
            close();
          }),
        );
      }
      checkGrowth(what, steps[0]!, steps[1]!);
    });
  }
});

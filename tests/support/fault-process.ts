// What can befall the command itself.
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { outcome, shell, start } from "./command.ts";
import type { Row, Run } from "./fault-row.ts";
import { ALL, type Subject } from "./fault-subject.ts";

const hook = (name: string): string => fileURLToPath(new URL(`fault-hooks/${name}.cjs`, import.meta.url));

/** A signal comes at so many times of a run, at random; the same ones whenever the tests run. */
const TIMES = 7;

/** Numbers from 0 to 1 that look like random ones (mulberry32). */
function* random(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

function started(subject: Subject): ReturnType<typeof start> {
  return start(subject.words().split(" "), subject.place(), { stdio: ["ignore", "pipe", "pipe"] });
}

/** Sends a signal at random times from the start of a run to a bit after its end. */
async function signalled(subject: Subject, signal: "SIGINT" | "SIGTERM" | "SIGHUP"): Promise<Run[]> {
  const expected = await subject.undisturbed();
  const began = performance.now();
  await outcome(started(subject));
  const length = 1.1 * (performance.now() - began);
  const numbers = random(constants.signals[signal]);
  const runs: Run[] = [];
  for (let time = 0; time < TIMES; time++) {
    const child = started(subject);
    const done = outcome(child);
    await delay(length * numbers.next().value!);
    child.kill(signal);
    const { exit, ...outputs } = await done;
    // A shell tells of a program that a signal has ended in the same way as this one ends by itself.
    runs.push({ outcome: { ...outputs, exit: exit === signal ? 128 + constants.signals[signal] : exit }, expected });
  }
  return runs;
}

const signalRow = (signal: "SIGINT" | "SIGTERM" | "SIGHUP"): Row => ({
  fault: `${signal}, at any time`,
  promised: [
    {
      commands: ["normalizer", "--jobs 2"],
      exit: 128 + constants.signals[signal],
      says: "",
      out: "its first lines",
      orAsEver: true,
    },
    {
      commands: ["diff", "trace", "check", "why"],
      exit: 128 + constants.signals[signal],
      says: "",
      out: "its beginning",
      orAsEver: true,
    },
  ],
  befall: (subject) => signalled(subject, signal),
});

/** How many file descriptors are left to the command: from just enough for Node to start. */
const SPARE = [1, 2, 3, 5];

export const PROCESS_ROWS: readonly Row[] = [
  signalRow("SIGINT"),
  signalRow("SIGTERM"),
  signalRow("SIGHUP"),
  {
    fault: "too few file descriptors (`ulimit -n`)",
    promised: [
      {
        commands: ALL,
        exit: 2,
        says: "…too many open files",
        out: "its first lines",
        orAsEver: true,
      },
    ],
    befall: async (subject) => {
      const expected = await subject.undisturbed();
      const runs: Run[] = [];
      for (const spare of SPARE) {
        const script = `ulimit -n 64; FAULT=${spare} "$NODE" --require ${hook("descriptors")} "$COMMAND" ${subject.words()}`;
        runs.push({ outcome: await shell(script, subject.place()), expected });
      }
      return runs;
    },
  },
  ...[
    ["begins", "that does not begin"],
    ["throws", "that fails"],
    ["ends", "that ends before it is done"],
  ].map(
    ([how, words]): Row => ({
      fault: `a thread ${words}`,
      promised: [{ commands: ["--jobs 2"], exit: 2, says: "…", out: "its first lines", orAsEver: true }],
      befall: async (subject) => {
        const script = `FAULT=${how} "$NODE" --require ${hook("thread")} "$COMMAND" ${subject.words()}`;
        return [{ outcome: await shell(script, subject.place()), expected: await subject.undisturbed() }];
      },
    }),
  ),
];

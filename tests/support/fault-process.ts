// Faults of the process itself.
import { statSync } from "node:fs";
import { constants } from "node:os";
import { fileURLToPath } from "node:url";
import type { FaultRow, FaultRun } from "./fault-row.ts";
import { ALL, type Subject } from "./fault-subject.ts";

const hook = (name: string): string => fileURLToPath(new URL(`fault-hooks/${name}.cjs`, import.meta.url));

/**
 * How many signals a run gets in turn, each at a random time in its share of the run. The times are the same in all
 * test runs.
 */
const TIMES = 3;

/** Pseudorandom numbers from 0 to 1 (mulberry32). */
function* random(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

type Signal = "SIGINT" | "SIGTERM" | "SIGHUP";

/** In turn, which signal a command gets in a process of its own. */
const OWN_SIGNALS: readonly Signal[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** How often a command calls the file system: in total, and since it handles signals. */
interface Calls {
  readonly all: number;
  readonly heard: number;
}

const calls = new Map<string, Promise<Calls>>();

function callsOf(subject: Subject): Promise<Calls> {
  const counted = calls.get(subject.name) ?? countedCalls(subject);
  calls.set(subject.name, counted);
  return counted;
}

async function countedCalls(subject: Subject): Promise<Calls> {
  const count = async (isHeard: boolean): Promise<number> => {
    const cwd = subject.place();
    await subject.hosted(cwd, { hook: hook("signal"), env: { FAULT: JSON.stringify({ log: "calls", isHeard }) } });
    return statSync(`${cwd}/calls`).size;
  };
  return { all: await count(false), heard: await count(true) };
}

/**
 * Sends a signal at random times of a run, measured in calls of the file system: clock time would depend on what else
 * the machine does. In a host, with files as outputs, the signal comes only once the command handles signals, because
 * an earlier one would end the host. In a process of its own, with pipes as outputs, it comes at any time. Each command
 * gets one of the three signals there.
 */
async function signalled(subject: Subject, signal: Signal): Promise<FaultRun[]> {
  const expected = await subject.undisturbed();
  const { all, heard } = await callsOf(subject);
  const numbers = random(constants.signals[signal]);
  const faultJson = (fault: { at: number; isHeard: boolean }): string => JSON.stringify({ signal, ...fault });
  const runs: FaultRun[] = [];
  for (let time = 0; time < TIMES; time++) {
    const at = Math.floor((heard * (time + numbers.next().value!)) / TIMES);
    const env = { FAULT: faultJson({ at, isHeard: true }) };
    runs.push({ outcome: await subject.hosted(subject.place(), { hook: hook("signal"), env }), expected });
  }
  if (OWN_SIGNALS[ALL.indexOf(subject.name) % OWN_SIGNALS.length] !== signal) return runs;
  const fault = faultJson({ at: Math.floor(all * numbers.next().value!), isHeard: false });
  const script = `FAULT='${fault}' "$NODE" --require ${hook("signal")} "$COMMAND" ${subject.words()}`;
  const { exit, ...outputs } = await subject.shell(script, subject.place());
  // A shell reports a program that was ended by a signal in the same way as this command ends by itself.
  runs.push({ outcome: { ...outputs, exit: exit === signal ? signalExit(signal) : exit }, expected });
  return runs;
}

const signalExit = (signal: Signal): number => 128 + constants.signals[signal];

const signalRow = (signal: Signal): FaultRow => ({
  fault: `${signal}, at any time`,
  promised: [
    {
      commands: ["normalizer", "--jobs 2"],
      exit: signalExit(signal),
      says: "",
      out: "its first lines",
      orAsUsual: true,
    },
    {
      commands: ["diff", "trace", "check", "why", "fields", "suggest"],
      exit: signalExit(signal),
      says: "",
      out: "its beginning",
      orAsUsual: true,
    },
  ],
  befall: (subject) => signalled(subject, signal),
});

/** How many file descriptors the command has left. The lowest number is just enough for Node to start. */
const SPARE = [1, 3];

export const PROCESS_ROWS: readonly FaultRow[] = [
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
        orAsUsual: true,
      },
    ],
    befall: async (subject) => {
      const expected = await subject.undisturbed();
      const runs: FaultRun[] = [];
      for (const spare of SPARE) {
        const script = `ulimit -n 64; FAULT=${spare} "$NODE" --require ${hook("descriptors")} "$COMMAND" ${subject.words()}`;
        runs.push({ outcome: await subject.shell(script, subject.place()), expected });
      }
      return runs;
    },
  },
  ...(
    [
      ["begins", "that does not start"],
      ["throws", "that fails"],
      ["ends", "that ends before it is done"],
    ] as const
  ).map(
    ([how, words]): FaultRow => ({
      fault: `a thread ${words}`,
      promised: [{ commands: ["--jobs 2"], exit: 2, says: "…", out: "its first lines", orAsUsual: true }],
      befall: async (subject) => {
        const outcome = await subject.hosted(subject.place(), { hook: hook("thread"), env: { FAULT: how } });
        return [{ outcome, expected: await subject.undisturbed() }];
      },
    }),
  ),
];

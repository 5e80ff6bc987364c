import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, kill, Place, stateOf } from "./place.ts";

/** What happens in the middle: nothing, or a signal to the command, or to the program around it. */
export const FAULTS = ["none", "child killed", "child stopped", "restarted", "killed"] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * What the page says about the lines. `none lost` allows lines that come out as they went in; `unsure` is for what
 * depends on the moment.
 */
export type Promised = "exactly once" | "at least once" | "none lost" | "lines lost" | "unsure";

export interface Recipe {
  readonly name: string;
  readonly version: string;
  readonly promises: Readonly<Record<Fault, Promised>>;
  /** Installs the configuration of the page. */
  prepare(place: Place): void;
  /** Starts the program around the command. */
  start(place: Place): ChildProcess;
  /** Starts the process that uses the rules, if the program does not start it. */
  startChild?(place: Place): void;
  /** Gives the program more lines. */
  feed(place: Place, lines: string): void | Promise<void>;
  /** All that was written so far. */
  output(place: Place): string;
}

/** What became of the lines of a trial. */
export interface Result {
  readonly lines: number;
  readonly written: number;
  readonly lost: number;
  readonly twice: number;
  /** Lines that came out as they went in. */
  readonly unchanged: number;
  /** Lines that are no line of the output, nor one of the log. */
  readonly broken: number;
  readonly isInOrder: boolean;
}

export const LINES = 60_000;
const FIRST = 1000;
const LAST = 2000;
const PORTIONS = 4;

/** Without a new line for so long, nothing more is expected. The server of NATS waits for 5 s. */
const QUIET_MS = 12_000;

/** Runs a recipe on numbered lines, with a fault in the middle, and finds out what became of them. */
export async function trial(recipe: Recipe, fault: Fault): Promise<Result> {
  const place = new Place();
  try {
    recipe.prepare(place);
    let program = recipe.start(place);
    await recipe.feed(place, linesFrom(1, FIRST));
    recipe.startChild?.(place);
    await place.until(`${recipe.name} begins`, () => recipe.output(place).includes(outputOf(FIRST)));
    const middle = linesFrom(FIRST + 1, LINES - LAST);
    if (fault === "child killed" || fault === "child stopped") {
      await endChild(recipe, place, fault === "child killed" ? "SIGKILL" : "SIGTERM", middle);
    } else {
      const before = recipe.output(place).length;
      const fed = recipe.feed(place, middle);
      if (fault !== "none") {
        await place.until(`${recipe.name} goes on`, () => recipe.output(place).length > before);
        await endProgram(program, place, fault === "killed" ? "SIGKILL" : "SIGTERM");
        program = recipe.start(place);
      }
      await fed;
    }
    // Some programs notice only when they write that their child has died.
    for (let portion = 0; portion < PORTIONS; portion++) {
      await sleep(500);
      const begun = LINES - LAST + (portion * LAST) / PORTIONS;
      await recipe.feed(place, linesFrom(begun + 1, begun + LAST / PORTIONS));
    }
    await quiet(recipe, place);
    return resultOf(recipe.output(place), LINES);
  } finally {
    await place.close();
  }
}

/** Ends the command when it is behind: it stands still while the lines arrive, as on a machine that is busy. */
async function endChild(recipe: Recipe, place: Place, signal: NodeJS.Signals, lines: string): Promise<void> {
  const child = place.newestNormalizer();
  kill(child, "SIGSTOP");
  await place.until("the command stands still", () => stateOf(child) === "T");
  await recipe.feed(place, lines);
  await sleep(1000);
  kill(child, signal);
  kill(child, "SIGCONT");
  await place.until("the command has ended", () => !isRunning(child));
  recipe.startChild?.(place);
}

/** Ends the program around the command, and waits for it. */
async function endProgram(program: ChildProcess, place: Place, signal: NodeJS.Signals): Promise<void> {
  program.kill(signal);
  await place.until("the program has ended", () => program.exitCode !== null || program.signalCode !== null);
}

/** Resolves when all lines are written, or when no line has been written for long. */
async function quiet(recipe: Recipe, place: Place): Promise<void> {
  let [length, since] = [-1, 0];
  while (true) {
    const output = recipe.output(place);
    if (output.includes(outputOf(LINES)) && resultOf(output, LINES).lost === 0) return;
    if (output.length !== length) [length, since] = [output.length, performance.now()];
    if (performance.now() - since > QUIET_MS) return;
    await sleep(100);
  }
}

export function linesFrom(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, i) => `gate ${first + i} opened for card 4471\n`).join("");
}

function outputOf(line: number): string {
  return `gate ${line} opened\n`;
}

/** Compares the output with that of lines numbered from 1. */
export function resultOf(output: string, lines: number): Result {
  const written = output.split("\n").slice(0, -1);
  const seen = new Set<number>();
  let [twice, unchanged, broken, highest] = [0, 0, 0, 0];
  let isInOrder = true;
  for (const line of written) {
    const [, digits, rest] = /^gate (\d+) opened( for card 4471)?$/.exec(line) ?? [];
    const number = Number(digits ?? Number.NaN);
    if (!(number <= lines)) broken++;
    else if (seen.has(number)) twice++;
    else {
      seen.add(number);
      if (rest !== undefined) unchanged++;
      isInOrder &&= number > highest;
      highest = Math.max(highest, number);
    }
  }
  return { lines, written: written.length, lost: lines - seen.size, twice, unchanged, broken, isInOrder };
}

/** Whether the result is what the page says. */
export function isAsPromised({ lost, twice, unchanged, broken, isInOrder }: Result, promised: Promised): boolean {
  if (promised === "unsure") return true;
  if (promised === "lines lost") return lost > 0;
  if (lost > 0 || broken > 0 || !isInOrder) return false;
  if (promised === "none lost") return true;
  return unchanged === 0 && (promised === "at least once" || twice === 0);
}

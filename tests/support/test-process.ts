import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { end } from "./command.ts";
import { cpuSeconds } from "./cpu-time.ts";
import { TO_READ } from "./expected-file.ts";
import { SKIPPED } from "./suite.ts";

/** The results of a test file. */
export interface FileResult {
  readonly passed: number;
  /** At least 1 if the process crashed or hung, or registered no suite. */
  readonly failed: number;
  readonly skipped: number;
  /** Why tests were skipped, as their suites say. */
  readonly whySkipped: string;
  /** What was written and must be read. */
  readonly toRead: readonly string[];
  readonly seconds: number;
  /** What the file and everything that it started took of the processors, if the system tells. */
  readonly cpuSeconds: number | undefined;
  /** The failures, and anything else that the tests wrote. */
  readonly output: string;
}

/** A process that writes nothing for this long hangs, as uvu writes a dot for each test. */
export const SILENCE_MS = 120_000;

/** The progress of a suite and the totals, which uvu always writes. */
const PROGRESS = /^ .* {2}\(\d+ \/ \d+\)$|^ {2}(Total|Passed|Skipped|Duration): .*$/gm;

const WHY_SKIPPED = new RegExp(`^${SKIPPED}(.*)\n`, "gm");
const WHAT_TO_READ = new RegExp(`^${TO_READ}(.*)\n`, "gm");

/** What `test-process.mjs` writes after a file, on each output, with the exit code on one of them. */
const END = "\u001e";
const ENDS = new RegExp(`${END}\\d*\n`, "g");
const END_LENGTH = `${END}255\n`.length;

const PROGRAM = fileURLToPath(new URL("test-process.mjs", import.meta.url));

/** How test files are run. */
export interface TestRun {
  /** Options of Node. */
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** How long a process may write nothing. */
  readonly silence: number;
}

/** A process that runs test files one after another. */
export class TestProcess {
  private readonly child: ChildProcess;
  private readonly silence: number;
  private readonly earlier: string[] = [];
  private hasEnded = false;

  constructor({ options, env, silence }: TestRun) {
    this.silence = silence;
    // The process leads its own group, so that a hanging one ends together with everything it started.
    this.child = spawn(process.execPath, [...options, PROGRAM], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      detached: true,
    });
    const stop = (): void => end(this.child);
    process.on("exit", stop);
    this.child.on("close", () => {
      this.hasEnded = true;
      process.off("exit", stop);
    });
  }

  /** False once a file has ended the process. */
  get isAlive(): boolean {
    return !this.hasEnded;
  }

  /** Runs the file with this name, which is bundled at this path. */
  run(name: string, path: string): Promise<FileResult> {
    const began = performance.now();
    const cpuBefore = cpuSeconds(this.child.pid!);
    let isSilent = false;
    const limit = setTimeout(() => {
      isSilent = true;
      end(this.child);
    }, this.silence);
    return new Promise((resolve) => {
      const exits: string[] = [];
      // Each stream's text is kept apart: what one writes in between would change the lines of the other.
      const outputs = ["", ""];
      const listenTo = (stream: Readable, output: number): (() => void) => {
        const listen = (chunk: string): void => {
          limit.refresh();
          outputs[output] += chunk;
          const exit = outputs[output]!.slice(-END_LENGTH).split(END)[1];
          if (exit?.endsWith("\n")) exits.push(exit);
          if (exits.length === 2) done(Number(exits.join("")));
        };
        stream.setEncoding("utf8").on("data", listen);
        return () => stream.off("data", listen);
      };
      const done = (exit: number | string): void => {
        clearTimeout(limit);
        for (const stop of listening) stop();
        this.child.off("close", closed);
        const result = resultOf(stripVTControlCharacters(outputs.join("\n").replaceAll(ENDS, "")), exit);
        const others = this.earlier.join(", ");
        const shared = this.isAlive || others === "" ? "" : `\nin a process that had run ${others}`;
        this.earlier.push(name);
        const seconds = (performance.now() - began) / 1000;
        const cpuAfter = cpuSeconds(this.child.pid!);
        const cpu = cpuBefore === undefined || cpuAfter === undefined ? undefined : cpuAfter - cpuBefore;
        resolve({ ...result, output: result.output + shared, seconds, cpuSeconds: cpu });
      };
      const closed = (code: number | null, signal: string | null): void =>
        done(isSilent ? "hung" : signal === null ? code! : `was ended by ${signal}`);
      const listening = [this.child.stdout!, this.child.stderr!].map(listenTo);
      this.child.on("close", closed);
      this.child.send(path, () => {});
    });
  }

  /** Ends the process, which may still have something to do at its exit. */
  async close(): Promise<void> {
    if (this.hasEnded) return;
    this.child.stdout!.resume();
    this.child.stderr!.resume();
    // Node does not tell of the end of a child that it was disconnected from.
    this.child.send("");
    await once(this.child, "close");
  }
}

/** Reads uvu's report on a file. uvu reports success if a hook fails. `suite()` sees that each suite has tests. */
function resultOf(output: string, exit: number | string): Omit<FileResult, "seconds" | "cpuSeconds"> {
  const count = (name: string): number | undefined => {
    const digits = new RegExp(`^ {2}${name}: +(\\d+)$`, "m").exec(output)?.[1];
    return digits === undefined ? undefined : Number(digits);
  };
  const total = count("Total");
  const passed = count("Passed") ?? 0;
  const skipped = count("Skipped") ?? 0;
  const failed = (total ?? 0) - passed;
  let fault: string | undefined;
  if (typeof exit === "string") fault = `the process ${exit}`;
  else if (total === undefined) fault = exit === 0 ? "registers no suite" : `the process ended early, with ${exit}`;
  else if (failed === 0 && exit !== 0) fault = `the process ended with ${exit} after its tests`;
  const reasons = new Set(Array.from(output.matchAll(WHY_SKIPPED), ([, reason]) => reason));
  const rest = output
    .replace(WHY_SKIPPED, "")
    .replace(WHAT_TO_READ, "")
    .replace(PROGRESS, "")
    .replace(/\n{3,}/g, "\n\n");
  return {
    passed,
    failed: fault === undefined ? failed : failed + 1,
    skipped,
    whySkipped: [...reasons].join("; "),
    toRead: Array.from(output.matchAll(WHAT_TO_READ), ([, what]) => what!),
    output: [rest.replace(/^\n+|\s+$/g, ""), fault].filter(Boolean).join("\n"),
  };
}

import { spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { end } from "./command.ts";
import { SKIPPED } from "./suite.ts";

/** The results of a test file. */
export interface FileResult {
  readonly passed: number;
  /** At least 1 if the process crashed or hung, or if it ran no test. */
  readonly failed: number;
  readonly skipped: number;
  /** Why tests were skipped, as their suites say. */
  readonly whySkipped: string;
  readonly seconds: number;
  /** The failures, and anything else that the tests wrote. */
  readonly output: string;
}

/** A process that writes nothing for this long hangs, as uvu writes a dot for each test. */
const SILENCE_MS = 120_000;

/** The progress of a suite and the totals, which uvu always writes. */
const PROGRESS = /^ .* {2}\(\d+ \/ \d+\)$|^ {2}(Total|Passed|Skipped|Duration): .*$/gm;

const WHY_SKIPPED = new RegExp(`^${SKIPPED}(.*)\n`, "gm");

/** Runs the tests of a file in a new Node process with these arguments. */
export function runTestFile(
  args: readonly string[],
  seed: number,
  runs: number,
  silence = SILENCE_MS * Math.max(runs, 1),
): Promise<FileResult> {
  const began = performance.now();
  // The process leads its own group, so that a hanging one ends together with everything it started.
  const child = spawn(process.execPath, args, {
    env: { ...process.env, TEST_SEED: String(seed), TEST_RUNS: String(runs) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  let isSilent = false;
  const limit = setTimeout(() => {
    isSilent = true;
    end(child);
  }, silence);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      limit.refresh();
    });
  }
  const stop = (): void => {
    end(child);
    process.exit(1);
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  return new Promise((resolve) => {
    child.on("close", (code, signal) => {
      clearTimeout(limit);
      process.off("SIGINT", stop).off("SIGTERM", stop);
      const exit = isSilent ? "hung" : signal === null ? code! : `was ended by ${signal}`;
      resolve({ ...resultOf(stripVTControlCharacters(output), exit), seconds: (performance.now() - began) / 1000 });
    });
  });
}

/** Reads uvu's report on a file. uvu reports success if the file has no test or a hook fails. */
function resultOf(output: string, exit: number | string): Omit<FileResult, "seconds"> {
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
  else if (total === 0 && skipped === 0) fault = "has no test";
  else if (failed === 0 && exit !== 0) fault = `the process ended with ${exit} after its tests`;
  const reasons = new Set(Array.from(output.matchAll(WHY_SKIPPED), ([, reason]) => reason));
  const rest = output
    .replace(WHY_SKIPPED, "")
    .replace(PROGRESS, "")
    .replace(/\n{3,}/g, "\n\n");
  return {
    passed,
    failed: fault === undefined ? failed : failed + 1,
    skipped,
    whySkipped: [...reasons].join("; "),
    output: [rest.replace(/^\n+|\s+$/g, ""), fault].filter(Boolean).join("\n"),
  };
}

// Logs for runs by several threads, which the small build starts for them, with their expected output.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { RunStatistics } from "../../src/index.ts";
import { HANG_MS } from "./command.ts";
import { folder } from "./folder.ts";
import { hostedShell } from "./hosted-shell.ts";
import { assertSameText } from "./same-text.ts";
import { SIZES, SMALL_COMMAND } from "./small-build.ts";

const { MIN_PARALLEL_BYTES, BLOCK_BYTES } = SIZES;

export const RULES = `
rules:
  - name: numbered
    pattern: [{ text: "INFO: " }, { field: number }, { text: " " }, { field: rest }]
    output: "<{number}>"
  - name: "dated 'é'"
    pattern: [{ field: timestamp }, { text: " é " }, { field: _ }]
    output: "é {timestamp} {{text}}"
  - name: constant
    pattern: [{ text: "constant" }]
    output: ""
`;

/** How many lines large.log has. Threads read it in some forty blocks, and its output fills several pipes. */
export const LARGE_LINES = 8_000;

/** How many pairs of a matched and an unmatched line packed.log has. */
export const PACKED_PAIRS = 4_000;

const MARKED_LINES = 1_000;

const RAW = "and nothing that a rule would match".repeat(3);

/**
 * Fails if a promise does not settle, instead of waiting for ever. Its threads then no longer keep this process alive.
 */
export async function soon<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      process.exitCode = 1;
      setTimeout(() => process.exit(), HANG_MS).unref();
      reject(new Error("did not settle"));
    }, HANG_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The statistics of a log in which only the first of RULES won lines. */
export function statisticsOf(linesProcessed: number, linesMatched: number): RunStatistics {
  const rules = ["numbered", "dated 'é'", "constant"].map((name, rule) => ({
    name,
    lines: rule === 0 ? linesMatched : 0,
  }));
  return { linesProcessed, linesMatched, matchRate: linesMatched / linesProcessed, rules };
}

/** A folder with the rules, a log large enough for threads, and its expected output, made once. */
export interface Place {
  readonly cwd: string;
  readonly lines: string;
  readonly records: string;
  readonly interleaved: string;
  readonly statistics: RunStatistics;
  /** What comes of marked.log, which threads read in some six blocks. */
  readonly marked: string;
}

let place: Place | undefined;
export function large(): Place {
  if (place !== undefined) return place;
  const count = LARGE_LINES;
  const filling = "x".repeat(150);
  const isRaw = (i: number): boolean => i % 6 === 5;
  const log: string[] = [];
  const lines: string[] = [];
  const records: string[] = [];
  for (let i = 0; i < count; i++) {
    log.push(isRaw(i) ? `raw ${i} ${RAW}` : `INFO: ${i} ${filling.slice(i % 100)}`, i % 4 === 3 ? "\r\n" : "\n");
    lines.push(isRaw(i) ? `raw ${i} ${RAW}\n` : `<${i}>\n`);
    records.push(`EXPLAIN: Line ${i + 1}: ${isRaw(i) ? "No rule matched" : "Matched rule 'numbered'"}\n`);
  }
  const packed = gzipSync(`\ufeff${"INFO: 5 packed\nraw packed\r\n".repeat(PACKED_PAIRS)}`);
  const long = "z".repeat(2.4 * BLOCK_BYTES);
  const cwd = folder({
    "rules.yaml": RULES,
    "loud.yaml": RULES.replace("<{number}>", "{rest}".repeat(60)),
    "large.log": log.join(""),
    "marked.log": `\ufeffINFO: 1 marked\r\n\ufeffraw\r\n\r\n${`INFO: 2 ${filling}\r\n`.repeat(MARKED_LINES)}last\r`,
    "mark.log": "\ufeff",
    "empty.log": "",
    "packed.log": packed,
    "damaged.log": packed.subarray(0, -4),
    "long.log": `INFO: 4 ${long}\nraw ${long.slice(BLOCK_BYTES)}`,
    "small.log": "INFO: 3 small\nraw",
  });
  assert.ok(statSync(`${cwd}/large.log`).size > MIN_PARALLEL_BYTES, "so large that threads read it");
  const matched = count - Math.floor(count / 6);
  place = {
    cwd,
    lines: lines.join(""),
    records: records.join(""),
    interleaved: lines.map((line, i) => records[i]! + line).join(""),
    marked: `<1>\n\ufeffraw\n\n${"<2>\n".repeat(MARKED_LINES)}last\r\n`,
    statistics: statisticsOf(count, matched),
  };
  return place;
}

/** Runs a script in that folder. In it, `$run` is the command with rules and several threads. */
export async function shelled(
  script: string,
): Promise<{ exit: number | string | null; stdout: string; stderr: string }> {
  const { exit, stdout, stderr } = await hostedShell(
    `run="normalizer -r rules.yaml --jobs 3"\n${script}`,
    large().cwd,
    SMALL_COMMAND,
  );
  return { exit, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** Checks for success with this output. */
export async function gives(script: string, expected: string): Promise<void> {
  const { exit, stdout, stderr } = await shelled(script);
  assert.deepEqual([exit, stderr], [0, ""]);
  assertSameText(stdout, expected, "the output");
}

// Logs for runs by several threads, which the small build starts for them, and what is to become of them.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Statistics } from "../../src/index.ts";
import { HANG_MS, shell } from "./command.ts";
import { folder } from "./folder.ts";
import { SIZES, SMALL_COMMAND } from "./small-build.ts";

const { MIN_PARALLEL_BYTES, PART_BYTES } = SIZES;

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

/** Fails, rather than waits for ever, when a promise does not settle; its threads then no longer keep this process. */
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

/** A folder with the rules, a log that is worth threads, and what is to become of that; made once. */
export interface Place {
  readonly cwd: string;
  readonly lines: string;
  readonly records: string;
  readonly interleaved: string;
  readonly statistics: Statistics;
}

let place: Place | undefined;
export function large(): Place {
  if (place !== undefined) return place;
  const count = 62_000;
  const filling = "x".repeat(150);
  const isRaw = (i: number): boolean => i % 6 === 5;
  const log: string[] = [];
  const lines: string[] = [];
  const records: string[] = [];
  for (let i = 0; i < count; i++) {
    log.push(isRaw(i) ? `raw ${i}` : `INFO: ${i} ${filling.slice(i % 100)}`, i % 4 === 3 ? "\r\n" : "\n");
    lines.push(isRaw(i) ? `raw ${i}\n` : `<${i}>\n`);
    records.push(`EXPLAIN: Line ${i + 1}: ${isRaw(i) ? "No rule matched" : "Matched rule 'numbered'"}\n`);
  }
  const packed = gzipSync(`\ufeff${"INFO: 5 packed\nraw packed\r\n".repeat(50_000)}`);
  const long = "z".repeat(2.4 * PART_BYTES);
  const cwd = folder({
    "rules.yaml": RULES,
    "loud.yaml": RULES.replace("<{number}>", "{rest}".repeat(20)),
    "large.log": log.join(""),
    "marked.log": `\ufeffINFO: 1 marked\r\n\ufeffraw\r\n\r\n${`INFO: 2 ${filling}\r\n`.repeat(4_000)}last\r`,
    "mark.log": "\ufeff",
    "empty.log": "",
    "packed.log": packed,
    "damaged.log": packed.subarray(0, -4),
    "long.log": `INFO: 4 ${long}\nraw ${long.slice(PART_BYTES)}`,
    "small.log": "INFO: 3 small\nraw",
  });
  assert.ok(statSync(`${cwd}/large.log`).size > MIN_PARALLEL_BYTES, "so large that threads read it");
  const matched = count - Math.floor(count / 6);
  place = {
    cwd,
    lines: lines.join(""),
    records: records.join(""),
    interleaved: lines.map((line, i) => records[i]! + line).join(""),
    statistics: { linesProcessed: count, linesMatched: matched, matchRate: matched / count },
  };
  return place;
}

/** The outcome of a script in that folder; `$run` in it is the command with rules, and with several threads. */
export async function shelled(
  script: string,
): Promise<{ exit: number | string | null; stdout: string; stderr: string }> {
  const { exit, stdout, stderr } = await shell(
    `run="normalizer -r rules.yaml --jobs 3"\n${script}`,
    large().cwd,
    SMALL_COMMAND,
  );
  return { exit, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** As a quiet end with this output, of which a difference would be too long to be shown. */
export async function gives(script: string, expected: string): Promise<void> {
  const { exit, stdout, stderr } = await shelled(script);
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.equal(stdout.length, expected.length);
  assert.ok(stdout === expected);
}

// Pages of `normalizer report` for tests, and a log and rules that try to break out of one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hosted } from "./command-host.ts";
import { folder } from "./folder.ts";

/** A page that was written, and what it holds. */
export interface WrittenPage {
  readonly path: string;
  readonly html: string;
}

/** Runs `report` on these files, with `-o report.html`. */
export async function reportPage(
  files: Readonly<Record<string, string | Uint8Array>>,
  args: readonly string[],
): Promise<WrittenPage> {
  const cwd = folder(files);
  const { exit, stderr } = await hosted(["report", ...args, "-o", "report.html"], cwd);
  assert.equal(exit, 0, stderr.toString());
  const path = join(cwd, "report.html");
  return { path, html: readFileSync(path, "utf8") };
}

/** The data in a page. */
export function dataOf(html: string) {
  const [, json] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html)!;
  return JSON.parse(json!);
}

export const RULES = `rules:
  - name: request
    pattern: "{timestamp} {level:INFO|WARN} [{id}] GET {path} took {ms:number} ms"
    output: "{level} GET {path}"
  - name: failed
    pattern: "{timestamp} ERROR [{id}] {message}"
    output: "failed: {message}"
    sequence: { followers: [{ pattern: "    at {frame}", output: "    at {frame}" }] }
  - name: idle
    pattern: "idle {since}"
    output: "idle"
`;

/** Lines of all rules, and one in nine that no rule matches. */
export function log(lines: number, day = "04"): string {
  const paths = ["/orders", "/orders/7", "/users/ann", "/health"];
  const time = (i: number): string =>
    `2026-05-${day} 10:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}`;
  return Array.from({ length: lines }, (_, i) => {
    if (i % 9 === 8) return `${time(i)} NOTICE disk ${i % 7} at ${i} %`;
    if (i % 9 === 4) return `${time(i)} ERROR [r${i % 13}] no connection to 10.0.0.${i % 200}`;
    if (i % 9 === 5) return `    at Pool.get (pool.js:${i})`;
    return `${time(i)} ${i % 4 === 0 ? "WARN" : "INFO"} [r${i % 13}] GET ${paths[i % 4]} took ${i % 90} ms`;
  })
    .map((line) => `${line}\n`)
    .join("");
}

const ATTACK = `</script><script>hacked=1</script><img src=x onerror=hacked=1>&<b>$&$1'"`;

/** A log and rules in which every text tries to be markup, a script or a control character. */
export const HOSTILE = {
  "rules.yaml": JSON.stringify({
    rules: [{ name: ATTACK, pattern: [`x {a} ${ATTACK}`], output: "{a} <script>hacked=1</script>" }],
  }),
  "a.log": Buffer.concat([
    Buffer.from(`x <svg onload=hacked=1> ${ATTACK}\n${ATTACK}\n<!--data--> <!--title-->\n`),
    Buffer.from("\x1b[2J\x07\u202eabc\u200b\xad \u2028 \0\n"),
    Buffer.from([0xff, 0xfe, 0x3c, 0x62, 0x3e, 0x0a]),
  ]),
};

const STEPS = ["received", "reserved", "re<b>tried", "paid", "stored", "done"];

/** Rules, and two logs of requests: in the new one, some have one more step, and half of the payments take longer. */
export const RELEASES = {
  "rules.yaml": JSON.stringify({
    rules: STEPS.map((step) => {
      const pattern = `{timestamp} [{id}] ${step}${step === "paid" ? " in {ms} ms" : ""}`;
      return { name: step, pattern, output: pattern.replace("{timestamp} [{id}] ", "") };
    }),
  }),
  "old.log": requestsLog(300, [100, 200], false),
  "new.log": requestsLog(300, [100, 400], true),
};

function requestsLog(requests: number, paid: readonly [number, number], isRetried: boolean): string {
  const lines = Array.from({ length: requests }, (_, i) => {
    const took = paid[(i * i) % 7 < 2 ? 0 : 1] + (i ** 3 % 31) / 1000;
    const steps = STEPS.filter((_, step) => step !== 2 || (isRetried && i % 10 === 0));
    const time = new Date(Date.UTC(2026, 4, 4) + 1000 * i).toISOString();
    return steps.map((step) => `${time} [r${i}] ${step}${step === "paid" ? ` in ${took} ms` : ""}\n`);
  });
  return lines.flat().join("");
}

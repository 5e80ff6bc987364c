import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DamagedLogError, Processor, RulesError } from "../../src/index.ts";
import { isCompressed } from "../../src/io/decompress.ts";
import { readRules } from "../support/parsed-rules.ts";
import { referenceLines } from "../support/reference.ts";
import { checkPrototypes, within } from "./bounds.ts";
import { checkLine } from "./line-checks.ts";
import { checkLog, isLineByLine } from "./log-checks.ts";
import { checkComparisons, checkCoverage, checkTraces } from "./log-comparisons.ts";
import { processed } from "./log-run.ts";
import { checkStreams } from "./log-streams.ts";
import { type LogCase, logCases } from "./made-logs.ts";
import type { Target } from "./target.ts";

/** How much CPU time a log may take for all checks together, plus how much for each of its megabytes. */
const SECONDS = 20;
const SECONDS_A_MEGABYTE = 15;

const MAX_EXPLAINED = 4;

/** Logs: every interface gives the same result for them, and nothing is lost. */
export const logs: Target<LogCase> = {
  cases: logCases,

  files: ({ rules, log, other, ...how }) => ({
    "rules.yaml": rules,
    "a.log": log,
    "b.log": other,
    "how.json": JSON.stringify(how),
  }),

  async check({ rules: file, log, other, chunks, place, by }, folder) {
    const [rulesPath, a, b] = ["rules.yaml", "a.log", "b.log"].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    for (const [path, bytes] of [
      [rulesPath, file],
      [a, log],
      [b, other],
    ] as const)
      writeFileSync(path, bytes);
    const processor = processorOf(rulesPath);
    if (processor === undefined) return;
    if ([log, other].some(isCompressed)) return checkCompressed(processor, [log, other]);

    const rules = readRules(rulesPath).rules;
    const megabytes = (log.length + other.length) / 2 ** 20;
    const logged = { processor, rules, log, chunks };
    await within(SECONDS + SECONDS_A_MEGABYTE * megabytes, "all together", async () => {
      const files = [
        { path: a, records: await checkLog(logged) },
        { path: b, records: await checkLog({ processor, rules, log: other, chunks }) },
      ] as const;
      const outputs = files[0].records.map(({ output }) => output);
      await checkStreams(logged, outputs, place);
      await checkComparisons({ processor, rules, by }, ...files);
      await checkTraces({ processor, rules, by }, files);
      await checkCoverage(processor, rulesPath, [a, b]);
    });
    if (isLineByLine(rules)) await within(SECONDS, "explaining", () => explain(processor, log));
    checkPrototypes();
  },
};

/** Undefined for rules that contradict each other, as random ones may. */
function processorOf(rulesPath: string): Processor | undefined {
  try {
    return new Processor({ rulesPath, key: "any key" });
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    assert.ok(
      error.issues.every(({ code }) => code === "TRANSFORM_CONFLICT"),
      error.message,
    );
    return undefined;
  }
}

async function explain(processor: Processor, log: Buffer): Promise<void> {
  const lines = [...new Set(referenceLines(log))].slice(-MAX_EXPLAINED);
  for (const line of lines) await checkLine(processor, Buffer.from(line, "latin1"));
}

/** Checks that a log is refused if it begins as a compressed one but is not valid. */
async function checkCompressed(processor: Processor, logs: readonly Buffer[]): Promise<void> {
  for (const log of logs) {
    await processed(processor, [log]).catch((error: unknown) =>
      assert.ok(error instanceof DamagedLogError, String(error)),
    );
  }
}

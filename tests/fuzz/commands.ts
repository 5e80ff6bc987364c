import { mkdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { COMPRESSORS } from "../support/compressors.ts";
import { checkFiles, checkOutcome } from "./command-checks.ts";
import { commandLines } from "./command-lines.ts";
import { fill, folderContent, runCommand, type Surroundings } from "./command-run.ts";
import { cutName, ODD_NAME, ODD_RULES, packedName } from "./command-words.ts";
import { damagedBytes } from "./damage.ts";
import { rulesFileBytes } from "./rules-files.ts";
import { LOG_FILES, PAIRS } from "./sources.ts";
import type { Files, Target } from "./target.ts";

interface Case extends Surroundings {
  readonly args: readonly string[];
  readonly files: Files;
}

/** `why` takes milliseconds for each line, and a run should end within seconds. */
const MAX_LOG_BYTES = 60_000;

const fuzzedLog = damagedBytes(fc.constantFrom(...LOG_FILES), [
  "\n",
  "\r",
  "\0",
  "\x1b[31m",
  "\x1b]0;",
  "é",
  "\xff",
  "{",
  '"',
  "::",
]).map((log) => log.subarray(0, MAX_LOG_BYTES));

const files: fc.Arbitrary<Files> = fc
  .record({ pair: fc.constantFrom(...PAIRS), rules: rulesFileBytes, log: fuzzedLog })
  .map(({ pair: { rules, logs }, rules: fuzzed, log }) => {
    const [one, other = one] = logs as [Buffer, ...Buffer[]];
    const packed = COMPRESSORS.flatMap(({ format, compress }) => {
      const bytes = compress(one);
      return [
        [packedName(format), bytes],
        [cutName(format), bytes.subarray(0, bytes.length - 5)],
      ] as const;
    });
    return {
      ...Object.fromEntries(packed),
      "rules.yaml": rules,
      "fuzzed.yaml": fuzzed,
      "broken.yaml": "rules:\n  - name: \x1b[31m\n    pattern: [{ feild: a }]\n",
      "app.log": one,
      "old.log": one,
      "new.log": other,
      "fuzzed.log": log,
      "empty.log": "",
      "dir/inner.log": log,
      [ODD_NAME]: log,
      [ODD_RULES]: rules,
      "-x.log": one,
      diff: one,
    };
  });

const stdin = fc.oneof(
  fc.constant(undefined),
  fc.constant(Buffer.alloc(0)),
  fuzzedLog,
  ...COMPRESSORS.map(({ compress }) => fuzzedLog.map(compress)),
);
const env = fc.constantFrom<Record<string, string>>(
  {},
  {},
  { NO_COLOR: "1" },
  { FORCE_COLOR: "1" },
  { LANG: "C", TERM: "dumb" },
);

/** Command lines: every run of the built command ends soon, with a known exit code and readable messages. */
export const commands: Target<Case> = {
  cases: fc.record({
    args: commandLines,
    files,
    stdin,
    isOutputClosed: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
    env,
  }),

  files: ({ args, files, stdin, isOutputClosed, env }) => ({
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`files/${name}`, content])),
    "args.json": JSON.stringify(args),
    "how.json": JSON.stringify({ stdin: stdin === undefined ? "closed" : "stdin", isOutputClosed, env }),
    ...(stdin && { stdin }),
  }),

  async check({ args, files, ...surroundings }, folder) {
    const cwd = join(folder, "cwd");
    mkdirSync(cwd);
    fill(cwd, files);
    const before = folderContent(cwd);
    checkOutcome(args, await runCommand(args, cwd, surroundings));
    checkFiles(args, before, folderContent(cwd));
  },
};

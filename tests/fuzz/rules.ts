import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { Processor, RulesError } from "../../src/index.ts";
import { checkPrototypes, within } from "./bounds.ts";
import { checkLine, checkRun } from "./line-checks.ts";
import { checkFindings, checkProofs, checkRefusal } from "./rules-checks.ts";
import { rulesFileBytes } from "./rules-files.ts";
import { linesFor } from "./rules-lines.ts";
import type { Target } from "./target.ts";

/** How much CPU time each call may take for a file under a megabyte. src/tools/check itself promises ten seconds. */
const SECONDS = { load: 5, check: 20, lines: 20 };

interface Case {
  readonly bytes: Buffer;
  /** Decides which lines the rules are tried on. */
  readonly seed: number;
}

/** Rules files: they give either usable rules, or a report of all their issues. */
export const rules: Target<Case> = {
  cases: fc.record({ bytes: rulesFileBytes, seed: fc.nat(99_999) }),

  files: ({ bytes, seed }) => ({ "rules.yaml": bytes, "seed.txt": String(seed) }),

  async check({ bytes, seed }, folder) {
    const rulesPath = join(folder, "rules.yaml");
    writeFileSync(rulesPath, bytes);
    const loaded = await within(SECONDS.load, "loading", () => processorOrError(rulesPath));
    const checked = await within(SECONDS.check, "checking", () => Processor.check({ rulesPath }));
    if (loaded instanceof RulesError) {
      checkRefusal(loaded, checked, bytes);
    } else {
      checkFindings(checked, bytes);
      const lines = linesFor(rulesPath, seed);
      await within(SECONDS.lines, "matching and explaining", async () => {
        for (const line of lines) await checkLine(loaded, line);
        await checkProofs(checked, loaded, lines);
        await checkRun(loaded, lines);
      });
    }
    checkPrototypes();
  },
};

function processorOrError(rulesPath: string): Processor | RulesError {
  try {
    return new Processor({ rulesPath, key: "any key" });
  } catch (error) {
    if (error instanceof RulesError) return error;
    throw error;
  }
}

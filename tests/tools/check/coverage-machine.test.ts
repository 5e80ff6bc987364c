// What the machine counts of many lines at once is what is counted line by line.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { Random } from "../../../bench/workloads/random.ts";
import type { Rule } from "../../../src/rules/rule.ts";
import { rulebookOf } from "../../../src/run/rulebook.ts";
import { type Coverage, coverageOf } from "../../../src/tools/check/coverage.ts";
import { LogMaker } from "../../machine/random-log.ts";
import { randomRules } from "../../machine/random-rules.ts";
import { patternsOf, withParsersAlone } from "../../machine/sides.ts";
import { caseCount } from "../../support/property.ts";
import { SEED } from "../../support/run-settings.ts";
import { suite } from "../../support/suite.ts";

suite("coverage by the machine", (test) => {
  test.costly("is that by the parsers", async () => {
    for (let set = 0; set < caseCount(100); set++) {
      const random = new Random(SEED + set);
      const { rules } = randomRules(random);
      const maker = new LogMaker(random, rules);
      const log = Buffer.concat([maker.log(700), maker.log(1_500)]);
      const coverage = (): Promise<Coverage> => {
        const made = patternsOf(rules).map((pattern, i) => ({ name: `r${i}`, pattern, followers: [] }));
        const open = () => Readable.from([log.subarray(0, 50_000), log.subarray(50_000)]);
        const named = { name: "app.log", path: undefined, open, failure: (error: unknown) => error };
        return coverageOf(rulebookOf(made as unknown as Rule[]), [named], {});
      };
      assert.deepEqual(await coverage(), await withParsersAlone(coverage), `set ${set}`);
    }
  });
});

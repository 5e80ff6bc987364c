import assert from "node:assert/strict";
import { STARTER } from "../src/cli/init/starter.ts";
import { Processor } from "../src/index.ts";
import { rulesFile } from "./support/rules-file.ts";
import { suite } from "./support/suite.ts";

suite("the rules file to begin from", (test) => {
  test("has nothing that check would tell of, and examples that hold", async () => {
    const { issues, findings, rules } = await Processor.check({ rulesPath: rulesFile(STARTER) });
    assert.deepEqual([issues, findings, rules.length], [[], [], 2]);
  });
});

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { STARTER } from "../src/cli/init/starter.ts";
import { Processor } from "../src/index.ts";
import { normalizer } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { rulesFile } from "./support/rules-file.ts";
import { suite } from "./support/suite.ts";

suite("the rules file to begin from", (test) => {
  test("has nothing that check would tell of, and examples that hold", async () => {
    const { issues, findings, rules } = await Processor.check({ rulesPath: rulesFile(STARTER) });
    assert.deepEqual([issues, findings, rules.length], [[], [], 2]);
  });

  test("goes to standard output for -, and no file is made", async () => {
    const cwd = folder();
    const { stdout, stderr, exit } = await normalizer(["init", "-"], cwd);
    assert.deepEqual([stdout.toString(), stderr.toString(), exit], [STARTER, "", 0]);
    assert.deepEqual(readdirSync(cwd), []);
  });
});

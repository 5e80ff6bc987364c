import assert from "node:assert/strict";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { Processor } from "../../src/index.ts";
import { STARTER } from "../../src/rules/starter.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { rulesFile } from "../support/rules-file.ts";
import { suite } from "../support/suite.ts";

suite("the rules file to start from", (test) => {
  test("passes check without findings, and its examples hold", async () => {
    const { issues, findings, rules } = await Processor.check({ rulesPath: rulesFile(STARTER) });
    assert.deepEqual([issues, findings, rules.length], [[], [], 2]);
  });

  test("goes to standard output for -, and creates no file", async () => {
    const cwd = folder();
    const { stdout, stderr, exit } = await hosted(["init", "-"], cwd);
    assert.deepEqual([stdout.toString(), stderr.toString(), exit], [STARTER, "", 0]);
    assert.deepEqual(readdirSync(cwd), []);
  });

  test("says that a folder is one", async () => {
    const { exit, stderr } = await hosted(["init", "."], folder());
    assert.deepEqual([exit, stderr.toString()], [2, "normalizer: .: is a directory\n"]);
  });

  test("is named, as that of suggest is, where no file can be", async () => {
    const cwd = folder();
    writeFileSync(`${cwd}/app.log`, "job 1 done\n");
    symlinkSync("loop", `${cwd}/loop`);
    const endings: string[] = [];
    for (const args of [["init"], ["suggest", "app.log", "--output"]])
      for (const path of ["app.log/new.yaml", "loop"])
        endings.push((await hosted([...args, path], cwd)).stderr.toString());
    const each = [
      "normalizer: app.log/new.yaml: not a directory\n",
      "normalizer: loop: too many symbolic links encountered\n",
    ];
    assert.deepEqual(endings, [...each, ...each]);
  });
});

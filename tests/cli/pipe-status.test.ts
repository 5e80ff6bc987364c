// The exit codes of pipes in docs/how-to/log-pipelines.md, with and without pipefail.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { folder } from "../support/folder.ts";
import { hostedShell } from "../support/hosted-shell.ts";
import { isInstalled } from "../support/installed.ts";
import { blocksOf } from "../support/page-blocks.ts";
import { SKIPPED, suite } from "../support/suite.ts";

const page = readFileSync(new URL("../../docs/how-to/log-pipelines.md", import.meta.url), "utf8");
const rules = blocksOf(page).find(({ name }) => name === "rules.yaml")!.text;
const rows = [...page.matchAll(/^\| `(.*)` \| (\d+) \| (\d+) \|$/gm)].map(([, command, usual, withPipefail]) => ({
  command: command!.replaceAll("\\|", "|"),
  usual: Number(usual),
  withPipefail: Number(withPipefail),
}));
const log = Array.from({ length: 1000 }, (_, i) => `gate ${i} opened for card 4471\n`).join("");

suite("docs/how-to/log-pipelines.md: the exit codes of pipes", (test) => {
  let place = "";
  test.before(() => {
    place = folder({
      "rules.yaml": rules,
      "app.log": log,
      "torn.log.gz": gzipSync(log).subarray(0, -100),
    });
  });

  test("the page has pipes", () => assert.ok(rows.length >= 5));
  for (const { command, usual, withPipefail } of rows) {
    if (command.includes("jq ") && !isInstalled("jq")) {
      console.log(`${SKIPPED}there is no jq for: ${command}`);
      test.skip(command, () => {});
      continue;
    }
    test.costly(command, async () => {
      const [without, strict] = await Promise.all([
        hostedShell(command, place),
        hostedShell(`set -o pipefail\n${command.replace("> out", "> strict")}`, place),
      ]);
      assert.deepEqual([without.exit, strict.exit], [usual, withPipefail], `${without.stderr}${strict.stderr}`);
    });
  }
});

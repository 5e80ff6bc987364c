// The usual way to build this with parsimmon: `P.alt` over the rules' parsers. It only finds the rule that wins. The
// first pass checks its winners against the library's; the second gets new buffers and is measured.
import { readFileSync } from "node:fs";
import { Processor } from "../../../src/library/processor.ts";
import { loadRules } from "../../../src/run/loaded-rules.ts";
import { readRulesFiles } from "../../../src/run/read-rules.ts";
import { alternation } from "../../../tests/support/alternation.ts";
import { reportCpu } from "./stopwatch.ts";

const [rulesPath = "", log = ""] = process.argv.slice(2);
const rules = loadRules(readRulesFiles([rulesPath])).rules;
const winnerOf = alternation(rules.map(({ pattern }) => pattern));
const processor = new Processor({ rulesPath });

for (const line of lines()) {
  const normalized = processor.normalize(line);
  const same = normalized?.rule === rules[winnerOf(line)]?.name;
  process.stdout.write(same ? (normalized?.output ?? line) : "another rule won");
  process.stdout.write("\n");
}
const fresh = lines();
await reportCpu(() => {
  for (const line of fresh) winnerOf(line);
});

function lines(): Buffer[] {
  return readFileSync(log, "latin1")
    .split(/\r?\n/)
    .slice(0, -1)
    .map((line) => Buffer.from(line, "latin1"));
}

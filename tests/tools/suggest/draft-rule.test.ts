import assert from "node:assert/strict";
import { loadRules } from "../../../src/run/loaded-rules.ts";
import { draftRule } from "../../../src/tools/suggest/mine.ts";
import { suite } from "../../support/suite.ts";

const RULES = `fields:
  level: { values: [INFO, WARN] }
# Comments stay.
rules:
  - name: disk
    pattern: "{timestamp} {level} [{thread:word}] disk at {share:number} percent"
    output: "{level} disk"

  - name: cache
    pattern: "{timestamp} {level} [{thread:word}] cache is cold"
    output: "{level} cache"
`;

const LINES = [
  "2025-05-04 10:00:02 INFO [main] disk at 9 percent",
  "2025-05-04 10:00:03 WARN [main] user 17 has left",
  "2025-05-04 10:00:04 INFO [io-1] user 4 has left",
  "2025-05-04 10:00:05 INFO [io-1] ready",
];

function draft(rules: string, lines: readonly string[], wanted: string): string | undefined {
  const known = lines.map((line, i) => ({ bytes: Buffer.from(line), beginsStretch: i === 0 }));
  return draftRule(loadRules({ bytes: Buffer.from(rules), name: "rules.yaml" }), known, Buffer.from(wanted));
}

suite("a rule drafted for one line", (test) => {
  test("follows the given rules, has the header of the lines, and wins this line and those like it", () => {
    const text = draft(RULES, LINES, LINES[1]!)!;
    assert.ok(text.startsWith(RULES));
    const { rules, rulebook } = loadRules({ bytes: Buffer.from(text), name: "rules.yaml" });
    assert.equal(rules.length, 3);
    assert.match(
      text.slice(RULES.length),
      /pattern: '\{timestamp:timestamp\} \{level:word\} \[\{thread:word\}\] user \{\w+:number\} has left'/,
    );
    assert.doesNotMatch(text.slice(RULES.length), /#/);
    const winners = LINES.map((line) => rulebook.matcher.match(Buffer.from(line), 0, Buffer.byteLength(line)));
    assert.deepEqual(winners, [0, 2, 2, -1]);
    assert.equal(rules[2]!.examples.length, 1);
  });

  test("has a name that no other rule has, however often one is drafted", () => {
    const first = draft(RULES, LINES, LINES[1]!)!;
    const name = /name: (\w+)/.exec(first.slice(RULES.length))![1]!;
    const taken = RULES.replace("name: cache", `name: ${name}`);
    const second = draft(taken, LINES, LINES[1]!)!;
    assert.match(second.slice(taken.length), new RegExp(`name: ${name}_2\\n`));
  });

  test("is not there for an empty line, and for one that the rules match", () => {
    assert.equal(draft(RULES, [...LINES, ""], ""), undefined);
    assert.equal(draft(RULES, LINES, LINES[0]!), undefined);
  });

  test("is not there if it would match in name only", () => {
    for (const line of ["== 17 ==", " \\\\/  ___)| |_)| | |"])
      assert.equal(draft(RULES, [...LINES, line], line), undefined, line);
  });

  test("has the header of the lines, whatever the rules begin with", () => {
    const lines = [
      "10.0.0.1 - - [04/May/2025:10:00:02 +0000] GET /a",
      "10.0.0.2 - - [04/May/2025:10:00:03 +0000] GET /b",
      "10.0.0.3 - - [04/May/2025:10:00:04 +0000] shut down",
    ];
    const rule = (name: string): string =>
      `  - name: ${name}\n    pattern: "{timestamp} ${name}"\n    output: "${name}"\n`;
    const rules = `rules:\n${rule("started")}${rule("stopped")}`;
    const added = (lines: readonly string[]): string => draft(rules, lines, lines[2]!)!.slice(rules.length);
    assert.match(added(lines), /pattern: '\{client:ip\} .*\{timestamp:timestamp\}\] shut down'/);
    assert.match(added(LINES), /pattern: '\{timestamp:timestamp\} \{level:word\} \[\{thread:word\}\] user/);
    // One line shows no header, but those that the rules win do.
    const won = lines.map((line) => `${line.slice(0, 42)}started`);
    const text = draft(rules, [...won, lines[2]!], lines[2]!)!;
    assert.match(text.slice(rules.length), /pattern: '\{client:ip\} .*\{timestamp:timestamp\}\] shut down'/);
  });

  test("is refused by a file that has no place for it", async () => {
    const flow = 'rules: [{ name: a, pattern: "a {b}", output: "{b}" }]\n';
    assert.throws(() => draft(flow, LINES, LINES[1]!), /cannot be added to a list in brackets/);
  });
});

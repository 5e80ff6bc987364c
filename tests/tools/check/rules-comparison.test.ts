import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const log = (lines: readonly string[]) => Readable.from(lines.map((line) => `${line}\n`));

const changesOf = async (old: string, rules: string, lines: readonly string[]) => {
  const { against } = await Processor.check({ rules }, log(lines), { against: { rules: old } });
  return against!;
};

/** Each rule may be there or not, and have one of several outputs and patterns. */
const rule = (name: string, patterns: readonly string[], outputs: readonly string[], rest = "") =>
  fc.option(
    fc
      .tuple(fc.constantFrom(...patterns), fc.constantFrom(...outputs))
      .map(([pattern, output]) => `  - { name: ${name}, pattern: "${pattern}", output: "${output}"${rest} }\n`),
    { nil: "" },
  );

const rules = fc
  .tuple(
    rule("done", ["job {id} done", "job {id} {end}"], ["done {id}", "done"]),
    rule("failed", ["job {id} failed: {why}", "job {id} failed{why}"], ["failed {id}: {why}", "failed {why}"]),
    rule("any", ["job {id:number}{rest}"], ["job", "job {rest}"], ', sequence: { followers: ["  {at}"] }'),
    rule("all", ["{line}"], ["{line}", "?"], ", catch_all: true"),
  )
  .map((list) => (list.every((one) => one === "") ? "rules: []\n" : `rules:\n${list.join("")}`));

const line = fc.constantFrom(
  "job 7 done",
  "job x done",
  "job 7 failed: no",
  "job 7 failed",
  "job 8",
  "  at x",
  "else",
  "",
);

suite("check against older rules", (test) => {
  test("tells the lines whose rule or output differs, as two runs would", async () => {
    await assertProperty(
      fc.asyncProperty(rules, rules, fc.array(line, { maxLength: 30 }), async (old, next, lines) => {
        const against = await changesOf(old, next, lines);
        const [before, after] = [[], []] as { rule: string | undefined; output: string }[][];
        for await (const record of new Processor({ rules: old }).records(log(lines))) before!.push(record);
        for await (const record of new Processor({ rules: next }).records(log(lines))) after!.push(record);
        const pairs = new Map<string, { count: number; outputs: number }>();
        for (const [i, { rule, output }] of before!.entries()) {
          const now = after![i]!;
          if (rule === now.rule && output === now.output) continue;
          const key = `${rule} → ${now.rule}`;
          const pair = pairs.get(key) ?? { count: 0, outputs: 0 };
          pairs.set(key, { count: pair.count + 1, outputs: pair.outputs + (output === now.output ? 0 : 1) });
        }
        assert.deepEqual(
          new Map(
            against.changes.map(({ old, new: now, count, outputs }) => [
              `${old?.name} → ${now?.name}`,
              { count, outputs },
            ]),
          ),
          pairs,
        );
        assert.equal(
          against.lines,
          [...pairs.values()].reduce((sum, { count }) => sum + count, 0),
        );
        for (const { samples } of against.changes) {
          for (const { line, original, old, new: now } of samples) {
            assert.equal(original, lines[line - 1]);
            assert.deepEqual([old, now], [before![line - 1]!.output, after![line - 1]!.output]);
          }
        }
      }),
    );
  });

  const two = `rules:
  - { name: login, pattern: "login {user}", output: "login {user}", fields: { user: { transform: alias } } }
  - { name: job, pattern: "job {id} by {user}", output: "job by {user}", fields: { user: { transform: alias } } }
`;
  const users = ["login ann", "login bob", "job 1 by cid", "job 2 by bob", "login ann"];

  test("does not take the shift of an alias's numbers for a change", async () => {
    const without = two.replace(/.*login.*\n/, "");
    const against = await changesOf(two, without, users);
    assert.deepEqual(
      against.changes.map(({ old, new: next, count }) => [old?.name, next?.name, count]),
      [["login", undefined, 3]],
    );
  });

  test("tells an alias of another value", async () => {
    const other = two.replace("job {id} by {user}", "job {user} by {id}");
    const against = await changesOf(two, other, users);
    assert.deepEqual(
      against.changes.map(({ old, count, outputs }) => [old?.name, count, outputs]),
      [["job", 2, 2]],
    );
  });

  test("tells a rule with a new name from one that has changed", async () => {
    const renamed = two.replace("name: login", "name: signin");
    const same = await changesOf(two, renamed, users);
    assert.deepEqual(same.changes, []);
    assert.equal(same.lines, 0);
    assert.deepEqual(same.renamed, [{ old: { name: "login", line: 2 }, new: { name: "signin", line: 2 }, count: 3 }]);

    const changed = await changesOf(two, renamed.replace('output: "login', 'output: "signin'), users);
    assert.deepEqual(changed.renamed, []);
    assert.equal(changed.lines, 3);
  });

  test("takes no rule for renamed whose lines have gone to several, or to one that was there before", async () => {
    const split = two.replace(
      /.*login.*\n/,
      '  - { name: ann, pattern: "login ann", output: "login ann" }\n  - { name: user, pattern: "login {user}", output: "login {user}" }\n',
    );
    const plain = two.replace(/, fields: .*\}\n/g, " }\n");
    const against = await changesOf(plain, split.replace(/, fields: .*\}\n/g, " }\n"), users);
    assert.deepEqual(against.renamed, []);
    assert.deepEqual(
      against.changes.map(({ old, new: next, count, outputs }) => [old?.name, next?.name, count, outputs]),
      [
        ["login", "ann", 2, 0],
        ["login", "user", 1, 0],
      ],
    );
    const shadowed = `${plain}  - { name: special, pattern: "login {user}", output: "login {user}" }\n`;
    const first = shadowed.replace(/(rules:\n)(.*\n)(.*\n)(.*\n)/, "$1$4$2$3");
    const moved = await changesOf(plain, first, users);
    assert.deepEqual(moved.renamed, []);
    assert.equal(moved.lines, 3);
  });

  test("cuts long lines and outputs in its samples", async () => {
    const against = await changesOf("rules: []", 'rules: [{name: a, pattern: "{x}", output: "{x}{x}"}]', [
      "y".repeat(5_000),
    ]);
    const [{ samples }] = against.changes as [(typeof against.changes)[number]];
    assert.deepEqual(
      samples.map(({ original, old, new: next }) => [original.length, old.length, next.length]),
      [[1024, 1024, 1024]],
    );
  });

  test.costly("tells nothing of many rules that are as they were", async () => {
    const rules = JSON.stringify({
      rules: Array.from({ length: 2_100 }, (_, i) => ({ name: `r${i}`, pattern: `line ${i}`, output: "a" })),
    });
    const against = await changesOf(
      rules,
      rules,
      Array.from({ length: 2_100 }, (_, i) => `line ${i}`),
    );
    assert.deepEqual([against.lines, against.changes, against.renamed], [0, [], []]);
  });

  test.costly("counts further pairs of rules together", async () => {
    const count = 2_100;
    const numbers = Array.from({ length: count }, (_, i) => i);
    const rulesOf = (output: string) =>
      JSON.stringify({ rules: numbers.map((i) => ({ name: `r${i}`, pattern: `line ${i}`, output })) });
    const against = await changesOf(
      rulesOf("a"),
      rulesOf("b"),
      numbers.map((i) => `line ${i}`),
    );
    assert.equal(against.lines, count);
    assert.equal(against.changes.length, 2_000);
    assert.equal(against.linesOfOtherPairs, count - 2_000);
  });
});

suite("annotations of renamed rules", (test) => {
  test("are one notice at the first of them", async () => {
    const rulesWith = (...names: string[]) =>
      `rules:\n${names.map((name) => `  - { name: ${name}, pattern: "${name[0]} {x}", output: "{x}" }\n`).join("")}`;
    const cwd = folder({
      "old.yaml": rulesWith("a", "b", "c"),
      "rules.yaml": rulesWith("a", "b2", "c2"),
      "app.log": "a 1\nb 1\nb 2\nc 1\n",
    });
    const args = ["check", "--format", "github", "--against", "old.yaml", "rules.yaml", "app.log"];
    const { stdout, exit } = await hosted(args, cwd);
    assert.deepEqual(
      [exit, stdout.toString().split("\n")[0]],
      [
        0,
        "::notice file=rules.yaml,line=3,title=RENAMED::2 renamed rules" +
          "%0A'b' (line 3) → 'b2' (line 3), 2 lines%0A'c' (line 4) → 'c2' (line 4), 1 line",
      ],
    );
  });
});

// Examples that `check` takes from logs.

import assert from "node:assert/strict";
import fs, { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { type CheckExamples, type CheckResult, Processor, type RulesObject } from "../../../src/index.ts";
import { MAX_EXAMPLE_BYTES } from "../../../src/rules/rule.ts";
import { outcome, shell, start } from "../../support/command.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { hostedShell } from "../../support/hosted-shell.ts";
import { asNobody, noNobody } from "../../support/nobody.ts";
import { parseRules } from "../../support/parsed-rules.ts";
import { assertProperty, assertReached, shareOf } from "../../support/property.ts";
import { isLeftOf, style, styledFile } from "../../support/rules-styles.ts";
import { structured, structuredLine } from "../../support/solver-arbitraries.ts";
import { suite } from "../../support/suite.ts";

type Checked = CheckResult & { readonly examples: CheckExamples };

async function checked(rules: string | RulesObject, log: string | Uint8Array, stripAnsi = false): Promise<Checked> {
  const result = await Processor.check({ rules }, Readable.from([Buffer.from(log)]), { addExamples: true, stripAnsi });
  assert.deepEqual(result.issues, []);
  assert.ok(result.examples);
  return result as Checked;
}

/** The example that the only rule of a file gets, or the reason why it gets none. */
async function exampleFrom(rule: object, log: string | Uint8Array, stripAnsi?: boolean): Promise<unknown> {
  const { examples } = await checked({ rules: [{ name: "a", output: "", ...rule }] }, log, stripAnsi);
  const [added] = examples.added;
  return added === undefined ? examples.leftOut[0]!.code : { line: added.line, output: added.output };
}

suite("the line that becomes an example", (test) => {
  const rule = { pattern: "user {user}{rest}", output: "{user}" };

  test("is the first that the rule won", async () =>
    assert.deepEqual(await exampleFrom({ pattern: "user {user}", output: "{user}" }, "no\nuser a\nuser b\n"), {
      line: "user a",
      output: "a",
    }));

  test("is the first in which the most fields captured something", async () => {
    const optional = { pattern: ["user {user}", { optional: " on {host}" }], output: "{user}/{host}" };
    assert.deepEqual(await exampleFrom(optional, "user a\nuser b on c\nuser d on e\nuser f\n"), {
      line: "user b on c",
      output: "b/c",
    });
    assert.deepEqual(await exampleFrom(optional, "user \nuser a\nuser b\n"), { line: "user a", output: "a/" });
  });

  const control = ["\u0000", "\u001b[31m", "\r", "\u007f", "\u0085", "\u2028", "\u202e", "\ufeff"];
  for (const character of control) {
    test(`holds no ${JSON.stringify(character)}`, async () => {
      assert.deepEqual(await exampleFrom(rule, `user a${character}b\n`), "NO_READABLE_LINE");
      assert.deepEqual(await exampleFrom(rule, `user a${character}b\nuser c\n`), { line: "user c", output: "" });
    });
  }

  test("has its tabs as escapes, without which they would not be seen", async () => {
    const { examples } = await checked('rules: [{ name: a, pattern: "{a}\\t{b}", output: "{b}" }]', "x\ty\n");
    assert.equal(
      examples.text,
      'rules: [{ name: a, pattern: "{a}\\t{b}", output: "{b}", examples: [{ line: "x\\ty", output: "y" }] }]',
    );
  });

  test("is UTF-8", async () => {
    assert.deepEqual(await exampleFrom(rule, Buffer.from("user \xe9\n", "latin1")), "NO_READABLE_LINE");
    assert.deepEqual(await exampleFrom(rule, Buffer.from("user é😀\n")), { line: "user é😀", output: "" });
  });

  test("is not too long", async () => {
    const long = `user ${"x".repeat(MAX_EXAMPLE_BYTES - 5)}`;
    assert.equal(await exampleFrom(rule, `${long}x\n`), "NO_READABLE_LINE");
    assert.deepEqual(await exampleFrom(rule, `${long}\n`), { line: long, output: "" });
    assert.deepEqual(await exampleFrom(rule, `${long}x\nuser a\n`), { line: "user a", output: "" });
  });

  test("is empty if the rule is for empty lines", async () =>
    assert.deepEqual(await exampleFrom({ pattern: "{all}", output: "-{all}" }, "\n"), { line: "", output: "-" }));

  test("has its colours removed if the lines have", async () => {
    assert.deepEqual(await exampleFrom(rule, "user \u001b[1ma\u001b[0m\n", true), { line: "user a", output: "" });
  });

  test("has the output that aliases have at the beginning", async () => {
    const alias = { pattern: [{ field: "id", transform: "alias" }, "/", { field: "to" }], output: "{id} {to}" };
    assert.deepEqual(await exampleFrom(alias, "x/\ny/z\n"), { line: "y/z", output: "id#1 z" });
  });

  test("is the rule's own, not one that follows", async () => {
    const sequence = { followers: [{ pattern: "  at {place}", output: "at" }] };
    const rule = { pattern: "{message}", output: "{message}!", sequence };
    const { examples, coverage } = await checked(
      {
        rules: [
          { name: "a", pattern: "x {y}", output: "" },
          { name: "b", ...rule },
        ],
      },
      "error\n  at 1\n  at 2\nx 1\n",
    );
    assert.deepEqual(
      coverage!.rules.map(({ won, followed }) => [won, followed]),
      [
        [1, 0],
        [1, 2],
      ],
    );
    assert.deepEqual(
      examples.added.map(({ rule, line, output, from }) => [rule.name, line, output, from.line]),
      [
        ["a", "x 1", "", 4],
        ["b", "error", "error!", 1],
      ],
    );
  });
});

suite("examples are added", (test) => {
  test("to rules that have none, and to no other", async () => {
    const rules = `rules:
  - { name: a, pattern: "a {x}", output: a, examples: [{ line: a 0 }] }
  - { name: b, pattern: "b {x}", output: b, not: [c] }
  - { name: c, pattern: "c {x}", output: c, examples: [] }
  - { name: d, pattern: "d {x}", output: d }
`;
    const { examples } = await checked(rules, "a 1\nb 1\nc 1\n");
    const added = 'not: [c], examples: [{ line: "b 1", output: "b" }] }';
    assert.equal(examples.text, rules.replace("not: [c] }", added));
    assert.deepEqual(
      examples.leftOut.map(({ rule, code }) => [rule.name, rule.line, code]),
      [
        ["c", 4, "EMPTY_LIST"],
        ["d", 5, "NO_LINE"],
      ],
    );
  });

  test("and findings tell where rules are then", async () => {
    const rules = `rules:
  - name: a
    pattern: "a {x}"
    output: a
  - name: a
    pattern: "b {x}"
    output: a
`;
    const { findings, rules: references, examples } = await checked(rules, "a 1\n");
    assert.deepEqual(references, [
      { name: "a", line: 2 },
      { name: "a", line: 8 },
    ]);
    assert.deepEqual(
      findings.map(({ code, place }) => [code, place]),
      [
        ["SAME_NAME", "rules:8:5"],
        ["NEVER_WON", "rules:8:5"],
      ],
    );
    assert.equal(examples.text.split("\n")[7], "  - name: a");
  });

  test("to rules given as an object, as JSON, and findings tell their paths", async () => {
    const rule = (name: string, pattern: string) => ({ name, pattern, output: "{x}" });
    const rules = { rules: [rule("a", "a {x}"), rule("b", "b {x}"), rule("b", "c {x}")] };
    const { examples, findings } = await checked(rules, "a 1\nb 1\n");
    assert.deepEqual(JSON.parse(examples.text), {
      rules: [
        { ...rules.rules[0], examples: [{ line: "a 1", output: "1" }] },
        { ...rules.rules[1], examples: [{ line: "b 1", output: "1" }] },
        rules.rules[2],
      ],
    });
    assert.deepEqual(
      findings.map(({ code, place }) => [code, place]),
      [
        ["SAME_NAME", "rules[2].name"],
        ["NEVER_WON", "rules[2].name"],
      ],
    );
  });

  test("behind a byte order mark, which stays", async () => {
    const rules = '\ufeffrules:\n- name: a\n  pattern: "{x}"\n  output: a';
    const { examples } = await checked(rules, "1\n");
    assert.equal(examples.text, `${rules}\n  examples:\n  - line: "1"\n    output: a`);
  });

  test("except where one rule is written for two", async () => {
    // The second one never wins, so it would have an example that it loses.
    const rules = `rules:
  - &a { name: a, pattern: "a {x}", output: a }
  - *a
  - { name: b, pattern: "b {x}", output: b }
  - { name: c, pattern: "c {x}", output: c }
`;
    const { examples } = await checked(rules, "a 1\nb 1\nc 1\n");
    assert.deepEqual(
      examples.leftOut.map(({ code }) => code),
      ["LAYOUT", "NO_LINE"],
    );
    assert.deepEqual(
      examples.added.map(({ rule }) => rule.name),
      ["b", "c"],
    );
    assert.ok(examples.text.includes(`${rules.split("\n")[1]}\n  - *a\n`));
  });

  test.costly(
    "except where too many rules are written strangely, which takes no longer than reading them some times",
    async () => {
      // Each is an alias for a key, so that none can have another key of that name.
      const rule = (i: number) => `  - { name: r${i}, pattern: "${i} {x}", output: a, *k : [{ line: 0 0 }] }\n`;
      const count = shareOf(100);
      const rules = `x-k: &k examples\nrules:\n${Array.from({ length: count }, (_, i) => rule(i)).join("")}`;
      const parsed = parseRules(Buffer.from(rules), "rules");
      assert.equal(parsed[1]!.examples.length, 1);
      const strange = rules.replaceAll("[{ line: 0 0 }]", "[]");
      const { examples } = await checked(strange, Array.from({ length: count }, (_, i) => `${i} x\n`).join(""));
      assert.equal(examples.text, strange);
      assert.equal(examples.leftOut.length, count);
      assert.ok(examples.leftOut.every(({ code }) => code === "LAYOUT"));
    },
  );

  test("only if asked for, and only with logs", async () => {
    const rules = { rules: 'rules: [{ name: a, pattern: "{x}", output: a }]' };
    assert.equal((await Processor.check(rules, Readable.from(["a\n"]))).examples, undefined);
    const refusal = await Processor.check(rules, [], { addExamples: true }).catch(String);
    assert.equal(refusal, "TypeError: check: addExamples needs a log");
  });
});

suite("examples of any rules, in files of any style", (test) => {
  test("are added to all rules that won a line, hold, and leave the rest as it is", async () => {
    let count = 0;
    const patterns = fc.array(structured, { minLength: 1, maxLength: 5 });
    const input = patterns.chain((rules) =>
      fc.tuple(fc.constant(rules), fc.array(structuredLine(rules), { minLength: 1, maxLength: 12 }), style),
    );
    await assertProperty(
      fc.asyncProperty(input, async ([rules, lines, style]) => {
        const file = styledFile(rules, style);
        const log = lines.map((line) => `${line}\n`).join("");
        const { issues } = await Processor.check({ rules: file });
        fc.pre(issues.length === 0);
        const { examples, coverage } = await checked(file, log);
        const { added, leftOut, text } = examples;
        assert.deepEqual(
          leftOut.map(({ code }) => code),
          coverage!.rules.filter(({ won }) => won === 0).map(() => "NO_LINE"),
        );
        assert.equal(added.length + leftOut.length, rules.length);
        assert.ok(isLeftOf(file, text), text);
        count += added.length;

        const again = await checked(text, log);
        assert.deepEqual(
          again.findings.filter(({ code }) => code.startsWith("EXAMPLE")),
          [],
        );
        assert.deepEqual([again.examples.text, again.examples.added], [text, []]);
        const parsed = parseRules(Buffer.from(text), "rules").flatMap(({ examples }) => examples);
        assert.deepEqual(
          parsed.map(({ line, output }) => ({ line, output })),
          added.map(({ line, output }) => ({ line, output })),
        );
      }),
      { numRuns: 150 },
    );
    assertReached(count, 100, "examples");
  });
});

const RULES = 'rules:\n  - name: a\n    pattern: "user {user}"\n    output: "{user}"\n';
const WITH_EXAMPLE = `${RULES}    examples:\n      - line: user ann\n        output: ann\n`;
const LOG = "user ann\n";
const CALL = ["check", "--add-examples", "rules.yaml", "app.log"];

const place = (): { cwd: string; path: string } => {
  const cwd = folder({ "rules.yaml": RULES, "app.log": LOG });
  return { cwd, path: join(cwd, "rules.yaml") };
};

suite("the file of the rules", (test) => {
  test("keeps its permissions, and a link to it leads to it still", async () => {
    const { cwd, path } = place();
    chmodSync(path, 0o640);
    symlinkSync("rules.yaml", join(cwd, "link.yaml"));
    const { exit, stderr } = await hosted(["check", "--add-examples", "link.yaml", "app.log"], cwd);
    assert.deepEqual([exit, stderr.toString()], [0, ""]);
    assert.equal(readFileSync(path, "utf8"), WITH_EXAMPLE);
    assert.equal(statSync(path).mode & 0o777, 0o640);
    assert.ok(lstatSync(join(cwd, "link.yaml")).isSymbolicLink());
    assert.deepEqual(readdirSync(cwd), ["app.log", "link.yaml", "rules.yaml"]);
  });

  test("is not touched if there is nothing to add", async () => {
    const { cwd, path } = place();
    await hosted(CALL, cwd);
    const { ino, mtimeMs } = statSync(path);
    const { exit, stdout } = await hosted(CALL, cwd);
    assert.equal(exit, 0);
    assert.ok(stdout.toString().includes("rules.yaml: no examples added: every rule has some\n"), stdout.toString());
    assert.deepEqual([statSync(path).ino, statSync(path).mtimeMs], [ino, mtimeMs]);
  });

  /** Runs the command while something is wrong, and expects the file and the folder to be as they were. */
  const refused = async (script: string, message: string): Promise<void> => {
    const { cwd, path } = place();
    const { exit, stdout, stderr } = await hostedShell(script, cwd);
    assert.deepEqual([exit, stdout.toString(), stderr.toString()], [2, "", `normalizer: ${message}\n`]);
    assert.equal(readFileSync(path, "utf8"), RULES);
    assert.deepEqual(readdirSync(cwd), ["app.log", "rules.yaml"]);
  };
  const run = `normalizer ${CALL.join(" ")}`;

  test("stays as it is if there is no room for the new one", () =>
    refused(`trap '' XFSZ; ulimit -f 0; ${run}`, "rules.yaml: file too large"));

  test("stays as it is if it changed while the logs were read", () =>
    refused(
      `mkfifo app.pipe; normalizer check --add-examples rules.yaml app.pipe & pid=$!
exec 3>app.pipe; printf 'user ann\\n' >&3; printf '# mine\\n' >>rules.yaml; exec 3>&-; rm app.pipe
wait $pid; exit=$?; head -c ${RULES.length} rules.yaml >kept; mv kept rules.yaml; exit $exit`,
      "rules.yaml: changed while the logs were read",
    ));

  if (noNobody !== undefined) console.log(`skipped: files that may not be written (${noNobody})`);
  for (const [what, mode, folderMode] of [
    ["it may not be written", 0o444, 0o777],
    ["nothing may be written beside it", 0o666, 0o555],
  ] as const) {
    (noNobody === undefined ? test : test.skip)(`stays as it is if ${what}`, async () => {
      const { cwd, path } = place();
      chmodSync(path, mode);
      chmodSync(cwd, folderMode);
      const { exit, stdout, stderr } = await outcome(
        start(CALL, cwd, { stdio: ["ignore", "pipe", "pipe"], ...asNobody }),
      );
      assert.deepEqual([exit, stdout.toString()], [2, ""]);
      assert.equal(stderr.toString(), "normalizer: rules.yaml: permission denied\n");
      assert.equal(readFileSync(path, "utf8"), RULES);
      assert.deepEqual(readdirSync(cwd), ["app.log", "rules.yaml"]);
    });
  }

  test("is a file, not a pipe", async () => {
    const { cwd } = place();
    const { exit, stdout, stderr } = await shell("normalizer check --add-examples <(cat rules.yaml) app.log", cwd);
    assert.deepEqual([exit, stdout.toString()], [2, ""]);
    assert.match(
      stderr.toString(),
      /^normalizer: \/dev\/fd\/\d+: is not a regular file, so nothing can be written into it\n$/,
    );
  });

  test.costly("is replaced as a whole even if a signal comes meanwhile, which then ends the program", async () => {
    const { cwd, path } = place();
    const hook = fileURLToPath(new URL("../../support/fault-hooks/replacing.cjs", import.meta.url));
    for (const [signal, code] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ]) {
      fs.writeFileSync(path, RULES);
      const script = `FAULT=${signal} "$NODE" --require ${hook} "$COMMAND" ${CALL.join(" ")} >out`;
      const { exit, stderr } = await shell(script, cwd);
      assert.deepEqual([exit, stderr.toString()], [code, ""]);
      assert.equal(readFileSync(path, "utf8"), WITH_EXAMPLE);
      assert.deepEqual(readdirSync(cwd), ["app.log", "out", "rules.yaml"]);
    }
  });
});

// Examples that `check` updates.

import assert from "node:assert/strict";
import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { parse } from "yaml";
import { type CheckResult, type CheckUpdates, Processor, type RulesObject } from "../../../src/index.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { assertProperty, assertReached } from "../../support/property.ts";
import { style, styledFile } from "../../support/rules-styles.ts";
import { structured, structuredLine } from "../../support/solver-arbitraries.ts";
import { suite } from "../../support/suite.ts";

type Checked = CheckResult & { readonly updates: CheckUpdates };

async function updated(rules: string | RulesObject, old?: string): Promise<Checked> {
  const result = await Processor.check({ rules }, [], {
    updateExamples: true,
    ...(old !== undefined && { against: { rules: old } }),
  });
  assert.deepEqual(result.issues, []);
  return result as Checked;
}

/** The codes of what was not updated, with the lines. */
function left({ updates }: Checked): string[] {
  return updates.notUpdated.map(({ line, code }) => `${line}: ${code}`);
}

/** A file with a rule that gives `new` and what its line has, with an example written in this way. */
function file(output: string, before = ""): string {
  return `${before}rules:
  - name: a
    pattern: "a {x}"
    output: "new {x}" # the template
    examples:
      - line: a 1
        output: ${output}
      - line: a 2
        output: new 2 # as it is
`;
}

suite("an output that is updated", (test) => {
  const cases: readonly (readonly [what: string, before: string, after: string])[] = [
    ["plain", "old 1 # why", "new 1 # why"],
    ["in single quotes", "'old 1' # why", "'new 1' # why"],
    ["in double quotes", '"old 1"', '"new 1"'],
    ["over several lines", "old\n          1 # why", "new 1 # why"],
    ["in quotes over several lines", "'old\n          1'", "'new 1'"],
    ["literal", "|-\n          old 1", "|-\n          new 1"],
    ["literal, with a comment", "|- # why\n           old 1\n\n      # b", "|- # why\n           new 1\n\n      # b"],
    ["folded", ">-\n         old\n         1\n", ">-\n         new 1\n"],
    ["indented as it says", "|1-\n         old 1", "'new 1'"],
    ["empty", '""', '"new 1"'],
    ["behind a tag", "!!str old 1", "!!str new 1"],
    ["behind an anchor", "&one old 1", "&one new 1"],
    ["with a key of its own", "old 1\n        fields: { x: 1 }", "new 1\n        fields: { x: 1 }"],
  ];
  for (const [what, before, after] of cases) {
    test(`stays ${what}`, async () => {
      for (const eol of ["\n", "\r\n"]) {
        const written = (output: string): string => `\ufeff${file(output)}`.replaceAll("\n", eol);
        const result = await updated(written(before));
        assert.equal(result.updates.text, written(after));
        assert.deepEqual(result.findings, []);
        assert.equal(result.updates.updated.length, 1);
      }
    });
  }

  const texts: readonly (readonly [pattern: string, line: string, plain: string, block: string])[] = [
    ["{x}", "a, [b]", "a, [b]", "|-\n          a, [b]"],
    ["{x}", "a: b", '"a: b"', "|-\n          a: b"],
    ["{x}", "it's # b", '"it\'s # b"', "|-\n          it's # b"],
    ["{x}", " b", '" b"', "' b'"],
    ["{x}", "b\\tc", '"b\\tc"', '"b\\tc"'],
    ["{x}", "b\\e[1m", '"b\\u001b[1m"', '"b\\u001b[1m"'],
    ["{x}", "é😀", "é😀", "|-\n          é😀"],
    ["{x}", "12", '"12"', "|-\n          12"],
    ["x{x}", "x", '""', "''"],
  ];
  for (const [pattern, line, plain, block] of texts) {
    test(`has quotes if it needs them: ${JSON.stringify(line)}`, async () => {
      const rule = (output: string): string =>
        `rules:\n  - name: a\n    pattern: "${pattern}"\n    output: "{x}"\n    examples:\n      - line: "${line}"\n        output: ${output}\n`;
      assert.equal((await updated(rule("old"))).updates.text, rule(plain));
      assert.equal((await updated(rule("|-\n          old"))).updates.text, rule(block));
    });
  }

  test("is a number without quotes in place of one", async () => {
    const rule = (output: string): string =>
      `rules: [{ name: a, pattern: "a {x}", output: "{x}", examples: [{ line: a 404, output: ${output} }] }]`;
    assert.equal((await updated(rule("200"))).updates.text, rule("404"));
    assert.equal((await updated(rule("ok"))).updates.text, rule('"404"'));
  });

  test("has brackets in quotes within brackets alone", async () => {
    const rule = (open: string, close: string, output: string): string =>
      `rules:\n  - name: a\n    pattern: "a {x}"\n    output: "[{x}],"\n    examples:\n      - ${open}line: a 1${close}output: ${output}`;
    assert.equal((await updated(rule("", "\n        ", "x1"))).updates.text, rule("", "\n        ", '"[1],"'));
    assert.equal((await updated(rule("{ ", ", ", "x1 }"))).updates.text, rule("{ ", ", ", "'[1],' }"));
  });

  test("has captures beside it, which are updated, too", async () => {
    const rule = (output: string, fields: string): string =>
      `rules:\n  - name: a\n    pattern: "{n:number} {u:word} of {o}"\n    output: "{n}{u}"\n    examples:\n      - fields: ${fields} # all\n        line: 12 kg of salt\n${output}`;
    const { updates, findings } = await updated(rule("", "{ n: 12 kg, 'u': \"\", o: salt }"));
    assert.equal(updates.text, rule("", '{ n: "12", \'u\': "kg", o: salt }'));
    assert.deepEqual(findings, []);
    assert.deepEqual(updates.updated, [
      {
        rule: { name: "a", line: 2 },
        line: "12 kg of salt",
        changes: [
          { what: "n", isField: true, expected: "12 kg", actual: "12" },
          { what: "u", isField: true, expected: "", actual: "kg" },
        ],
      },
    ]);
  });

  test("numbers aliases anew, as an example does", async () => {
    const rules = (output: string): string =>
      `rules: [{ name: a, pattern: "{id} {to}", fields: { id: { transform: alias } }, output: "{id}: {to}", examples: [{ line: x y, output: ${output} }, { line: z y, output: ${output} }] }]`;
    assert.equal((await updated(rules("old"))).updates.text, rules('"id#1: y"'));
  });
});

suite("a value that others share", (test) => {
  const rules = (first: string, second: string, before = ""): string => `${before}rules:
  - name: a
    pattern: "a {x}"
    output: new
    examples:
      - { line: a 1, output: ${first} }
      - { line: a 2, output: ${second} }
`;

  test("changes at its anchor if it changes for all", async () =>
    assert.equal((await updated(rules("&o old", "*o"))).updates.text, rules("&o new", "*o")));

  test("is written out where an alias was, if each gets another", async () => {
    const text = (first: string, second: string): string =>
      rules(first, second).replace("output: new", 'output: "{x}b"');
    assert.equal(
      (await updated(text("&o old", "*o"))).updates.text,
      text("&o 1b", "2b").replace("1b", '"1b"').replace("2b", '"2b"'),
    );
  });

  test("is written out where an alias was, if it does not", async () => {
    for (const before of ["x-o: &o old\n", "x-o: &o >-\n  old\nx-p: *o\n"])
      assert.equal((await updated(rules("*o", "*o", before))).updates.text, rules("new", "new", before));
    assert.equal(
      (await updated(rules("'new'", "*o", "x-o: &o old\n"))).updates.text,
      rules("'new'", "new", "x-o: &o old\n"),
    );
  });

  test("stays, and all others with it, if aliases of its anchor must stay", async () => {
    const text = `${rules("&o old", "old")}  - { name: b, pattern: "b {x}", output: *o, examples: [{ line: b 1, output: *o }] }\n`;
    const result = await updated(text);
    assert.deepEqual(left(result), ["a 1: ANCHOR"]);
    assert.deepEqual([result.updates.text, result.updates.updated], [text, []]);
    assert.equal(result.findings.filter(({ code }) => code === "EXAMPLE_DIFFERS").length, 2);
  });

  for (const [what, before, examples] of [
    ["an example", "x-e: &e { line: a 1, output: OUT }\n", "[*e]"],
    ["a list", "x-e: &e [{ line: a 1, output: OUT }]\n", "*e"],
    ["an example with keys", "x-e:\n  - &k output\n  - &e { line: a 1, *k : OUT }\n", "[*e, *e]"],
  ] as const) {
    test(`is found in ${what} that an alias stands for`, async () => {
      const text = (output: string): string =>
        `${before.replace("OUT", output)}rules: [{ name: a, pattern: "a {x}", output: new, examples: ${examples} }]\n`;
      const { updates, findings } = await updated(text("old"));
      assert.equal(updates.text, text("new"));
      assert.deepEqual(
        findings.filter(({ code }) => code.startsWith("EXAMPLE")),
        [],
      );
    });
  }

  test("is found in a rule that an alias stands for", async () => {
    const text = (output: string): string =>
      `x-r: &r { name: a, pattern: "a {x}", output: new, examples: [{ line: a 1, output: ${output} }] }\nrules: [*r]\n`;
    assert.equal((await updated(text("old"))).updates.text, text("new"));
  });
});

suite("examples are updated all or none", (test) => {
  const rules = (rest: string, output = "old"): string =>
    `rules:\n  - { name: a, pattern: "a {x}", output: new, examples: [{ line: a 1, output: ${output} }] }\n${rest}`;

  for (const [what, rest, expected] of [
    [
      "one that another rule wins",
      '  - { name: b, pattern: "{x}", output: "", examples: [{ line: a 2 }] }\n',
      "a 2: LOST",
    ],
    [
      "one that no rule wins",
      '  - { name: b, pattern: "b{x}", output: "", examples: [{ line: c, output: c }] }\n',
      "c: LOST",
    ],
    ["a line under 'not'", '  - { name: b, pattern: "b {x}", output: "", not: [b 1, c] }\n', "b 1: WON"],
    [
      "a capture of one of several fields",
      '  - { name: b, pattern: "b {x} {x}", output: "", examples: [{ line: b 1 2, fields: { x: 3 } }] }\n',
      "b 1 2: SEVERAL_FIELDS",
    ],
  ] as const) {
    test(`none beside ${what}`, async () => {
      const result = await updated(rules(rest));
      assert.deepEqual(left(result), [expected]);
      assert.deepEqual([result.updates.text, result.updates.updated], [rules(rest), []]);
      assert.ok(result.findings.some(({ code }) => code === "EXAMPLE_DIFFERS"));
    });
  }

  test("an example without an output stays a line alone", async () => {
    const rest = '  - { name: b, pattern: "b {x}", output: "{x}", examples: [{ line: b 1 }] }\n';
    assert.equal((await updated(rules(rest))).updates.text, rules(rest, "new"));
  });

  test("nothing happens if all hold, or if nobody asks", async () => {
    const { updates } = await updated(rules("", "new"));
    const text = rules("", "new");
    assert.deepEqual(updates, { updated: [], notUpdated: [], text, texts: [text] });
    assert.equal((await Processor.check({ rules: rules("") })).updates, undefined);
  });

  test("rules given as an object are updated as JSON, and findings tell their paths", async () => {
    const rule = { name: "a", pattern: "a {x}", output: "new" };
    const { updates, findings } = await updated({
      rules: [
        { ...rule, examples: [{ line: "a 1", output: "old" }] },
        { ...rule, pattern: "b {x}" },
      ],
    });
    assert.deepEqual(JSON.parse(updates.text).rules[0].examples, [{ line: "a 1", output: "new" }]);
    assert.deepEqual(
      findings.map(({ code, place }) => [code, place]),
      [["SAME_NAME", "rules[1].name"]],
    );
  });

  test("rules get examples in the same run, and their lines count both", async () => {
    const text =
      'rules:\n  - name: a\n    pattern: "a {x}"\n    output: new\n    examples:\n      - line: a 1\n        output: >-\n          old\n          1\n  - name: b\n    pattern: "b {x}"\n    output: b\n  - name: c\n    pattern: "c {x}"\n    output: c\n    examples: [{ line: c 1, output: old }]\n';
    const result = await Processor.check({ rules: text }, Readable.from(["b 1\n"]), {
      updateExamples: true,
      addExamples: true,
    });
    const { updates, examples } = result;
    assert.equal(updates!.text, examples!.text);
    assert.equal(
      updates!.text,
      text
        .replace("old\n          1", "new")
        .replace("output: b\n", "output: b\n    examples:\n      - line: b 1\n        output: b\n")
        .replace("output: old", "output: c"),
    );
    assert.deepEqual(
      [...updates!.updated, ...examples!.added].map(({ rule }) => [rule.name, rule.line]),
      [
        ["a", 2],
        ["c", 15],
        ["b", 9],
      ],
    );
  });
});

suite("in several files, examples are updated", (test) => {
  const rule = (name: string, output: string): string =>
    `rules:\n  - name: ${name}\n    pattern: "${name} {x}"\n    output: new\n    examples:\n      - line: ${name} 1\n        output: ${output}\n`;
  const first = (output: string): string => `x-o: &o [a, b] # é\n${rule("a", output)}`;
  const second = (output: string): string => `# The others.\n${rule("b", output)}`;
  const run = async (texts: Readonly<Record<string, string>>, ...options: string[]) => {
    const cwd = folder({ ...texts, "old.yaml": rule("a", "x").replace("output: new", "output: old") });
    const files = Object.keys(texts).flatMap((name) => ["-r", name]);
    const { exit, stdout } = await hosted(["check", "--update-examples", ...options, ...files], cwd);
    const after = Object.keys(texts).map((name) => readFileSync(join(cwd, name), "utf8"));
    return { exit, stdout: stdout.toString(), after };
  };

  test("each in its own", async () => {
    const { exit, stdout, after } = await run({ "a.yaml": first("old"), "b.yaml": second("'old' # c") });
    assert.deepEqual([exit, after], [0, [first("new"), second("'new' # c")]]);
    assert.match(stdout, /^ {2}'a' \(a\.yaml:3\)\n/m);
    assert.match(stdout, /^ {2}'b' \(b\.yaml:3\)\n/m);
    assert.match(stdout, /^a\.yaml, b\.yaml: updated 2 examples\n/m);
  });

  test("or in none", async () => {
    const texts = { "a.yaml": first("old"), "b.yaml": `${second("old")}      - line: c\n` };
    const { exit, stdout, after } = await run(texts);
    assert.deepEqual([exit, after], [1, Object.values(texts)]);
    assert.match(stdout, /not updated, because another rule wins the line, or none: b\.yaml:9:9\n/);
  });

  test("as far as old rules explain it", async () => {
    const { exit, stdout, after } = await run(
      { "b.yaml": second("old"), "a.yaml": first("old") },
      "--against",
      "old.yaml",
    );
    assert.deepEqual([exit, after], [1, [second("old"), first("new")]]);
    assert.match(stdout, /not updated, because it was wrong with the old rules, too: b\.yaml:7:9\n/);
  });

  test("by a program, which gets the texts", async () => {
    const cwd = folder({ "a.yaml": first("old"), "b.yaml": second("old") });
    const rulesPath = ["a.yaml", "b.yaml"].map((name) => join(cwd, name));
    const { updates } = await Processor.check({ rulesPath }, [], { updateExamples: true });
    assert.deepEqual(updates!.texts, [first("new"), second("new")]);
  });
});

suite("with old rules, examples are updated only where the edit explains it", (test) => {
  const rules = (output: string, ...examples: readonly string[]): string =>
    `rules:\n  - name: a\n    pattern: "a {x}"\n    output: "${output} {x}"\n    examples: [${examples.join(", ")}]\n`;
  const right = "{ line: a 1, output: old 1 }";
  const old = rules("old");

  test("what was wrong stays wrong, and prevents nothing", async () => {
    const wrong = ["{ line: a 2, output: typo 2 }", "{ line: b 3, output: b }"];
    const result = await updated(rules("new", right, ...wrong), old);
    assert.equal(result.updates.text, rules("new", "{ line: a 1, output: new 1 }", ...wrong));
    assert.deepEqual(left(result), ["a 2: WRONG_BEFORE", "b 3: WRONG_BEFORE"]);
    assert.deepEqual(
      result.findings.map(({ code }) => code),
      ["EXAMPLE_DIFFERS", "EXAMPLE_LOST"],
    );
  });

  test("what the rule has lost by the edit is an error, and prevents all", async () => {
    const text = `${rules("new", right)}  - { name: b, pattern: "b {x}!", output: "{x}", examples: [{ line: b 3 }] }\n`;
    const before = `${old}  - { name: b, pattern: "b {x}", output: "{x}" }\n`;
    assert.deepEqual(left(await updated(text, before)), ["b 3: LOST"]);
    // Under another name, too.
    assert.deepEqual(left(await updated(text, before.replace("name: b", "name: c"))), ["b 3: LOST"]);
    // But not if another rule had it before.
    const other = `${before.replace("b {x}", "b{x}?")}  - { name: c, pattern: "b {x}", output: "{x}" }\n`;
    assert.deepEqual(left(await updated(text, other)), ["b 3: WRONG_BEFORE"]);
  });

  test("a line under 'not' prevents all if it is won by the edit", async () => {
    const text = `${rules("new", right)}    not: [a 7]\n`;
    assert.deepEqual(left(await updated(text, old)), ["a 7: WRONG_BEFORE"]);
    assert.deepEqual(left(await updated(text, old.replace("a {x}", "a {x:word}/"))), ["a 1: WRONG_BEFORE", "a 7: WON"]);
  });

  test("a rule may have a new name, and win lines of another", async () => {
    const text = rules("new", right).replace("name: a", "name: b");
    assert.equal((await updated(text, old)).updates.updated.length, 1);
    const special = `${rules("new")}  - { name: b, pattern: "a 1{y}", output: "one{y}", examples: [${right}] }\n`;
    assert.equal(
      (await updated(special.replace("examples:\n  -", "examples: []\n  -"), old)).updates.updated.length,
      1,
    );
  });

  test("each part is explained for itself, but all that differ", async () => {
    const example = (output: string, field: string): string =>
      `{ line: a 1, output: ${output}, fields: { x: ${field} } }`;
    // The capture was wrong before, and is right now.
    const typed = rules("old").replace("{x}", "{y}").replace("{x}", "{y}");
    assert.equal((await updated(rules("new", example("old 1", "1")), typed)).updates.updated.length, 1);
    assert.deepEqual(left(await updated(rules("new", example("old 1", "2")), old)), ["a 1: WRONG_BEFORE"]);
  });
});

suite("examples of any rules, in files of any style", (test) => {
  test("hold after an edit of all outputs, and nothing else has changed", async () => {
    let count = 0;
    const patterns = fc.array(structured, { minLength: 1, maxLength: 5 });
    const input = patterns.chain((rules) =>
      fc.tuple(fc.constant(rules), fc.array(structuredLine(rules), { minLength: 1, maxLength: 12 }), style),
    );
    await assertProperty(
      fc.asyncProperty(input, async ([rules, lines, style]) => {
        const plain = styledFile(rules, style);
        fc.pre((await Processor.check({ rules: plain })).issues.length === 0);
        const log = Readable.from(lines.map((line) => `${line}\n`));
        const { examples } = await Processor.check({ rules: plain }, log, { addExamples: true });
        // The name of each rule stands before its field; see styledFile.
        const edited = examples!.text.replace(/(output"?: )"(r\d): (\{\w*\}?)"/g, '$1"$3, $2!"');
        const { updates, findings } = await updated(edited);
        assert.deepEqual(
          findings.filter(({ code }) => code.startsWith("EXAMPLE")),
          [],
        );
        count += updates.updated.length;
        const [before, after] = [edited, updates.text].map((text) => parse(text));
        const linesOf = (text: string): string[] => text.split(/(?<=\n)/);
        assert.equal(linesOf(updates.text).length, linesOf(edited).length);
        for (const { rule, line, changes } of updates.updated) {
          const example = before.rules.find(({ name }: { name: string }) => name === rule.name).examples[0];
          assert.equal(String(example.line), line);
          assert.equal(String(example.output), changes[0]!.expected);
          example.output = changes[0]!.actual;
        }
        assert.deepEqual(JSON.parse(JSON.stringify(after)), JSON.parse(JSON.stringify(before)));
        assert.equal((await updated(updates.text)).updates.text, updates.text);
      }),
      { numRuns: 100 },
    );
    assertReached(count, 50, "examples");
  });
});

suite("the file of the rules", (test) => {
  const call = (name: string): string[] => ["check", "--update-examples", name];

  test("keeps its permissions, and a link to it leads to it still", async () => {
    const cwd = folder({ "rules.yaml": file("old") });
    const path = join(cwd, "rules.yaml");
    chmodSync(path, 0o640);
    symlinkSync("rules.yaml", join(cwd, "link.yaml"));
    const { exit, stderr } = await hosted(call("link.yaml"), cwd);
    assert.deepEqual([exit, stderr.toString()], [0, ""]);
    assert.equal(readFileSync(path, "utf8"), file("new 1"));
    assert.equal(statSync(path).mode & 0o777, 0o640);
    assert.ok(lstatSync(join(cwd, "link.yaml")).isSymbolicLink());
    assert.deepEqual(readdirSync(cwd), ["link.yaml", "rules.yaml"]);
    const { ino, mtimeMs } = statSync(path);
    assert.equal((await hosted(["check", "rules.yaml"], cwd)).exit, 0);
    assert.equal((await hosted(call("rules.yaml"), cwd)).exit, 0);
    assert.deepEqual([statSync(path).ino, statSync(path).mtimeMs], [ino, mtimeMs]);
  });

  test("is not written if an example is lost", async () => {
    const lost = `${file("old")}      - line: b\n`;
    const cwd = folder({ "rules.yaml": lost });
    const { exit, stdout } = await hosted(call("rules.yaml"), cwd);
    assert.equal(exit, 1);
    assert.match(stdout.toString(), /no examples were written, because not all can be updated\n/);
    assert.equal(readFileSync(join(cwd, "rules.yaml"), "utf8"), lost);
  });
});

// JUnit XML: that it is XML, that it is what Jenkins' schema allows, and that it fails where the check does.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { parser } from "sax";
import { asBuffer } from "../../../src/run/record-builder.ts";
import { StringLayout } from "../../../src/text/messages/text-layout.ts";
import { check } from "../../../src/tools/check/check.ts";
import { writeJunit } from "../../../src/tools/check/check-reports.ts";
import { gateOf } from "../../../src/tools/check/check-result.ts";
import { assertProperty, assertReached } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

/** By element: where it may stand, and which attributes it must have. The schema allows more. */
const ELEMENTS: Readonly<Record<string, readonly [parents: readonly string[], attributes: readonly string[]]>> = {
  testsuites: [[""], ["name", "tests", "failures", "errors"]],
  testsuite: [["testsuites"], ["name", "tests", "failures", "errors"]],
  testcase: [["testsuite"], ["classname", "name"]],
  failure: [["testcase"], ["type", "message"]],
  "system-out": [["testcase"], []],
};

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly cases: { readonly name: string; isFailed: boolean }[];
}

/** Reads a file as a strict parser does. Throws for what the schema does not allow. */
function suitesIn(xml: string): Suite[] {
  assert.match(xml, /^[\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u);
  const reader = parser(true);
  const open: string[] = [];
  const suites: Suite[] = [];
  reader.onerror = (error) => {
    throw error;
  };
  reader.onopentag = ({ name, attributes }) => {
    const [parents, wanted] = ELEMENTS[name]!;
    assert.ok(parents.includes(open.at(-1) ?? ""), `${name} in ${open.at(-1)}`);
    assert.deepEqual(Object.keys(attributes).sort(), [...wanted].sort());
    if (name === "testsuite")
      suites.push({ tests: Number(attributes.tests), failures: Number(attributes.failures), cases: [] });
    if (name === "testcase") suites.at(-1)!.cases.push({ name: String(attributes.name), isFailed: false });
    if (name === "failure") suites.at(-1)!.cases.at(-1)!.isFailed = true;
    open.push(name);
  };
  reader.onclosetag = () => open.pop();
  reader.ontext = (text) => {
    if (text.trim() !== "") assert.ok(["failure", "system-out"].includes(open.at(-1)!), text);
  };
  reader.write(xml).close();
  return suites;
}

async function junit(rules: object | string, log: Buffer, isStrict: boolean) {
  const bytes = Buffer.from(typeof rules === "string" ? rules : JSON.stringify(rules));
  const named = {
    name: "app.log",
    path: undefined,
    open: () => Readable.from([log]),
    failure: (error: unknown) => error,
  };
  const options = { baseline: "# normalizer known lines, version 2: an example of each kind\n" };
  const source = { bytes, name: "a <&> rules.yaml" };
  const { result, examplePlaces } = await check([source], [named], { ...options, convert: asBuffer });
  const gate = gateOf(result, {
    ...{ inputs: [{ name: "app.log" }], baselinePath: "known\u0001.txt", updateBaseline: false },
    ...{ suggesting: () => "normalizer suggest", shortfall: undefined, updating: undefined, least: "90", isStrict },
  });
  const layout = new StringLayout();
  for (const _ of writeJunit(layout, { result, gate, examplePlaces }));
  return { xml: layout.toString(), failed: gate.hasFailed, failures: gate.failures.length };
}

suite("JUnit XML", (test) => {
  const hostile = fc.constantFrom(
    ...[
      "<",
      "]]>",
      "&amp;",
      '"',
      "'",
      "<!--",
      "\x00",
      "\x1b[31m",
      "\ufffe",
      "\uffff",
      "\ud800",
      "\r",
      "\t",
      "x",
      "漢",
      "😀",
    ],
  );
  const text = fc.array(hostile, { maxLength: 8 }).map((parts) => parts.join(""));
  const rule = fc.record({
    name: text.map((name) => `r${name}`),
    pattern: fc.array(
      fc.oneof(
        text.map((text) => ({ text: `a${text}` })),
        fc.constant({ field: "f" }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    output: fc.oneof(text, fc.constant("{f}")),
    examples: fc.array(
      text.map((line) => ({ line: `a${line}`, output: line })),
      { maxLength: 3 },
    ),
  });

  test("is valid, and fails where the check does, whatever rules and logs have", async () => {
    const log = fc.array(
      fc.oneof(
        text.map((part) => Buffer.from(part)),
        fc.uint8Array({ maxLength: 9 }),
      ),
      { maxLength: 9 },
    );
    const bytes = log.map((lines) => Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from("\n")])));
    let loaded = 0;
    await assertProperty(
      fc.asyncProperty(fc.array(rule, { maxLength: 4 }), bytes, fc.boolean(), async (rules, log, isStrict) => {
        const { xml, failed } = await junit({ rules }, log, isStrict);
        const suites = suitesIn(xml);
        if (suites[0]!.cases.length > 1) loaded++;
        for (const { tests, failures, cases } of suites) {
          assert.equal(cases.length, tests);
          assert.equal(cases.filter(({ isFailed }) => isFailed).length, failures);
          assert.equal(new Set(cases.map(({ name }) => name)).size, tests);
        }
        assert.equal(
          suites.some(({ failures }) => failures > 0),
          failed,
        );
      }),
      { numRuns: 500 },
    );
    assertReached(loaded, 20, "rules that load");
  });

  test("has a case for each rule, example and option", async () => {
    const examples = [{ line: "a 1", output: "1" }, { line: "b" }];
    const rules = [
      { name: "one", pattern: "a {n}", output: "{n}", examples },
      { name: "two", pattern: "c", output: "c", examples: [{ line: "c" }], not: ["d"] },
    ];
    const { xml } = await junit({ rules }, Buffer.from("a 1\nnew\n"), false);
    const shown = suitesIn(xml).map(({ cases }) =>
      cases.map(({ name, isFailed }) => `${name}${isFailed ? " FAILED" : ""}`),
    );
    assert.deepEqual(shown, [
      ["the rules load", "one", "one, example 1", "one, example 2 FAILED", "two", "two, example 1", "two, example 2"],
      ["--baseline known\\x01.txt FAILED", "--fail-under 90"],
    ]);
  });
});

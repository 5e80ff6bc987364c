// The serializer and the matcher for snapshots, by what vitest and jest ask of them. `npm run check:snapshots` runs
// both.
import assert from "node:assert/strict";
import { Processor } from "../../src/index.ts";
import { normalizedSerializer, type TextProcessor, toMatchNormalizedSnapshot } from "../../src/library/test/index.ts";
import { suite } from "../support/suite.ts";

const RULES = `
fields: { id: { transform: alias } }
rules:
  - name: request
    pattern: "{timestamp} [{id}] {method:GET|PUT} {path} -> {status:number} in {ms:number} ms{end}"
    output: "{id} {method} {path} {status}{end}"
  - { name: moved, pattern: "{time} moved {from} to {to}", output: "{from}/{to}/{from}" }
  - { name: pair, pattern: "{x}|{y}", output: "{x}{y}" }
`;
const processor = new Processor({ rules: RULES, mask: true });

/** A printer like those of snapshots: it asks the serializer first, and quotes other texts. */
function printed(value: unknown, serializer = normalizedSerializer(processor)): string {
  const printer = (value: unknown): string => {
    if (serializer.test(value)) return serializer.serialize(value as string, {}, "", 0, [], printer);
    if (typeof value !== "object") return typeof value === "string" ? `"${value}"` : String(value);
    return `{${Object.entries(value as object).map(([name, value]) => `${name}: ${printer(value)}`)}}`;
  };
  return printer(value);
}

suite("the serializer", (test) => {
  const line = "10:00:02 [a1] GET /a -> 200 in 5 ms";
  test("normalizes texts, which are then printed as others", () => {
    assert.equal(printed(`${line}\n${line}\r\n`), '"id#1 GET /a 200\nid#1 GET /a 200\n"');
    assert.equal(
      printed({ log: line, count: 3, other: "worker 12" }),
      '{log: "id#1 GET /a 200",count: 3,other: "worker <n>"}',
    );
  });
  test("adds no line end to a text without one, and takes options", () => {
    for (const [text, expected] of [
      ["", ""],
      ["\n", "\n"],
      ["worker 7", "worker <n>"],
      ["a\r\nb", "a\nb"],
    ] as const)
      assert.equal(printed(text), `"${expected}"`);
    const dropping = normalizedSerializer(processor, { unmatched: "drop", stripAnsi: true });
    assert.equal(printed(`worker 7\n\x1b[1m${line}\x1b[0m\n`, dropping), '"id#1 GET /a 200\n"');
  });
  test("goes on after a printer that fails", () => {
    const serializer = normalizedSerializer(processor);
    const failing = (): string => {
      throw new Error("mine");
    };
    assert.throws(() => serializer.serialize("a", {}, "", 0, [], failing), /^Error: mine$/);
    assert.ok(serializer.test("a"));
    assert.ok(!serializer.test(7));
  });
});

/** A state of snapshots as both runners have it, with one snapshot. */
class Snapshots {
  readonly asked: object[] = [];
  readonly snapshot: string | undefined;

  constructor(snapshot: string | undefined) {
    this.snapshot = snapshot;
  }

  match(options: { readonly received: string; readonly testName: string }) {
    this.asked.push(options);
    const actual = `"${options.received}"`;
    return { pass: actual === this.snapshot, key: `${options.testName} 1`, expected: this.snapshot, actual };
  }
}

/** What the matcher says of a text that differs from a snapshot. */
function told(snapshot: string, text: string, by: TextProcessor = processor): string {
  const snapshotState = new Snapshots(`"${snapshot}"`);
  const utils = { diff: () => assert.fail("vitest shows the difference") };
  const context = { snapshotState, currentTestName: "logs", task: { id: "7" }, utils };
  const { pass, message, expected } = toMatchNormalizedSnapshot.call(context, text, by);
  assert.ok(!pass);
  assert.equal(expected, `"${snapshot}"`);
  const [first, ...lines] = message().split("\n\n");
  assert.equal(first, "Snapshot `logs 1` mismatched");
  return lines.join("\n\n");
}

suite("the matcher", (test) => {
  const text = "10:00:02 [a1] GET /a -> 200 in 5 ms\nworker 12\n10:00:03 [b2] PUT /b -> 500 in 7 ms\n";
  const snapshot = "id#1 GET /a 200\nworker <n>\nid#2 PUT /b 500\n";
  const HIDDEN = "hidden: 2 values by `timestamp`, 2 by `id`, 2 by `ms`, 1 by `<n>`";

  test("passes for an equal text, under the name of the test and a hint", () => {
    for (const [runner, name] of [
      [{ dontThrow: () => undefined }, "logs: two requests"],
      [{ task: { id: "7" } }, "logs > two requests"],
      [{ task: undefined }, "logs > two requests"],
    ] as const) {
      const task = "task" in runner ? runner.task : undefined;
      const snapshotState = new Snapshots(`"${snapshot}"`);
      const context = { snapshotState, currentTestName: "logs", ...runner };
      assert.ok(toMatchNormalizedSnapshot.call(context, text, processor, "two requests").pass);
      const [asked] = snapshotState.asked;
      assert.deepEqual(asked, { testId: task?.id, testName: name, received: snapshot, isInline: false });
    }
  });
  test("shows the original line and the field that differs, and what is hidden", () => {
    assert.equal(
      told(snapshot.replace("500", "404"), text),
      `line 3, rule 'request', status: 404 → 500\n  10:00:03 [b2] PUT /b -> 500 in 7 ms\n\n${HIDDEN}`,
    );
  });
  test("leaves the difference to vitest before version 4, too, which does not tell the test", () => {
    const context = { snapshotState: new Snapshots('"b\n"'), utils: { diff: () => assert.fail("shown twice") } };
    const { message } = toMatchNormalizedSnapshot.call(context, "a\n", processor);
    assert.ok(message().startsWith("Snapshot ` 1` mismatched\n\nline 1, no rule matches"), message());
  });
  test("in jest shows the difference, too, and lets the test go on", () => {
    let goesOn = false;
    const context = {
      snapshotState: new Snapshots(`"${snapshot.replace("GET", "PUT")}"`),
      utils: { diff: (a: string, b: string) => `${a.length} ${b.length}` },
      dontThrow: () => {
        goesOn = true;
      },
    };
    const { message } = toMatchNormalizedSnapshot.call(context, text, processor);
    assert.ok(message().startsWith("Snapshot ` 1` mismatched\n\n45 45\n\nline 1, rule 'request', method: PUT → GET\n"));
    assert.ok(goesOn);
  });
  test("tells lines that are not in the snapshot, and those that are missing", () => {
    assert.equal(
      told(`start <n>\n${snapshot}`, `${text}stop\n`),
      `missing: start <n>\nline 4, no rule matches, not in the snapshot\n  stop\n\n${HIDDEN}`,
    );
  });
  const moved = (snapshot: string, line: string): string =>
    told(`${snapshot}\n`, `9:00 moved ${line}\n`).split("\n")[0]!;
  test("names the field that differs, also an empty one, but not one of several places", () => {
    assert.equal(moved("a//a", "a to b"), "line 1, rule 'moved', to: (empty) → b");
    assert.equal(moved("a/c/a", "a to d"), "line 1, rule 'moved', to: c → d");
    assert.equal(moved("a/c/a", "b to d"), "line 1, rule 'moved'");
  });
  test("names no field where that is not certain", () => {
    assert.equal(moved("another rule", "a to b"), "line 1, rule 'moved'");
    assert.equal(
      told("id#1 GET /a 200 slow\n", "1 [a] GET /a -> 200 in 5 ms\n").split("\n")[0],
      "line 1, rule 'request'",
      "what follows the status may be the end of it or a field of its own",
    );
    assert.equal(told("ab\n", "c|d\n").split("\n")[0], "line 1, rule 'pair'");
    assert.equal(told("task <n>\n", "worker 7\n").split("\n")[0], "line 1, no rule matches");
  });
  test("shows nothing that a terminal would obey, and not all of a long text", () => {
    const line = `\x1b[2J${"x".repeat(1000)}\n`;
    const all = told("y\n", line.repeat(30));
    assert.equal(all.split("\n").length, 21);
    assert.ok(
      all.startsWith(`line 1, no rule matches\n  \\x1b[2J${"x".repeat(496)}…\nline 2, no rule matches, not in`),
    );
    assert.ok(all.endsWith("\nand 20 more lines"));
  });
  test("leaves lines out that another serializer has printed", () => {
    const snapshotState = { match: () => ({ pass: false, key: "1", expected: "a", actual: "b" }) };
    const { message } = toMatchNormalizedSnapshot.call({ snapshotState, task: {} }, text, processor);
    assert.equal(message(), `Snapshot \`1\` mismatched\n\n${HIDDEN}`);
  });
  test("says what is wrong with a call", () => {
    const missing = toMatchNormalizedSnapshot.call({ snapshotState: new Snapshots(undefined) }, text, processor);
    assert.ok(!missing.pass);
    assert.match(missing.message(), /^There is no snapshot ` 1` yet, and this run may not write it\.\n\n"id#1 GET/);
    const call = (context: object, received: unknown, by: unknown) => () =>
      toMatchNormalizedSnapshot.call(context, received, by as TextProcessor);
    const name = "toMatchNormalizedSnapshot";
    assert.throws(call({ isNot: true }, text, processor), { message: `${name} cannot be negated` });
    assert.throws(call({}, text, undefined), { message: `${name} takes a Processor, not undefined` });
    assert.throws(call({}, 7, processor), { message: `${name} compares a text, not 7` });
    assert.throws(call({}, text, processor), {
      message: `${name} needs a test of vitest or jest, which have snapshots`,
    });
  });
});

// Arguments of the wrong kind are refused in our own words, which name the method and what it takes.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { importRules, Processor, RulesError } from "../../src/index.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const TEXT = "rules: [{ name: job, pattern: [{ text: 'job ' }, { field: id }], output: '{id}' }]";
const OBJECT = {
  rules: [{ name: "job", pattern: [{ text: "job " }, { field: "id" }], output: "{id}" }],
};
const processor = new Processor({ rules: TEXT });
const out = new Collector();
const log = Readable.from(["job 7\n"]);

/** What a caller without types may pass. */
type Loose = (...args: unknown[]) => unknown;
const make = (...args: unknown[]): unknown => Reflect.construct(Processor, args);
const method = (name: keyof Processor): Loose => (processor[name] as Loose).bind(processor);
const check = Processor.check as Loose;
const importPatterns = importRules as Loose;

/** The message of the error that a call throws or rejects with. */
async function messageOf(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    assert.ok(error instanceof TypeError, `${error}`);
    return error.message;
  }
  throw new Error("nothing was wrong");
}

suite("arguments of the wrong kind", (test) => {
  const takesRules = "new Processor takes { rules }, { rulesPath } or { mask: true }";
  const kinds = "a path, a URL, a stream or another iterable of text or bytes, or { name, input } with one of these";
  const notWritable = "process: output must be a writable stream of Node.js, or the path or URL of a file, not";
  const rows: readonly (readonly [name: string, call: () => unknown, message: string])[] = [
    ["new Processor()", () => make(), `${takesRules}, not undefined`],
    ["new Processor(path)", () => make("rules.yaml"), `${takesRules}, not 'rules.yaml'`],
    ["new Processor({})", () => make({}), `${takesRules}, but got none of these`],
    ["mask: 1", () => make({ mask: 1, rules: TEXT }), "new Processor: mask takes true or false, not 1"],
    ["mask: false without rules", () => make({ mask: false }), `${takesRules}, but got none of these`],
    ["both, and mask", () => make({ rules: TEXT, rulesPath: "r.yaml", mask: true }), `${takesRules}, not both`],
    ["both", () => make({ rules: TEXT, rulesPath: "r.yaml" }), `${takesRules}, not both`],
    [
      "rulesPath: 3",
      () => make({ rulesPath: 3 }),
      "new Processor: rulesPath takes a path or a URL, or an array of one or more, not 3",
    ],
    [
      "no rulesPath",
      () => make({ rulesPath: [] }),
      "new Processor: rulesPath takes a path or a URL, or an array of one or more, not an empty array",
    ],
    [
      "a URL of the web among several",
      () => make({ rulesPath: ["r.yaml", new URL("http://example.org/r.yaml")] }),
      "new Processor: rulesPath takes a path or the URL of a file of this system, not a URL that begins with http:",
    ],
    [
      "rules: bytes",
      () => make({ rules: Buffer.from(TEXT) }),
      "new Processor: rules takes the text of a rules file, or its contents as an object, not a Buffer",
    ],
    [
      "rules: a list",
      () => make({ rules: OBJECT.rules }),
      "new Processor: rules takes the text of a rules file, or its contents as an object, not an array",
    ],
    [
      "a Map in rules",
      () => make({ rules: { rules: new Map() } }),
      "rules: rules is a Map, which no rules file can contain",
    ],
    [
      "a Date in rules",
      () => make({ rules: { rules: [{ ...OBJECT.rules[0], name: new Date() }] } }),
      "rules: rules[0].name is a Date, which no rules file can contain",
    ],
    [
      "a function in rules",
      () => make({ rules: { rules: [{ "x-y": () => {} }] } }),
      'rules: rules[0]["x-y"] is a function, which no rules file can contain',
    ],
    ["NaN in rules", () => make({ rules: { a: Number.NaN } }), "rules: a is NaN, which no rules file can contain"],
    ["null in a list", () => make({ rules: { rules: [null] } }), "rules: rules[0] is null; expected a value"],
    [
      "rules in themselves",
      () => {
        const rules: Record<string, unknown> = {};
        rules.rules = [rules];
        return make({ rules });
      },
      "rules: rules[0] contains itself",
    ],

    ["process(null)", () => method("process")(null, out), `process: a log must be ${kinds}, not null`],
    ["process()", () => method("process")(), `${notWritable} undefined`],
    ["process(log)", () => method("process")(log), `${notWritable} undefined`],
    ["a number as output", () => method("process")(log, 1), `${notWritable} 1`],
    [
      "a URL of no file as output",
      () => method("process")(log, new URL("http://localhost/")),
      `${notWritable} a URL that begins with http:`,
    ],
    ["a number as log", () => method("process")(7, out), `process: a log must be ${kinds}, not 7`],
    ["a list in a list", () => method("process")([[log]], out), `process: a log must be ${kinds}, not an array`],
    ["a function as log", () => method("records")(() => {}), `records: a log must be ${kinds}, not a function`],
    [
      "an interface of readline",
      () => {
        const lines = createInterface({ input: Readable.from(["job 7\n"]) });
        return method("process")({ name: "a", input: lines }, out);
      },
      "process cannot read an Interface without losing lines: pass its input stream instead",
    ],
    ["an object as log", () => method("records")({}), `records: a log must be ${kinds}, not an object`],
    [
      "bytes as a log",
      () => method("records")(Buffer.from("a")),
      "records takes bytes as a stream, not as a Buffer: wrap them, as in Readable.from([bytes])",
    ],
    [
      "a URL of the web",
      () => method("records")(new URL("https://example.org/a.log")),
      "records: a log must be a path or the URL of a file of this system, not a URL that begins with https:",
    ],
    [
      "a name that is none",
      () => method("records")({ name: 7, input: log }),
      "records: the name of a log must be a string, not 7",
    ],
    [
      "a stream twice",
      () => method("process")([log, log], out),
      "process got the same stream twice, but can read it only once",
    ],
    [
      "a stream on both sides",
      () => method("compare")(log, log),
      "compare got the same stream twice, but can read it only once",
    ],
    ["lists of logs in a list", () => method("compare")([["a"]], "b"), `compare: a log must be ${kinds}, not an array`],
    [
      "the failed run among the good ones",
      () => method("compareRuns")(["a", log], log),
      "compareRuns got the same stream twice, but can read it only once",
    ],
    [
      "no good run",
      () => method("compareRuns")([], "b"),
      "compareRuns takes one or more good runs, not an empty array",
    ],
    [
      "several failed runs",
      () => method("compareRuns")("a", ["b"]),
      `compareRuns: a log must be ${kinds}, not an array`,
    ],
    ["compareRuns(good)", () => method("compareRuns")("a"), `compareRuns: a log must be ${kinds}, not undefined`],
    ["compare(log)", () => method("compare")("a"), `compare: a log must be ${kinds}, not undefined`],

    [
      "a URL of the web as rulesPath",
      () => make({ rulesPath: new URL("http://me:secret@example.org/r.yaml") }),
      "new Processor: rulesPath takes a path or the URL of a file of this system, not a URL that begins with http:",
    ],
    [
      "the URL of a file of another computer",
      () => check({ rulesPath: new URL("file://elsewhere/r.yaml") }),
      "check: rulesPath takes a path or the URL of a file of this system, not 'file://elsewhere/r.yaml'",
    ],
    [
      "the URL of a file whose name has a slash",
      () => method("process")(log, new URL("file:///tmp/a%2Fb")),
      `${notWritable} 'file:///tmp/a%2Fb'`,
    ],
    [
      "a NUL in rulesPath",
      () => Processor.suggest(log, { rulesPath: "r\0.yaml" }),
      "suggest: rulesPath takes a path without NUL characters, not 'r\\x00.yaml'",
    ],
    [
      "a NUL in the path of a log",
      () => method("compare")({ name: "old", input: "a\0" }, log),
      "compare: a log must be a path without NUL characters, not 'a\\x00'",
    ],
    [
      "a NUL in the URL of a log",
      () => method("records")([log, new URL("file:///tmp/%00")]),
      "records: a log must be a path or the URL of a file of this system, not 'file:///tmp/%00'",
    ],
    [
      "a NUL in the path of the output",
      () => method("process")(log, "out\0"),
      "process: output must be a path without NUL characters, not 'out\\x00'",
    ],
    [
      "a stream of the web that is read already",
      () => {
        const stream = new ReadableStream();
        stream.getReader();
        return method("trace")([log, stream], { by: ["id"] });
      },
      "trace: a log is a ReadableStream that something else reads: it is locked",
    ],
    [
      "against without a log",
      () => check({ rules: TEXT }, undefined, { against: { rules: TEXT } }),
      "check: against needs a log or updateExamples",
    ],
    [
      "addExamples without a log",
      () => check({ rules: TEXT }, [], { addExamples: true }),
      "check: addExamples needs a log",
    ],
    ["a baseline without a log", () => check({ rules: TEXT }, [], { baseline: "" }), "check: baseline needs a log"],
    [
      "a message of lines",
      () => method("records")(log, { input: { format: "cri", message: "text" } }),
      "records: input.message needs format json",
    ],
    [
      "a message that is no name",
      () => method("records")(log, { input: { format: "json", message: 7 } }),
      "records: input.message takes the name of a field, not 7",
    ],
    [
      "a field that is no name",
      () => method("compare")("a", "b", { by: ["id", 5] }),
      "compare: by[1] takes the name of a field, not 5",
    ],
    ["options null", () => method("process")(log, out, null), "process: options must be an object, not null"],
    [
      "options a list",
      () => method("createTransform")([]),
      "createTransform: options must be an object, not an empty array",
    ],
    ["trace without options", () => method("trace")("a.log"), "trace: options must be an object, not undefined"],
    [
      "trace without by",
      () => method("trace")("a.log", {}),
      "trace: by takes an array of one or more field names, not undefined",
    ],
    [
      "by: []",
      () => method("compare")("a", "b", { by: [] }),
      "compare: by takes an array of one or more field names, not an empty array",
    ],
    [
      "by: text",
      () => method("trace")("a", { by: "id" }),
      "trace: by takes an array of one or more field names, not 'id'",
    ],
    ["id: 7", () => method("trace")("a", { by: ["id"], id: 7 }), "trace: id takes a string or a Uint8Array, not 7"],
    [
      'link: "all"',
      () => method("trace")("a", { by: ["id"], link: "all" }),
      "trace: link takes true or false, not 'all'",
    ],
    [
      "timezone: 1",
      () => method("merge")("a", { timezone: 1 }),
      "merge: timezone takes an offset from UTC such as +02:00, -0530 or +02, Z or UTC, or an object with those of logs, not 1",
    ],
    [
      "clock: a list",
      () => method("merge")("a", { clock: ["+1s"] }),
      "merge: clock takes an object with the offsets of logs, not an array",
    ],
    [
      "id without by, with rules",
      () => method("trace")("a", { id: "7" }),
      "trace: by takes an array of one or more field names, not undefined",
    ],
    ["stripAnsi", () => method("process")(log, out, { stripAnsi: 1 }), "process: stripAnsi takes true or false, not 1"],
    ["bytes", () => method("records")(log, { bytes: "yes" }), "records: bytes takes true or false, not 'yes'"],
    [
      "signal",
      () => check({ rules: TEXT }, [], { signal: new AbortController() }),
      "check: signal takes an AbortSignal, not an AbortController",
    ],
    [
      "explain",
      () => method("process")(log, out, { explain: {} }),
      "process: explain takes a writable stream, not an object",
    ],
    ["check({})", () => check({}), "check takes { rules } or { rulesPath }, but got none of these"],
    ["check()", () => check(), "check takes { rules } or { rulesPath }, not undefined"],
    ["check with a number", () => check({ rules: TEXT }, 7), `check: a log must be ${kinds}, not 7`],

    [
      "a misspelt option",
      () => method("process")(log, out, { umatched: "drop" }),
      "process: unknown option 'umatched'; did you mean 'unmatched'?",
    ],
    [
      "an option of another method",
      () => method("merge")("a", { by: ["id"] }),
      "merge: unknown option 'by'; expected 'input', 'stripAnsi', 'signal', 'timezone', 'clock' or 'bytes'",
    ],
    [
      "a misspelt option of a Processor",
      () => make({ rules: TEXT, masks: true }),
      "new Processor: unknown option 'masks'; did you mean 'mask'?",
    ],
    [
      "misspelt rules",
      () => check({ rulePath: "rules.yaml" }),
      "check: unknown option 'rulePath'; did you mean 'rulesPath'?",
    ],
    [
      "an option among the rules",
      () => check({ rules: TEXT, mask: true }),
      "check: unknown option 'mask'; expected 'rules' or 'rulesPath'",
    ],
    [
      "misspelt older rules",
      () => check({ rules: TEXT }, "a", { against: { rule: TEXT } }),
      "check against: unknown option 'rule'; did you mean 'rules'?",
    ],
    [
      "a misspelt member of input",
      () => method("records")(log, { input: { format: "json", mesage: "text" } }),
      "records: input has no member 'mesage'; did you mean 'message'?",
    ],
    [
      "a misspelt member of part",
      () => method("process")(log, out, { part: { number: 1, count: 2, of: 3 } }),
      "process: part has no member 'of'; expected 'number' or 'count'",
    ],
    [
      "a misspelt option of importRules",
      () => importPatterns("x", { form: "grok" }),
      "importRules: unknown option 'form'; did you mean 'from'?",
    ],

    ["normalize(3)", () => method("normalize")(3), "normalize: line must be a string or a Uint8Array, not 3"],
    ["normalize()", () => method("normalize")(), "normalize: line must be a string or a Uint8Array, not undefined"],
    ["normalizeText(3)", () => method("normalizeText")(3), "normalizeText: text must be a string, not 3"],
    [
      "explainText of bytes",
      () => method("explainText")(new Uint8Array()),
      "explainText: text must be a string, not a Uint8Array",
    ],
    ["why()", () => method("why")(), "why: line must be a string or a Uint8Array, not undefined"],
  ];
  for (const [name, call, message] of rows)
    test(`refuse ${name}`, async () => assert.equal(await messageOf(call), message));

  const ranges: readonly (readonly [call: () => unknown, message: string])[] = [
    [
      () => method("merge")("a", { timezone: { a: "Mars" } }),
      "merge: timezone of 'a' takes an offset from UTC such as +02:00, -0530 or +02, Z or UTC, not 'Mars'",
    ],
    [
      () => method("merge")("a", { clock: { a: "1" } }),
      "merge: clock of 'a' takes an offset such as +2.5s, -300ms or +1h2m, not '1'",
    ],
    [
      () => method("process")(log, out, { part: { number: 4, count: 3 } }),
      "process: part.number takes a number from 1 to 3, not 4",
    ],
    [
      () => method("process")(log, out, { part: { number: 1, count: 0 } }),
      "process: part.count takes a number of 1 or more, not 0",
    ],
  ];
  for (const [call, message] of ranges)
    test(`include numbers out of range: ${message}`, async () => {
      await assert.rejects(async () => call(), new RangeError(message));
    });

  test("include the context of a comparison", async () => {
    const comparison = await processor.compare(Readable.from(["job 1\njob 2\n"]), Readable.from(["job 1\n"]));
    const context = comparison.withContext.bind(comparison) as Loose;
    assert.throws(() => context("x"), new TypeError("withContext takes a number of lines, not 'x'"));
    assert.throws(() => context(), new TypeError("withContext takes a number of lines, not undefined"));
    for (const wrong of [-1, 0.5, Number.NaN])
      assert.throws(
        () => context(wrong),
        new RangeError(`withContext takes a whole number of lines from 0 on, not ${wrong}`),
      );
    for (const right of [1, Infinity]) assert.equal([...comparison.withContext(right)].length, 2);
    comparison.close();
  });

  test("do not include options without a value", async () => {
    const options = { umatched: undefined, unmatched: undefined } as object;
    await processor.process(Readable.from(["job 7\n"]), new Collector(), options);
  });

  test("leave the streams as they were", () => {
    assert.equal(log.destroyed || out.destroyed, false);
    assert.equal(log.listenerCount("error") + out.listenerCount("error"), 0);
  });
});

suite("rules", (test) => {
  test("are a text, an object, or a file given by its path or URL", () => {
    const path = `${folder({ "rules.yaml": TEXT })}/rules.yaml`;
    for (const options of [{ rules: TEXT }, { rules: OBJECT }, { rulesPath: path }, { rulesPath: pathToFileURL(path) }])
      assert.equal(new Processor(options).normalize("job 7")?.output, "7");
  });

  test("as an object may come from another realm, have no prototype, or have undefined properties, which are left out", () => {
    const rules = Object.assign(Object.create(null), structuredClone(OBJECT), { "x-anchors": undefined });
    assert.equal(new Processor({ rules }).normalize("job 7")?.output, "7");
  });

  test("with issues in a text are reported by line and column", () => {
    const wrong = "rules:\n  - name: a\n    pattern: [{ field: id }]\n    output: '{ib}'\n";
    assert.throws(
      () => new Processor({ rules: wrong }),
      (error) => {
        assert.ok(error instanceof RulesError);
        assert.equal(error.path, "rules");
        assert.equal(error.issues[0]?.place, "rules:4:14");
        assert.match(error.message, /^rules:4:14: .*\n {2}4 \| .*output: '\{ib\}'/);
        return true;
      },
    );
  });

  test("with issues in an object are reported by the path in it", () => {
    const rules = {
      rules: [
        ...OBJECT.rules,
        { name: "a", pattern: [{ field: "id" }, { text: "" }, { feld: "x" }], output: "{ib}", outputs: 1 },
        { name: "b", pattern: [{ field: "id" }], output: null },
      ],
      ruels: true,
    };
    assert.throws(
      () => new Processor({ rules }),
      (error) => {
        assert.ok(error instanceof RulesError);
        assert.deepEqual(
          error.issues.map(({ place, code }) => [place, code]),
          [
            ["rules[1].pattern[1].text", "EMPTY_VALUE"],
            ["rules[1].pattern[2].feld", "UNKNOWN_KEY"],
            ["rules[1].output", "UNKNOWN_PLACEHOLDER"],
            ["rules[1].outputs", "UNKNOWN_KEY"],
            ["rules[2].output", "MISSING_VALUE"],
            ["ruels", "UNKNOWN_KEY"],
          ],
        );
        const lines = JSON.stringify(rules, null, 2).split("\n");
        for (const { line, frame, code } of error.issues)
          if (code !== "MISSING_VALUE") assert.ok(frame[0].endsWith(lines[line - 1]!), frame[0]);
        return true;
      },
    );
    assert.throws(() => new Processor({ rules: {} as typeof OBJECT }), /^RulesError: rules: /);
  });

  test("are checked in every form in which they are given", async () => {
    const twice = { rules: [OBJECT.rules[0]!, OBJECT.rules[0]!] };
    const checked = await Processor.check({ rules: twice }, Readable.from(["job 7\n", "joe 8\n"]));
    assert.deepEqual(
      checked.findings.map(({ code, place }) => [code, place]),
      [
        ["NEVER_WINS", "rules[1].name"],
        ["SAME_NAME", "rules[1].name"],
      ],
    );
    assert.deepEqual(checked.coverage?.lineTemplates, [
      { count: 1, file: "log 1", line: 2, template: "joe #", sample: "joe 8" },
    ]);
    const { issues, path } = await Processor.check({ rules: "rules: 7" });
    assert.deepEqual([path, issues.map(({ place }) => place)], ["rules", ["rules:1:8"]]);
  });
});

suite("logs", (test) => {
  const place = folder({ "a.log": "job 1\n", "b.log": "job 2" });
  const written = async (logs: Parameters<Processor["process"]>[0]): Promise<string> => {
    const output = new Collector();
    await processor.process(logs, output);
    return output.text;
  };

  test("are paths, URLs, streams of Node.js or of the web, and iterables, alone or in a list", async () => {
    const path = `${place}/a.log`;
    assert.equal(await written(path), "1\n");
    assert.equal(await written(pathToFileURL(path)), "1\n");
    assert.equal(await written(new Blob(["job 3"]).stream() as unknown as AsyncIterable<Uint8Array>), "3\n");
    assert.equal(await written(new Set(["job 4\njob", " 5"])), "4\n5\n");
    assert.equal(
      await written([path, { name: "b", input: `${place}/b.log` }, new Set([Buffer.from("job 6")])]),
      "1\n2\n6\n",
    );
    assert.equal(await written([]), "");
  });

  test("that are files may be given twice, and are read twice, as cat does", async () => {
    const path = `${place}/a.log`;
    assert.equal(await written([path, path]), "1\n1\n");
    const merged = await processor.merge([path, path]);
    assert.equal([...merged].length, 2);
    const { groups } = await processor.trace([path, path], { by: ["id"] });
    assert.deepEqual(
      groups.map(({ id, files, events }) => [id, files, events.map(({ file, line, output }) => [file, line, output])]),
      [["1", [path, path], Array(2).fill([path, 1, "1"])]],
    );
  });

  test("from streams of the web are released while they are silent", async () => {
    const cancelled: unknown[] = [];
    const silent = new ReadableStream({ cancel: (reason) => void cancelled.push(reason) });
    const stop = new AbortController();
    const reading = processor.process(silent as unknown as AsyncIterable<Uint8Array>, new Collector(), {
      signal: stop.signal,
    });
    stop.abort();
    await assert.rejects(reading, { name: "AbortError" });
    assert.equal(cancelled.length, 1);
  });

  test("without names are named by their positions", async () => {
    const comparison = await processor.compare(new Set(["job 1"]), new Set(["job 2"]));
    const [difference] = comparison.differences();
    assert.ok(difference?.kind === "changed");
    assert.deepEqual([difference.old.file, difference.new.file], ["old", "new"]);
    comparison.close();
    const events = await processor.merge([new Set(["a"]), { name: "mine", input: new Set(["b"]) }, new Set(["c"])]);
    assert.deepEqual(
      Array.from(events, ({ file }) => file),
      ["log 1", "log 3", "mine"],
    );
  });
});

suite("aliases", (test) => {
  const rules = "rules: [{ name: u, pattern: [{ field: user, transform: alias }], output: '{user}' }]";
  const outputs = async (records: AsyncIterable<{ output: string }>): Promise<string[]> => {
    const all: string[] = [];
    for await (const { output } of records) all.push(output);
    return all;
  };

  test("begin anew with each call that reads logs", async () => {
    const made = new Processor({ rules });
    for (let i = 0; i < 2; i++) {
      assert.deepEqual(await outputs(made.records(new Set([`ann${i}\nbob${i}\n`]))), ["user#1", "user#2"]);
      const events = await made.merge([new Set([`eve${i}`])]);
      assert.deepEqual(
        Array.from(events, ({ output }) => output),
        ["user#1"],
      );
      const output = new Collector();
      await made.process(new Set([`joe${i}`]), output);
      assert.equal(output.text, "user#1\n");
    }
  });

  test("are numbered by normalize over the life of the processor", () => {
    const made = new Processor({ rules });
    assert.deepEqual(
      ["ann", "bob", "ann"].map((line) => made.normalize(line)?.output),
      ["user#1", "user#2", "user#1"],
    );
  });
});

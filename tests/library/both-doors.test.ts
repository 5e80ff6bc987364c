// A wrong value of an option gets the same sentence from the command and from the library.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { exportRules, importRules, Processor } from "../../src/index.ts";
import { OPTIONS } from "../../src/library/check-options.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const rules = "rules: [{ name: job, pattern: 'job {id}', output: '{id}' }]";
const processor = new Processor({ rules });
const cwd = folder({ "rules.yaml": rules, log: "job 7\n" });

/** A call of each method that the command has, too, with options of any kind. */
const CALLS = {
  process: (options: object) => processor.process([], process.stderr, options),
  records: (options: object) => processor.records([], options).next(),
  compare: (options: object) => processor.compare([], [], options),
  merge: (options: object) => processor.merge([], options),
  suggest: (options: object) => Processor.suggest([], options),
  importRules: (options: object) => importRules("", options),
  exportRules: (options: object) => exportRules({ rules }, { to: "patterndb", ...options }),
} as const;

interface Row {
  /** The command line, which ends with the wrong text. */
  readonly line: string;
  readonly method: keyof typeof CALLS;
  readonly option: string;
  /** The wrong value in a program, if it is not the text. */
  readonly value?: unknown;
  readonly takes: string;
  readonly error?: "RangeError";
  /** The end of the sentence. */
  readonly advice?: string;
}

const ZONE = "an offset from UTC such as +02:00, -0530 or +02, Z or UTC";
const JOBS = "a number from 1 to 256, or auto";
const LEVELS = "coarse, medium or fine";
const NAME = "a name of printable ASCII characters";
const COUNT = "a number of 1 or more";
const [isRange, isMeant] = [
  { error: "RangeError" },
  (word: string) => ({ advice: `; did you mean '${word}'?` }),
] as const;

const ROWS: readonly Row[] = [
  { line: "-r r --jobs 0", method: "process", option: "jobs", value: 0, takes: JOBS, ...isRange },
  { line: "-r r --jobs 257", method: "process", option: "jobs", value: 257, takes: JOBS, ...isRange },
  { line: "-r r --jobs x", method: "process", option: "jobs", takes: JOBS },
  { line: "-r r --timezone Mars", method: "records", option: "timezone", takes: ZONE, ...isRange },
  {
    line: "-r r --unmatched dorp",
    method: "records",
    option: "unmatched",
    takes: "pass, drop or only",
    ...isMeant("drop"),
  },
  { line: "-r r --format xml", method: "process", option: "format", takes: "lines or json" },
  { line: "-r r --input xml", method: "merge", option: "input.format", takes: "lines, json or cri" },
  { line: "diff -r r --unmatched only", method: "compare", option: "unmatched", takes: "pass or drop" },
  { line: "suggest --min-count 0", method: "suggest", option: "minCount", value: 0, takes: COUNT, ...isRange },
  { line: "suggest --max-rules -1", method: "suggest", option: "maxRules", value: -1, takes: COUNT, ...isRange },
  { line: "suggest --granularity finer", method: "suggest", option: "granularity", takes: LEVELS, ...isMeant("fine") },
  {
    line: "import --from grep",
    method: "importRules",
    option: "from",
    takes: "patterndb, liblognorm, dissect or grok",
  },
  { line: "export --to patterndbs", method: "exportRules", option: "to", takes: "patterndb", ...isMeant("patterndb") },
  { line: "export --to patterndb --program é", method: "exportRules", option: "program", takes: NAME },
];

/** The options of a call: `{ input: { format: value } }` for `input.format`. */
function withValue(option: string, value: unknown): object {
  const [name = "", member] = option.split(".");
  return { [name]: member === undefined ? value : { [member]: value } };
}

suite("a wrong value of an option", (test) => {
  for (const { line, method, option, takes, error = "TypeError", advice = "", ...row } of ROWS) {
    const args = line.split(" ");
    const text = args.at(-1)!;
    const value = row.value ?? text;

    test(`gets the same sentence from both doors: ${line}`, async () => {
      const { exit, stderr } = await hosted([...args, "log"], cwd);
      const long = args.at(-2);
      const said = `normalizer: ${long} takes ${takes}, not '${text}'${advice}`;
      assert.deepEqual([exit, String(stderr).split("\n")[0]], [2, said]);
      const message = `${method}: ${option} takes ${takes}, not ${typeof value === "string" ? `'${value}'` : value}${advice}`;
      await assert.rejects(async () => CALLS[method](withValue(option, value)), { name: error, message });
    });
  }

  /** What any text is right for, or what a command line writes in another form. */
  const others = ["by", "ignore", "keep", "id", "containing", "part", "baseline", "against", "clock"];

  test("has a row for each option that takes few values or numbers in both", () => {
    for (const options of Object.values(OPTIONS)) {
      for (const [name, option] of Object.entries(options as Record<string, object>)) {
        const isShared = "long" in option && ("choices" in option || "value" in option);
        if (isShared && !others.includes(name))
          assert.ok(
            ROWS.some((row) => row.option === name),
            name,
          );
      }
    }
  });

  test("is of an option that has the same name in both", () => {
    for (const options of Object.values(OPTIONS)) {
      for (const [name, option] of Object.entries(options as Record<string, { readonly long?: string }>)) {
        const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
        assert.equal(option.long ?? long, long);
      }
    }
  });
});

suite("an option without what it needs", (test) => {
  const { check } = Processor;
  const input = { format: "lines", message: "m" };
  const rows: readonly (readonly [line: string, said: string, call: () => unknown, message: string])[] = [
    [
      "-r r --original log",
      "--original needs --format json",
      () => CALLS.process({ original: true }),
      "process: original needs format json",
    ],
    [
      "-r r --timezone Z --format lines log",
      "--timezone needs --format json",
      () => processor.createTransform({ timezone: "Z", format: "lines" }),
      "createTransform: timezone needs format json",
    ],
    [
      "diff -r r --message m a b",
      "--message needs --input json",
      () => CALLS.compare({ input }),
      "compare: input.message needs format json",
    ],
    [
      "check --add-examples r",
      "--add-examples needs a log",
      () => check({ rules }, [], { addExamples: true }),
      "check: addExamples needs a log",
    ],
    [
      "check --baseline b r",
      "--baseline needs a log",
      () => check({ rules }, [], { baseline: "" }),
      "check: baseline needs a log",
    ],
    [
      "check --against old r",
      "--against needs a log or --update-examples",
      () => check({ rules }, [], { against: { rules } }),
      "check: against needs a log or updateExamples",
    ],
    [
      "trace --mask --merge --key-file k log",
      "--key-file needs --rules FILE",
      () => new Processor({ mask: true, key: "k" } as object as { mask: true }),
      "new Processor: key needs rules",
    ],
  ];
  for (const [line, said, call, message] of rows) {
    test(`gets the same sentence from both doors: ${line}`, async () => {
      const { exit, stderr } = await hosted(line.split(" "), cwd);
      assert.deepEqual([exit, String(stderr).split("\n")[0]], [2, `normalizer: ${said}`]);
      await assert.rejects(async () => call(), { name: "TypeError", message });
    });
  }

  test("has a row for each option of the library that needs another", () => {
    for (const options of Object.values(OPTIONS)) {
      for (const [name, option] of Object.entries(options as Record<string, object>)) {
        if ("needs" in option)
          assert.ok(
            rows.some(([, , , message]) => message.includes(`: ${name} needs `)),
            name,
          );
      }
    }
  });

  test("is taken without it if that is not given either", async () => {
    assert.equal((await check({ rules }, [], { addExamples: false, baseline: undefined })).issues.length, 0);
    const records = processor.records(["a.log"], { timezone: "Z", original: true });
    await assert.rejects(records.next(), { code: "ENOENT" });
  });
});

suite("a tool", (test) => {
  const sourceOf = (path: string): string => readFileSync(`src/${path}`, "utf8");
  const processorText = sourceOf("library/processor.ts");
  /** The functions of tools, with their files, and the files that call them for commands. */
  const tools = [
    ["prepareRun", "../run/threads/create-run.ts", "library/normalize.ts"],
    ["compareClaims", "./claimed-comparison.ts", "library/diff.ts"],
    ["LogDiff.of", "../tools/diff/log-diff.ts", "library/diff.ts"],
    ["compareRuns", "../tools/news/compare-runs.ts", "library/good-runs.ts"],
    ["traceLogs", "../tools/trace/trace.ts", "library/trace.ts"],
    ["traceId", "../tools/trace/trace-id.ts", "library/trace.ts"],
    ["collectEvents", "../tools/trace/collect-events.ts", "library/trace.ts"],
    ["check", "../tools/check/check.ts", "library/check.ts"],
    ["countFields", "../tools/fields/fields.ts", "library/fields.ts"],
    ["suggestRules", "../tools/suggest/suggest.ts", "library/suggest.ts"],
  ] as const;
  for (const [name, file, command] of tools) {
    test(`is run by one function for both doors: ${name}`, () => {
      assert.ok(processorText.includes(`import("${file}")`));
      const call = new RegExp(`(?<!function )\\b${name}\\(`);
      assert.match(processorText, call);
      assert.match(sourceOf(command), call);
    });
  }

  test("is reached by the Processor in no other way", () => {
    const imported = [...processorText.matchAll(/import\("(\.\.\/tools\/[^"]*)"\)/g)].map(([, path]) => path!);
    const known: readonly string[] = tools.map(([, file]) => file);
    // What makes objects of the results.
    assert.deepEqual(imported.filter((path) => !known.includes(path)).sort(), [
      "../tools/diff/comparison.ts",
      "../tools/news/run-comparison.ts",
    ]);
    assert.doesNotMatch(processorText, /^import \{(?! type)[^}]*\} from "\.\.\/tools/m);
  });
});

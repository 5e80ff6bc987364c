// Rules that are suggested for logs: that they hold on the lines they come from, whatever these are.

import assert from "node:assert/strict";
import { appendFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { Processor, type Suggestion, type SuggestionOptions } from "../../../src/index.ts";
import { printable } from "../../../src/text/messages/printable.ts";
import { normalizer, shell } from "../../support/command.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { hostedShell } from "../../support/hosted-shell.ts";
import { assertProperty, someOf } from "../../support/property.ts";
import { countingSuite } from "../../support/steps.ts";
import { suite } from "../../support/suite.ts";

/** Bytes as text: each character up to U+00FF is a byte. */
function bytesOf(log: string): Buffer {
  return Buffer.from(log, "latin1");
}

function suggested(log: string, options: SuggestionOptions = {}): Promise<Suggestion> {
  return Processor.suggest(Readable.from([bytesOf(log)]), options);
}

function leftOf({ unmatched }: Suggestion): number {
  return Object.values(unmatched).reduce((sum, count) => sum + count, 0);
}

/** Counts by reason. Those that are not given are 0. */
function unmatchedBy(counts: Partial<Suggestion["unmatched"]>): Suggestion["unmatched"] {
  const none = {
    belowMinCount: 0,
    beyondMaxRules: 0,
    beyondMemory: 0,
    withLineBreak: 0,
    notRecords: 0,
    inNameOnly: 0,
    empty: 0,
    missed: 0,
  };
  return { ...none, ...counts };
}

/**
 * Suggests rules, and asserts that they load, that their examples hold, that `check` warns of nothing in them, and that
 * the counts are those of `check`.
 */
async function verified(log: string, options: SuggestionOptions = {}): Promise<Suggestion> {
  const suggestion = await suggested(log, options);
  const { file, lines, matchedBefore, matched, ruleCount } = suggestion;
  const { input } = options;
  const checked = await Processor.check({ rules: file }, Readable.from([bytesOf(log)]), { input });
  assert.deepEqual(checked.issues, []);
  assert.deepEqual(
    checked.findings
      .filter(({ level }) => level !== "info")
      .map(({ message }) => message)
      // Lines without a word, such as `{`, have followers without one.
      .filter((message) => !/^follower .* matches in name only/.test(message)),
    [],
  );
  const { coverage } = checked;
  assert.equal(lines, coverage!.lines);
  assert.equal(matchedBefore + matched, coverage!.matched);
  assert.equal(lines - matchedBefore - matched, leftOf(suggestion));
  assert.equal(new Set(checked.rules.map(({ name }) => name)).size, checked.rules.length, "each name once");
  assert.ok(ruleCount <= checked.rules.length);
  for (const line of suggestion.text.split("\n")) assert.equal(printable(line), line);
  return suggestion;
}

const TIME = "2025-05-05 07:58:12,104";
const JOBS = Array.from({ length: 12 }, (_, i) => {
  const time = `2025-05-05 07:58:${10 + i},${100 + 7 * i}`;
  return [
    `${time} INFO [worker-${i % 3}] job ${8120 + i} started: resize-image`,
    `${time} INFO [worker-${i % 3}] job ${8120 + i} done in ${400 + i} ms`,
    `${time} WARN [worker-${i % 3}] job ${8120 + i} failed: mailbox ${i} full`,
  ];
});
const LOG = `${JOBS.flat().join("\n")}\n`;

suite("suggested rules", (test) => {
  test("match every line of a log, and have examples", async () => {
    const suggestion = await verified(LOG);
    assert.equal(suggestion.lines, 36);
    assert.equal(suggestion.matched, 36);
    assert.equal(suggestion.ruleCount, 3);
    assert.equal(suggestion.wonByOthers, 0);
    assert.equal(suggestion.headers.length, 1);
    assert.match(suggestion.headers[0]!, /^\{timestamp.*\{level.*\[\{thread/);
    const { rules } = await Processor.check({ rules: suggestion.text });
    assert.equal(rules.length, 3);
    assert.equal(suggestion.text.match(/^ +examples:$/gm)?.length, 3);
  });

  test("make lines the same that differ in numbers and times alone", async () => {
    const processor = new Processor({ rules: (await suggested(LOG)).text });
    const outputs = new Set(JOBS.map(([, done]) => processor.normalize(done!)!.output.replace(/worker-\d/, "")));
    assert.equal(outputs.size, 1);
  });

  test("take versions for one value, and times and addresses for what they are", async () => {
    const versions = ["2.4.1 on 10.2.3.4 at 2025.05.04 10:00:00", "2.14.0.7 on 10.2.3.5 at 2025.05.04 10:00:01"];
    const { text } = await verified(versions.map((rest) => `${TIME} INFO app ${rest} ready\n`).join(""));
    assert.match(text, /app \{version:word\} on \{on_ip:ip\} at \{[a-z_]+:timestamp\} ready/);
  });

  test("are not sought for lines of more than 1 MiB, which are left with this reason", async () => {
    const { text, matched, flaws } = await verified(`took 7 ms\n${"a7 ".repeat(400_000)}\ntook 8 ms\n`);
    assert.deepEqual([matched, flaws], [2, [{ flaw: "is longer than 1 MiB", count: 1 }]]);
    assert.match(text, /took \{ms:number\} ms/);
  });

  test("take blanks before a word of the header for filler", async () => {
    const lines = [1, 2, 3].map((pid) => `${TIME} INFO  app[${pid}]: up\n${TIME} INFO key: up\n`);
    assert.deepEqual((await verified(lines.join(""))).headers, [
      "{timestamp:timestamp} {level:word}{_:whitespace}({component:word}[{pid:number}]: |{component}: )",
    ]);
  });

  test("make texts of the fields of headers that are kept, and of nothing else", async () => {
    const log = ["INFO ready", "WARN full", "INFO done"].map((rest) => `${TIME} ${rest}\n`.repeat(3)).join("");
    const { text, ruleCount, unknownFields } = await verified(log, { keep: ["content", "level"] });
    assert.deepEqual(unknownFields, ["content"]);
    assert.equal(ruleCount, 3);
    assert.match(text, /INFO ready/);
    assert.match(text, /output: 'INFO: ready'/);
  });

  test("do not depend on the order of the lines of one kind", async () => {
    const expected = (await suggested(LOG)).text;
    const kinds = [0, 1, 2].map((kind) => JOBS.map((lines) => lines[kind]!));
    const shuffled = fc.tuple(...kinds.map((lines) => fc.shuffledSubarray(lines, { minLength: lines.length })));
    await assertProperty(
      fc.asyncProperty(shuffled, async (orders) => {
        const lines = JOBS.flatMap((_, i) => orders.map((order) => order[i]!));
        assert.equal((await suggested(`${lines.join("\n")}\n`)).text, expected);
      }),
      { numRuns: 10 },
    );
  });

  test.costly("are the same in another process", async () => {
    const cwd = folder({ "app.log": LOG });
    const [first, second] = await Promise.all([hosted, normalizer].map((run) => run(["suggest", "app.log"], cwd)));
    assert.equal(first!.stdout.toString(), second!.stdout.toString());
    assert.equal(first!.stdout.toString(), (await suggested(LOG)).text);
  });

  const words = ["job", "done", "failed:", "user", "ann", "bob", "mailbox", "full", "INFO", "-", "|", "=", ""];
  const odd = [
    ...["{", "}", "{}", "{name}", "{id:number}", "{a|b}", "{{x}}", "'", '"', "''", "\\", "\\n", "%", "#", " #", "# x"],
    ...["&a", "*a", "!x", "- ", "? ", ": ", "key: value", "[", "]", "[]", "[x, y]", "@", "`", ">", "~", "null", "yes"],
    ...[
      "\t",
      "\r",
      "\0",
      "\x07",
      "\x1b[31m",
      "\x1b]0;x\x07",
      "\x7f",
      "\x80",
      "\xff",
      "\xc3\xa9",
      "\xe2\x80\xae",
      "\xef\xbb\xbf",
    ],
    ...["1", "007", "-3.5", "10.0.0.1", "::1", "1e400", "0x1f", "2025-05-05", "07:58:12.104", TIME, "May  5 07:58:12"],
    ...["{name: number}", "{ job }", "{job:", "{failed:upper}", "{user|lower}", "{ id: 7 }", "{done", "{the job}"],
    ...["7f3a9c01", "123e4567-e89b-42d3-a456-426614174000", "/var/log/x.1", "http://a/b?c=1", "a=1", "k=v", '{"a":1}'],
  ];
  const piece = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...words) },
    { weight: 3, arbitrary: fc.constantFrom(...odd) },
    { weight: 1, arbitrary: fc.string({ maxLength: 3 }) },
  );
  const separator = fc.constantFrom(" ", " ", " ", "", "  ", ", ");
  const line = fc
    .array(fc.tuple(piece, separator), { maxLength: 8 })
    .map((parts) => parts.flat().join("").replaceAll("\n", ""));
  const header = fc.constantFrom("", "", `${TIME} INFO `, "[1] ", "May  5 07:58:12 host app[77]: ", "ERROR ");

  test("hold on whatever lines", () =>
    assertProperty(
      fc.asyncProperty(header, fc.array(fc.tuple(line, fc.nat(6)), { maxLength: 20 }), async (head, lines) => {
        const log = lines
          .flatMap(([text, more]) => Array.from({ length: 1 + more }, () => `${head}${text}\n`))
          .join("");
        await verified(log);
      }),
      { numRuns: 150 },
    ));

  test("hold with every granularity, with fewer rules, and with kept fields", () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(line, { maxLength: 20 }),
        fc.record({
          granularity: fc.constantFrom("coarse" as const, "medium" as const, "fine" as const),
          minCount: fc.integer({ min: 1, max: 3 }),
          maxRules: fc.integer({ min: 1, max: 5 }),
          keep: fc.constantFrom(["level"], ["level", "nothing"]),
        }),
        async (lines, options) => {
          const { ruleCount } = await verified(lines.map((text) => `${TIME} INFO ${text}\n`).join(""), options);
          assert.ok(ruleCount <= options.maxRules);
        },
      ),
      { numRuns: 40 },
    ));

  test("repeat no catch-all of the given rules", async () => {
    const rules = "rules:\n  - { name: time, catch_all: true, pattern: '{timestamp}', output: '' }\n";
    const log = Array.from({ length: 9 }, (_, i) => `2026-01-01 00:00:0${i}\n`).join("");
    const { ruleCount, file, unmatched } = await suggested(log, { rules });
    assert.deepEqual({ ruleCount, file, missed: unmatched.missed }, { ruleCount: 0, file: rules, missed: 9 });
  });

  test("count each line of records and other lines", () => {
    const rules = "rules:\n  - { name: job, pattern: 'job {id:number}{rest}', output: '' }\n";
    const message = fc.oneof(
      { weight: 3, arbitrary: line },
      { weight: 2, arbitrary: fc.constantFrom("job 7", "job 7\nat a.b", "a 1\nat a.b", "a 2\n", "", "\n\n") },
    );
    const record = message.map((text) => JSON.stringify({ msg: text }));
    const cri = message.map((text) => `2025-05-04T10:00:02Z stdout F ${text.replaceAll("\n", "")}`);
    const other = fc.constantFrom("", "not json", "{}", '{"msg":null}', '{"msg":"\\ud800"}', '{"msg":"job 1"} x');
    const text = fc.oneof({ weight: 3, arbitrary: record }, { weight: 1, arbitrary: cri }, other);
    return assertProperty(
      fc.asyncProperty(
        fc.array(text, { maxLength: 30 }),
        fc.record({
          input: fc.constantFrom({ format: "json" } as const, { format: "cri" } as const),
          rules: fc.constantFrom(undefined, rules),
          minCount: fc.integer({ min: 1, max: 3 }),
        }),
        async (lines, options) => {
          const { unmatched, flaws } = await verified(lines.map((one) => `${one}\n`).join(""), options);
          assert.equal(
            flaws.reduce((sum, { count }) => sum + count, 0),
            unmatched.notRecords,
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  test("have examples of which each numbers its aliases anew", async () => {
    const rules = `fields: { id: { transform: alias } }
rules:
  - { name: job, pattern: "{id} job{rest}", output: "{id}" }
`;
    await verified("7 job x\n7f3a9c01 \n{ id: 7 } \n7f3a9c01 \n{ id: 7 } \n", { rules });
  });

  test("leave the lines of rules that exist to them", () =>
    assertProperty(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (lines) => {
        const rules =
          "fields:\n  id: { parser: number, transform: alias }\n\nrules:\n  - name: job\n    pattern: '{id} job{rest}'\n    output: '{id}'\n";
        const log = [...lines, "7 job x", "8 jobs", ...lines].map((text) => `${text}\n`).join("");
        const { file, matchedBefore } = await verified(log, { rules });
        assert.ok(file.startsWith(rules.trimEnd()));
        const [before, after] = [rules, file].map((text) => new Processor({ rules: text }));
        assert.ok(matchedBefore >= 2);
        for (const text of log.split("\n")) {
          const won = before!.normalize(bytesOf(text));
          if (won !== undefined) assert.equal(after!.normalize(bytesOf(text))?.rule, won.rule);
        }
      }),
      { numRuns: 60 },
    ));
});

suite("fewer rules", (test) => {
  const trace = "java.lang.IllegalStateException: no\n    at a.b(C.java:1)\n    at a.c(C.java:2)\n";
  const log = [
    `${TIME} INFO [w] order 1 placed\n${TIME} INFO [w] order 2 placed\n${TIME} INFO [w] order 3 placed\n`,
    `${TIME} ERROR [w] cannot ship parcel\n${trace}${TIME} ERROR [w] cannot ship parcel\n${trace}`,
    `${TIME} INFO [w] shop opens\n`,
  ].join("");

  test("lines that follow a rule's lines belong to it: their patterns do not count as rules", async () => {
    const { ruleCount, matched, unmatched } = await verified(log, { maxRules: 2 });
    assert.equal(ruleCount, 2);
    assert.equal(matched, 11);
    assert.deepEqual(unmatched, unmatchedBy({ beyondMaxRules: 1 }));
  });

  test("and they are left out with it, for the same reason", async () => {
    const { text, ...one } = await verified(log, { maxRules: 1 });
    assert.equal(one.matched, 3);
    assert.deepEqual(one.unmatched, unmatchedBy({ beyondMaxRules: 9 }));
    assert.doesNotMatch(text, /x-continued/);
    const frequent = await verified(log, { minCount: 3 });
    assert.deepEqual(frequent.unmatched, unmatchedBy({ belowMinCount: 9 }));
  });
});

suite("suggested rules of lines that go together", (test) => {
  test("name the columns of a table, and do not take its cells for one list", async () => {
    const rows = [1, 2, 3].map((i) => `2025-05-05 07:58:1${i},ann,${i * 12},20${i}`);
    const { text, matched } = await verified(`${["at,user,bytes,status", ...rows].join("\n")}\n`);
    assert.match(text, /pattern: '\{\w+:timestamp\},\{user:word\},\{bytes:number\},\{status:number\}'/);
    assert.equal(matched, 4);
  });

  test("leave a word to each rule, though every column could be one of the header", async () => {
    const { text, matched } = await verified(Array.from({ length: 9 }, (_, i) => `${TIME} INFO pump ${i}\n`).join(""));
    assert.match(text, /pattern: \[\*header, 'pump \{pump:number\}'\]/);
    assert.equal(matched, 9);
  });

  test("match stack traces behind lines that follow others", async () => {
    const event = (i: number): string =>
      `${TIME} ERROR late ${i}\n  in stage ${i}\nCaused by: y${i}\n\tat a.b(C.java:1)\n`;
    const { lines, matched } = await verified([1, 2, 3, 4].map(event).join(""));
    assert.equal(matched, lines);
  });

  test("have the followers of stack traces where one follows a line of theirs", async () => {
    const { text } = await verified(
      `job 1 failed\njava.io.IOException: no\n\tat a.b(C.java:1)\njob 2 done\n`.repeat(3),
    );
    assert.match(text, /pattern: 'job \{job:number\} failed'\n.*\n {4}sequence: stack_trace\n/);
    assert.equal(text.match(/sequence/g)!.length, 1);
  });

  test.costly("come from all of a log that is longer than the sample, and count all of its lines", async () => {
    const ticks = Array.from({ length: 50_500 }, (_, i) => `tick ${i} of the clock\n`).join("");
    const { lines, matched, text } = await verified(`${ticks}${"door opened\n".repeat(7)}`);
    assert.deepEqual([lines, matched], [50_507, 50_507]);
    assert.match(text, / {2}# 50500 lines, 100\.0%\n {2}- name: tick_of_clock\n/);
    assert.match(text, / {2}# 7 lines, under 0\.1%\n {2}- name: door_opened\n/);
  });

  test("take no header from the lines of stack traces", async () => {
    const frames = Array.from({ length: 30 }, (_, i) => `#${i} /srv/app/Part.php(${i + 7}): Site\\Part->run()\n`);
    const event = (i: number): string => `[2025-05-05 07:58:1${i}] local.ERROR: no part ${i}\n${frames.join("")}`;
    const { headers, lines, matched } = await verified([1, 2, 3, 4].map(event).join(""));
    assert.equal(headers.length, 1);
    assert.match(headers[0]!, /^\[\{timestamp:timestamp\}\] /);
    assert.equal(matched, lines);
  });

  test("have rules for lines that others keep from the line they seem to follow", async () => {
    const xml = (name: string): string => `<?xml version='1.0'?>\n<${name}>\n  <b>\n    x\n  </b>\n</${name}>\n`;
    const { unmatched } = await verified(`${TIME} INFO asked\n${xml("ask")}${TIME} INFO answered:\n${xml("answer")}`);
    assert.equal(unmatched.missed, 0);
  });

  test("match records whose message ends with a blank", async () => {
    for (const record of ['{"level":"info","msg":"no reason 11: "}', 'at=9 level=info msg="no reason 11: "'])
      assert.equal((await verified(`${record}\n`.repeat(3))).matched, 3);
  });

  test("stand long rows of one sign", async () => {
    const { lines } = await verified(
      `${TIME} INFO x: 1${"!".repeat(90_000)}\n${TIME} INFO x: 2${"!".repeat(90_001)}\n`,
    );
    assert.equal(lines, 2);
  });
});

suite("logs of every kind", (test) => {
  const KINDS: Readonly<Record<string, string>> = {
    "no lines": "",
    "an empty line": "\n",
    "empty lines among others": "\na 1\n\na 2\n\n",
    "blanks alone": "   \n \n\t\n",
    "one line": "job 7 done",
    "a single kind": "job 7 done\njob 8 done\njob 9 done\n",
    "the same line again and again": "ready\n".repeat(1000),
    "Windows line ends": LOG.replaceAll("\n", "\r\n"),
    "bytes that are not UTF-8": "caf\xe9 1 \xff\ncaf\xe9 2 \xff\n\xe9\xe9\xe9\n",
    "a byte order mark": `\xef\xbb\xbf${LOG}`,
    "NUL bytes": "a\0b 1\n\0\0\0\na\0b 2\n",
    "control characters": "\x1b[31merror\x1b[0m 1\n\x1b]0;title\x07\n\x9b31m\n",
    "texts like placeholders": "{name} 1\n{name:number} x\n{a|b}\n{{x}} y 1\n{name}{name}\n",
    "YAML's special characters": "- a: 1\n? b\n&a *b !c %d @e `f\n'x' \"y\" # z\n--- \n...\n[a, b]\n{a: b}\n|\n>\n",
    "quotes and brackets": `"a" 'b' (c) [d] <e> {f}\n"a 1" 'b 2'\n`,
    "JSON lines":
      '{"time":"2025-05-05T07:58:12Z","level":"info","msg":"ready","n":1}\n{"level":"info","msg":"done"}\n{}\n[]\n{"a":\n',
    "long lines alone": `${"x".repeat(300_000)}\n${"12 ".repeat(100_000)}\n`,
    "a long line among others": `${LOG}${TIME} INFO [worker-1] ${"a 1 ".repeat(75_000)}\n`,
    "a stack trace": `${TIME} ERROR [w] no\n    at a.b(C.java:1)\n    at a.c(C.java:2)\n${TIME} INFO [w] yes\n`.repeat(
      8,
    ),
    "a line that ends before the last column of the header": `${"2025-05-05 07:58:12 web-1 | ready 1\n".repeat(40)}2025-05-05 07:58:13\n`,
    "columns of a header that no line has all of": Array.from({ length: 60 }, (_, i) => {
      const columns = [TIME, "INFO", "[a]", "[b]", "[c]", "[d]", "[e]", "[f]", "[g]", "[h]"];
      return `${columns.map((column, at) => (at === i % 10 ? "x" : column)).join(" ")} web-1 | ready ${i}\n`;
    }).join(""),
  };
  for (const [name, log] of Object.entries(KINDS)) {
    test(name, async () => {
      const { unmatched, ...suggestion } = await verified(log);
      const { inNameOnly } = unmatched;
      // No rule can match empty lines alone.
      const empty =
        bytesOf(log).length === 0
          ? 0
          : log
              .replace(/\n$/, "")
              .split(/\r?\n/)
              .filter((line) => line === "").length;
      assert.deepEqual(unmatched, unmatchedBy({ empty, inNameOnly }));
      assert.equal(suggestion.matched, suggestion.lines - empty - inNameOnly);
      assert.equal(/^ +catch_all: true$/m.test(suggestion.text), inNameOnly > 0);
    });
  }

  test.costly("more kinds of lines than are told apart: the others are reported", async () => {
    const letters = (i: number): string => Array.from(String(i), (digit) => "abcdefghij"[Number(digit)]).join("");
    const count = 16_050;
    const lines = Array.from({ length: count }, (_, i) => `${letters(i)} ${letters(i * 13)}.`);
    const suggestion = await suggested(`${lines.join("\n")}\n`, { maxRules: 3 });
    assert.equal(suggestion.lines, count);
    assert.ok(suggestion.unmatched.beyondMemory > 0);
    assert.equal(suggestion.matched + leftOf(suggestion), count);
  });

  test("what a terminal would obey is never in the output", async () => {
    const cwd = folder({
      "app.log": bytesOf("\x1b[31mred\x1b[0m {x} 1\n\x9b31m \xc2\x9b \xe2\x80\xae y\n\x1b]0;t\x07\n".repeat(3)),
    });
    const { stdout, stderr, exit } = await hosted(["suggest", "app.log"], cwd);
    assert.equal(exit, 0);
    for (const text of [stdout, stderr])
      for (const one of text.toString().split("\n")) assert.equal(printable(one), one);
  });
});

/** Texts with which regular expressions may go back and forth. The time for twice as much is compared. */
const HOSTILE = [
  ..."[({<\"'1a./\\: \t|-_@$=,~\0",
  ...[
    "[[",
    "a.",
    "a/",
    "1.",
    "1,",
    "1-",
    "a:",
    "::",
    "f:",
    "a=",
    "a@",
    "12 ",
    "12, ",
    "a_1,",
    "[]",
    "http://",
    "a.1",
    "2024-",
  ],
  ...["Jan ", "10:00:00 ", "../", "C:\\", "1 (", "{a}", "a 1 ", "a=1 ", '{"a":', "[1,", "\x1b[31m", "\xe9", "1e", "0x"],
  ...["<", "~ ", '0"', "@`", '{"a":1,', "f0_", "1!", "1%", "0a:"],
];

countingSuite<Pick<typeof import("../../../src/index.ts"), "Processor">>(
  "steps of suggesting rules",
  { "index.ts": "Processor" },
  (test, modules) => {
    const SIZE = 20_000;
    // Some searches take as many steps as they may, in lines of this size already. A search without a limit would take
    // more than the square of the size.
    const STEPS_PER_BYTE = 20_000;
    for (const unit of someOf(HOSTILE, "hostile lines")) {
      test(`are bounded for a line of ${JSON.stringify(unit)} again and again`, async () => {
        const log = `${TIME} INFO x: ${unit.repeat(SIZE / unit.length)}\n`;
        const steps = await modules().until(() => modules().Processor.suggest(Readable.from([bytesOf(log)])));
        assert.ok(steps < STEPS_PER_BYTE * SIZE, `${steps} steps`);
      });
    }
  },
);

suite("the command suggest", (test) => {
  test.costly("reads files, pipes and gzip alike", async () => {
    const cwd = folder({ "app.log": LOG, "app.log.gz": gzipSync(LOG) });
    const runs = await Promise.all([
      hosted(["suggest", "app.log"], cwd),
      hosted(["suggest", "app.log.gz"], cwd),
      normalizer(["suggest"], cwd, LOG),
      hosted(["suggest", "-"], cwd, { stdin: gzipSync(LOG) }),
      shell("normalizer suggest <(cat app.log)", cwd),
    ]);
    for (const { stdout, exit } of runs) {
      assert.equal(exit, 0);
      assert.equal(stdout.toString(), runs[0]!.stdout.toString());
    }
  });

  test("writes rules into a file that exists, with all that is there untouched", async () => {
    const rules =
      "# mine\nrules:\n  - name: started\n    pattern: '{_} job {id} started: {kind}' # all jobs\n    output: started\n";
    const cwd = folder({ "rules.yaml": rules, "app.log": LOG });
    const { stdout, stderr, exit } = await hosted(["suggest", "-r", "rules.yaml", "--in-place", "app.log"], cwd);
    assert.equal(exit, 0);
    assert.equal(stdout.toString(), "");
    assert.ok(
      stderr.toString().includes("36 lines, 12 matched by rules.yaml, 24 matched by 2 new rules: 100%"),
      stderr.toString(),
    );
    const text = readFileSync(join(cwd, "rules.yaml"), "utf8");
    assert.ok(text.startsWith(rules));
    const printed = await hosted(
      ["suggest", "-r", "old.yaml", "app.log"],
      folder({ "old.yaml": rules, "app.log": LOG }),
    );
    assert.equal(rules + printed.stdout.toString(), text);
    const checked = await hosted(["check", "rules.yaml", "app.log"], cwd);
    assert.equal(checked.exit, 0);
    assert.ok(checked.stdout.toString().includes("36 lines, 36 matched: 100%"), checked.stdout.toString());
  });

  test("writes nothing where nothing is left", async () => {
    const rules = "rules:\n  - { name: all, pattern: '{line}', output: '{line}' }\n";
    const cwd = folder({ "rules.yaml": rules, "app.log": LOG });
    const { stdout, exit } = await hosted(["suggest", "-r", "rules.yaml", "app.log"], cwd);
    assert.equal(exit, 0);
    assert.equal(stdout.toString(), "");
    assert.equal((await hosted(["suggest", "-r", "rules.yaml", "-i", "app.log"], cwd)).exit, 0);
    assert.equal(readFileSync(join(cwd, "rules.yaml"), "utf8"), rules);
  });

  test.costly("finds rules behind more empty lines than are held", async () => {
    const { matched, unmatched } = await suggested(`${"\n".repeat(60_000)}job 1 done\njob 2 done\n`);
    assert.deepEqual([matched, unmatched], [2, unmatchedBy({ empty: 60_000 })]);
  });

  test("refuses rules in brackets, to which none can be added", async () => {
    const cwd = folder({ "rules.json": '{"rules": [{"name": "a", "pattern": "x", "output": "y"}]}', "app.log": LOG });
    const { stderr, exit } = await hosted(["suggest", "-r", "rules.json", "app.log"], cwd);
    assert.equal(exit, 2);
    assert.match(stderr.toString(), /^normalizer: rules\.json: rules cannot be added to a list in brackets/);
  });

  test("refuses rules under an explicit key, to which none can be added", async () => {
    const cwd = folder({ "rules.yaml": "? rules\n: - { name: a, pattern: x, output: y }\n", "app.log": LOG });
    const { stderr, exit } = await hosted(["suggest", "-r", "rules.yaml", "app.log"], cwd);
    assert.equal(exit, 2);
    assert.match(stderr.toString(), /or below a key 'rules' that begins no line\n$/);
  });

  test("never writes over a file, and leaves none behind that is incomplete", async () => {
    const cwd = folder({ "app.log": LOG, "mine.yaml": "mine\n" });
    symlinkSync("nowhere", join(cwd, "link.yaml"));
    for (const path of ["mine.yaml", "link.yaml", "app.log"]) {
      const { stdout, stderr, exit } = await hosted(["suggest", "app.log", "-o", path], cwd);
      assert.equal(exit, 2);
      assert.equal(stdout.toString(), "");
      assert.ok(stderr.toString().includes(`${path}: file already exists; name another file`), stderr.toString());
    }
    assert.equal(readFileSync(join(cwd, "mine.yaml"), "utf8"), "mine\n");
    const limited = await shell("ulimit -f 1; trap '' XFSZ; normalizer suggest app.log -o new.yaml", cwd);
    assert.equal(limited.stderr.toString(), "normalizer: new.yaml: file too large\n");
    assert.equal(limited.exit, 2);
    assert.ok(!existsSync(join(cwd, "new.yaml")));
  });

  const OWN = "rules:\n  - { name: other, pattern: 'other {n}', output: 'other {n}' }\n";
  const ADD = "suggest -r rules.yaml --in-place";
  for (const [what, script, message] of [
    ["there is no room for the new one", `ulimit -f 1; trap '' XFSZ; normalizer ${ADD} app.log`, "file too large"],
    [
      "it changed while the log was read",
      `mkfifo app.pipe; normalizer ${ADD} app.pipe & pid=$!
exec 3>app.pipe; cat app.log >&3; printf '# mine\\n' >>rules.yaml; exec 3>&-; rm app.pipe
wait $pid; exit=$?; head -c ${OWN.length} rules.yaml >kept; mv kept rules.yaml; exit $exit`,
      "changed while the logs were read",
    ],
  ] as const) {
    test(`leaves the file of the rules as it is if ${what}`, async () => {
      const cwd = folder({ "rules.yaml": OWN, "app.log": LOG });
      const { exit, stdout, stderr } = await hostedShell(script, cwd);
      assert.deepEqual([exit, stdout.toString(), stderr.toString()], [2, "", `normalizer: rules.yaml: ${message}\n`]);
      assert.equal(readFileSync(join(cwd, "rules.yaml"), "utf8"), OWN);
      assert.deepEqual(readdirSync(cwd), ["app.log", "rules.yaml"]);
    });
  }

  test("replaces the file of the rules as a whole even if a signal comes meanwhile, which then ends it", async () => {
    const hook = fileURLToPath(new URL("../../support/fault-hooks/replacing.cjs", import.meta.url));
    const cwd = folder({ "rules.yaml": OWN, "app.log": LOG });
    const { exit, stderr } = await shell(`FAULT=SIGTERM "$NODE" --require ${hook} "$COMMAND" ${ADD} app.log`, cwd);
    assert.deepEqual([exit, stderr.toString()], [143, ""]);
    const { stdout } = await hosted(["check", "rules.yaml", "app.log"], cwd);
    assert.ok(stdout.toString().includes("36 lines, 36 matched: 100%"), stdout.toString());
    assert.deepEqual(readdirSync(cwd), ["app.log", "rules.yaml"]);
  });

  test("refuses a log that is its output", async () => {
    const cwd = folder({ "app.log": LOG });
    const { stderr, exit } = await hostedShell("normalizer suggest app.log >> app.log", cwd);
    assert.equal(exit, 2);
    assert.ok(stderr.toString().includes("app.log: is both a log and where the output goes"), stderr.toString());
    assert.equal(readFileSync(join(cwd, "app.log"), "utf8"), LOG);
  });

  test("shows no progress where standard error is no terminal", async () => {
    const cwd = folder({ "app.log": LOG });
    assert.ok(!(await hosted(["suggest", "app.log"], cwd)).stderr.toString().includes("\x1b"));
  });
});

suite("the library's suggest", (test) => {
  test("rejects with the reason of its signal", async () => {
    const stop = new AbortController();
    stop.abort(new Error("enough"));
    const cwd = folder({ "app.log": LOG });
    const error = await Processor.suggest(join(cwd, "app.log"), { signal: stop.signal }).catch((error) => error);
    assert.equal(error.message, "enough");
  });

  test("rejects if a log changes between two readings", async () => {
    const path = join(folder({ "app.log": LOG.repeat(2) }), "app.log");
    const shorter = async function* (): AsyncGenerator<string> {
      yield LOG;
      // The other log was read by now, and is read again later.
      writeFileSync(path, LOG);
    };
    const error = await Processor.suggest([path, Readable.from(shorter())]).catch((error) => error);
    assert.equal(error.name, "ChangedFileError");
  });

  test("reads a log that grows meanwhile as far as it was", async () => {
    const path = join(folder({ "app.log": LOG }), "app.log");
    const longer = async function* (): AsyncGenerator<string> {
      yield LOG;
      appendFileSync(path, LOG);
    };
    assert.equal((await Processor.suggest([path, Readable.from(longer())])).lines, 72);
  });
});

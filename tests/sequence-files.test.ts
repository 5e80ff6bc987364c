// A sequence never reaches across the end of a file, whatever reads the files: the first ends with a line that others may
// follow, and the next begins with one that could follow it.
import { strict as assert } from "node:assert";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { Processor } from "../src/processor.ts";
import { Collector } from "./support/collector.ts";
import { shell } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";

const RULES = `rules:
  - name: error
    pattern: [{ text: "ERROR " }, { field: id }]
    output: "error {id}"
    sequence: { followers: [{ pattern: [{ text: "at " }, { field: place }], output: "<{place}>" }] }
  - name: place
    pattern: [{ text: "at " }, { field: place }]
    output: "place {place}"
`;
const FIRST = "ERROR 1\nat a\nERROR 2\n";
const SECOND = "at b\nERROR 3\nat c\n";
const APART = "error 1\n<a>\nerror 2\nplace b\nerror 3\n<c>\n";
const TOGETHER = "error 1\n<a>\nerror 2\n<b>\nerror 3\n<c>\n";

const LEFT_OUT = "normalizer: left out 1 line without an id\n";

const FILES = {
  "rules.yaml": RULES,
  "1.log": FIRST,
  "2.log": SECOND,
  "both.log": FIRST + SECOND,
  "members.gz": Buffer.concat([gzipSync(FIRST), gzipSync(SECOND)]),
  "1.gz": gzipSync(FIRST),
  "2.gz": gzipSync(SECOND),
};

suite("a sequence and the end of a file: commands", (test) => {
  const runs: Readonly<Record<string, [command: string, output: string]>> = {
    "plain, two files": ["normalizer -qr rules.yaml 1.log 2.log", APART],
    "plain, the second from standard input": ["normalizer -qr rules.yaml 1.log - < 2.log", APART],
    "plain, two files in one stream": ["cat 1.log 2.log | normalizer -qr rules.yaml", TOGETHER],
    "plain, two compressed files": ["normalizer -qr rules.yaml 1.gz 2.gz", APART],
    "plain, one compressed file of two members": ["normalizer -qr rules.yaml members.gz", TOGETHER],
    "plain, in threads": ["normalizer -qr rules.yaml --jobs 2 1.log 2.log", APART],
    "plain, as JSON": [
      "normalizer -qr rules.yaml --format json 1.log 2.log | sed -n 4p",
      '{"line": 4, "rule": "place", "fields": {"place": "b"}, "output": "place b"}\n',
    ],
    "explain records": [
      "normalizer -qr rules.yaml --explain 1.log 2.log 2>&1 >/dev/null | sed -n 4p",
      "EXPLAIN: Line 4: Matched rule 'place'\n",
    ],
    "diff, each log a file": [
      "normalizer diff -qr rules.yaml 1.log 1.gz && normalizer diff -qr rules.yaml 2.log 2.gz",
      "",
    ],
    "diff, the new log after the old": [
      "printf 'place b\\nat b\\n' > old.log && normalizer diff -r rules.yaml --format json 1.log 2.log | grep -c '<b>'",
      "0\n",
    ],
    trace: [
      "normalizer trace -r rules.yaml --by id --format lines 1.log 2.log 2>&1",
      `error 1\n<a>\nerror 2\nerror 3\n<c>\n${LEFT_OUT}`,
    ],
    "trace --merge": ["normalizer trace -r rules.yaml --merge --format lines 1.log 2.log", APART],
    check: [
      `normalizer check --format json rules.yaml 1.log 2.log | grep '"kind": "rule"' | grep -o '"won": ., "followed": .'`,
      '"won": 3, "followed": 2\n"won": 1, "followed": 0\n',
    ],
    why: ["normalizer why -r rules.yaml 2.log | head -1", "line 1: won by rule 'place' (rules.yaml:6)\n"],
  };
  for (const [name, [command, output]] of Object.entries(runs)) {
    test(name, async () => {
      const { stdout, stderr } = await shell(command, folder(FILES));
      assert.deepEqual([stdout.toString(), stderr.toString()], [output, ""]);
    });
  }
});

suite("a sequence and the end of a file: the library", (test) => {
  const place = folder(FILES);
  const processor = (): Processor => new Processor({ rulesPath: `${place}/rules.yaml` });
  const logs = [`${place}/1.log`, `${place}/2.log`];
  const streams = (): Readable[] => [Readable.from([FIRST]), Readable.from([SECOND])];

  test("process, several streams", async () => {
    const output = new Collector();
    await processor().process(streams(), output);
    assert.equal(output.text, APART);
  });

  test("process, one stream in chunks", async () => {
    const output = new Collector();
    await processor().process(Readable.from([FIRST, SECOND]), output);
    assert.equal(output.text, TOGETHER);
  });

  test("process of several files", async () => {
    const output = new Collector();
    await processor().process(logs, output, { jobs: 2 });
    assert.equal(output.text, APART);
  });

  test("records", async () => {
    let text = "";
    for await (const { output } of processor().records(streams())) text += `${output}\n`;
    assert.equal(text, APART);
  });

  test("merge", async () => {
    const outputs = Array.from(await processor().merge(logs), ({ output }) => `${output}\n`);
    assert.equal(outputs.join(""), APART);
  });

  test("trace", async () => {
    const { groups } = await processor().trace(logs, { by: ["id"] });
    const found = Array.from(groups, ({ events }) => Array.from(events, ({ output }) => output.toString()));
    assert.deepEqual(found, [["error 1", "<a>"], ["error 2"], ["error 3", "<c>"]]);
  });

  test("compare", async () => {
    const comparison = await processor().compare(...(logs as [string, string]));
    const added = Array.from(comparison.differences(), (item) => (item.kind === "added" ? item.new.output : ""));
    assert.ok(added.some((output) => output.toString() === "place b"));
    comparison.close();
  });

  test("check", async () => {
    const { coverage } = await Processor.check({ rulesPath: `${place}/rules.yaml` }, logs);
    assert.deepEqual(
      coverage!.rules.map(({ won, followed }) => [won, followed]),
      [
        [3, 2],
        [1, 0],
      ],
    );
  });
});

// A sequence never continues in the next file, whichever way the files are read. Here the first file ends with a line
// that a follower could come after, and the second begins with a line that could be that follower.
import { strict as assert } from "node:assert";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { Processor } from "../../src/library/processor.ts";
import { Collector } from "../support/collector.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

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

suite("a sequence at the end of a file, in the commands", (test) => {
  const place = folder(FILES);

  /** Both outputs of the command. */
  const written = async (args: string, stdin = ""): Promise<string> =>
    (await hosted(args.split(" "), place, { stdin, isOneOutput: true })).stdout.toString();

  const runs: Readonly<Record<string, [args: string, output: string, stdin?: string]>> = {
    "plain, two files": ["-qr rules.yaml 1.log 2.log", APART],
    "plain, the second from standard input": ["-qr rules.yaml 1.log -", APART, SECOND],
    "plain, two files in one stream": ["-qr rules.yaml", TOGETHER, FIRST + SECOND],
    "plain, two compressed files": ["-qr rules.yaml 1.gz 2.gz", APART],
    "plain, one compressed file of two members": ["-qr rules.yaml members.gz", TOGETHER],
    "plain, in threads": ["-qr rules.yaml --jobs 2 1.log 2.log", APART],
    "diff, the old log": ["diff -qr rules.yaml 1.log 1.gz", ""],
    "diff, the new log": ["diff -qr rules.yaml 2.log 2.gz", ""],
    trace: [
      "trace -r rules.yaml --by id --format lines 1.log 2.log",
      `error 1\n<a>\nerror 2\nerror 3\n<c>\n${LEFT_OUT}`,
    ],
    "trace --merge": ["trace -r rules.yaml --merge --format lines 1.log 2.log", APART],
  };
  for (const [name, [args, output, stdin]] of Object.entries(runs)) {
    test(name, async () => assert.equal(await written(args, stdin), output));
  }

  const lineOf = (text: string, number: number): string | undefined => text.split("\n")[number - 1];

  test("plain, as JSON", async () => {
    const json = await written("-qr rules.yaml --format json 1.log 2.log");
    const { file, rule, output } = JSON.parse(lineOf(json, 4)!);
    assert.deepEqual({ file, rule, output }, { file: "2.log", rule: "place", output: "place b" });
  });

  test("explain records", async () => {
    const { stderr } = await hosted(["-qr", "rules.yaml", "--explain", "1.log", "2.log"], place);
    assert.equal(lineOf(stderr.toString(), 4), "EXPLAIN: Line 4: Matched rule 'place'");
  });

  test("diff, the new log after the old", async () => {
    const json = await written("diff -r rules.yaml --format json 1.log 2.log");
    assert.ok(json.includes("place b") && !json.includes("<b>"), json);
  });

  test("check", async () => {
    const json = await written("check --format json rules.yaml 1.log 2.log");
    const rules = json.split("\n").filter((line) => line.includes('"kind": "rule"'));
    const counts = rules.map((line) => /"won": ., "followed": ./.exec(line)?.[0]);
    assert.deepEqual(counts, ['"won": 3, "followed": 2', '"won": 1, "followed": 0']);
  });

  test("why", async () => {
    const text = await written("why -r rules.yaml 2.log");
    assert.equal(lineOf(text, 1), "line 1: won by rule 'place' (rules.yaml:6)");
  });
});

suite("a sequence at the end of a file, in the library", (test) => {
  const place = folder(FILES);
  const processor = (): Processor => new Processor({ rulesPath: `${place}/rules.yaml` });
  const logs = [`${place}/1.log`, `${place}/2.log`];
  const streams = (): Readable[] => [Readable.from([FIRST]), Readable.from([SECOND])];

  test("ends in process with several streams", async () => {
    const output = new Collector();
    await processor().process(streams(), output);
    assert.equal(output.text, APART);
  });

  test("goes on in process across the chunks of one stream", async () => {
    const output = new Collector();
    await processor().process(Readable.from([FIRST, SECOND]), output);
    assert.equal(output.text, TOGETHER);
  });

  test("ends in process with several files", async () => {
    const output = new Collector();
    await processor().process(logs, output, { jobs: 2 });
    assert.equal(output.text, APART);
  });

  test("ends in records", async () => {
    let text = "";
    for await (const { output } of processor().records(streams())) text += `${output}\n`;
    assert.equal(text, APART);
  });

  test("ends in merge", async () => {
    const outputs = Array.from(await processor().merge(logs), ({ output }) => `${output}\n`);
    assert.equal(outputs.join(""), APART);
  });

  test("ends in trace", async () => {
    const { groups } = await processor().trace(logs, { by: ["id"] });
    const found = Array.from(groups, ({ events }) => Array.from(events, ({ output }) => output.toString()));
    assert.deepEqual(found, [["error 1", "<a>"], ["error 2"], ["error 3", "<c>"]]);
  });

  test("ends in compare", async () => {
    const comparison = await processor().compare(...(logs as [string, string]));
    const added = Array.from(comparison.differences(), (item) => (item.kind === "added" ? item.new.output : ""));
    assert.ok(added.some((output) => output.toString() === "place b"));
    comparison.close();
  });

  test("ends in check", async () => {
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

// What is new in a failed run, as the library tells it: the same as the command.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { LogError, Processor, UnknownFieldError } from "../../src/index.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const RULES = 'rules: [{ name: load, pattern: "{time} load {percent} on {host}", output: "load {percent}" }]\n';
const good = (minute: number): string =>
  ["build", `load 2${minute} on web-7`, "72 files", "suite cart passed", "suite users passed", "done"]
    .map((text, i) => `10:${minute}:0${i} ${text}\n`)
    .join("");
const FAILED = good(39)
  .replace("cart passed", "cart failed")
  .replace("10:39:04", "AssertionError: 409 !== 410\n    at round (cart.js:17)\n10:39:04")
  .replace("load 239 on web-7", "load 239 on web-7 of caf\xe9");
const place = folder({
  "rules.yaml": RULES,
  "a.log": good(11),
  "b.log": good(12),
  "failed.log": Buffer.from(FAILED, "latin1"),
  "empty.log": "",
});
const [a, b, failed] = ["a", "b", "failed"].map((name) => `${place}/${name}.log`) as [string, string, string];
const command = (...args: string[]) => hosted(["diff", "--good", a, "--good", b, ...args, failed], place);
const processor = new Processor({ mask: true });

/** The names of members as JSON has them. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snake(name), inSnakeCase(member)]));
}

suite("runs compared by the library", (test) => {
  test("give, as text, what the command shows", async () => {
    for (const [maker, args] of [
      [processor, []],
      [new Processor({ rulesPath: `${place}/rules.yaml` }), ["--rules", "rules.yaml"]],
    ] as const) {
      const runs = await maker.compareRuns([a, b], failed);
      const { stdout, exit } = await command(...args);
      assert.equal(String(runs), stdout.toString());
      assert.deepEqual([runs.hasNews, exit], [true, 1]);
      runs.close();
    }
  });

  test("yield the objects that the command writes", async () => {
    const runs = await processor.compareRuns([a, b], failed);
    const lines = (await command("--format", "json")).stdout.toString().trim().split("\n");
    const items = lines.map((line) => JSON.parse(line) as { readonly kind: string });
    // What is not UTF-8 has another member in JSON.
    const told = items.filter((item) => !JSON.stringify(item).includes("_base64"));
    assert.ok(told.some(({ kind }) => kind === "block") && told.at(-1)?.kind === "summary");
    for (const item of told)
      assert.ok(
        [...runs].some((own) => isSame(inSnakeCase(own), item)),
        inspect(item),
      );
    assert.equal([...runs].length, items.length);
    assert.deepEqual([...runs].at(-1), runs.summary);
    runs.close();
  });

  test("hold text, or bytes on request", async () => {
    const texts = (runs: Iterable<{ readonly kind: string }>): unknown[] =>
      [...runs].flatMap((item) => ("lines" in item && Array.isArray(item.lines) ? item.lines : [item]));
    const [text, bytes] = [
      await processor.compareRuns([a, b], failed),
      await processor.compareRuns([a, b], failed, { bytes: true }),
    ];
    const [block] = bytes;
    assert.ok(block?.kind === "block");
    const { text: line } = block.lines[0]!;
    assert.ok(line instanceof Uint8Array && !Buffer.isBuffer(line));
    const isWhole = (item: unknown): boolean => inspect(item).includes("caf\ufffd");
    assert.ok(texts(text).some(isWhole));
    const cafe = Buffer.from("caf\xe9", "latin1");
    const values = texts(bytes).flatMap((item) => Object.values(item as object));
    assert.ok(values.some((value) => value instanceof Uint8Array && Buffer.from(value).includes(cafe)));
    for (const runs of [text, bytes]) runs.close();
  });

  test("are quiet about a good one, and have their summary after they are closed", async () => {
    const runs = await processor.compareRuns(a, { name: "new", input: Readable.from([good(13)]) });
    runs.close();
    assert.equal(runs.hasNews, false);
    assert.deepEqual(runs.summary.failed, [{ file: "new", lines: 6 }]);
    assert.deepEqual(JSON.parse(JSON.stringify(runs)), { hasNews: false, ...runs.summary });
    assert.match(inspect(runs), /^RunComparison \{ *\n? *hasNews: false/);
  });

  test("have names for streams", async () => {
    const input = (minute: number) => Readable.from([good(minute)]);
    const runs = await processor.compareRuns([input(11), input(12)], input(13));
    const { good: given, failed } = runs.summary;
    assert.deepEqual(
      [...given, ...failed].map(({ file }) => file),
      ["good 1", "good 2", "failed"],
    );
    runs.close();
  });

  test("may be stored by the command", async () => {
    const { exit } = await hosted(["diff", "--good", a, "--good", b, "--save-good", "good.txt"], place);
    assert.equal(exit, 0);
    const runs = await processor.compareRuns(`${place}/good.txt`, failed);
    assert.deepEqual(runs.summary.stored, [{ file: `${place}/good.txt`, runs: 2 }]);
    const { stdout } = await hosted(["diff", "--good", `${place}/good.txt`, failed], place);
    assert.equal(String(runs), stdout.toString());
    runs.close();
  });

  test("are refused if a good one is empty, or a field unknown", async () => {
    const empty = `${place}/empty.log`;
    const error = await processor.compareRuns([a, empty], failed).catch((error: unknown) => error);
    assert.ok(error instanceof LogError);
    assert.deepEqual([error.file, error.message], [empty, `${empty}: is empty, so it is no good run`]);
    await assert.rejects(processor.compareRuns(a, failed, { ignore: ["nobody"] }), UnknownFieldError);
  });
});

suite(
  "a signal that is aborted while runs are compared",
  (test) => {
    test("leaves no log open, as nobody gets what would close it", async () => {
      const isOpen = (): boolean =>
        readdirSync("/proc/self/fd").some((fd) => {
          const link = `/proc/self/fd/${fd}`;
          return existsSync(link) && readlinkSync(link) === a;
        });
      const stop = new AbortController();
      async function* failed() {
        yield "72 files\n";
        stop.abort(new Error("stopped"));
        yield "done\n";
      }
      await assert.rejects(processor.compareRuns([a], failed(), { signal: stop.signal }), /^Error: stopped$/);
      assert.equal(isOpen(), false);
      const runs = await processor.compareRuns([a], b);
      assert.equal(isOpen(), true);
      runs.close();
      assert.equal(isOpen(), false);
    });
  },
  existsSync("/proc/self/fd") ? undefined : "needs /proc to see which files are open",
);

suite("rules suggested for runs by the library", (test) => {
  const place = folder({ "a.log": good(11), "empty.log": "" });
  const [a, empty] = [`${place}/a.log`, `${place}/empty.log`];

  test("are refused if one is empty, or given twice", async () => {
    for (const [runs, file, reason] of [
      [[a, empty], empty, "is empty, so it is no run"],
      [[a, new URL(`file://${a}`)], a, "is another run, too; name each run once"],
    ] as const) {
      const error = await Processor.suggest(runs, { runs: true }).catch((error: unknown) => error);
      assert.ok(error instanceof LogError);
      assert.deepEqual([error.file, error.message], [file, `${file}: ${reason}`]);
    }
  });
});

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

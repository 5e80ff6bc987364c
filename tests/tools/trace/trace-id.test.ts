// An id that is followed without rules.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { type MergeOptions, Processor, type Trace, type TraceOptions } from "../../../src/index.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { suite } from "../../support/suite.ts";

const processor = new Processor({ rules: { rules: [] } });

async function traced(logs: Readonly<Record<string, readonly string[]>>, options: TraceOptions): Promise<Trace> {
  const given = Object.entries(logs).map(([name, lines]) => ({
    name,
    input: Readable.from(lines.map((line) => `${line}\n`)),
  }));
  return processor.trace(given, options);
}

/** The lines of the group, as `log:line`; none if there is none. */
async function linesOf(id: string, logs: Readonly<Record<string, readonly string[]>>): Promise<string[]> {
  const { groups } = await traced(logs, { id });
  return groups.flatMap(({ events }) => events.map(({ file, line }) => `${file}:${line}`));
}

suite("an id without rules", (test) => {
  test("is found where it is a word, alone or joined to what comes before it", async () => {
    const a = ["id=abc12", "[req-abc12] x", "abc12-7 y", "xabc12", "abc123", "abc12", "(ABC12)", "/abc12/"];
    assert.deepEqual(await linesOf("abc12", { a }), ["a:1", "a:2", "a:6", "a:8"]);
  });

  test("may be any text, and nothing that is empty", async () => {
    const a = ["user ann logs in", "user anna", "price $5.00 (ü)", "ann"];
    assert.deepEqual(await linesOf("ann", { a }), ["a:1", "a:4"]);
    assert.deepEqual(await linesOf("$5.00 (ü)", { a }), ["a:3"]);
    assert.deepEqual(await linesOf("", { a }), []);
    assert.deepEqual(await linesOf("bob", { a }), []);
  });

  test("takes the lines of its event, before and after it", async () => {
    const a = [
      "2026-01-01 10:00:00 ERROR cannot print",
      "java.lang.IllegalStateException: job-4711 has no paper",
      "\tat demo.Press.print(Press.java:71)",
      "2026-01-01 10:00:01 INFO idle",
      "2026-01-01 10:00:02 INFO job-4711",
      "  settings: a",
      "2026-01-01 10:00:03 INFO idle",
    ];
    assert.deepEqual(await linesOf("job-4711", { a }), ["a:1", "a:2", "a:3", "a:5", "a:6"]);
  });

  test("brings ids that only it has, also over several steps", async () => {
    const a = ["req-101 makes job-201", "req-102 makes job-202"];
    const b = ["job-201 runs as task-301", "job-202 runs as task-302"];
    const c = ["task-301 done", "task-302 done", "task-303 done", "idle"];
    const { groups, unfollowed } = await traced({ a, b, c }, { id: "req-101" });
    assert.deepEqual(
      groups[0]!.events.map(({ output }) => output),
      ["req-101 makes job-201", "job-201 runs as task-301", "task-301 done"],
    );
    assert.deepEqual(groups[0]!.ids, ["req-101", "job-201", "task-301"]);
    assert.deepEqual(groups[0]!.links, [
      { id: "job-201", by: "req-101", file: "a", line: 1 },
      { id: "task-301", by: "job-201", file: "b", line: 1 },
    ]);
    assert.deepEqual(unfollowed, []);
    // Whichever of them is asked for.
    for (const id of ["job-201", "task-301"]) assert.deepEqual(await linesOf(id, { a, b, c }), ["a:1", "b:1", "c:1"]);
  });

  test("brings none that others have, too, and names them", async () => {
    const a = ["req-101 host=web-001 GET", "req-102 host=web-001 GET"];
    const { groups, unfollowed } = await traced({ a }, { id: "req-101" });
    assert.deepEqual(groups[0]!.ids, ["req-101"]);
    assert.deepEqual(unfollowed, [{ id: "web-001", other: "req-102" }]);
  });

  test("brings none that is on nearly every line of a log", async () => {
    const a = ["req-101 host=web-001", "host=web-001 a", "host=web-001 b", "host=web-001 c", "host=web-001 d"];
    const { groups, unfollowed } = await traced({ a }, { id: "req-101" });
    assert.deepEqual(groups[0]!.ids, ["req-101"]);
    assert.deepEqual(unfollowed, [{ id: "web-001", file: "a" }]);
  });

  test("brings none that stands where it stands itself, and none of a list", async () => {
    const a = ["rid=7f3a9c1b open: 81b2cd3e", "rid=81b2cd3e GET", "rid=81b2cd3e done"];
    const { groups, unfollowed } = await traced({ a }, { id: "7f3a9c1b" });
    assert.deepEqual(groups[0]!.ids, ["7f3a9c1b"]);
    assert.deepEqual(unfollowed, [{ id: "81b2cd3e", other: "81b2cd3e" }]);
    const jobs = Array.from({ length: 17 }, (_, i) => `job-${200 + i}`);
    assert.deepEqual(await linesOf("req-101", { a: [`req-101 ${jobs.join(" ")}`, ...jobs] }), ["a:1"]);
  });

  test("keeps a number behind a key apart from that behind another key", async () => {
    const a = ["req-101 order_id=5001", "order_id=5001 paid", "user_id=5001 logs in", "idle"];
    const { groups } = await traced({ a }, { id: "req-101" });
    assert.deepEqual(
      groups[0]!.events.map(({ line }) => line),
      [1, 2],
    );
    assert.deepEqual(groups[0]!.ids, ["req-101", "order_id=5001"]);
  });

  test("is found in bytes that are not UTF-8, in gzip and in standard input", async () => {
    const cwd = folder({ "a.log": Buffer.from("\xff job-4711 \xfe\n", "latin1"), "b.log": "job-4711 b\n" });
    const { stdout } = await hosted(["trace", "--id", "job-4711", "--format", "lines", "a.log", "-"], cwd, {
      stdin: Buffer.from("job-4711 in\nidle\n"),
    });
    assert.deepEqual(stdout, Buffer.from("job-4711 in\n\xff job-4711 \xfe\n", "latin1"));
  });

  test("asks for rules beside fields and links, and for --merge or no rules beside --mask", async () => {
    const cwd = folder({
      "a.log": "job-4711\n",
      "rules.yaml": "rules: [{ name: a, pattern: '{id}', output: '{id}' }]\n",
    });
    for (const [args, said] of [
      [["--id", "x", "--by", "id"], "--by needs --rules FILE"],
      [["--mask"], "--mask needs --merge or --id"],
      [["--mask", "-r", "rules.yaml", "--by", "id"], "--mask needs --merge"],
    ] as const) {
      const { exit, stderr } = await hosted(["trace", ...args, "a.log"], cwd);
      assert.deepEqual([exit, String(stderr).split("\n")[0]], [2, `normalizer: ${said}`]);
    }
  });
});

suite("clocks of single logs", (test) => {
  const masked = new Processor({ mask: true });
  const read = async (options: MergeOptions): Promise<string[]> => {
    const input = (line: string): Readable => Readable.from([`${line}\n`]);
    const given = [
      { name: "x/a.log", input: input("2026-01-01T10:00:00Z a") },
      { name: "b.log", input: input("2026-01-01T10:00:01 b") },
    ];
    return [...(await masked.merge(given, options))].map(({ file, time }) => `${file} ${time?.utc}`);
  };

  test("are known by the name of the log, with or without its folder", async () => {
    assert.deepEqual(await read({ clock: { "a.log": "+2.5s" } }), [
      "b.log 2026-01-01T10:00:01Z",
      "x/a.log 2026-01-01T10:00:02.5Z",
    ]);
    assert.deepEqual(await read({ clock: { "x/a.log": "-1s", "a.log": "+9s" }, timezone: { "*": "+01:00" } }), [
      "b.log 2026-01-01T09:00:01Z",
      "x/a.log 2026-01-01T09:59:59Z",
    ]);
    assert.deepEqual(await read({ timezone: { "b.log": "-01:00", "*": "+05:00" } }), [
      "x/a.log 2026-01-01T10:00:00Z",
      "b.log 2026-01-01T11:00:01Z",
    ]);
  });

  test("of no log are refused", async () => {
    await assert.rejects(read({ clock: { "c.log": "+1s" } }), {
      name: "RangeError",
      message: "none of the logs is 'c.log'; did you mean 'b.log'?",
    });
    await assert.rejects(read({ timezone: { web: "Z" } }), {
      message: "none of the logs is 'web'; the logs are 'b.log', 'x/a.log'",
    });
  });
});

/** Events of ids in two logs: what lies between those of a caller, and when the one that is called begins after it. */
function called(count: number, delayOf: (i: number) => number): Record<"a" | "b", string[]> {
  const at = (ms: number): string => new Date(Date.UTC(2026, 0, 1, 10) + ms).toISOString();
  const ids = Array.from({ length: count }, (_, i) => i);
  return {
    a: ids.flatMap((i) => [`${at(5000 * i)} req-${101 + i} GET`, `${at(5000 * i + 90 + i)} req-${101 + i} 200`]),
    b: ids.map((i) => `${at(5000 * i + delayOf(i))} req-${101 + i} read`),
  };
}

suite("a clock that seems to be off", (test) => {
  const noteOf = async (count: number, delayOf: (i: number) => number, ...args: string[]): Promise<string> => {
    const logs = called(count, delayOf);
    const cwd = folder({ a: `${logs.a.join("\n")}\n`, b: `${logs.b.join("\n")}\n` });
    const { stderr } = await hosted(["trace", "--id", "req-101", ...args, "a", "b"], cwd);
    return String(stderr);
  };
  const note = (by: string, option: string, count: number): string =>
    `normalizer: the clock of b seems to be about ${by} that of a, as the events of ${count} of ${count} ids in both say; ${option} would mend it\n`;

  test("is told with the option that mends it", async () => {
    assert.equal(await noteOf(6, (i) => 20_030 + i), note("20s ahead of", "--clock b=-20s", 6));
    assert.equal(await noteOf(6, (i) => -3950 - i), note("4s behind", "--clock b=+4s", 6));
    assert.equal(await noteOf(3, () => 3_600_040), note("1h ahead of", "--clock b=-1h", 3));
  });

  test("counts what is added already", async () => {
    const said = await noteOf(6, () => 20_030, "--clock", "b=-5s");
    assert.equal(said, note("15s ahead of", "--clock b=-20s", 6));
    assert.equal(await noteOf(6, () => 20_030, "--clock", "b=-20s"), "");
    const needless = await noteOf(6, () => 30, "--clock", "b=-40s");
    assert.equal(needless, note("40s behind", "leaving out --clock for it", 6));
  });

  test("names a rotated log as a whole, but a file of a log that is not there as it is named", async () => {
    const { a, b } = called(6, () => 20_030);
    const text = (lines: string[]): string => `${lines.join("\n")}\n`;
    const cwd = folder({
      a: text(a),
      b: text(b.slice(2)),
      "b.1": text(b.slice(0, 2)),
      "all.1": text(b),
      "all.2": "x\n",
    });
    const said = async (...logs: string[]): Promise<string> =>
      String((await hosted(["trace", "--id", "req-101", "a", ...logs], cwd)).stderr);
    assert.equal(await said("b", "b.1"), note("20s ahead of", "--clock b=-20s", 6));
    assert.match(
      await said("all.1", "all.2"),
      /^normalizer: the clock of all\.1 .*; --clock all\.1=-20s would mend it\n$/,
    );
  });

  test("is not told of few ids, of work that begins later, of small offsets, or if nothing is wrong", async () => {
    assert.equal(await noteOf(2, () => 20_030), "");
    assert.equal(await noteOf(8, (i) => 2000 + 700 * i), "");
    assert.equal(await noteOf(8, () => 300), "");
    assert.equal(await noteOf(8, (i) => 30 + i), "");
    // It may be the same work a day later.
    assert.equal(await noteOf(8, () => 86_400_040), "");
  });

  test("is not told of two runs of the same work", async () => {
    const { a } = called(8, () => 0);
    const later = a.map((line) => line.replace("T10:", "T11:"));
    const { stderr } = await hosted(
      ["trace", "--id", "req-101", "a", "b"],
      folder({ a: `${a.join("\n")}\n`, b: `${later.join("\n")}\n` }),
    );
    assert.equal(String(stderr), "");
  });
});

// `trace --link`: ids on one line belong together, unless they would link too much.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type LogSource, Processor } from "../../../src/index.ts";
import { assertProperty } from "../../support/property.ts";
import { rulesFile } from "../../support/rules-file.ts";
import { suite } from "../../support/suite.ts";
import { BY, logContent, TIMEZONE, TRACE_RULES, tracedLogs } from "../../support/trace-logs.ts";
import { tracedReference } from "../../support/trace-reference.ts";

const processor = new Processor({ rulesPath: rulesFile(TRACE_RULES) });

/** A rule for lines with up to three ids. */
const RULES = `
rules:
  - name: three
    pattern: "{request} {instance} {node} | {what}"
    output: "{what}"
`;
const three = new Processor({ rules: RULES });
const THREE = ["request", "instance", "node"];

const named = (name: string, lines: readonly string[]): LogSource => ({
  name,
  input: Readable.from([lines.map((line) => `${line}\n`).join("")]),
});

async function linked(lines: readonly string[], id?: string) {
  const { groups, leftOutLinks } = await three.trace(named("a.log", lines), { by: THREE, link: true, id });
  return { groups: groups.map(({ ids }) => ids), leftOut: leftOutLinks };
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

suite("linked ids", (test) => {
  test("make the groups of a simple reference", async () => {
    await assertProperty(
      fc.asyncProperty(tracedLogs, async (logs) => {
        const sources = logs.map((log) => ({ name: log.name, input: Readable.from([logContent(log)]) }));
        const { groups } = await processor.trace(sources, { by: BY, timezone: TIMEZONE, link: true });
        assert.deepEqual(groups, tracedReference(logs, true));
      }),
      { numRuns: 200 },
    );
  });

  test("hand over from line to line, also backwards", async () => {
    const { groups } = await linked(["  n | first", "r1   | a", "r2   | b", "r1 i1  | c", " i1 n2 | d", "r2   | e"]);
    assert.deepEqual(groups, [["n"], ["r1", "i1", "n2"], ["r2"]]);
  });

  test("are the same id in whatever field they are", async () => {
    const { groups } = await linked(["7   | a", " 7 x | b", "x   | c"]);
    assert.deepEqual(groups, [["7", "x"]]);
  });

  test("are one group for each of them that is asked for", async () => {
    const lines = ["r1   | a", "r1 i1  | b", " i1 n2 | c", "r2   | d"];
    const { groups: all } = await linked(lines);
    for (const id of ["r1", "i1", "n2"]) assert.deepEqual((await linked(lines, id)).groups, [all[0]]);
    assert.deepEqual((await linked(lines, "r")).groups, []);
  });
});

suite("ids that would link too much", (test) => {
  /** Requests with an instance each, on `nodes` nodes. */
  const requests = (count: number, nodes: number): string[] =>
    numbers(count).flatMap((i) => [`r${i}   | asked`, `r${i} i${i}  | started`, ` i${i} n${i % nodes} | runs`]);

  test("link nothing, and are told with the number of ids they share lines with", async () => {
    const { groups, leftOut } = await linked(requests(20, 1));
    assert.deepEqual(
      groups,
      numbers(20).map((i) => [`r${i}`, `i${i}`]),
    );
    assert.deepEqual(leftOut, [{ id: "n0", others: 20 }]);
  });

  test("link as usual if they share lines with ten ids or fewer", async () => {
    const { groups, leftOut } = await linked(requests(10, 1));
    assert.deepEqual(groups, [["r0", "i0", "n0", ...numbers(9).flatMap((i) => [`r${i + 1}`, `i${i + 1}`])]]);
    assert.deepEqual(leftOut, []);
    assert.equal((await linked(requests(11, 1))).groups.length, 11);
  });

  test("may be more in a log with more ids", async () => {
    // The square root of 420 is 20.
    const { groups, leftOut } = await linked(requests(200, 10));
    assert.equal(groups.length, 10);
    assert.deepEqual(leftOut, []);
    assert.equal((await linked(requests(200, 9))).groups.length, 200);
  });

  test("have a group of their own for lines without any other id", async () => {
    const { groups } = await linked([...requests(11, 1), "  n0 | down"]);
    assert.deepEqual(groups.at(-1), ["n0"]);
  });

  test("link what is asked for by such an id", async () => {
    const lines = [...requests(20, 1), "  n0 | down", "x   | alone"];
    const { groups, leftOut } = await linked(lines, "n0");
    assert.equal(groups.length, 1);
    assert.equal(groups[0]!.length, 41);
    assert.deepEqual(leftOut, []);
  });

  test("are found if they link everything only together", async () => {
    // Each user comes from two hosts, and each host has two users.
    const chain = numbers(200).map((i) => `u${i} h${i}  | on\nu${i} h${(i + 1) % 200}  | off`);
    const { groups, leftOut } = await linked(chain);
    assert.ok(groups.length > 1);
    assert.ok(leftOut.length > 0);
  });

  test("do not depend on the order of lines and logs", async () => {
    const lines = fc.array(fc.tuple(fc.nat(40), fc.nat(30), fc.nat(3)), { maxLength: 120 });
    const shuffled = lines.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.nat(all.length)),
    );
    const written = ([request, instance, node]: readonly number[]): string =>
      `${request! % 3 === 0 ? "" : `r${request}`} i${instance} ${node === 0 ? "" : `n${node}`} | x`;
    const sets = async (...logs: LogSource[]) => {
      const { groups, leftOutLinks } = await three.trace(logs, { by: THREE, link: true });
      return [groups.map(({ ids, events }) => `${[...ids].sort()} ${events.length}`).sort(), leftOutLinks];
    };
    await assertProperty(
      fc.asyncProperty(shuffled, async ([all, others, cut]) => {
        const texts = others.map(written);
        assert.deepEqual(
          await sets(named("b.log", texts.slice(0, cut)), named("a.log", texts.slice(cut))),
          await sets(named("a.log", all.map(written))),
        );
      }),
      { numRuns: 100 },
    );
  });
});

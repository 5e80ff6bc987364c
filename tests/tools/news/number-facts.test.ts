// Numbers and words of known lines that no good run has there.
import assert from "node:assert/strict";
import { PLACE, placeOf } from "../../../src/tools/news/number-facts.ts";
import { suite } from "../../support/suite.ts";
import { told } from "./told.ts";

const FILLER = ["begin", "reading the chart", "weighing anchor", "end"];

/** What is told if a line, the second of many, is another one than in all good runs. */
async function changes(runs: number, good: string, failed: string): Promise<string[]> {
  const run = (line: string): string[] => [FILLER[0]!, line, ...FILLER.slice(1)];
  return (
    await told(
      Array.from({ length: runs }, () => run(good)),
      run(failed),
    )
  ).changes;
}

function placeIn(text: string, number: string): string {
  const bytes = Buffer.from(text);
  const from = text.indexOf(number);
  const place = placeOf(bytes, 0, bytes.length, from, from + number.length);
  return Object.entries(PLACE).find(([, value]) => value === place)![0];
}

suite("The place of a number", (test) => {
  for (const [text, number, place] of [
    ["starting harbour 7.4.1", "7.4.1", "version"],
    ["Harbour 7.4 on deck", "7.4", "version"],
    ["uses harbour/7.4", "7.4", "version"],
    ["harbour v7.4 starts", "7.4", "version"],
    ["harbour 7.4 starts", "7.4", "free"],
    ["listens at 10.0.0.7 now", "10.0.0.7", "free"],
    ["browser 120.0.6099.109", "120.0.6099.109", "version"],
    ['"GET /a HTTP/1.1" 404 22', "404", "code"],
    ['"GET /a HTTP/1.1" 404 22', "22", "count"],
    ["exited with code 137", "137", "code"],
    ["exit status: 2", "2", "code"],
    ['{"statusCode":502}', "502", "code"],
    ["max.sails = 24", "24", "fixed"],
    ["port: 8080", "8080", "fixed"],
    ["ready, sails=24, masts=3", "24", "value"],
    ['{"sails": 24}', "24", "value"],
    ["crew: 24 on deck", "24", "count"],
    ["mast2 is down", "2", "fixed"],
    ["mast27 is down", "27", "free"],
    ["half: 50%", "50", "free"],
    ["0/0/17/18 of them", "17", "free"],
    ["at 12:30 sharp", "12:30", "free"],
  ] as const) {
    test(`${place}: ${text}`, () => assert.equal(placeIn(text, number), place));
  }
});

suite("Facts", (test) => {
  test("are versions, codes, settings and names as soon as two good runs agree", async () => {
    for (const [good, failed, change] of [
      ["starting harbour 7.4.1", "starting harbour 7.5.0", "7.4.1 -> 7.5.0"],
      ["Harbour v7.4 starts", "Harbour v8.0 starts", "v7.4 -> v8.0"],
      ['"GET /tide HTTP/1.1" 200', '"GET /tide HTTP/1.1" 304', "200 -> 304"],
      ["max.sails = 168", "max.sails = 24", "168 -> 24"],
      ["mast2 is down", "mast1 is down", "mast2 -> mast1"],
      ["ready, sails=24, torn=0", "ready, sails=24, torn=3", "0 -> 3"],
    ] as const) {
      assert.deepEqual(await changes(2, good, failed), [change]);
      assert.deepEqual(await changes(1, good, failed), []);
    }
  });

  test("are counts only if three good runs agree", async () => {
    assert.deepEqual(await changes(2, "found 14 barrels", "found 13 barrels"), []);
    assert.deepEqual(await changes(3, "found 14 barrels", "found 13 barrels"), ["14 -> 13"]);
  });

  test("are codes that were zero, even in one good run", async () => {
    assert.deepEqual(await changes(1, "diver exited with code 0", "diver exited with code 9"), ["0 -> 9"]);
    assert.deepEqual(await changes(1, "diver exited with code 1", "diver exited with code 9"), []);
  });

  test("are answers of HTTP that become failures, even in one good run", async () => {
    for (const [good, failed, change] of [
      ['"GET /tide HTTP/1.1" 200', '"GET /tide HTTP/1.1" 503', "200 -> 503"],
      ['be/app1 0/0/0/17/17 200 183 "GET / HTTP/1.1"', 'be/app1 0/0/0/18/18 500 183 "GET / HTTP/1.1"', "200 -> 500"],
      ["180 TCP_MISS/200 411 POST http://harbour/", "179 TCP_MISS/503 411 POST http://harbour/", "200 -> 503"],
    ] as const)
      assert.deepEqual(await changes(1, good, failed), [change]);
    const run = (...codes: number[]): string[] => ["begin", ...codes.map((code) => `PUT /tide ${code}`), "end"];
    assert.deepEqual((await told([run(200, 204), run(200, 304)], run(200, 404))).changes, ["200 -> 404"]);
    assert.deepEqual((await told([run(200, 404), run(200)], run(200, 500))).changes, []);
    for (const [good, failed] of [
      ["found 200 barrels", "found 404 barrels"],
      ["GET 200 of them failed after 0/0/200 tries", "GET 200 of them failed after 0/0/404 tries"],
      ["GET /tide 200 barrel/404", "GET /tide 200 barrel/500"],
    ] as const)
      assert.deepEqual(await changes(1, good, failed), []);
  });

  test("are no numbers that differ between good runs", async () => {
    const run = (port: number): string[] => ["begin", `harbour status = ${port}`, "end"];
    assert.deepEqual((await told([run(4711), run(4712)], run(4713))).changes, []);
  });

  test("are told for each kind of line, and not again in blocks", async () => {
    const run = (code: number, ...more: string[]): string[] => [
      "begin",
      `"GET /tide HTTP/1.1" ${code}`,
      ...FILLER,
      ...FILLER,
      `"GET /moon HTTP/1.1" ${code}`,
      ...more,
    ];
    const good = [run(200), run(200)];
    assert.deepEqual((await told(good, run(500))).changes, ["200 -> 500", "200 -> 500"]);
  });
});

suite("A new word", (test) => {
  const line = (verb: string, id: number): string =>
    `client "${verb} /casks/${id} at pier" asks the old harbour master kindly`;
  const run = (verb = "POST"): string[] => [
    "begin",
    line("POST", 1),
    line("POST", 2),
    line(verb, 3),
    line("POST", 4),
    "end",
  ];

  test("is a change in a place where good runs have always the same", async () => {
    assert.deepEqual((await told([run(), run()], run("PUT"))).changes, ["POST -> PUT"]);
  });

  test("is none where each has its own word", async () => {
    const names = ["Ada", "Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal"];
    const named = (from: number): string[] => ["begin", ...[0, 1, 2, 3].map((i) => line(names[from + i]!, i)), "end"];
    const { changes: found } = await told([named(0), named(4)], ["begin", line("Ivo", 1), "end"]);
    assert.deepEqual(found, []);
  });
});

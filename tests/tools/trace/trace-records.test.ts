// The times of records in `trace`. The second opinion takes them from what JSON.parse gives.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type MergeOptions, Processor, type TraceEvent } from "../../../src/index.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const processor = new Processor({
  rules: `
rules:
  - { name: told, pattern: "{timestamp} did {id}", output: "did {id}" }
  - { name: lead, pattern: "lead {id}", output: "lead {id}", sequence: { followers: ["at {place}"] } }
`,
});

async function merged(lines: readonly string[], options: Partial<MergeOptions> = {}): Promise<TraceEvent[]> {
  const input = Readable.from(lines.map((line) => `${line}\n`));
  return [...(await processor.merge({ name: "log", input }, { input: { format: "json" }, ...options }))];
}

const timeOf = async (line: string, options?: Partial<MergeOptions>): Promise<string | undefined> =>
  (await merged([line], options))[0]!.time?.utc;

interface Line {
  readonly text: string;
  readonly ms: number;
  readonly message: "told" | "lead" | "at" | "other" | "none";
}

const START = Date.UTC(2025, 4, 4, 10);
const isoOf = (ms: number): string => new Date(ms).toISOString();

/** A record whose message tells a time or not, and which itself has one of a kind or not. */
const line: fc.Arbitrary<Line> = fc
  .record({
    ms: fc.integer({ min: START, max: START + 20 }),
    toldMs: fc.integer({ min: START, max: START + 20 }),
    message: fc.constantFrom("told", "lead", "at", "other", "none"),
    kind: fc.constantFrom("docker", "journald", "milliseconds", "no time"),
  })
  .map(({ ms, toldMs, message, kind }) => {
    const messages = { told: `${isoOf(toldMs)} did 1`, lead: "lead 1", at: "at x", other: "other", none: null };
    const times = {
      docker: { time: isoOf(ms) },
      journald: { __REALTIME_TIMESTAMP: `${ms}000` },
      milliseconds: { time: ms },
      "no time": {},
    };
    return { text: JSON.stringify({ log: messages[message], ...times[kind] }), ms, message };
  });

/** The places of lines in order of time, by the words of the documentation. */
function expectedOrder(lines: readonly Line[]): number[] {
  let mayFollow = false;
  const own = lines.map(({ text, message }) => {
    const record = JSON.parse(text);
    const isFollower = mayFollow && message === "at";
    mayFollow = message === "lead" || isFollower;
    if (message === "told") return Date.parse(record.log.slice(0, record.log.indexOf(" ")));
    if (isFollower) return undefined;
    if (record.__REALTIME_TIMESTAMP !== undefined) return Number(record.__REALTIME_TIMESTAMP) / 1000;
    return record.time === undefined ? undefined : new Date(record.time).getTime();
  });
  const times = own.map((_, i) => own.slice(0, i + 1).findLast((ms) => ms !== undefined) ?? own.find((ms) => ms));
  return Array.from(own.keys()).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
}

suite("the time of a record in a trace", (test) => {
  test("orders lines whose messages tell none", async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
        const events = await merged(lines.map(({ text }) => text));
        const order = events.map((event) => event.line - 1);
        assert.deepEqual(order, expectedOrder(lines));
      }),
      { numRuns: 300 },
    );
  });

  test("is found under the names of collectors, in their forms", async () => {
    const utc = "2025-05-04T10:00:02";
    const rows: [string, string | undefined][] = [
      ['{"log":"a","time":"2025-05-04T10:00:02.417083123Z"}', `${utc}.417083123Z`],
      ['{"log":"a","time":"2025-05-04T12:00:02+02:00"}', `${utc}Z`],
      ['{"MESSAGE":"a","__REALTIME_TIMESTAMP":"1746352802417083"}', `${utc}.417083Z`],
      ['{"log":"a","date":1746352802.417083}', `${utc}.417083Z`],
      ['{"msg":"a","time":1746352802417}', `${utc}.417Z`],
      ['{"msg":"a","ts":1746352802}', `${utc}Z`],
      ['{"msg":"a","ts":1746352802417.0830}', `${utc}.4170830Z`],
      ['{"msg":"a","ts":1746352802417083.12345}', `${utc}.417083123Z`],
      ['{"msg":"a","ts":1746352802417083123}', `${utc}.417083123Z`],
      ['{"message":"a","@timestamp":"2025-05-04T10:00:02.417Z"}', `${utc}.417Z`],
      ['{"message":"a","timestamp":"2025-05-04T10:00:02.417Z"}', `${utc}.417Z`],
      // The first of the names, and the last of repeated keys.
      ['{"time":"2025-05-04T10:00:03Z","msg":"a","@timestamp":"2025-05-04T10:00:02Z"}', `${utc}Z`],
      ['{"time":"2025-05-04T10:00:03Z","msg":"a","time":"2025-05-04T10:00:02Z"}', `${utc}Z`],
      // Records without a message, or with another time in one.
      ['{"MESSAGE":null,"__REALTIME_TIMESTAMP":"1746352802417083"}', `${utc}.417083Z`],
      ['{"level":1,"time":"2025-05-04T10:00:02Z"}', `${utc}Z`],
      ['{"log":"2025-05-04T10:00:02Z did 1","time":"2025-05-04T10:00:03Z"}', `${utc}Z`],
      ['{"log":"10:00:02 did 1","time":"2025-05-04T10:00:02.5Z"}', `${utc}.5Z`],
      // None of these tells an instant.
      ['{"log":"a","time":"10:00:02"}', undefined],
      ['{"log":"a","time":0.417}', undefined],
      ['{"log":"a","time":174635280241}', undefined],
      ['{"log":"a","time":17463528024170.5}', undefined],
      ['{"log":"a","time":"1746352802417."}', undefined],
      ['{"log":"a","time":1746352802417.5e1}', undefined],
      ['{"log":"a","time":"1746352802417x"}', undefined],
      ['{"log":"a","time":null}', undefined],
      ['{"log":"a","time":[1746352802]}', undefined],
      ['{"log":"a","time":{"time":1746352802}}', undefined],
      ['{"log":"a","inner":{"time":1746352802}}', undefined],
      ['{"log":"a","time":""}', undefined],
      ['{"log":"a","time":1746352802', undefined],
      ['2025-05-04T10:00:02Z {"log":"a"}', undefined],
    ];
    for (const [record, time] of rows) assert.equal(await timeOf(record), time, record);
  });

  test("has the zone that is asked for if it names none", async () => {
    const time = await timeOf('{"log":"a","time":"2025-05-04 12:00:02"}', { timezone: "+02:00" });
    assert.equal(time, "2025-05-04T10:00:02Z");
  });

  test("stays that of its line after lines in the same minute", async () => {
    const lines = [
      '{"log":"a","time":"2025-05-04T10:00:02.100Z"}',
      '{"log":"a","time":1746352803417}',
      '{"log":"a","time":"2025-05-04T10:00:04.200Z"}',
    ];
    const times = (await merged(lines)).map(({ time }) => time?.utc);
    const utc = "2025-05-04T10:00";
    assert.deepEqual(times, [`${utc}:02.100Z`, `${utc}:03.417Z`, `${utc}:04.200Z`]);
  });

  test("is not in the message that a mask reads, if the record has one", async () => {
    const masking = new Processor({ mask: true });
    const lines = ['{"log":"2025-05-04 10:00:01 a","time":"2025-05-04T10:00:02Z"}', '{"log":"2025-05-04 10:00:01 a"}'];
    const input = Readable.from([lines.join("\n")]);
    const events = [...(await masking.merge({ name: "log", input }, { input: { format: "json" } }))];
    const times = events.map(({ time, line: number }) => [number, time?.utc]);
    assert.deepEqual(times, [
      [2, "2025-05-04T10:00:01Z"],
      [1, "2025-05-04T10:00:02Z"],
    ]);
  });

  test("is that of the last part of a line of the CRI log format", async () => {
    const lines = [
      "2025-05-04T10:00:02.400000001Z stdout P lead",
      "2025-05-04T12:00:02.410000000+02:00 stderr F other",
      "2025-05-04T10:00:02.420000000Z stdout F  1",
      "2025-05-04T10:00:09Z stdout F at x",
      "2025-05-04T10:00:03Z stdout F 2025-05-04T10:00:02.405Z did 1",
      "no such line",
    ];
    const events = await merged(lines, { input: { format: "cri" } });
    const places = events.map(({ output, time }) => [output, time?.utc.slice("2025-05-04T10:00:".length)]);
    assert.deepEqual(places, [
      ["did 1", "02.405Z"],
      ["no such line", undefined],
      ["other", "02.410000000Z"],
      ["lead 1", "02.420000000Z"],
      ["at x", undefined],
    ]);
  });

  test("is nothing in lines that are no records", async () => {
    assert.equal(await timeOf('{"log":"a","time":"2025-05-04T10:00:02Z"}', { input: undefined }), undefined);
  });
});

import assert from "node:assert/strict";
import type { ReadOptions } from "../../../src/io/line-text.ts";
import { rulebookOf } from "../../../src/run/rulebook.ts";
import { compareRuns, followRun } from "../../../src/tools/news/compare-runs.ts";
import type { FollowItem } from "../../../src/tools/news/followed-log.ts";
import { parseRules } from "../../support/parsed-rules.ts";
import { suite } from "../../support/suite.ts";

type Lines = readonly string[];

interface Settings {
  readonly rules?: string;
  readonly ignored?: readonly string[];
  readonly input?: ReadOptions["input"];
}

function logOf(name: string, chunks: readonly string[]) {
  return {
    name,
    path: undefined,
    onRead: undefined,
    failure: (error: unknown) => error as Error,
    async *open() {
      for (const chunk of chunks) yield Buffer.from(chunk);
    },
  };
}

const textOf = (lines: Lines): string => lines.map((line) => `${line}\n`).join("");

function comparedBy({ rules, ignored = [] }: Settings) {
  return { rulebook: rulebookOf(rules === undefined ? [] : parseRules(Buffer.from(rules), "rules.yaml")), ignored };
}

/** What is told: new lines, changes with their fields, and rates. */
async function told(good: readonly Lines[], failed: Lines, settings: Settings = {}) {
  const logs = {
    good: good.map((lines, i) => logOf(`good${i}`, [textOf(lines)])),
    failed: logOf("failed", [textOf(failed)]),
  };
  const { news, close } = await compareRuns([logs], { input: settings.input }, comparedBy(settings));
  try {
    const items = [...news.items()];
    return {
      hasNews: news.hasNews,
      lines: items.flatMap((item) =>
        item.kind === "block" ? [...item.lines].filter((line) => line.new).map(({ line }) => line) : [],
      ),
      changes: items.flatMap((item) =>
        item.kind === "changed" && item.told ? [`${item.line} ${item.field}: ${item.from} → ${item.to}`] : [],
      ),
      rates: items.flatMap((item) => (item.kind === "rate" ? [{ line: item.line, new: item.new, old: item.old }] : [])),
    };
  } finally {
    close();
  }
}

const QUIET = { hasNews: false, lines: [], changes: [], rates: [] };

/** Numbers that look random but are the same in each run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
}

function timeOf(i: number): string {
  return new Date(Date.UTC(2026, 0, 1) + 1000 * i).toISOString();
}

/** A service that writes objects. Members are in another order in each line. */
function requests(seed: number, count: number, edit: (i: number, record: Record<string, unknown>) => void = () => {}) {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, i) => {
    const isRequest = next() % 4 > 0;
    const record: Record<string, unknown> = isRequest
      ? { level: "info", msg: "request done", status: next() % 5 > 0 ? 200 : 404, user: `u${next() % 1000}`, pid: seed }
      : { level: "info", msg: "cache refreshed", entries: next() % 1000, pid: seed };
    edit(i, record);
    const members = Object.entries(record);
    for (let turns = next() % members.length; turns > 0; turns--) members.push(members.shift()!);
    return JSON.stringify({ time: timeOf(i), ...Object.fromEntries(members) });
  });
}

const isRequest = (record: Record<string, unknown>): boolean => record.msg === "request done";

suite("records of a service", (test) => {
  test("are known whatever the order of their members, and whatever values vary", async () => {
    assert.deepEqual(await told([requests(1, 400)], requests(2, 400)), QUIET);
    assert.deepEqual(await told([requests(1, 400), requests(2, 400)], requests(3, 400)), QUIET);
    assert.deepEqual(await told([requests(1, 400)], requests(2, 400), { input: { format: "json" } }), QUIET);
  });

  test("are told by the name of the field that has a new value", async () => {
    let first = 0;
    const failed = requests(2, 400, (i, record) => {
      if (i < 300 || !isRequest(record)) return;
      first ||= i + 1;
      record.status = 500;
    });
    for (const input of [undefined, { format: "json" }] as const) {
      const news = await told([requests(1, 400)], failed, { ...(input && { input }) });
      assert.deepEqual(news.changes, [`${first} status: 200, 404 → 500`]);
      assert.deepEqual(news.lines, []);
    }
  });

  test("are told by their own fields if they are the messages of a collector's records", async () => {
    const collected = (seed: number, status?: number): string[] =>
      requests(seed, 400, (i, record) => {
        if (i >= 300 && isRequest(record) && status !== undefined) record.status = status;
      }).map((log, i) =>
        JSON.stringify({ log: `${log}\n`, stream: "stdout", pod: `harbour-x${seed}`, time: timeOf(i) }),
      );
    assert.deepEqual(await told([collected(1)], collected(2)), QUIET);
    for (const input of [undefined, { format: "json" }] as const) {
      const news = await told([collected(1)], collected(2, 500), { ...(input && { input }) });
      assert.match(news.changes.join(), /^\d+ status: 200, 404 → 500$/);
      assert.deepEqual(news.lines, []);
    }
    // What only looks like one is a text.
    const broken = collected(1).map((line) => line.replace("{\\", "{\\ud800 \\x"));
    assert.deepEqual(await told([broken], broken), QUIET);
  });

  test("are told by the name of their level, if it is a graver one", async () => {
    const withLevel = (level: unknown) =>
      requests(2, 400, (i, record) => {
        if (i === 390) record.level = level;
      });
    assert.deepEqual((await told([requests(1, 400)], withLevel("error"))).changes, ["391 level: info → error"]);
    assert.equal((await told([requests(1, 400)], withLevel("debug"))).hasNews, false);
    const numbered = (level: number) => requests(1, 50, (i, record) => (record.level = i === 40 ? level : 30));
    assert.deepEqual((await told([numbered(30)], numbered(50))).changes, ["41 level: 30 → 50"]);
  });

  test("have no news in what each run has of its own", async () => {
    const ofHost = (seed: number, host: string) => requests(seed, 400, (_, record) => (record.host = host));
    assert.deepEqual(await told([ofHost(1, "a"), ofHost(2, "b")], ofHost(3, "c")), QUIET);
    // What all good runs have is no such thing.
    const news = await told([ofHost(1, "a"), ofHost(2, "a")], ofHost(3, "c"));
    assert.ok(news.changes.some((change) => change.endsWith("host: a → c")));
  });

  test("are new with another message, or another member", async () => {
    const broken = requests(2, 400, (i, record) => {
      if (i === 200) record.msg = "disk is full";
    });
    assert.deepEqual((await told([requests(1, 400)], broken)).lines, [201]);
    const more = requests(2, 400, (i, record) => {
      if (i === 200) record.error = "E42";
    });
    assert.ok((await told([requests(1, 400)], more)).hasNews);
  });

  test("may be pairs", async () => {
    const pairs = (seed: number, status: number) => {
      const next = numbers(seed);
      return Array.from(
        { length: 100 },
        (_, i) => `ts=${timeOf(i)} level=info msg="request done" status=${i < 90 ? 200 : status} ms=${next() % 500}`,
      );
    };
    assert.deepEqual(await told([pairs(1, 200)], pairs(2, 200)), QUIET);
    assert.deepEqual((await told([pairs(1, 200)], pairs(2, 503))).changes, ["91 status: 200 → 503"]);
  });
});

const RULES = `rules:
  - name: request
    pattern: '{time} {method:GET|POST} {path} {status} {ms}ms'
    output: '{method} {path} gives {status}'
  - name: error
    pattern: '{time} ERROR {message}'
    output: 'error {message}'
    sequence:
      followers:
        - { pattern: '| {detail}', output: '| {detail}' }
`;

function access(seed: number, edit = (_: number, line: string): string | string[] => line) {
  const next = numbers(seed);
  return Array.from({ length: 200 }, (_, i) =>
    edit(
      i,
      `${timeOf(i)} ${next() % 2 ? "GET" : "POST"} /items/${next() % 5} ${next() % 9 ? 200 : 404} ${next() % 90}ms`,
    ),
  ).flat();
}

suite("rules of a service", (test) => {
  test("give changes the names of their fields", async () => {
    const failed = access(2, (i, line) => (i > 150 ? line.replace(/ (200|404) /, " 500 ") : line));
    const news = await told([access(1)], failed, { rules: RULES });
    assert.deepEqual(news.changes, ["152 status: 200, 404 → 500"]);
    assert.deepEqual(await told([access(1)], access(2), { rules: RULES }), QUIET);
  });

  test("never tell fields that are ignored or that no output shows", async () => {
    const failed = access(2, (i, line) => (i > 150 ? line.replace(/ (200|404) /, " 500 ") : line));
    assert.deepEqual(await told([access(1)], failed, { rules: RULES, ignored: ["status"] }), QUIET);
    await assert.rejects(
      told([access(1)], failed, { rules: RULES, ignored: ["stats"] }),
      /stats.*did you mean.*status/s,
    );
    const slow = access(2, (i, line) => (i > 150 ? line.replace(/\d+ms/, "never ms") : line));
    const shownTime = RULES.replace("gives {status}", "gives {status} after {ms}");
    assert.equal((await told([access(1)], slow, { rules: RULES })).hasNews, false);
    assert.equal((await told([access(1)], slow, { rules: shownTime })).hasNews, true);
  });

  test("make one event of a sequence", async () => {
    const failed = access(2, (i, line) => (i === 100 ? [`${timeOf(i)} ERROR no disk`, "| sda", "| sdb", line] : line));
    const { lines } = await told([access(1)], failed, { rules: RULES });
    assert.deepEqual(lines, [101, 102, 103]);
  });
});

/** A service in several threads. Every hundredth line is of a pool. */
function plain(seed: number, threads: readonly string[], edit = (_: number, line: string): Lines => [line]) {
  const next = numbers(seed);
  return Array.from({ length: 1000 }, (_, i) => {
    const thread = threads[next() % threads.length]!;
    const text = ["order stored", "mail sent", "job done", "user seen"][next() % 4];
    return edit(i, `${timeOf(i)} INFO ${i % 100 === 50 ? "[main] pool resized to 8" : `[${thread}] ${text}`}`);
  }).flat();
}

const THREADS = ["main", "mailer", "http-nio-8080-exec-1"];

suite("a service without rules", (test) => {
  test("has no news in another thread", async () => {
    assert.deepEqual(await told([plain(1, THREADS)], plain(2, [...THREADS, "reaper", "http-nio-8080-exec-7"])), QUIET);
    const failed = plain(2, THREADS, (i, line) => [i === 500 ? `${timeOf(i)} INFO [reaper] orders dropped` : line]);
    assert.deepEqual((await told([plain(1, THREADS)], failed)).lines, [501]);
  });

  test("is told a state in brackets that is new", async () => {
    const states = (state: string) =>
      Array.from({ length: 40 }, (_, i) => `[${i === 30 ? state : "ok"}] check of disk ${"abcdefgh"[i % 8]}x`);
    assert.equal((await told([states("ok")], states("FAILED"))).hasNews, true);
  });

  test("is told a line that comes far more often, and by how much", async () => {
    const flood = plain(3, THREADS, (i, line) =>
      i > 200 && i % 4 === 0 ? [line, `${timeOf(i)} INFO [main] pool resized to 9`] : [line],
    );
    const { rates, lines } = await told([plain(1, THREADS), plain(2, THREADS)], flood);
    assert.deepEqual(lines, []);
    assert.equal(rates.length, 1);
    assert.deepEqual(rates[0]!.old, { count: 10, lines: 1000, seconds: 999 });
    assert.deepEqual(rates[0]!.new, { count: 209, lines: 1199, seconds: 999 });
  });

  test("is told a line that comes no more, and since when", async () => {
    const silent = plain(3, THREADS, (i, line) => (i > 600 && line.endsWith("mail sent") ? [] : [line]));
    const { rates } = await told([plain(1, THREADS), plain(2, THREADS)], silent);
    assert.ok(rates.length > 0);
    for (const rate of rates) {
      assert.equal(rate.new.count, 0);
      assert.ok(rate.line! <= 601);
      assert.ok(rate.old.count >= 20);
    }
  });

  test("has no rates that more of everything explains", async () => {
    const busy = plain(3, THREADS, (_, line) => Array.from({ length: 30 }, () => line));
    assert.deepEqual((await told([plain(1, THREADS), plain(2, THREADS)], busy)).rates, []);
  });
});

/** What is written of a followed log, after each of its chunks. */
async function followed(good: Lines, chunks: readonly string[], settings: Settings = {}) {
  const written: string[][] = [[]];
  const writer = {
    write: (item: FollowItem) => {
      if (item.kind === "summary") written.at(-1)!.push(`told ${item.told} of ${item.lines}, ${item.folded} folded`);
      else if (item.kind === "new")
        written.at(-1)!.push(`${item.new ? "+" : " "}${item.event}:${item.line} ${item.text}`);
      else if (item.kind === "again") written.at(-1)!.push(`${item.count} more: ${item.text}`);
      else written.at(-1)!.push(`${item.line} ${item.field}: ${item.from} → ${item.to}`);
    },
    flush: async () => {
      written.push([]);
    },
  };
  const logs = { good: [logOf("good", [textOf(good)])], failed: logOf("-", chunks) };
  const count = await followRun(logs, { input: settings.input }, comparedBy(settings), writer);
  return { count, written };
}

suite("a followed log", (test) => {
  const good = plain(1, THREADS);

  test("is told chunk by chunk, a stack trace as one event, and counted at the end", async () => {
    const trace = "java.lang.Error: no disk\n    at a.B.c(B.java:1)\n";
    const chunks = [
      `${good[0]}\n${good[1]}\n`,
      `${timeOf(1)} ERROR [main] it broke\n${trace}`,
      `    at d.E.f(E.java:2)\n${good[2]}\n`,
      `${timeOf(2)} ERROR [main] it broke\n${trace}`,
      "half a ",
      "line\n",
    ];
    const { count, written } = await followed(good, chunks);
    assert.deepEqual(written, [
      [],
      [`+3:3 ${timeOf(1)} ERROR [main] it broke`, "+3:4 java.lang.Error: no disk", "+3:5     at a.B.c(B.java:1)"],
      ["+3:6     at d.E.f(E.java:2)"],
      [],
      [],
      ["+11:11 half a line"],
      [],
      [`1 more: ${timeOf(1)} ERROR [main] it broke`, "told 5 of 11, 0 folded"],
      [],
    ]);
    assert.equal(count, 5);
  });

  test("is told fields by name", async () => {
    const failed = requests(2, 300, (i, record) => {
      if (i === 250) record.level = "error";
      if (i > 260 && isRequest(record)) record.status = 500;
    });
    const { written } = await followed(
      requests(1, 300),
      failed.map((line) => `${line}\n`),
    );
    const lines = written.flat();
    assert.equal(lines[0], "251 level: info → error");
    assert.match(lines[1]!, /^26\d status: 200, 404 → 500$/);
    assert.match(lines.at(-1)!, /^told 2 of 300, 0 folded$/);
  });

  test("is quiet where nothing is new", async () => {
    const { count, written } = await followed(good, [textOf(plain(2, [...THREADS, "reaper"]))]);
    assert.equal(count, 0);
    assert.match(written.flat().join(), /^told 0 of 1000, \d+ folded$/);
  });
});

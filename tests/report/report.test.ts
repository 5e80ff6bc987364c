// The page of `normalizer report` as a file. report-browser.test.ts opens it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { shareOf } from "../support/property.ts";
import { dataOf, HOSTILE, log, RELEASES, RULES, reportPage } from "../support/report-page.ts";
import { suite } from "../support/suite.ts";

type DiffItem = Partial<Record<"old" | "new", { line: number; output: string; count: number }>>;

/** What a report says first, without its markup. */
function summaryOf(html: string) {
  const [, summary] = /<section id="summary">(.*)<\/section>/s.exec(html)!;
  const parts = (expression: RegExp, text = summary!): string[] =>
    [...text.matchAll(expression)].map(([, part]) =>
      part!
        .replace(/<[^>]*>/g, " ")
        .replace(/ +/g, " ")
        .trim(),
    );
  const figures = [...summary!.matchAll(/<figure>(.*?)<\/figure>/gs)].map(([, figure]) => figure!);
  return {
    sentence: parts(/<h1>(.*?)<\/h1>/g)[0],
    told: parts(/<li>(.*?)<\/li>/g),
    logs: figures.map((figure) => ({
      name: parts(/<bdi>(.*?)<\/bdi>/g, figure)[0],
      figures: parts(/<\/bdi><\/span>(.*?)<\/figcaption>/g, figure)[0],
      ticks: parts(/<text class="tick[^>]*>([^<]+)/g, figure),
      flags: parts(/<text class="flag[^>]*>([^<]+)/g, figure),
    })),
  };
}

/** What a report says of what changed: by claim its sentences and steps, and below all of them the remarks. */
function changesOf(html: string) {
  const [, section] = /<section class="card" id="claimed">(.*?)<\/section>/s.exec(html)!;
  const textOf = (markup: string): string =>
    markup
      .replace(/<[^>]*>/g, " ")
      .replace(/ +/g, " ")
      .trim();
  const partsOf = (markup: string, tag: string): string[] =>
    [...markup.matchAll(new RegExp(`<${tag}>(.*?)</${tag.split(" ")[0]}>`, "gs"))].map(([, part]) => textOf(part!));
  const [, ...claims] = section!.split('<li class="claim">');
  return {
    claims: claims.map((claim) => ({ texts: partsOf(claim, "p"), steps: partsOf(claim, 'li class="step"'), claim })),
    remarks: partsOf(claims.length === 0 ? section! : section!.slice(section!.lastIndexOf("</ol>")), 'p class="sub"'),
  };
}

/** The columns of a picture that are not empty: the height of each, by its place. */
function columnsOf(path: string): Map<number, number> {
  const columns = new Map<number, number>();
  let [at, height] = [0, 0];
  assert.match(path, /^M0 40(?:[HV]\d+)+$/);
  for (const [, command, number] of path.matchAll(/([HV])(\d+)/g)) {
    if (command === "V") height = 40 - Number(number);
    else for (; at < Number(number); at++) if (height > 0) columns.set(at, height);
  }
  assert.equal(height, 0, path);
  return columns;
}

const FILES = { "rules.yaml": RULES, "a.log": log(500), "b.log": log(40, "05") };
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

suite("report", (test) => {
  test("writes one file with a policy that allows its own script and style alone", async () => {
    const { html } = await reportPage(FILES, ["-r", "rules.yaml", "a.log"]);
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)!;
    const [, style] = /<style>(.*?)<\/style>/s.exec(html)!;
    const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script]) => script!);
    assert.equal(scripts.length, 1);
    const asked = ["default-src 'none'", `script-src ${hashOf(scripts[0]!)}`, `style-src ${hashOf(style!)}`];
    const rest = [
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ];
    assert.deepEqual(policy!.split("; "), [...asked, ...rest]);
    const withoutScript = html.replace(scripts[0]!, "");
    assert.doesNotMatch(withoutScript, /(?:src|href)=|url\(|@import/);
    assert.doesNotMatch(html, /https?:\/\/(?!www\.w3\.org\/2000\/svg)[\w.]+\.(?:js|css|woff)/);
  });

  test("gives the same bytes for the same input, and no time of day", async () => {
    const args = ["-r", "rules.yaml", "--against", "b.log", "--by", "id", "a.log"];
    const [one, other] = [await reportPage(FILES, args), await reportPage(FILES, args)];
    assert.equal(one.html, other.html);
  });

  test("counts lines, rules, templates and where unmatched lines are", async () => {
    const { run, samples, hasAllLines, rules } = dataOf(
      (await reportPage(FILES, ["-r", "rules.yaml", "a.log", "b.log"])).html,
    );
    assert.deepEqual(rules, [{ name: "rules.yaml", text: RULES }]);
    assert.equal(hasAllLines, true);
    assert.equal(run.lines, 540);
    assert.equal(run.matched, 540 - 55 - 4);
    assert.deepEqual(
      run.rules.map(({ won, followed }: { won: number; followed: number }) => [won, followed]),
      [
        [362, 0],
        [60, 59],
        [0, 0],
      ],
    );
    assert.deepEqual(run.files, [
      { name: "a.log", lines: 500, matched: 445 },
      { name: "b.log", lines: 40, matched: 36 },
    ]);
    assert.deepEqual(run.templates, [{ template: "NOTICE disk # at # %", count: 59, file: "a.log", line: 9 }]);
    const texts = samples.flatMap(({ lines }: { lines: string[] }) => lines);
    assert.equal(`${texts.join("\n")}\n`, FILES["a.log"] + FILES["b.log"]);
  });

  test("of a long log it holds the first lines of each rule and template, with what follows them", async () => {
    const files = { ...FILES, "long.log": log(9000) };
    const { run, samples, hasAllLines } = dataOf(
      (await reportPage(files, ["-r", "rules.yaml", "--samples", "3", "long.log"])).html,
    );
    assert.equal(hasAllLines, false);
    assert.equal(run.lines, 9000);
    const texts: string[] = samples.flatMap(({ lines }: { lines: string[] }) => lines);
    const kinds = ["INFO|WARN", "ERROR", "    at ", "NOTICE"].map(
      (kind) => texts.filter((text) => new RegExp(kind).test(text)).length,
    );
    assert.deepEqual(kinds, [3, 3, 3, 3]);
    for (const { lines } of samples) assert.doesNotMatch(lines[0], /^ {4}at /);
  });

  test("--samples 0 keeps all lines of the logs out of the page, but for what unmatched ones have in common", async () => {
    const { html } = await reportPage(FILES, ["-r", "rules.yaml", "--samples", "0", "a.log"]);
    const { samples, hasAllLines, fields } = dataOf(html);
    assert.deepEqual([samples, hasAllLines], [[], false]);
    assert.ok(fields.length > 0 && fields.every(({ common }: { common: [] }) => common.length === 0));
    assert.doesNotMatch(html, /no connection to 10|users\/ann/);
  });

  test("--good has what diff --good says in JSON", async () => {
    const log = "one step\nanother step\nthe end\n";
    const place = folder({ "good.log": log });
    await hosted(["diff", "--good", "good.log", "--save-good", "good.txt"], place);
    const stored = readFileSync(`${place}/good.txt`, "utf8");
    const files = { "good.log": log, "good.txt": stored, "bad.log": "one step\nerror: \u202eno step\n" };
    for (const good of ["good.log", "good.txt"]) {
      const data = dataOf((await reportPage(files, ["--good", good, "bad.log"])).html);
      const { stdout } = await hosted(["diff", "--good", good, "--format", "json", "bad.log"], folder(files));
      const items = stdout.toString().trimEnd().split("\n");
      assert.deepEqual(
        data.news.items,
        items.map((line) => inCamelCase(JSON.parse(line))),
      );
      assert.deepEqual(data.news.places[0].before, [{ line: 1, text: "one step" }]);
      assert.equal(data.news.items.at(-1).stored?.length, good === "good.txt" ? 1 : undefined);
    }
  });

  test("says first how many lines have no rule, which, and where in time they are", async () => {
    const { html } = await reportPage(FILES, ["-r", "rules.yaml", "a.log", "b.log"]);
    const { sentence, told, logs } = summaryOf(html);
    assert.equal(sentence, "59 of 540 lines have no rule, in 1 template.");
    assert.deepEqual(told, ["1 NOTICE disk # at # % a.log:9: 59 lines"]);
    assert.deepEqual(
      logs.map(({ name, figures }) => [name, figures]),
      [
        ["a.log", "500 lines, 55 without a rule"],
        ["b.log", "40 lines, 4 without a rule"],
      ],
    );
    // The logs are of two days, so each has times of its own.
    assert.deepEqual(logs[0]!.ticks, ["05-04 10:00:00", "10:02:04", "10:04:09", "10:06:14", "10:08:19"]);
    assert.equal(logs[1]!.ticks[0], "05-05 10:00:00");
    assert.deepEqual(logs[0]!.flags, ["1"]);
    const all = await reportPage({ "rules.yaml": RULES, "a.log": "idle 1\nidle 2\n" }, ["-r", "rules.yaml", "a.log"]);
    assert.equal(summaryOf(all.html).sentence, "All 2 lines have a rule.");
    assert.deepEqual(summaryOf(all.html).logs[0]!.ticks, ["line 1", "line 2"]);
  });

  test("--against says first what is only in the new log, bad news before all, and marks every line", async () => {
    const trace =
      "java.lang.IllegalStateException: full\n\tat a.B.c(B.java:1)\nCaused by: a.B: disk\n\tat a.B.d(B.java:2)\n";
    const lines = Array.from({ length: 30 }, (_, i) => `2026-05-04 10:00:${10 + i} step is done\n`);
    const old = [...lines, "2026-05-04 10:01:00 gone\n"].join("");
    const added = ["2026-05-04 10:00:19 other news\n", `2026-05-04 10:00:20 ERROR no room\n${trace}`];
    const next = [...lines.slice(0, 11), ...added, ...lines.slice(11)].join("");
    const files = { "rules.yaml": RULES, "old.log": old, "new.log": next };
    const { html } = await reportPage(files, ["-r", "rules.yaml", "--against", "old.log", "new.log"]);
    const { diff } = dataOf(html);
    const { sentence, told, logs } = summaryOf(html);
    assert.equal(sentence, "6 lines are new and 1 gone: start with line 16.");
    assert.deepEqual(told, [
      "1 Caused by: a.B: disk line 16: one of 5 lines that belong together; new, once",
      "2 2026-05-04 10:00:19 other news line 12: new, once",
      "3 2026-05-04 10:01:00 gone old.log:31: gone, once",
    ]);
    assert.deepEqual(
      logs.map(({ name, figures, flags }) => [name, figures, flags]),
      [
        ["new.log", "36 lines, 6 only here", ["1 2"]],
        ["old.log", "31 lines, 1 only here", ["3"]],
      ],
    );
    // The lines of a trace are one difference, with the line before it.
    assert.deepEqual(
      diff.items.map((item: DiffItem) => [item.old?.line, item.new?.line, item.new?.count ?? item.old?.count]),
      [
        [undefined, 12, 1],
        [undefined, 16, 5],
        [31, undefined, 1],
      ],
    );
    assert.deepEqual(
      diff.items[1].new.lines.map(({ line }: { line: number }) => line),
      [13, 14, 15, 16, 17],
    );
  });

  test("--against has followers in the event of the line that they follow, and groups as one", async () => {
    const error = "2026-05-04 10:00:00 ERROR [r1] no connection\n    at Pool.get (pool.js:1)\n";
    const files = { "rules.yaml": RULES, "old.log": "idle 1\n", "new.log": `idle 1\n${error}` };
    const { diff } = dataOf((await reportPage(files, ["-r", "rules.yaml", "--against", "old.log", "new.log"])).html);
    assert.deepEqual(
      diff.items.map((item: DiffItem) => [item.new?.line, item.new?.output, item.new?.count]),
      [[2, "failed: no connection", 2]],
    );
    const grouped = ["-r", "rules.yaml", "--against", "b.log", "--by", "id", "a.log"];
    const { diff: byId } = dataOf((await reportPage(FILES, grouped)).html);
    const lines = byId.items.reduce(
      (sum: number, item: DiffItem) => sum + (item.old?.count ?? 0) + (item.new?.count ?? 0),
      0,
    );
    assert.equal(lines, byId.onlyOld + byId.onlyNew);
  });

  test("--against shows what changed more than by chance, in the order and the words of diff --summary", async () => {
    const args = ["-r", "rules.yaml", "--by", "id"];
    const { html } = await reportPage(RELEASES, [...args, "--against", "old.log", "new.log"]);
    const { claims, remarks } = changesOf(html);
    const command = ["diff", ...args, "--summary", "--format", "json", "old.log", "new.log"];
    const { stdout } = await hosted(command, folder(RELEASES));
    const told = stdout.toString().trimEnd().split("\n");
    const changes = told.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "claim");
    assert.deepEqual(
      claims.map(({ texts }) => [texts[0]!.split(" ")[0], /\S+:\d+$/.exec(texts.at(-1)!)![0]]),
      changes.map(({ change, example }) => [change, `${example.file}:${example.line}`]),
    );
    assert.deepEqual(claims[0]!.texts.slice(0, 2), [
      "new re&lt;b&gt;tried between reserved and paid, 0 → 10% of requests",
      "0 → 30 sure &gt;99.9%",
    ]);
    const fork = "re&lt;b&gt;tried 0 → 10% without it 100 → 90%";
    assert.deepEqual(claims[0]!.steps, ["received", "reserved", fork, "paid", "stored", "done"]);
    assert.match(remarks[0]!, /^4 of 6 rules and 0 of 1 field did not change; \d+ questions asked\.$/);
  });

  test("--against draws how numbers are distributed in both logs, on a scale of their logarithms", async () => {
    const { html } = await reportPage(RELEASES, ["-r", "rules.yaml", "--against", "old.log", "new.log"]);
    const slower = changesOf(html).claims.find(({ texts }) => texts[0]!.startsWith("slower ms of paid"))!.claim;
    const [svg] = /<svg.*<\/svg>/s.exec(slower)!;
    assert.ok(svg.length < 500, `${svg.length}`);
    assert.match(svg, /role="img" aria-label="Distribution, ms of paid: [\d.]+ ms to [\d.]+ ms, median \d+ ms in OLD/);
    const width = Number(/viewBox="0 0 (\d+) 40"/.exec(svg)![1]);
    const [old, next] = ["was", "is"].map((name) =>
      columnsOf(new RegExp(`class="${name}" d="([^"]*)"`).exec(svg)![1]!),
    ) as [Map<number, number>, Map<number, number>];
    const fast = [...RELEASES["old.log"].matchAll(/ in 1\d\d/g)].length;
    const heights = [Math.ceil((40 * fast) / (300 - fast)), 40];
    // 100 ms is in the first column that is not empty, and 400 ms in the last one.
    assert.deepEqual(
      next,
      new Map([
        [1, heights[0]!],
        [width - 2, heights[1]!],
      ]),
    );
    assert.deepEqual([...old.values()], heights);
    const [first, second] = [...old.keys()];
    assert.equal(first, 1);
    assert.ok(Math.abs(second! - (width - 1) / 2) <= 1, `${second} of ${width}`);
  });

  test("the title has the name of a log, which is only text", async () => {
    const name = "a\x1b[31m\u202e&.log";
    const { html } = await reportPage({ "rules.yaml": RULES, [name]: log(3) }, ["-r", "rules.yaml", name]);
    assert.match(html, /<title>normalizer: a\\x1b\[31m\\u202e&amp;\.log<\/title>/);
  });

  test("--against says that nothing changed, and what is too rare to tell", async () => {
    const files = { ...RELEASES, "new.log": `${RELEASES["old.log"]}something else\n` };
    const { claims, remarks } = changesOf(
      (await reportPage(files, ["-r", "rules.yaml", "--against", "old.log", "new.log"])).html,
    );
    assert.deepEqual(claims, []);
    assert.equal(remarks[0], "Nothing has changed that chance does not explain.");
    assert.match(remarks[1]!, /; too rare to tell: 1 only in NEW; \d+ questions asked\.$/);
    const { html } = await reportPage(FILES, ["-r", "rules.yaml", "a.log"]);
    assert.doesNotMatch(html, /<section class="card"/);
  });

  test("--good says first where to begin, with the lines that are worth reading", async () => {
    const good = Array.from({ length: 20 }, (_, i) => `step ${String.fromCharCode(97 + i)}${i} is done\n`).join("");
    const bad = good.replace("step k10 is done\n", "\x1b[31mERROR\x1b[m: no room <b>&\n");
    const { html } = await reportPage({ "good.log": good, "bad.log": bad }, ["--good", "good.log", "bad.log"]);
    const { sentence, told, logs } = summaryOf(html);
    assert.equal(sentence, "1 line is worth reading: start with line 11.");
    assert.deepEqual(told, ["1 ERROR: no room &lt;b&gt;&amp; line 11: 9 known lines follow"]);
    assert.equal(logs[0]!.figures, "20 lines, 1 new");
    const same = await reportPage({ "good.log": good, "bad.log": good }, ["--good", "good.log", "bad.log"]);
    assert.equal(summaryOf(same.html).sentence, "None of 20 lines is worth reading.");
  });

  test("--good with rules has what diff -r --good says, and the rule and the output of each line", async () => {
    const good = log(40);
    const users = /INFO \[r10\] GET \/users.*\n/;
    const bad = good.replace(users, (line) => `${line.replace("users", "nowhere")}disk is broken\n`);
    const files = { "rules.yaml": RULES, "good.log": good, "bad.log": bad };
    const { news } = dataOf((await reportPage(files, ["-r", "rules.yaml", "--good", "good.log", "bad.log"])).html);
    const { stdout } = await hosted(
      ["diff", "-r", "rules.yaml", "--good", "good.log", "--format", "json", "bad.log"],
      folder(files),
    );
    assert.deepEqual(
      news.items,
      stdout
        .toString()
        .trimEnd()
        .split("\n")
        .map((line) => inCamelCase(JSON.parse(line))),
    );
    const line = bad.split("\n").findIndex((text) => text.includes("nowhere")) + 1;
    assert.deepEqual(news.outputs, { [line]: { rule: "request", output: "INFO GET /nowhere/ann" } });
  });

  test("hostile logs and rules stay data", async () => {
    const files = { ...HOSTILE, "old.log": "x y\n", "</b>.log": HOSTILE["a.log"] };
    const pages = [
      ["-r", "rules.yaml", "a.log"],
      ["-r", "rules.yaml", "--against", "old.log", "--by", "a", "</b>.log"],
      ["--good", "old.log", "</b>.log"],
    ].map(async (args) => (await reportPage(files, args)).html);
    for (const html of await Promise.all(pages)) {
      assert.equal([...html.matchAll(/<script/g)].length, 2 + [...html.matchAll(/<script(?=[^>]*\\)/g)].length);
      assert.doesNotMatch(html, /<img|<svg onload/);
      const [, summary] = /<section id="summary">(.*?)<\/section>/s.exec(html)!;
      assert.doesNotMatch(summary!, /[\p{Cc}\p{Cf}\p{Zl}]|<\/b>|<b[ >]/u);
    }
    const html = await pages[0]!;
    const { samples, rules } = dataOf(html);
    const lines = samples.flatMap(({ lines }: { lines: unknown[] }) => lines);
    assert.equal(rules[0].text, HOSTILE["rules.yaml"]);
    assert.deepEqual(lines.slice(2, 3), ["<!--data--> <!--title-->"]);
    assert.deepEqual(lines.at(-1), { base64: Buffer.from([0xff, 0xfe, 0x3c, 0x62, 0x3e]).toString("base64") });
  });

  test.costly("stays small: some hundred lines in 700 kB, a long log in 1.5 MB", async () => {
    const { html } = await reportPage(FILES, ["-r", "rules.yaml", "a.log"]);
    assert.ok(html.length < 700_000, `${html.length}`);
    const rules = Array.from(
      { length: 300 },
      (_, i) => `  - { name: rule ${i}, pattern: "k${i} {a} ${"x".repeat(80)}", output: "{a}" }\n`,
    );
    const lines = Array.from(
      { length: shareOf(60_000) },
      (_, i) => `k${i % 600} ${i}${"y".repeat(i % 200)} ${"x".repeat(80)}\n`,
    );
    const files = { "rules.yaml": `rules:\n${rules.join("")}`, "long.log": lines.join("") };
    const long = await reportPage(files, ["-r", "rules.yaml", "--by", "a", "--against", "long.log", "long.log"]);
    assert.ok(long.html.length < 1_500_000, `${long.html.length}`);
  });

  test("asks for rules, for files that can be read again, and for a file when standard output is a terminal", async () => {
    const cwd = folder(FILES);
    const says = async (...args: string[]): Promise<string> => {
      const { exit, stderr } = await hosted(["report", ...args], cwd);
      assert.equal(exit, 2, args.join(" "));
      return stderr.toString();
    };
    assert.match(await says("a.log", "-o", "r.html"), /no rules given.*--rules FILE.*--playground/s);
    assert.match(await says("-r", "rules.yaml", "--by", "id", "-o", "r.html", "-"), /--by logs are read several times/);
    for (const options of [
      ["--by", "id"],
      ["--against", "a.log"],
      ["--good", "a.log"],
    ])
      assert.equal(
        await says("-r", "rules.yaml", ...options, "-o", "r.html", "missing.log"),
        "normalizer: missing.log: no such file or directory\n",
      );
    for (const option of ["--against", "--good"])
      assert.equal(
        await says("-r", "rules.yaml", option, "missing.log", "-o", "r.html", "a.log"),
        "normalizer: missing.log: no such file or directory\n",
      );
    assert.match(
      await says("-r", "rules.yaml", "--by", "id", "-o", "r.html", "."),
      /\.: is a directory; name the files/,
    );
    assert.match(await says("-r", "rules.yaml", "--by", "nope", "-o", "r.html", "a.log"), /nope/);
    const noLines = ["-r", "rules.yaml", "--samples", "0", "-o", "r.html", "a.log"];
    assert.match(await says("--by", "id", ...noLines), /--by shows lines, which --samples 0 leaves out/);
    assert.match(await says("--playground", "-o", "r.html", "a.log"), /pasted/);
    assert.match(await says("-r", "rules.yaml", "-o", "a.log", "a.log"), /a\.log: is read by this run/);
    assert.match(await says("-r", "rules.yaml", "-o", "rules.yaml", "a.log"), /rules\.yaml: is read by this run/);
    assert.match(await says("-r", "rules.yaml", "-o", "nowhere/r.html", "a.log"), /no such file or directory/);
  });

  test("how a log should be read is told where rules leave its lines", async () => {
    const log = '{"message":"ready"}\n'.repeat(3);
    const cwd = folder({ ...FILES, "json.log": log });
    const told = async (...args: string[]) =>
      (await hosted(["report", "-r", "rules.yaml", "-o", "r.html", ...args], cwd)).stderr.toString();
    assert.equal(
      await told("json.log"),
      "normalizer: note: json.log has JSON objects with a message; --input json reads the messages\n",
    );
    assert.equal(await told("--input", "json", "json.log"), "");
  });

  test("--fail-under is told after the page is written", async () => {
    const cwd = folder(FILES);
    const { exit, stderr, stdout } = await hosted(["report", "-r", "rules.yaml", "--fail-under", "95", "a.log"], cwd);
    assert.equal(exit, 1);
    assert.match(stderr.toString(), /match rate is 89%, --fail-under asks for 95%/);
    assert.match(stdout.toString(), /^<!doctype html>.*<\/html>\n$/s);
  });
});

/** What JSON has in snake case as the library has it. */
function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== "object" || value === null) return value;
  const camel = (name: string): string => name.replace(/_[a-z]/g, (part) => part[1]!.toUpperCase());
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [camel(name), inCamelCase(one)]));
}

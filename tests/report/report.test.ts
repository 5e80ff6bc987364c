// The page of `normalizer report` as a file. report-browser.test.ts opens it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { shareOf } from "../support/property.ts";
import { dataOf, HOSTILE, log, RULES, reportPage } from "../support/report-page.ts";
import { suite } from "../support/suite.ts";

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
    assert.deepEqual(
      run.files.map(({ name, lines, buckets }: { name: string; lines: number; buckets: [number, number][] }) => [
        name,
        lines,
        buckets.reduce((sum, [all]) => sum + all, 0),
      ]),
      [
        ["a.log", 500, 500],
        ["b.log", 40, 40],
      ],
    );
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
    assert.ok(run.files[0].buckets.length <= 240);
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
        items.map((line) => JSON.parse(line)),
      );
      assert.deepEqual(data.news.places[0].before, [{ line: 1, text: "one step" }]);
      assert.equal(data.news.items.at(-1).stored?.length, good === "good.txt" ? 1 : undefined);
    }
  });

  test("hostile logs and rules stay data", async () => {
    const { html } = await reportPage(HOSTILE, ["-r", "rules.yaml", "a.log"]);
    assert.equal([...html.matchAll(/<script/g)].length, 2 + [...html.matchAll(/<script(?=[^>]*\\)/g)].length);
    assert.doesNotMatch(html, /<img|<svg onload/);
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
    assert.match(await says("-r", "rules.yaml", "--by", "nope", "-o", "r.html", "a.log"), /nope/);
    const noLines = ["-r", "rules.yaml", "--samples", "0", "-o", "r.html", "a.log"];
    assert.match(await says("--by", "id", ...noLines), /--by shows lines, which --samples 0 leaves out/);
    assert.match(await says("--playground", "-o", "r.html", "a.log"), /pasted/);
    assert.match(await says("-r", "rules.yaml", "-o", "a.log", "a.log"), /a\.log: is read by this run/);
    assert.match(await says("-r", "rules.yaml", "-o", "rules.yaml", "a.log"), /rules\.yaml: is read by this run/);
    assert.match(await says("-r", "rules.yaml", "-o", "nowhere/r.html", "a.log"), /no such file or directory/);
  });

  test("--fail-under is told after the page is written", async () => {
    const cwd = folder(FILES);
    const { exit, stderr, stdout } = await hosted(["report", "-r", "rules.yaml", "--fail-under", "95", "a.log"], cwd);
    assert.equal(exit, 1);
    assert.match(stderr.toString(), /match rate is 89%, --fail-under asks for 95%/);
    assert.match(stdout.toString(), /^<!doctype html>.*<\/html>\n$/s);
  });
});

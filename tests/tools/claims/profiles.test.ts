// Profiles of parts: they add up to that of the whole, and are compared in place of logs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { suite } from "../../support/suite.ts";

const RULES = `rules:
  - name: request
    pattern: "request {kind} status {status:number} in {ms:number} ms"
    output: "request"
  - name: never
    pattern: "never {what}"
    output: "never"
`;

/** The numbers from 0 up to 1 of a fixed sequence: a linear congruential generator. */
function* chances(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    yield state / 2 ** 31;
  }
}

/** A log of requests, of which some fail, and of lines without a rule. The last line has no terminator. */
function logOf(lines: number, failing: number, slower: number): string {
  const random = chances();
  const next = (): number => random.next().value;
  return Array.from({ length: lines }, () => {
    if (next() < 0.2) return `worker ${Math.floor(5 * next())} took job ${Math.floor(1e6 * next())} \xe9`;
    const status = next() < failing ? 500 : 200;
    const ms = Math.floor(slower * 50 * (1 + 4 * next() * next()));
    return `request ${"abc"[Math.floor(3 * next())]} status ${status} in ${ms} ms`;
  }).join("\n");
}

async function run(cwd: string, ...args: readonly string[]): Promise<string> {
  const { exit, stdout, stderr } = await hosted(args, cwd);
  assert.ok(exit === 0 || exit === 1, String(stderr));
  return String(stdout);
}

async function fails(cwd: string, ...args: readonly string[]): Promise<string> {
  const { exit, stderr } = await hosted(args, cwd);
  assert.equal(exit, 2);
  return String(stderr);
}

/** Writes the profiles of all parts of a log as `LOG-K-PARTS.json`, and returns their names. */
async function profiles(cwd: string, log: string, parts: number): Promise<string[]> {
  const names = Array.from({ length: parts }, (_, k) => `${log}-${k + 1}-${parts}.json`);
  for (const [k, name] of names.entries())
    await run(
      cwd,
      ...["-q", "-r", "rules.yaml", "--part", `${k + 1}/${parts}`, "--output", "/dev/null"],
      ...["--stats-file", name, "--stats-format", "profile", log],
    );
  return names;
}

const summary = (cwd: string, ...args: readonly string[]): Promise<string> =>
  run(cwd, "diff", "-r", "rules.yaml", "--summary", "--format", "json", ...args);

const linesIn = (json: string): Readonly<Record<string, unknown>>[] =>
  json
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

const claimsIn = (json: string): object[] => linesIn(json).filter(({ kind }) => kind === "claim");

/** An event of a profile, as far as parts must not matter. */
interface WrittenEvent {
  readonly rule: string | null;
  readonly shape?: string;
  readonly lines: number;
  readonly fields: readonly {
    readonly name: string;
    readonly count: number;
    readonly values: readonly { readonly value: string; readonly count: number }[] | null;
    readonly numbers: { readonly bins: readonly number[] } | null;
  }[];
}

suite("profiles", (test) => {
  const files = {
    "rules.yaml": RULES,
    old: Buffer.from(logOf(9_000, 0.005, 1), "latin1"),
    new: Buffer.from(logOf(7_000, 0.03, 1.4), "latin1"),
  };

  test("of parts give the claims on the logs, with their examples", async () => {
    const cwd = folder(files);
    const expected = claimsIn(await summary(cwd, "old", "new"));
    assert.deepEqual(
      expected.map((claim) => (claim as { change: string }).change).sort(),
      ["share", "slower"],
      JSON.stringify(expected),
    );
    for (const parts of [1, 3, 7]) {
      for (const log of ["old", "new"])
        writeFileSync(
          join(cwd, `${log}.json`),
          await run(cwd, "stats", "--format", "profile", ...(await profiles(cwd, log, parts))),
        );
      assert.deepEqual(claimsIn(await summary(cwd, "old.json", "new.json")), expected);
    }
    // Parts need not be added up before.
    const sides = ["old", "new"].flatMap((log) =>
      [1, 2, 3, 4, 5, 6, 7].flatMap((k) => [`--${log}`, `${log}-${k}-7.json`]),
    );
    assert.deepEqual(claimsIn(await summary(cwd, ...sides)), expected);
  });

  test("have the counts and the quantiles of the whole", async () => {
    const cwd = folder(files);
    const [whole] = await profiles(cwd, "old", 1);
    const sum = JSON.parse(await run(cwd, "stats", "--format", "profile", ...(await profiles(cwd, "old", 5))));
    const one = JSON.parse(readFileSync(join(cwd, whole!), "utf8"));
    assert.deepEqual([sum.lines_processed, sum.rules], [one.lines_processed, one.rules]);
    // All but where in the log something is.
    const facts = (profile: { events: WrittenEvent[] }) =>
      profile.events.map(({ rule, shape, lines, fields }) => ({
        ...{ rule, shape, lines },
        fields: fields.map(({ name, count, values, numbers }) => ({
          ...{
            name,
            count,
            bins: numbers?.bins,
            values: values?.map(({ value, count }) => `${value} ${count}`).sort(),
          },
        })),
      }));
    const ofRules = (events: ReturnType<typeof facts>) => events.filter(({ rule }) => rule !== null);
    assert.deepEqual(ofRules(facts(sum.profile)), ofRules(facts(one.profile)));
    const counts = (events: ReturnType<typeof facts>) => events.map(({ shape, lines }) => `${shape} ${lines}`).sort();
    assert.deepEqual(counts(facts(sum.profile)), counts(facts(one.profile)));
  });

  test("are statistics too, and their own sum if there is one", async () => {
    const cwd = folder(files);
    const [name] = await profiles(cwd, "new", 1);
    assert.match(await run(cwd, "stats", name!), /Lines processed │ {2}7000/);
    assert.match(await run(cwd, "stats", "--format", "json", name!), /"lines_processed": 7000, /);
  });

  test("say that there are too many shapes", async () => {
    const shapes = Array.from(
      { length: 5001 },
      (_, i) => `only ${i.toString(2).replaceAll("0", "a").replaceAll("1", "b")}`,
    );
    const cwd = folder({ "rules.yaml": RULES, old: shapes.join("\n") });
    const names = await profiles(cwd, "old", 1);
    const { stderr } = await hosted(["diff", "--summary", "-r", "rules.yaml", ...names, ...names], cwd);
    assert.match(String(stderr), /^normalizer: too many lines match no rule/);
  });

  test("of good runs tell the noise", async () => {
    const cwd = folder({
      "rules.yaml": RULES,
      ...Object.fromEntries([0.01, 0.02, 0.015, 0.022].map((share, i) => [`run${i}`, logOf(9_000, share, 1)])),
    });
    for (const i of [0, 1, 2, 3]) await profiles(cwd, `run${i}`, 1);
    const goods = [0, 1, 2].flatMap((i) => ["--good", `run${i}-1-1.json`]);
    assert.deepEqual(claimsIn(await summary(cwd, ...goods, "run3-1-1.json")), []);
    assert.notDeepEqual(claimsIn(await summary(cwd, "run0-1-1.json", "run3-1-1.json")), []);
  });

  test("are refused if their rules, their version or anything in them is another", async () => {
    const cwd = folder({ ...files, "other.yaml": RULES.replace("never {what}", "never {what} again") });
    const [name] = await profiles(cwd, "old", 1);
    const args = ["diff", "--summary", "-r"];
    assert.match(await fails(cwd, ...args, "other.yaml", name!, name!), /old-1-1\.json: is the profile of other rules/);
    for (const copy of ["a.gz", "b.gz"]) writeFileSync(join(cwd, copy), gzipSync(readFileSync(join(cwd, name!))));
    assert.match(
      await fails(cwd, ...args, "rules.yaml", "a.gz", "b.gz"),
      /a\.gz: is a profile; profiles are read from plain files/,
    );
    assert.match(await fails(cwd, ...args, "rules.yaml", name!, "new"), /new: is no profile, but old-1-1\.json is/);
    assert.match(await fails(cwd, ...args, "rules.yaml", "--by", "kind", name!, name!), /--by needs logs/);
    assert.match(await fails(cwd, "-q", "-r", "rules.yaml", "--stats-format", "profile"), /needs named files/);
    const text = readFileSync(join(cwd, name!), "utf8");
    const changes: readonly [string | RegExp, string][] = [
      ['"version": 1', '"version": 2'],
      [/"bins": \[\d+/, '"bins": [123456'],
      [/"blocks": \[0, \d+/, '"blocks": [99, 1'],
      [/"blocks": \[0, \d+/, '"blocks": [0, -1'],
      [/"blocks": \[0, \d+/, '"blocks": [0, "1"'],
      ['"first": 0', '"first": 99999'],
      ['"pattern": 0', '"pattern": 7'],
      ['"name": "kind"', '"name": "toString"'],
      [/"profile": \{.*/, '"profile": null}'],
      [/"examples": \[.*/, '"examples": {}}}'],
    ];
    for (const [from, to] of changes) {
      const changed = text.replace(from, to);
      assert.notEqual(changed, text, String(from));
      writeFileSync(join(cwd, "changed.json"), changed);
      assert.match(await fails(cwd, ...args, "rules.yaml", name!, "changed.json"), /^normalizer: changed\.json: /);
    }
  });
});

// A summary of several good runs and another one: what good runs differ in is no change.
import assert from "node:assert/strict";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { suite } from "../../support/suite.ts";

/** A log in which each event comes so many times, mixed evenly. */
function logOf(counts: Readonly<Record<string, number>>): string {
  const lines = Object.entries(counts).flatMap(([text, count]) =>
    Array.from({ length: count }, (_, i) => ({ text, place: (i + 0.5) / count })),
  );
  return lines
    .sort((a, b) => a.place - b.place)
    .map(({ text }) => `${text}\n`)
    .join("");
}

async function claimsOf(cwd: string, ...args: readonly string[]): Promise<string[]> {
  const { exit, objects, stderr } = await summaryOf(cwd, ...args);
  const claims = objects.filter(({ kind }) => kind === "claim");
  assert.equal(exit, claims.length > 0 ? 1 : 0, stderr);
  return claims.map(({ change, shape }) => `${change} ${shape}`).sort();
}

async function summaryOf(cwd: string, ...args: readonly string[]) {
  const { exit, stdout, stderr } = await hosted(["diff", "--mask", "--summary", "--format", "json", ...args], cwd);
  const objects = String(stdout)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { exit, objects, stderr: String(stderr) };
}

const goods = (...names: readonly string[]): string[] => names.flatMap((name) => ["--good", name]);

/** The other event has a smaller share then, which is not claimed as well. */
const MORE = ["more retry"];

suite("several good runs", (test) => {
  const retries = { a: 500, b: 750, c: 610, noisy: 900, many: 5000 };
  const runs = Object.fromEntries(
    Object.entries(retries).map(([name, retry]) => [name, logOf({ served: 10_000, retry })]),
  );

  test("differ by more than chance, which is no change then", async () => {
    const cwd = folder(runs);
    assert.deepEqual(await claimsOf(cwd, "--old", "a", "--old", "b", "--old", "c", "--new", "noisy"), MORE);
    assert.deepEqual(await claimsOf(cwd, ...goods("a", "b", "c"), "noisy"), []);
    assert.deepEqual(await claimsOf(cwd, ...goods("a", "b", "c"), "many"), MORE);
  });

  test("of which there is one are the old log", async () => {
    const cwd = folder(runs);
    const args = ["diff", "--mask", "--summary", "--format", "json"];
    const [good, plain] = await Promise.all([
      hosted([...args, "--good", "a", "many"], cwd),
      hosted([...args, "a", "many"], cwd),
    ]);
    assert.deepEqual(good.stdout, plain.stdout);
    assert.match(String(plain.stdout), /"claim"/);
  });

  test("claim events that only the other one has, if these are more than a good run has", async () => {
    const plain = { started: 1, served: 60, stopped: 1 };
    const failed = { ...plain, "connection refused": 1, "giving up": 1, "cannot save": 1 };
    const cwd = folder({
      ...Object.fromEntries(["1", "2", "3", "4", "5"].map((name) => [name, logOf(plain)])),
      one: logOf({ ...plain, "connection refused": 1 }),
      failed: logOf(failed),
      ...Object.fromEntries(
        ["a", "b", "c", "d", "e"].map((name) => [
          name,
          logOf({ ...plain, [`rest${name}`]: 1, [`walk${name}`]: 1, [`talk${name}`]: 1 }),
        ]),
      ),
    });
    assert.deepEqual(await claimsOf(cwd, ...goods("1", "2", "3", "4", "5"), "failed"), [
      "new cannot save",
      "new connection refused",
      "new giving up",
    ]);
    // One event may well be a chance that five runs did not have.
    assert.deepEqual(await claimsOf(cwd, ...goods("1", "2", "3", "4", "5"), "one"), []);
    assert.deepEqual(await claimsOf(cwd, ...goods("a", "b", "c", "d", "e"), "failed"), []);
  });

  test("may have words of their own", async () => {
    const run = (id: string, more = ""): string =>
      logOf({ [`listening in /srv/${id} now`]: 5, [`saved to /srv/${id}/data at once`]: 20, served: 100 }) + more;
    const cwd = folder({ a: run("Xq"), b: run("Zk"), c: run("Wp"), d: run("Vm") });
    assert.deepEqual(await claimsOf(cwd, ...goods("a", "b", "c"), "d"), []);
    const summary = async (folder: string) => (await summaryOf(folder, ...goods("a", "b", "c"), "d")).objects.at(-1);
    const same = folder({ a: run("Xq"), b: run("Xq"), c: run("Xq"), d: run("Xq") });
    assert.equal((await summary(cwd)).questions, (await summary(same)).questions);
    assert.notDeepEqual(await claimsOf(cwd, "a", "d"), []);
  });

  test("are the files of a folder or, beside a folder, folders", async () => {
    const cwd = folder({
      ...Object.fromEntries(["a", "b", "c"].map((name) => [`good/${name}`, runs[name]!])),
      noisy: runs.noisy!,
      ...Object.fromEntries(["a", "b", "c", "noisy"].map((name) => [`${name}.d/log`, runs[name]!])),
    });
    assert.deepEqual(await claimsOf(cwd, "--good", "good", "noisy"), []);
    assert.deepEqual(await claimsOf(cwd, ...goods("a.d", "b.d", "c.d"), "noisy.d"), []);
    assert.deepEqual(await claimsOf(cwd, "--good", "good", "noisy.d"), MORE);
  });

  test("must be logs", async () => {
    const cwd = folder(runs);
    await hosted(["diff", ...goods("a", "b"), "--save-good", "good.txt"], cwd);
    const { exit, stderr } = await hosted(["diff", "--summary", "--good", "good.txt", "c"], cwd);
    assert.deepEqual(
      [exit, String(stderr)],
      [2, "normalizer: good.txt: has the known lines of good runs; a summary needs their logs\n"],
    );
  });
});

// What has changed between two logs, as the library tells it: the same as the command.
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { Processor } from "../../src/index.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const place = folder({});
cpSync("tests/cases/diff-summary-of-a-slower-release", place, { recursive: true });
const [old, next] = [`${place}/old.log`, `${place}/new.log`];
const processor = new Processor({ rulesPath: `${place}/rules.yaml` });
const command = (...args: string[]) =>
  hosted(["diff", "--rules", "rules.yaml", "--summary", ...args, "old.log", "new.log"], place);
/** A value without what is undefined or null, which JSON of programs leaves out, and with names that it has. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, member) => member ?? undefined).replaceAll(`${place}/`, ""));

suite("claims of the library", (test) => {
  test("are those of the command, and so are its text and its Markdown", async () => {
    const comparison = await processor.compare(old, next, { summary: true });
    const [text, markdown, json] = await Promise.all([
      command(),
      command("--format", "markdown"),
      command("--format", "json"),
    ]);
    assert.equal(String(comparison).replaceAll(`${place}/`, ""), text.stdout.toString());
    assert.equal(comparison.toMarkdown().replaceAll(`${place}/`, ""), markdown.stdout.toString());
    const objects = json.stdout
      .toString()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const claims = objects.filter(({ kind }) => kind === "claim").map(({ kind: _, ...claim }) => claim);
    assert.ok(claims.length >= 3);
    assert.deepEqual(plain(comparison.claims), plain(claims));
    assert.equal(comparison.questions, objects.at(-1).questions);
    assert.deepEqual(plain(JSON.parse(JSON.stringify(comparison)).claims), plain(claims));
    comparison.close();
  });

  test("have bytes if these are asked for, and text in JSON", async () => {
    const comparison = await processor.compare(old, next, { summary: true, bytes: true });
    const { original } = comparison.claims[0]!.example!;
    assert.ok(original instanceof Uint8Array);
    assert.equal(comparison.toJSON().claims[0]!.example!.original, Buffer.from(original).toString());
    comparison.close();
  });

  test("are made only with `summary`", async () => {
    const comparison = await processor.compare(old, next, { summary: false });
    assert.ok(!("claims" in comparison));
    comparison.close();
  });
});

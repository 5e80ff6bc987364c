import assert from "node:assert/strict";
import { NearId } from "../../../src/tools/trace/id-groups.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { suite } from "../../support/suite.ts";

function nearOf(wanted: string, ids: readonly string[]): string | undefined {
  const near = new NearId(Buffer.from(wanted));
  for (const id of ids) {
    const bytes = Buffer.from(`<${id}>`);
    near.note(bytes, 1, bytes.length - 1);
  }
  return near.found?.toString();
}

suite("an id near a text that is none", (test) => {
  for (const [wanted, ids, expected] of [
    ["req-abc123", ["abc123"], "abc123"],
    ["id=abc-123;", ["123", "abc", "abc-123"], "abc-123"],
    ["[7f3a]", ["7f3a", "7f"], "7f3a"],
    // Within a word, it would be by accident.
    ["req-abc123", ["abc", "c123", "req-a"], undefined],
    ["größe", ["e", "gr"], undefined],
    ["abc123", ["req-abc123-retried", "req-abc123", "req-abc1234"], "req-abc123"],
    ["a-b", ["b", "c-a-b"], "b"],
    ["7F3A-B1", ["7f3a-b2", "7f3a-b1"], "7f3a-b1"],
    ["req-7f3a", ["7F3A"], "7F3A"],
    ["a@b", ["A`B", "a`b"], undefined],
    ["abc", ["xyz", ""], undefined],
    ["", ["abc", ""], undefined],
  ] as const) {
    test(`is ${expected ?? "none"} for '${wanted}' among ${ids}`, () => assert.equal(nearOf(wanted, ids), expected));
  }

  const cwd = folder({
    "rules.yaml": "rules: [{ name: a, pattern: 'req-{req} of {host}: {text}', output: '{text}' }]\n",
    "a.log": "req-abc123 of web: started\nreq-abd of db: ended\n",
  });
  const noteOf = async (...args: string[]): Promise<string> => {
    const { exit, stderr } = await hosted(["trace", "-r", "rules.yaml", ...args, "a.log"], cwd);
    assert.equal(exit, 1);
    return stderr.toString();
  };

  test("is named if no id begins with the text", async () => {
    assert.equal(await noteOf("--by", "req", "--id", "req-abc123"), note("req-abc123", "; did you mean 'abc123'?"));
    const linked = await noteOf("--by", "req,host", "--link", "--id", "on db");
    assert.equal(linked, note("on db", "; did you mean 'db'?"));
    const containing = await noteOf("--by", "req", "--id", "req-abc123", "--containing", "started");
    assert.equal(containing, note("req-abc123", "; did you mean 'abc123'?"));
    assert.equal(await noteOf("--by", "req", "--id", "xyz"), note("xyz", ""));
  });

  test("is not named where ids begin with the text", async () => {
    assert.match(await noteOf("--by", "req", "--id", "ab"), /^normalizer: no line has the id 'ab', but 2 ids begin/);
  });
});

function note(wanted: string, end: string): string {
  return `normalizer: no line has the id '${wanted}'${end}\n`;
}

// Notes on logs that should be read in another way.
import assert from "node:assert/strict";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { hostedShell } from "../support/hosted-shell.ts";
import { suite } from "../support/suite.ts";

const FILES = {
  "rules.yaml": "rules:\n  - name: done\n    pattern: 'job {id} done'\n    output: done\n",
  "raw.yaml": `rules:\n  - name: object\n    pattern: '{"msg":"{text}"}'\n    output: '{text}'\n`,
  "json.log": '{"msg":"job 7 done"}\n{"msg":"job 8 done"}\n',
  "few.log": 'started\nready\njob 7 done\n{"msg":"job 8 done"}\n',
  "coloured.log": "job 7 done\n\x1b[31mjob 8 done\x1b[0m\n",
  "plain.log": "job 7 done\nready\n",
};

const JSON_NOTE = "normalizer: note: json.log has JSON objects with a message; --input json reads the messages\n";
const ANSI = "has terminal escape sequences in lines that no rule matches; --strip-ansi removes them\n";

const notesOf = async (args: string): Promise<string> => {
  const { stderr } = await hosted(args.split(" "), folder(FILES));
  return String(stderr)
    .split(/(?<=\n)/)
    .filter((line) => line.includes(": note: "))
    .join("");
};

suite("a note on how to read a log", (test) => {
  for (const [args, note] of [
    ["-r rules.yaml json.log", JSON_NOTE],
    ["check rules.yaml json.log", JSON_NOTE],
    ["why rules.yaml json.log", JSON_NOTE],
    ["fields -r rules.yaml json.log", JSON_NOTE],
    ["trace -r rules.yaml --by id json.log", JSON_NOTE],
    ["diff -r rules.yaml json.log json.log", JSON_NOTE],
    ["suggest json.log", JSON_NOTE],
    ["-r rules.yaml json.log json.log", JSON_NOTE],
    ["-r rules.yaml coloured.log", `normalizer: note: coloured.log ${ANSI}`],
    // Read so already, matched already, or too few.
    ["-r rules.yaml --input json json.log", ""],
    ["-r rules.yaml --strip-ansi coloured.log", ""],
    ["-r raw.yaml json.log", ""],
    ["-r rules.yaml few.log", ""],
    ["-r rules.yaml plain.log", ""],
    ["-q -r rules.yaml json.log", ""],
    ["diff -q -r rules.yaml json.log plain.log", ""],
  ] as const)
    test(`is ${note === "" ? "not " : ""}written: ${args}`, async () => assert.equal(await notesOf(args), note));

  test("tells of a pipe what it began with", async () => {
    const { stderr } = await hostedShell("cat coloured.log | normalizer -r rules.yaml", folder(FILES));
    assert.equal(String(stderr), `normalizer: note: standard input ${ANSI}`);
  });

  test("is never among the results", async () => {
    const { stdout } = await hostedShell("normalizer -r rules.yaml json.log 2>&1 | cat", folder(FILES));
    assert.doesNotMatch(String(stdout), /note/);
  });
});

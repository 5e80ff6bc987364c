// Commands in messages are run as they stand: they read logs as the run did that proposed them.
import assert from "node:assert/strict";
import { folder } from "../support/folder.ts";
import { hostedShell } from "../support/hosted-shell.ts";
import { suite } from "../support/suite.ts";

const RULES = `
rules:
  - { name: got, pattern: "GET {path} took {ms:number} ms", output: "GET {path} {ms}" }
`;
const RECORDS = Array.from({ length: 12 }, (_, i) => ({ "the text": `\x1b[1mGET /a took ${i} ms`, other: "PUT /b" }));
const LATER = RECORDS.map((record) => ({ ...record, "the text": record["the text"].replace("took ", "took 5") }));
const asLog = (records: readonly object[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");

const FILES = {
  "-my rules.yaml": RULES,
  "it's a log": asLog(RECORDS),
  "a\tb\\t'\xad\n é.log": asLog(RECORDS),
  "-next.log": asLog(LATER),
  "left.log": asLog([...RECORDS, { "the text": "\x1b[1mPUT /b" }]),
};
const READING = "--input json --message='the text' --strip-ansi";

/** Each command, the words before the one that it proposes, and what that one prints. */
const PROPOSALS: [command: string, before: string, printed: RegExp][] = [
  [`check ${READING} './-my rules.yaml' left.log`, "write rules for them: ", /12 matched by .*1 matched by 1 new rule/],
  [`suggest ${READING} -o made.yaml "it's a log"`, "next: ", /12 lines, 12 matched: 100%/],
  [`suggest ${READING} -o made.yaml $'a\\tb\\\\t\\'\\302\\255\\n é.log'`, "next: ", /12 lines, 12 matched: 100%/],
  [`suggest ${READING} "it's a log" >rules.yaml`, "once the rules are in rules.yaml: ", /12 lines, 12 matched: 100%/],
  [
    `suggest ${READING} -o './-my rules.yaml' left.log`,
    "add to its rules: ",
    /12 matched by .*1 matched by 1 new rule/,
  ],
  [
    `check ${READING} --baseline 'known lines' './-my rules.yaml' left.log`,
    "make it with: ",
    /known lines: 1 template/,
  ],
  [
    `diff ${READING} -r './-my rules.yaml' "it's a log" ./-next.log`,
    "and what to do: ",
    /OLD: 12 lines, 12 matched: 100%/,
  ],
  [`init './-new rules'`, "Try: ", /-new rules: 2 rules, no problems/],
];

suite("a command in a message", (test) => {
  for (const [command, before, printed] of PROPOSALS) {
    test(`works as it is proposed by ${command}`, async () => {
      const cwd = folder(FILES);
      const { stdout, stderr } = await hostedShell(`normalizer ${command}`, cwd);
      const text = `${stdout}${stderr}`;
      const proposed = text.slice(text.indexOf(before) + before.length).split("\n")[0]!;
      assert.ok(text.includes(before) && proposed.startsWith("normalizer "), text);
      const ran = await hostedShell(proposed, cwd);
      assert.match(`${ran.stdout}${ran.stderr}`, printed);
      assert.equal(ran.exit, 0);
    });
  }

  test("has the options of a run without rules", async () => {
    const commandOf = async (args: string): Promise<string | undefined> => {
      const { exit, stderr } = await hostedShell(`normalizer ${args}`, folder());
      assert.equal(exit, 2);
      return /from a log: (.*)/.exec(stderr.toString())?.[1];
    };
    assert.equal(await commandOf("why"), "normalizer suggest LOG");
    assert.equal(
      await commandOf("trace --by id --input=json --message=-m --strip-ansi"),
      "normalizer suggest --input json --message=-m --strip-ansi LOG",
    );
    assert.equal(
      await commandOf("--input json --message 'a b' app.log"),
      "normalizer suggest --input json '--message=a b' LOG",
    );
  });
});

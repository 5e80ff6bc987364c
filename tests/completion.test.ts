// What shells complete by, and the manual page: made of the same manuals as the help.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { manuals } from "../src/cli/commands.ts";
import { helpText } from "../src/cli/manual/help.ts";
import { manPage } from "../src/cli/manual/man-page.ts";
import { normalizer, shell } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
const cwd = folder();

suite("completions", (test) => {
  for (const name of SHELLS) {
    test(`for ${name} have every command and every option`, async () => {
      const { stdout, stderr, exit } = await normalizer(["completion", name], cwd);
      assert.deepEqual([stderr.toString(), exit], ["", 0]);
      const text = stdout.toString();
      for (const { word, options } of manuals()) {
        if (word !== undefined) assert.ok(text.includes(word), word);
        for (const { long, short } of options) {
          for (const option of [long, ...(short === undefined ? [] : [short])]) {
            const written = name === "fish" ? option.replace(/^--/, "-l ").replace(/^-(.)$/, "-s $1") : option;
            assert.ok(text.includes(written), `${word}: ${option}`);
          }
        }
      }
    });

    test(`for ${name} are a script that it can read, where it is installed`, async () => {
      const { stdout } = await normalizer(["completion", name], cwd);
      const path = `${cwd}/completion.${name}`;
      writeFileSync(path, stdout);
      const { error, stderr, status } = spawnSync(name, ["-n", path], { encoding: "utf8" });
      if (error !== undefined) assert.equal((error as NodeJS.ErrnoException).code, "ENOENT");
      else assert.deepEqual([stderr, status], ["", 0]);
    });
  }

  const rows: readonly (readonly [words: string, answer: string])[] = [
    ["normalizer di", "diff"],
    ["normalizer --unm", "--unmatched"],
    ["normalizer --unmatched ''", "pass drop only"],
    ["normalizer diff --unmatched ''", "pass drop"],
    ["normalizer diff --uno", "--unordered"],
    ["normalizer diff a.log --for", "--format"],
    ["normalizer trace --format j", "json"],
    ["normalizer completion ''", "bash zsh fish"],
    ["normalizer why --uno", ""],
    ["normalizer --rules r", ""],
    ["normalizer diff a", ""],
  ];
  for (const [words, answer] of rows) {
    test(`bash completes ${words} to ${answer || "what files there are"}`, async () => {
      const { stdout } = await shell(
        `source <(normalizer completion bash); COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
         _normalizer; echo "\${COMPREPLY[*]}"`,
        cwd,
      );
      assert.equal(stdout.toString(), `${answer}\n`);
    });
  }
});

suite("help", (test) => {
  for (const manual of manuals()) {
    test(`of ${manual.word ?? "the plain command"} fits 80 columns`, () => {
      for (const line of helpText(manual).split("\n")) assert.ok(line.length <= 80, line);
    });
  }
});

suite("the manual page", (test) => {
  const page = readFileSync(new URL("../dist/man/normalizer.1", import.meta.url), "utf8");

  test("is made of the manuals by the build", () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
    assert.equal(page, manPage(manuals(), version));
  });

  test("tells of every command and every option", () => {
    const text = page.replaceAll("\\-", "-");
    for (const { synopsis, options, description } of manuals()) {
      assert.ok(text.includes(synopsis), synopsis);
      for (const option of options) assert.ok(text.includes(option.description), option.description);
      assert.ok(text.includes(description.slice(1, -1)), description);
    }
  });

  test("has no line that the formatter would take for more than it is", () => {
    for (const line of page.split("\n")) assert.match(line, /^(?:\.(?:TH|SH|TP|PP|RS|RE|nf|fi|br|BR)\b.*|[^.'].*|)$/);
  });
});

suite("the words of commands", (test) => {
  test("are those that the program knows", () => {
    const main = readFileSync(new URL("../src/cli/main.ts", import.meta.url), "utf8");
    const words = manuals().flatMap(({ word }) => word ?? []);
    assert.ok(main.includes(`const WORDS = [${words.map((word) => `"${word}"`).join(", ")}];`));
  });
});

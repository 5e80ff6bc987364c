// What the table of commands generates: completions, help and the manual page.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { helpText } from "../../src/cli/manual/help.ts";
import { manPage } from "../../src/cli/manual/man-page.ts";
import { COMMANDS } from "../../src/cli/named.ts";
import { commandName, descriptionOf, namesOf, optionsOf } from "../../src/cli/options/command-definition.ts";
import { shell } from "../support/command.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
const cwd = folder();

suite("completions", (test) => {
  for (const name of SHELLS) {
    test(`for ${name} have every command and every option`, async () => {
      const { stdout, stderr, exit } = await hosted(["completion", name], cwd);
      assert.deepEqual([stderr.toString(), exit], ["", 0]);
      const text = stdout.toString();
      for (const command of COMMANDS) {
        if (command.word !== undefined) assert.ok(text.includes(command.word), command.word);
        for (const option of optionsOf(command).flatMap(namesOf)) {
          const written = name === "fish" ? option.replace(/^--/, "-l ").replace(/^-(.)$/, "-s $1") : option;
          assert.ok(text.includes(written), `${command.word}: ${option}`);
        }
      }
    });

    test(`for ${name} are a valid script, where that shell is installed`, async () => {
      const { stdout } = await hosted(["completion", name], cwd);
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
    ["normalizer help di", "diff"],
    ["normalizer check --ru", "--rules"],
    ["normalizer why --uno", ""],
    ["normalizer --rules r", ""],
    ["normalizer diff a", ""],
  ];
  test.before(async () => {
    const { stdout } = await hosted(["completion", "bash"], cwd);
    writeFileSync(`${cwd}/bash.sh`, stdout);
  });
  for (const [words, answer] of rows) {
    test(`bash completes ${words} to ${answer || "what files there are"}`, async () => {
      const { stdout } = await shell(
        `source bash.sh; COMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
         _normalizer; echo "\${COMPREPLY[*]}"`,
        cwd,
      );
      assert.equal(stdout.toString(), `${answer}\n`);
    });
  }
});

suite("help", (test) => {
  for (const command of COMMANDS) {
    const name = command.word ?? "the plain command";
    for (const columns of [undefined, 45, 80, 140]) {
      test(`on ${name} fits ${columns ?? "the usual 80"} columns`, () => {
        // Examples are copied, so they are never broken.
        const examples = new Set(columns === 45 ? command.examples.map(([, line]) => `    ${line}`) : []);
        for (const line of helpText(command, columns).split("\n")) {
          assert.ok(examples.has(line) || line.length <= (columns ?? 80), line);
          assert.equal(line.trimEnd(), line);
        }
        const usage = /^Usage:\n(.*?)\n(?:\n| {2}normalizer COMMAND)/ms.exec(helpText(command, columns))?.[1];
        assert.equal(usage?.trim().replace(/\s+/g, " "), `${commandName(command)} ${command.synopsis}`);
      });
    }

    test(`on ${name} has no part of its usage broken at 80 columns`, () => {
      const rows = /^Usage:\n(.*?)\n\n/ms.exec(helpText(command))?.[1]?.split("\n") ?? [];
      assert.ok(rows.length > 0);
      for (const row of rows) {
        for (const [open, close] of ["{}", "[]"]) assert.equal(row.split(open!).length, row.split(close!).length, row);
      }
    });

    test(`on ${name} uses the full width`, () => {
      const lines = (columns: number): number => helpText(command, columns).split("\n").length;
      assert.ok(lines(140) <= lines(80) && lines(80) <= lines(45));
    });

    test(`on ${name} is what the command 'help' writes`, async () => {
      const words = command.word === undefined ? [] : [command.word];
      const asked = await hosted([...words, "--help"], cwd);
      assert.deepEqual(asked, await hosted(["help", ...words], cwd));
      assert.deepEqual([asked.stdout.toString(), asked.stderr.toString(), asked.exit], [helpText(command), "", 0]);
    });
  }

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  const terminal = hasScript ? test : test.skip;
  if (!hasScript) console.log("skipped: help on a terminal, which needs the program 'script'");
  terminal("is as wide as the terminal", async () => {
    const script = `script -qec 'stty cols 140; "$NODE" "$COMMAND" --help' /dev/null </dev/null`;
    const { stdout } = await shell(script, cwd);
    assert.equal(stdout.toString().replaceAll("\r\n", "\n"), helpText(COMMANDS[0]!, 140));
  });

  test("on the plain command lists all commands", () => {
    const text = helpText(COMMANDS[0]!);
    for (const { word } of COMMANDS.slice(1)) assert.match(text, new RegExp(`^  ${word} +[A-Z]`, "m"));
  });

  test("is shown even if the rest of the line is wrong", async () => {
    const { stdout, exit } = await hosted(["diff", "--bogus", "--format", "xml", "-h"], cwd);
    assert.match(stdout.toString(), /^Compares two logs/);
    assert.equal(exit, 0);
  });
});

suite("the manual page", (test) => {
  const page = readFileSync(new URL("../../dist/man/normalizer.1", import.meta.url), "utf8");

  test("is generated from the table of commands by the build", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    assert.equal(page, manPage(version));
  });

  test("covers every command and every option", () => {
    const text = page.replaceAll("\\-", "-");
    for (const command of COMMANDS) {
      assert.ok(text.includes(`${commandName(command)} ${command.synopsis}`), command.synopsis);
      assert.ok(text.includes(command.sentence.slice(1, -1)), command.sentence);
      for (const option of optionsOf(command)) assert.ok(text.includes(descriptionOf(option)), option.long);
    }
  });

  test("has no line that the formatter could take for a request", () => {
    for (const line of page.split("\n")) assert.match(line, /^(?:\.(?:TH|SH|TP|PP|RS|RE|nf|fi|br|BR)\b.*|[^.'].*|)$/);
  });
});

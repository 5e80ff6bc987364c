import assert from "node:assert/strict";
import { Command } from "clipanion";
import { COMMANDS } from "../../src/cli/named.ts";
import { commandName, namesOf, optionsOf } from "../../src/cli/options/command-definition.ts";
import { splitArguments } from "../../src/cli/options/command-line.ts";
import type { OptionDefinition } from "../../src/library/option-definitions.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const options: OptionDefinition[] = [
  { long: "--timezone", metavariable: "ZONE", sentence: "" },
  { long: "--rules", short: "-r", metavariable: "FILE", sentence: "" },
  { long: "--jobs", short: "-j", metavariable: "N", sentence: "" },
  { long: "--merge", sentence: "" },
  { long: "--quiet", short: "-q", sentence: "" },
];

suite("how arguments are split into options and operands", (test) => {
  const rows: readonly (readonly [description: string, args: string[], options: string[], operands: string[]])[] = [
    ["short options in one word", ["-qr", "rules.yaml"], ["-q", "-r=rules.yaml"], []],
    ["a value attached to its short option", ["-j2", "-qrrules.yaml"], ["-j=2", "-q", "-r=rules.yaml"], []],
    ["letters after a short option that takes a value", ["-rq", "log"], ["-r=q"], ["log"]],
    ["an unknown short option", ["-qx", "a"], ["-qx"], ["a"]],
    ["a value after an equals sign", ["-r=rules.yaml", "a"], ["-r=rules.yaml"], ["a"]],
    ["a short option and a dash", ["-q", "-"], ["-q"], ["-"]],
    ["a dash as a value", ["--rules", "-", "-"], ["--rules=-"], ["-"]],
    ["options after operands", ["a", "--merge", "b", "-q"], ["--merge", "-q"], ["a", "b"]],
    ["a log whose name looks like options", ["--", "-qr"], [], ["-qr"]],
    ["a second '--'", ["a", "--", "--", "-q"], [], ["a", "--", "-q"]],
    ["an option without its value", ["a", "--rules"], ["--rules"], ["a"]],
    ["an option without its value before '--'", ["--rules", "--", "a"], ["--rules"], ["a"]],
    ["a value that begins with a dash", ["--timezone", "-05:00", "-"], ["--timezone=-05:00"], ["-"]],
    ["a negative number after a complete option", ["--timezone=Z", "-05:00"], ["--timezone=Z", "-05:00"], []],
    ["an option where a value should be", ["--timezone", "--merge"], ["--timezone", "--merge"], []],
    ["a negative number after a flag", ["--merge", "-5"], ["--merge", "-5"], []],
    ["an option and a number after '--'", ["--", "--timezone", "-5"], [], ["--timezone", "-5"]],
  ];
  for (const [description, args, expected, operands] of rows) {
    test(description, () => {
      const split = splitArguments(args, options);
      const written = split.options.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`));
      assert.deepEqual([written, split.operands], [expected, operands]);
    });
  }
});

suite("an option without what it needs", (test) => {
  const rows: readonly (readonly [args: string, needs: string])[] = [
    ["--rules r --original", "--original needs --format json"],
    ["--rules r --message m --input lines", "--message needs --input json"],
    ["check r --fail-under 1", "--fail-under needs a log"],
    ["check --rules r --add-examples", "--add-examples needs a log"],
    ["check r --baseline b", "--baseline needs a log"],
    ["check r log --update-baseline", "--update-baseline needs --baseline FILE"],
    ["check r --against old", "--against needs a log or --update-examples"],
    ["report --rules r --against old", "--against needs a log"],
    ["report --good g", "--good needs a log"],
    ["report --rules r --by id", "--by needs a log"],
    ["report --rules r --fail-under 1", "--fail-under needs a log"],
    ["suggest --in-place log", "--in-place needs --rules FILE"],
    ["--mask --timezone +02:00 log", "--timezone needs --format json"],
    ["trace -r r --by id --mask log", "--mask needs --merge"],
    ["trace --mask log", "--mask needs --merge or --id"],
    ["diff --mask --key-file k a b", "--key-file needs --rules FILE"],
    ["diff --mask --budget 9 a b", "--budget needs --good RUN"],
    ["diff --mask --show b1 a b", "--show needs --good RUN"],
    ["diff --mask --follow a b", "--follow needs --good RUN"],
    ["diff --mask --fail-on new a b", "--fail-on needs --summary"],
    ["diff --mask --accepted f a b", "--accepted needs --summary"],
    ["diff --mask --summary --update-accepted a b", "--update-accepted needs --accepted FILE"],
    ["diff --save-good good.txt log", "--save-good needs --good RUN"],
    ["report --playground --samples 3", "--samples needs a log"],
    ["check r --input lines", "--input needs a log"],
    ["check r --strip-ansi", "--strip-ansi needs a log"],
    ["trace --by id --id 7 log", "--by needs --rules FILE"],
    // What is missing without the option is said first.
    ["check --fail-under 1", "no rules given; name the rules file, or write one from a log: normalizer suggest LOG"],
  ];
  for (const [args, needs] of rows) {
    test(`is refused: ${args}`, async () => {
      const { exit, stderr } = await hosted(args.split(" "), folder({}));
      assert.deepEqual([exit, String(stderr).split("\n")[0]], [2, `normalizer: ${needs}`]);
    });
  }

  test("has a row here, and needs what its command has", () => {
    const needing = COMMANDS.flatMap((command) =>
      optionsOf(command).flatMap(({ long, needs }) => (needs === undefined ? [] : [`${long} needs ${needs}`])),
    );
    assert.deepEqual(
      [...new Set(needing)].filter((text) => !rows.some(([, needs]) => needs === text)),
      [],
    );
    for (const command of COMMANDS) {
      for (const { needs = "a log" } of optionsOf(command)) {
        if (needs === "a log") continue;
        const [name, value] = needs.split(" ");
        const option = optionsOf(command).find(({ long }) => long === name);
        assert.ok(option !== undefined, needs);
        assert.ok(value === option.metavariable || option.choices?.includes(value!), needs);
      }
    }
  });
});

suite("an option beside one that it excludes", (test) => {
  const rows: readonly (readonly [args: string, excluding: string])[] = [
    ["--mask --unmatched drop log", "--mask and --unmatched drop"],
    ["diff --mask --unmatched=drop a b", "--mask and --unmatched drop"],
    ["diff --good g --by id f", "--good and --by"],
    ["diff --good g --unordered f", "--good and --unordered"],
    ["diff --good g --old a f", "--good and --old"],
    ["diff --good g --new a f", "--good and --new"],
    ["diff --good g --save-good s --summary f", "--save-good and --summary"],
    ["diff --good g --show b1 --summary f", "--show and --summary"],
    ["diff --good g --follow --summary f", "--follow and --summary"],
    ["diff --good g --unmatched drop f", "--good and --unmatched"],
    ["diff --good g --follow --save-good s f", "--follow and --save-good"],
    ["diff --good g --follow --show b1 f", "--follow and --show"],
    ["diff --good g --follow --format markdown f", "--follow and --format markdown"],
    ["diff --good g --follow --format github f", "--follow and --format github"],
    ["report -r r --playground -o out", "--playground and --rules"],
    ["suggest -r r -i -o new log", "--in-place and --output"],
    ["trace -r r --by id --summary --format lines log", "--summary and --format lines"],
    ["trace -r r --by id --merge log", "--merge and --by"],
    ["trace -r r --link --merge log", "--merge and --link"],
    ["trace -r r --id 7 --merge log", "--merge and --id"],
    ["trace -r r --containing a --merge log", "--merge and --containing"],
    ["trace -r r --summary --merge log", "--merge and --summary"],
    ["why -r r --unmatched -n1 log", "--unmatched and --line"],
    ["why -r r --unmatched --rule a log", "--unmatched and --rule"],
  ];
  for (const [args, excluding] of rows) {
    test(`is refused: ${args}`, async () => {
      const { exit, stderr } = await hosted(args.split(" "), folder({}));
      assert.deepEqual([exit, String(stderr).split("\n")[0]], [2, `normalizer: ${excluding} exclude each other`]);
    });
  }

  test("has a row here, and excludes what its command has", () => {
    for (const command of COMMANDS) {
      for (const { long, excludes = [] } of optionsOf(command)) {
        for (const excluded of excludes) {
          assert.ok(
            rows.some(([, excluding]) => excluding === `${long} and ${excluded}`),
            `${long} and ${excluded}`,
          );
          const [name, value] = excluded.split(" ");
          const option = optionsOf(command).find((one) => one.long === name);
          assert.ok(option !== undefined && (value === undefined || option.choices?.includes(value)), excluded);
        }
      }
    }
  });
});

suite("an option that has no effect beside another", (test) => {
  const rows: readonly (readonly [args: string, idle: string, other: string])[] = [
    ["diff --mask --unordered --context 3 a.log b.log", "--context 3", "--unordered"],
    ["diff --mask --summary --context 3 a.log b.log", "--context 3", "--summary"],
    ["diff --mask --summary --unordered a.log b.log", "--unordered", "--summary"],
    ["diff --mask --context 3 --format json a.log b.log", "--context 3", "--format json"],
    ["diff --mask --context 3 --format github a.log b.log", "--context 3", "--format github"],
    ["diff --good a.log --context 3 b.log", "--context 3", "--good"],
    ["diff --mask --originals none --summary a.log b.log", "--originals none", "--summary"],
    ["diff --mask --originals full --format json a.log b.log", "--originals full", "--format json"],
    ["diff --mask --originals full --format github a.log b.log", "--originals full", "--format github"],
    ["diff --good a.log --originals full b.log", "--originals full", "--good"],
    ["diff --good a.log --budget 1 --format json b.log", "--budget 1", "--format json"],
    ["diff --good a.log --budget 1 --show b1 b.log", "--budget 1", "--show"],
    ["diff --good a.log --budget 1 --summary b.log", "--budget 1", "--summary"],
    ["diff --good a.log --budget 1 --follow b.log", "--budget 1", "--follow"],
    ["trace --mask --merge --sort span a.log b.log", "--sort span", "--merge"],
  ];
  const LOGS = { "a.log": "started\nready\n", "b.log": "ready\nERROR failed\nstarted\nstarted\nstarted\nstopped\n" };
  for (const [args, idle, other] of rows) {
    test(`is ignored with a note: ${args}`, async () => {
      const cwd = folder(LOGS);
      const [one, without] = [
        await hosted(args.split(" "), cwd),
        await hosted(args.replace(` ${idle}`, "").split(" "), cwd),
      ];
      assert.deepEqual([one.exit, String(one.stdout)], [without.exit, String(without.stdout)]);
      const note = `normalizer: note: ${idle.split(" ")[0]} has no effect with ${other}\n`;
      assert.equal(String(one.stderr), note + String(without.stderr));
    });
  }

  test("is ignored without a note if nothing is to be written", async () => {
    const { exit, stdout, stderr } = await hosted(
      "diff -q --mask --context 3 --unordered a.log b.log".split(" "),
      folder(LOGS),
    );
    assert.deepEqual([exit, String(stdout), String(stderr)], [1, "", ""]);
  });

  test("is the format of statistics that are not written", async () => {
    for (const args of ["--mask -q --stats-format json a.log", "--mask --format json --stats-format json a.log"]) {
      const { exit, stderr } = await hosted(args.split(" "), folder(LOGS));
      const note = "note: --stats-format has no effect without --stats-file, as no statistics follow the lines\n";
      assert.deepEqual([exit, String(stderr)], [0, `normalizer: ${note}`]);
    }
  });

  test("has a row here, and other options that its command has", () => {
    for (const command of COMMANDS) {
      for (const { long, idleWith = [] } of optionsOf(command)) {
        for (const one of idleWith) {
          assert.ok(
            rows.some(([, idle, other]) => idle.split(" ")[0] === long && other === one),
            `${long} and ${one}`,
          );
          assert.ok(
            optionsOf(command).some((option) => option.long === one.split(" ")[0]),
            one,
          );
        }
      }
    }
  });
});

suite("the table of commands", (test) => {
  for (const command of COMMANDS) {
    test(`gives every option of ${commandName(command)} names that no other option has`, () => {
      const names = optionsOf(command).flatMap(namesOf);
      assert.deepEqual(names, [...new Set(names)]);
    });

    test(`names no property of ${commandName(command)} that clipanion uses itself`, () => {
      class Plain extends Command {
        async execute(): Promise<void> {}
      }
      for (const name of Object.keys(command.options)) {
        assert.ok(!(name in new Plain()) && !["cli", "context", "path"].includes(name), name);
      }
    });

    test(`gives every option of ${commandName(command)} a default that is among its choices`, () => {
      for (const { long, choices, default: usual } of optionsOf(command)) {
        // Those without a default are required, or depend on another option or on what the file tells.
        if (choices !== undefined && !["--sort", "--from", "--to"].includes(long))
          assert.ok(usual !== undefined && choices.includes(usual), long);
      }
    });
  }
});

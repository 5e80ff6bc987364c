import assert from "node:assert/strict";
import { Command } from "clipanion";
import { COMMANDS } from "../src/cli/commands.ts";
import { splitArguments } from "../src/cli/options/command-line.ts";
import { commandName, namesOf, type OptionDefinition, optionsOf } from "../src/cli/options/option-definition.ts";
import { suite } from "./support/suite.ts";

const options: OptionDefinition[] = [
  { long: "--timezone", metavariable: "ZONE", sentence: "" },
  { long: "--rules", short: "-r", metavariable: "FILE", sentence: "" },
  { long: "--jobs", short: "-j", metavariable: "N", sentence: "" },
  { long: "--merge", sentence: "" },
  { long: "--quiet", short: "-q", sentence: "" },
];

suite("how arguments are split into options and operands", (test) => {
  const rows: readonly (readonly [description: string, args: string[], options: string[], operands: string[]])[] = [
    ["short options in one word", ["-qr", "rules.yaml"], ["-q", "-r", "rules.yaml"], []],
    ["a value attached to its short option", ["-j2", "-qrrules.yaml"], ["-j", "2", "-q", "-r", "rules.yaml"], []],
    ["letters after a short option that takes a value", ["-rq", "log"], ["-r", "q"], ["log"]],
    ["an unknown short option", ["-qx", "a"], ["-qx"], ["a"]],
    ["a value after an equals sign", ["-r=rules.yaml", "a"], ["-r=rules.yaml"], ["a"]],
    ["a short option and a dash", ["-q", "-"], ["-q"], ["-"]],
    ["a dash as a value", ["--rules", "-", "-"], ["--rules", "-"], ["-"]],
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
    test(description, () => assert.deepEqual(splitArguments(args, options), { options: expected, operands }));
  }
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

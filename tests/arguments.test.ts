import assert from "node:assert/strict";
import { Command } from "clipanion";
import { COMMANDS } from "../src/cli/commands.ts";
import { argumentsApart } from "../src/cli/options/command-line.ts";
import { nameOf, namesOf, type OptionDefinition, optionsOf } from "../src/cli/options/definitions.ts";
import { suite } from "./support/suite.ts";

const options: OptionDefinition[] = [
  { long: "--timezone", metavariable: "ZONE", sentence: "" },
  { long: "--rules", short: "-r", metavariable: "FILE", sentence: "" },
  { long: "--jobs", short: "-j", metavariable: "N", sentence: "" },
  { long: "--merge", sentence: "" },
  { long: "--quiet", short: "-q", sentence: "" },
];

suite("arguments", (test) => {
  const rows: readonly (readonly [what: string, args: string[], options: string[], operands: string[]])[] = [
    ["letters in one word", ["-qr", "rules.yaml"], ["-q", "-r", "rules.yaml"], []],
    ["a value behind its letter", ["-j2", "-qrrules.yaml"], ["-j", "2", "-q", "-r", "rules.yaml"], []],
    ["letters behind a letter with a value", ["-rq", "log"], ["-r", "q"], ["log"]],
    ["a letter that is no option", ["-qx", "a"], ["-qx"], ["a"]],
    ["a value behind a sign", ["-r=rules.yaml", "a"], ["-r=rules.yaml"], ["a"]],
    ["a letter and a dash", ["-q", "-"], ["-q"], ["-"]],
    ["a dash that is a value", ["--rules", "-", "-"], ["--rules", "-"], ["-"]],
    ["options behind operands", ["a", "--merge", "b", "-q"], ["--merge", "-q"], ["a", "b"]],
    ["letters that are a log", ["--", "-qr"], [], ["-qr"]],
    ["a second mark of the end", ["a", "--", "--", "-q"], [], ["a", "--", "-q"]],
    ["an option without its value", ["a", "--rules"], ["--rules"], ["a"]],
    ["an option at the end, before a log", ["--rules", "--", "a"], ["--rules"], ["a"]],
    ["a value that begins with a dash", ["--timezone", "-05:00", "-"], ["--timezone=-05:00"], ["-"]],
    ["a number that has its option", ["--timezone=Z", "-05:00"], ["--timezone=Z", "-05:00"], []],
    ["an option in place of a value", ["--timezone", "--merge"], ["--timezone", "--merge"], []],
    ["a number behind a flag", ["--merge", "-5"], ["--merge", "-5"], []],
    ["what is a log", ["--", "--timezone", "-5"], [], ["--timezone", "-5"]],
  ];
  for (const [what, args, ofOptions, operands] of rows) {
    test(what, () => assert.deepEqual(argumentsApart(args, options), { options: ofOptions, operands }));
  }
});

suite("the table of commands", (test) => {
  for (const command of COMMANDS) {
    test(`gives each option of ${nameOf(command)} names of its own`, () => {
      const names = optionsOf(command).flatMap(namesOf);
      assert.deepEqual(names, [...new Set(names)]);
    });

    test(`names properties of ${nameOf(command)} that clipanion does not use itself`, () => {
      class Plain extends Command {
        async execute(): Promise<void> {}
      }
      for (const name of Object.keys(command.options)) {
        assert.ok(!(name in new Plain()) && !["cli", "context", "path"].includes(name), name);
      }
    });

    test(`has a default among the choices of ${nameOf(command)}`, () => {
      for (const { long, choices, default: usual } of optionsOf(command))
        if (choices !== undefined) assert.ok(usual !== undefined && choices.includes(usual), long);
    });
  }
});

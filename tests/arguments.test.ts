import assert from "node:assert/strict";
import { plainArguments } from "../src/cli/arguments.ts";
import type { OptionManual } from "../src/cli/command-manual.ts";
import { suite } from "./support/suite.ts";

const option = (long: string, short?: string, value?: string): OptionManual => {
  return { long, short, value, description: "", choices: [] };
};
const options = [
  option("--timezone", undefined, "ZONE"),
  option("--rules", "-r", "FILE"),
  option("--jobs", "-j", "N"),
  option("--merge"),
  option("--quiet", "-q"),
];

suite("arguments", (test) => {
  const rows: readonly (readonly [what: string, args: readonly string[], plain: readonly string[]])[] = [
    ["letters in one word", ["-qr", "rules.yaml"], ["-q", "-r", "rules.yaml"]],
    ["a value behind its letter", ["-j2", "-qrrules.yaml"], ["-j", "2", "-q", "-r", "rules.yaml"]],
    ["letters behind a letter with a value", ["-rq", "log"], ["-r", "q", "log"]],
    ["a letter that is no option", ["-qx"], ["-qx"]],
    ["a value behind a sign", ["-r=rules.yaml"], ["-r=rules.yaml"]],
    ["a letter and a dash", ["-q", "-"], ["-q", "-"]],
    ["letters that are a log", ["--", "-qr"], ["--", "-qr"]],
    ["a value that begins with a dash", ["--timezone", "-05:00", "-"], ["--timezone=-05:00", "-"]],
    ["a number that has its option", ["--timezone=Z", "-05:00"], ["--timezone=Z", "-05:00"]],
    ["an option in place of a value", ["--timezone", "--merge"], ["--timezone", "--merge"]],
    ["a number behind a flag", ["--merge", "-5"], ["--merge", "-5"]],
    ["what is a log", ["--", "--timezone", "-5"], ["--", "--timezone", "-5"]],
  ];
  for (const [what, args, plain] of rows) {
    test(what, () => assert.deepEqual(plainArguments(args, options), plain));
  }
});

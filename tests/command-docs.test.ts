// docs/reference/command.md describes every command and every option of the table of commands.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { COMMANDS, HELP } from "../src/cli/commands.ts";
import { type CommandDefinition, nameOf, namesOf } from "../src/cli/options/definitions.ts";
import { suite } from "./support/suite.ts";

const page = readFileSync(new URL("../docs/reference/command.md", import.meta.url), "utf8");

/** The text under a heading of the page. */
function section(heading: string): string {
  return page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
}

/** The options of a command, as the first column of its table should show them. */
function optionCells({ options }: CommandDefinition): string[] {
  return Object.values(options).map((option) => {
    const names = namesOf(option);
    const last = option.metavariable === undefined ? "" : ` ${option.metavariable}`;
    return names.map((name, i) => `\`${name}${i === names.length - 1 ? last : ""}\``).join(", ");
  });
}

suite("docs/reference/command.md", (test) => {
  // `help` has no options of its own, and the page describes it at its beginning.
  const described = COMMANDS.filter((command) => command !== HELP);

  test("lists all commands", () => {
    const listed = [...page.matchAll(/^\| \[`(normalizer[^`]*)`\]\(#/gm)].map(([, name]) => name);
    assert.deepEqual(listed.sort(), described.map(nameOf).sort());
  });

  for (const command of described) {
    const name = nameOf(command);

    test(`shows how ${name} is called`, () => {
      const text = command.word === undefined ? page : section(name);
      assert.ok(text.includes(`${name} ${command.synopsis}\n`), `the page lacks: ${name} ${command.synopsis}`);
    });

    test(`describes the options of ${name}`, () => {
      const cells = [...section(name).matchAll(/^\| (`-.*?`) \| /gm)].map(([, cell]) => cell);
      assert.deepEqual(cells.sort(), optionCells(command).sort());
    });
  }
});

// The reference pages name every command, option and choice.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { COMMANDS, HELP } from "../src/cli/commands.ts";
import { type CommandDefinition, commandName, namesOf } from "../src/cli/options/option-definition.ts";
import { FORMATS, UNMATCHED } from "../src/normalization/line-writer.ts";
import { COMPRESSED_FORMATS } from "../src/streams/compression.ts";
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
    assert.deepEqual(listed.sort(), described.map(commandName).sort());
  });

  test("names the compressed formats", () => {
    for (const format of COMPRESSED_FORMATS) assert.ok(section("Logs").includes(format), format);
  });

  for (const command of described) {
    const name = commandName(command);

    test(`shows how ${name} is called`, () => {
      const text = command.word === undefined ? page : section(name);
      assert.ok(text.includes(`${name} ${command.synopsis}\n`), `the page lacks: ${name} ${command.synopsis}`);
    });

    test(`describes the options of ${name}`, () => {
      const cells = [...section(name).matchAll(/^\| (`-.*?`) \| /gm)].map(([, cell]) => cell);
      assert.deepEqual(cells.sort(), optionCells(command).sort());
    });

    test(`names the choices of the options of ${name}`, () => {
      for (const { long, choices = [] } of Object.values(command.options)) {
        const row = section(name).match(new RegExp(`^\\| .*${long}\\b.* \\|$`, "m"))![0];
        for (const choice of choices) assert.ok(row.includes(`\`${choice}\``), `the row of ${long} lacks ${choice}`);
      }
    });
  }
});

suite("docs/reference/library.md", (test) => {
  const library = readFileSync(new URL("../docs/reference/library.md", import.meta.url), "utf8");

  test("names the choices of options", () => {
    for (const choice of [...FORMATS, ...UNMATCHED]) assert.ok(library.includes(`\`"${choice}"\``), choice);
  });
});

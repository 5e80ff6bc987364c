// The reference pages name every command, option and choice, and all that the library exports.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { optionCell, pageWithOptions } from "../../scripts/write-registries.ts";
import { HelpCommand } from "../../src/cli/commands/help.ts";
import { COMMANDS } from "../../src/cli/named.ts";
import { commandName } from "../../src/cli/options/command-definition.ts";
import * as library from "../../src/index.ts";
import { COMPRESSED_FORMATS } from "../../src/io/decompress.ts";
import * as browser from "../../src/library/browser/index.ts";
import { LAW } from "../../src/matcher/precedence.ts";
import { FORMATS, UNMATCHED } from "../../src/run/line-writer.ts";
import { type ReportedStatistics, statisticsReport } from "../../src/run/statistics-text.ts";
import type { Decision } from "../../src/tools/why/explanation.ts";
import { suite } from "../support/suite.ts";

const pageOf = (name: string, kind = "reference"): string =>
  readFileSync(new URL(`../../docs/${kind}/${name}.md`, import.meta.url), "utf8");

const page = pageOf("command");

/** The text under a heading of a page. */
function section(heading: string, text = page): string {
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
}

suite("docs/reference/command.md", (test) => {
  // `help` has no options of its own, and the page describes it at its beginning.
  const described = COMMANDS.filter((command) => command !== HelpCommand.definition);

  test("lists and describes all commands in the order of help", () => {
    const listed = [...page.matchAll(/^\| \[`(normalizer[^`]*)`\]\(#/gm)].map(([, name]) => name);
    assert.deepEqual(listed, described.map(commandName));
    const headings = [...page.matchAll(/^## (normalizer.*)/gm)].map(([, name]) => name);
    assert.deepEqual(headings, listed);
  });

  test("gets the rows that it lacks from the definitions of the options", () => {
    assert.equal(pageWithOptions(page), page);
    const lacking = page.replace(/(?<=^## normalizer trace\n(?:(?!## ).*\n)*)\| `--link` .*\n/m, "");
    assert.notEqual(lacking, page);
    const row = "| `--link` | Group lines by all their ids: two ids on one line belong to one group. |";
    const rows = section("normalizer trace", pageWithOptions(lacking)).split("\n");
    assert.ok(rows[rows.indexOf(row) - 1]?.startsWith("| `--by FIELDS` |"));
  });

  test("names the compressed formats", () => {
    for (const format of COMPRESSED_FORMATS)
      assert.ok(section("Logs").includes(format), `the section "Logs" lacks ${format}`);
  });

  for (const command of described) {
    const name = commandName(command);

    test(`shows how ${name} is called`, () => {
      const text = command.word === undefined ? page : section(name);
      assert.ok(text.includes(`${name} ${command.synopsis}\n`), `the page lacks: ${name} ${command.synopsis}`);
    });

    test(`describes the options of ${name}`, () => {
      const cells = [...section(name).matchAll(/^\| (`-.*?`) \| /gm)].map(([, cell]) => cell);
      assert.deepEqual(cells.sort(), Object.values(command.options).map(optionCell).sort());
    });

    test(`names the choices of the options of ${name}`, () => {
      for (const { long, choices = [] } of Object.values(command.options)) {
        const [row = ""] = section(name).match(new RegExp(`^\\| .*${long}\\b.* \\|$`, "m")) ?? [];
        for (const choice of choices) assert.ok(row.includes(`\`${choice}\``), `the row of ${long} lacks ${choice}`);
      }
    });
  }
});

suite("docs/reference/json.md", (test) => {
  test("says what each member of statistics is", () => {
    const all: Required<ReportedStatistics> = { linesProcessed: 2, linesMatched: 1, matchRate: 0.5, rules: [] };
    const written = statisticsReport(all, "json");
    const [, explained = ""] = section("Statistics", pageOf("json")).split(/^```$/m);
    for (const name of Object.keys(JSON.parse(written))) assert.ok(explained.includes(`\`${name}\``), name);
  });

  /** All that may decide between two rules. The compiler asks for something new. */
  const decides: Readonly<Record<Decision["by"], true>> = {
    "literal bytes": true,
    "fields of any text": true,
    order: true,
    "catch-all": true,
    sequence: true,
  };
  for (const by of Object.keys(decides)) {
    test(`says that ${by} may decide between two rules`, () =>
      assert.ok(section("Explanations", pageOf("json")).replaceAll("\n", " ").includes(`\`${by}\``)));
  }
});

suite("docs/explanation/matching.md", (test) => {
  test("says the law, with a point for each criterion", () => {
    const text = section("Which rule wins", pageOf("matching", "explanation"));
    assert.ok(text.replaceAll("\n", " ").includes(LAW), `it lacks: ${LAW}`);
    assert.equal(text.match(/^\d\. /gm)?.length, LAW.split(", then ").length);
  });
});

suite("docs/reference/library.md", (test) => {
  const reference = pageOf("library");
  const [introduction = ""] = reference.split(/^## /m);
  const isError = (name: string): boolean => name.endsWith("Error");

  test("names the choices of options", () => {
    for (const choice of [...FORMATS, ...UNMATCHED])
      assert.ok(reference.includes(`\`"${choice}"\``), `the page lacks ${choice}`);
  });

  test("names at its beginning what is exported beside errors", () => {
    const exported = Object.keys(library).filter((name) => !isError(name));
    const [sentence = ""] = introduction.split(/(?<=\.)\n/);
    assert.deepEqual([...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name).sort(), exported.sort());
  });

  test("has a row for each class of errors", () => {
    const rows = [...section("Errors", reference).matchAll(/^\| (`.*?`) \| /gm)].map(([, cell]) => cell!);
    const described = rows.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    assert.deepEqual(described.sort(), Object.keys(library).filter(isError).sort());
  });

  test("lists at its beginning every method of a processor", () => {
    const source = readFileSync(new URL("../../src/library/processor.ts", import.meta.url), "utf8");
    const hidden = new Set(Array.from(source.matchAll(/^ {2}private (?:async )?(\w+)\(/gm), ([, name]) => name!));
    const own = library.Processor.prototype;
    const methods = [own, Object.getPrototypeOf(own)].flatMap(Object.getOwnPropertyNames);
    const statics = Object.getOwnPropertyNames(library.Processor).filter((name) => !Object.hasOwn(Function, name));
    const all = [
      ...statics.map((name) => `Processor.${name}`),
      ...methods.filter((name) => name !== "constructor" && !hidden.has(name)).map((name) => `processor.${name}`),
    ];
    const listed = [...introduction.matchAll(/`(processor\.\w+)\(/gi)].map(([, name]) => name);
    assert.deepEqual(listed.sort(), all.sort());
  });

  test("names what browsers have", () => {
    const text = section("In a browser", reference);
    for (const name of Object.keys(browser)) assert.ok(text.includes(`\`${name}\``), name);
  });
});

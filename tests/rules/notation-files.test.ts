// Every rules file of the cases and the examples, with its patterns as lists of elements and as texts in notation: both
// must be the same rules, and make the same of the logs beside the file.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { DamagedLogError, Processor, type RulesObject } from "../../src/index.ts";
import { parseNotation } from "../../src/rules/notation.ts";
import { meaningOf } from "../../src/rules/rule.ts";
import { RulesError } from "../../src/rules/rules-error.ts";
import { rulesTextOf } from "../../src/rules/rules-text.ts";
import { notationOf } from "../../src/rules/write-rule.ts";
import { Collector } from "../support/collector.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { someOf } from "../support/property.ts";
import { isWhole } from "../support/run-settings.ts";
import { suite } from "../support/suite.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folders = ["tests/cases", "examples"]
  .flatMap((parent) => readdirSync(join(root, parent)).map((name) => join(parent, name)))
  .filter((folder) => existsSync(join(root, folder, "rules.yaml")));

/** Values of a rules file, of which each scalar is a text. */
interface WrittenElement {
  readonly text?: string;
  readonly field?: string;
  readonly parser?: string;
  readonly values?: readonly string[];
  readonly transform?: unknown;
  readonly optional?: WrittenPattern;
  readonly alternatives?: readonly WrittenPattern[];
}
type WrittenPattern = string | readonly (string | WrittenElement)[];
interface WrittenFollower {
  readonly pattern: WrittenPattern;
}
interface WrittenRule extends WrittenFollower {
  readonly sequence?: "stack_trace" | { readonly followers: readonly (string | WrittenFollower)[] };
}

type Form = (pattern: WrittenPattern) => WrittenPattern;

/** The pattern as a list of elements. */
const asList = (pattern: WrittenPattern): WrittenElement[] =>
  [pattern].flat().flatMap((item): WrittenElement[] => {
    if (typeof item !== "string") return [withInner(item, asList)];
    return parseNotation(item).map((part) => {
      if ("text" in part) return part;
      const { field, type, values } = part;
      return { field, ...(type !== undefined && { parser: type }), ...(values && { values }) };
    });
  });

/** The pattern with as few elements as possible: one text, if the notation can say all of it. */
const asText = (pattern: WrittenPattern): WrittenPattern => {
  const items: (string | WrittenElement)[] = [];
  let sayable: Parameters<typeof notationOf>[0] = [];
  const endText = (): void => {
    if (sayable.length > 0) items.push(notationOf(sayable)!);
    sayable = [];
  };
  for (const element of asList(pattern)) {
    const said = plainOf(element);
    if (said !== undefined && notationOf([...sayable, said]) !== undefined) {
      sayable = [...sayable, said];
      continue;
    }
    endText();
    if (said !== undefined && notationOf([said]) !== undefined) sayable = [said];
    else items.push(withInner(element, asText));
  }
  endText();
  return items.length === 1 && typeof items[0] === "string" ? items[0] : items;
};

/** The element as the notation could say it, if it has no more than a text, a field and a kind. */
function plainOf({ text, field, parser, values, transform }: WrittenElement) {
  if (text !== undefined) return { text };
  if (field === undefined || transform !== undefined) return undefined;
  return { field, ...(parser !== undefined ? { type: { typeName: parser } } : values && { type: { values } }) };
}

function withInner(element: WrittenElement, form: Form): WrittenElement {
  const { optional, alternatives } = element;
  if (optional !== undefined) return { optional: form(optional) };
  return alternatives === undefined ? element : { alternatives: alternatives.map(form) };
}

/** The file with all its patterns in one form. */
function fileIn(form: Form, file: { readonly rules: readonly WrittenRule[] }): RulesObject {
  const rules = file.rules.map(({ sequence, ...rule }) => {
    if (typeof sequence !== "object") return { ...rule, pattern: form(rule.pattern), ...(sequence && { sequence }) };
    const followers = sequence.followers.map((follower) =>
      typeof follower === "string" ? { pattern: form(follower) } : { ...follower, pattern: form(follower.pattern) },
    );
    return { ...rule, pattern: form(rule.pattern), sequence: { followers } };
  });
  return { ...file, rules };
}

function meaningsOf(rules: RulesObject): unknown {
  const { bytes, name } = rulesTextOf(rules);
  return parseRules(bytes, name).map(meaningOf);
}

/** The output and the records of the logs, up to the first that is damaged. */
async function resultsOf(rules: RulesObject, logs: readonly string[]): Promise<unknown[]> {
  const [output, records] = [new Collector(), new Collector()];
  let damage: string | undefined;
  try {
    await new Processor({ rules }).process(logs, output, { explain: records });
  } catch (error) {
    if (!(error instanceof DamagedLogError)) throw error;
    damage = error.message;
  }
  return [output.bytes, records.bytes, damage];
}

async function findingsOf(rules: RulesObject): Promise<unknown[]> {
  const { findings } = await Processor.check({ rules });
  // Only the notation has braces that might have been meant as something else.
  return findings
    .filter(({ code }) => code !== "BRACED_NAME")
    .map(({ code, rule, message, witness }) => [code, rule?.name, message.replace(/\(line \d+\)/g, ""), witness]);
}

const NO_LOGS = new Set(["rules.yaml", "args", "stdout", "stderr", "exit", "README.md"]);

suite("rules files in both forms", (test) => {
  const counts = { lists: 0, texts: 0, mixed: 0, logs: 0 };
  for (const folder of someOf(folders, "both forms")) {
    const path = join(root, folder, "rules.yaml");
    try {
      parseRules(readFileSync(path), path);
    } catch (error) {
      if (error instanceof RulesError) continue;
      throw error;
    }
    test(`${folder} has the same rules, and makes the same of logs`, async () => {
      const file = parse(readFileSync(path, "utf8"), { schema: "failsafe" });
      const [lists, texts] = [fileIn(asList, file), fileIn(asText, file)];
      for (const { pattern } of texts.rules as readonly WrittenRule[]) {
        if (typeof pattern === "string") counts.texts++;
        else counts.mixed++;
      }
      for (const { pattern } of lists.rules as readonly WrittenRule[]) {
        assert.ok([pattern].flat().every((item) => typeof item !== "string"));
        counts.lists++;
      }
      assert.deepEqual(meaningsOf(lists), meaningsOf(file));
      assert.deepEqual(meaningsOf(texts), meaningsOf(file));
      assert.deepEqual(await findingsOf(lists), await findingsOf(file));
      assert.deepEqual(await findingsOf(texts), await findingsOf(file));

      const files = readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile());
      const logs = files.map(({ name }) => name).filter((name) => !NO_LOGS.has(name));
      counts.logs += logs.length;
      const paths = logs.map((name) => join(root, folder, name));
      const expected = await resultsOf(file, paths);
      assert.deepEqual(await resultsOf(lists, paths), expected);
      assert.deepEqual(await resultsOf(texts, paths), expected);
    });
  }

  // A run that leaves cases out reads only some of the files.
  if (isWhole) {
    test("are many, with patterns of all kinds", () => {
      assert.ok(counts.lists > 300, `${counts.lists} lists`);
      assert.ok(counts.texts > 200, `${counts.texts} texts`);
      assert.ok(counts.mixed > 10, `${counts.mixed} patterns that the notation alone cannot say`);
      assert.ok(counts.logs > 100, `${counts.logs} logs`);
    });
  }
});

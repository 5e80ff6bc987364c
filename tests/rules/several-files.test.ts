// Rules of several files apply as if they were written one after the other, and everything found keeps its place.

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import type { Element } from "../../src/matcher/pattern.ts";
import { RulesError } from "../../src/rules/rules-error.ts";
import { loadRules } from "../../src/run/loaded-rules.ts";
import { asText } from "../../src/run/record-builder.ts";
import { check } from "../../src/tools/check/check.ts";
import type { CheckFinding } from "../../src/tools/check/finding.ts";
import { lineFor, similarRules } from "../support/arbitraries.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

/** A rule for each line below the first one. */
const textOf = (rules: readonly string[]): string => `rules:\n${rules.map((rule) => `  - ${rule}\n`).join("")}`;

/** Rules, where they are cut into files, and a log. Each rule is one line of JSON. */
const cases = similarRules.chain((patterns) =>
  fc.record({
    rules: fc.constant(patterns.map(written)),
    cuts: fc.array(fc.nat({ max: patterns.length }), { minLength: 1, maxLength: 3 }),
    lines: fc.array(lineFor(patterns), { maxLength: 8 }),
  }),
);

/** A rule that has what `check` can find in any: names may be equal, and examples may be lost. */
function written(pattern: readonly Element[], i: number): string {
  const name = `rule ${i % 7}`;
  const examples = i % 5 === 0 ? [{ line: `a b ${i}` }] : undefined;
  return JSON.stringify({ name, pattern, output: `${i}`, ...(examples && { examples }) });
}

/** The rules of each file. */
function cutAt<Item>(items: readonly Item[], cuts: readonly number[]): Item[][] {
  const ends = [...cuts.toSorted((a, b) => a - b), items.length];
  return ends.map((end, i) => items.slice(ends[i - 1] ?? 0, end));
}

async function checked(texts: readonly { readonly name: string; readonly text: string }[], lines: readonly string[]) {
  const sources = texts.map(({ name, text }) => ({ name, bytes: Buffer.from(text) }));
  const open = () => Readable.from([Buffer.from(lines.map((line) => `${line}\n`).join(""))]);
  const log = { name: "app.log", path: undefined, open, failure: (error: unknown) => error };
  return check(sources, [log], { addExamples: true, convert: asText });
}

suite("rules cut into several files", (test) => {
  test.costly("win the same lines, and what check finds is where they are", async () => {
    await assertProperty(
      fc.asyncProperty(cases, async ({ rules, cuts, lines }) => {
        const parts = cutAt(rules, cuts);
        const whole = { name: "whole.yaml", text: textOf(rules) };
        const files = parts.map((part, i) => ({
          name: `part${i}.yaml`,
          text: part.length === 0 ? "rules: []" : textOf(part),
        }));
        const [one, several] = [await checked([whole], lines), await checked(files, lines)];
        const places = parts.flatMap((part, i) => part.map((_, k) => ({ file: `part${i}.yaml`, line: k + 2 })));
        const moved = (text: string): string =>
          text.replace(/"line":(\d+)|\(line (\d+)\)/g, (_, member, words) => {
            const { file, line } = places[Number(member ?? words) - 2]!;
            return member === undefined ? `(${file}:${line})` : `"file":"${file}","line":${line}`;
          });
        const plain = (list: readonly object[]): string =>
          json(list.map(({ place: _, frame: __, excerpt: ___, ...rest }: Partial<CheckFinding>) => rest));
        const { findings, rules: references, coverage } = one.result;
        assert.deepEqual(JSON.parse(plain(several.result.findings)), JSON.parse(moved(plain(findings))));
        assert.deepEqual(several.result.rules, JSON.parse(moved(json(references))));
        assert.deepEqual(JSON.parse(json(several.result.coverage!.rules)), JSON.parse(moved(json(coverage!.rules))));
        for (const { file, line, column, frame, place } of several.result.findings) {
          assert.equal(place, `${file}:${line}:${column}`);
          assert.match(frame[0], new RegExp(`^ +${line} \\| `));
        }
        // A file without rules stays as it is, and the others together have the lines that one file would have.
        const ruleLines = (texts: readonly string[]): string[] =>
          texts.filter((text) => text !== "rules: []").flatMap((text) => text.trimEnd().split("\n").slice(1));
        const [all, each] = [one, several].map(({ result }) => ruleLines(result.examples!.texts));
        assert.deepEqual(each, all);
        const added = new Set(several.result.examples!.added.map(({ rule }) => rule.file));
        assert.deepEqual(
          several.changes.map(({ path }) => path),
          files.map(({ name }) => name).filter((name) => added.has(name)),
        );
      }),
      { numRuns: 300 },
    );
  });
});

function json(value: object): string {
  return JSON.stringify(value);
}

suite("several files", (test) => {
  const load = (...texts: readonly string[]) =>
    loadRules(texts.map((text, i) => ({ bytes: Buffer.from(text), name: `${"abc"[i]}.yaml` })));
  const rule = (name: string, pattern = "x {id}"): string =>
    `  - { name: ${name}, pattern: "${pattern}", output: "{id}" }\n`;

  test("have their own fields and anchors", () => {
    const first = `fields: { id: { transform: mask } }\nx-id: &id "{id}"\nrules:\n${rule("a")}`;
    const { rules } = load(first, `rules:\n${rule("b", "y {id}")}`);
    assert.deepEqual(
      rules.map(({ transforms }) => transforms?.flat().map(({ name }) => name)),
      [["mask"], undefined],
    );
    assert.throws(
      () => load(first, "rules:\n  - { name: b, pattern: *id, output: b }\n"),
      /b\.yaml:2:25: .*\[NOT_YAML\]/,
    );
  });

  test("have all their problems reported, twenty at most, each with its file", () => {
    const wrong = `rules:\n${'  - { name: a, pattern: "x", output: "{y}" }\n'.repeat(15)}`;
    assert.throws(
      () => load(wrong, `rules:\n${rule("b")}`, wrong),
      (error) => {
        assert.ok(error instanceof RulesError);
        const { path, issues, omitted } = error;
        assert.equal(path, "a.yaml, c.yaml");
        assert.deepEqual([issues.length, omitted], [20, 10]);
        assert.deepEqual([issues[14]!.place, issues[14]!.file], ["a.yaml:16:39", "a.yaml"]);
        assert.deepEqual([issues[15]!.place, issues[15]!.file], ["c.yaml:2:39", "c.yaml"]);
        assert.match(error.message, /and 10 more problems\n\n30 problems in a\.yaml, c\.yaml$/);
        return true;
      },
    );
    assert.throws(
      () => load(`rules:\n${rule("b")}`, wrong),
      (error) => error instanceof RulesError && error.path === "b.yaml",
    );
  });

  test("are not joined where one ends without a line break", () => {
    const { rules, lines } = load(`rules:\n${rule("a")}`.trimEnd(), `# of b\nrules:\n${rule("b")}`.trimEnd());
    assert.deepEqual(
      rules.map(({ name, file }, i) => `${file}:${lines[i]}: ${name}`),
      ["a.yaml:2: a", "b.yaml:3: b"],
    );
  });

  test("of which one is alone are not named", () => {
    const [only] = load(`rules:\n${rule("a")}`).rules;
    assert.equal("file" in only!, false);
  });
});

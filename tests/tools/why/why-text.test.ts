// The line with its captures marked, and the line with a caret. On a terminal the marks must be below what they mark,
// and nothing in the line may have an effect.
import assert from "node:assert/strict";
import fc from "fast-check";
import { TextOutput } from "../../../src/io/output-buffer.ts";
import { type Element, elementsOf, pattern } from "../../../src/matcher/pattern.ts";
import type { Rule } from "../../../src/rules/rule.ts";
import { RulesError } from "../../../src/rules/rules-error.ts";
import { yamlText } from "../../../src/rules/write-rule.ts";
import { rulebookOf } from "../../../src/run/rulebook.ts";
import { stripAnsi } from "../../../src/text/bytes/escape-sequences.ts";
import { displayWidth } from "../../../src/text/messages/columns.ts";
import { patternItem } from "../../../src/tools/why/edits.ts";
import { Why } from "../../../src/tools/why/why.ts";
import { captureRows, lineFrame, type RowPiece, shown, WhyText } from "../../../src/tools/why/why-text.ts";
import { parseRules } from "../../support/parsed-rules.ts";
import { assertProperty, someOf } from "../../support/property.ts";
import { structured } from "../../support/solver-arbitraries.ts";
import { suite } from "../../support/suite.ts";

const WIDEST = 80;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const OBEYED = /[\x00-\x1f\x7f-\x9f\u202e]/;

const piece = fc.constantFrom("a", "ab ", "漢", "é", "\x1b[31m", "\t", "\0", "\u202e", "😀", "long".repeat(9));
const bytes = fc
  .array(fc.oneof({ weight: 5, arbitrary: piece.map((text) => Buffer.from(text)) }, fc.constant(Buffer.from([0xe9]))), {
    maxLength: 40,
  })
  .map((pieces) => Buffer.concat(pieces));

/** A line with captures in it that are not empty and do not overlap. */
const names = ["f", "request_id_of_the_caller_", "n"];
const captured = bytes.chain((line) =>
  fc.uniqueArray(fc.nat({ max: line.length }), { maxLength: 9 }).map((places) => {
    const sorted = places.sort((a, b) => a - b);
    const captures = sorted
      .slice(1)
      .flatMap((to, i) => (i % 3 === 2 ? [] : [{ name: `${names[i % names.length]}${i}`, from: sorted[i]!, to }]));
    return { line, captures };
  }),
);

/** Undefined if a file cannot hold the rules, because of empty values. */
function rulesOf(file: string): Rule[] {
  try {
    return parseRules(Buffer.from(file), "rules.yaml");
  } catch (error) {
    assert.ok(error instanceof RulesError && error.issues.every(({ code }) => code === "EMPTY_VALUE"), String(error));
    return [];
  }
}

const textOf = (pieces: readonly RowPiece[]): string => pieces.map(({ text }) => text).join("");

suite("why: captures on the line", (test) => {
  test("end at the edge with their names, and names wider than a row are shortened", () => {
    const line = Buffer.from("x".repeat(20));
    const rows = (name: string) =>
      captureRows(line, [{ name, from: 18, to: 20 }], 20).flatMap(({ below }) => below.map(textOf));
    assert.deepEqual(rows("ab"), ["                  ~~", "                  ab"]);
    assert.deepEqual(rows("number_2"), ["                  ~~", "            number_2"]);
    assert.deepEqual(rows("n".repeat(30)), ["                  ~~", `${"n".repeat(10)}…${"n".repeat(9)}`]);
  });

  test("show the line once if fields span others", () => {
    const line = Buffer.from("a p/q b");
    const captures = [
      { name: "x", from: 2, to: 3 },
      { name: "y", from: 4, to: 5 },
      { name: "none", from: 5, to: 5 },
      { name: "xy", from: 2, to: 5 },
    ];
    const [row] = captureRows(line, captures, 80);
    assert.equal(textOf(row!.line), "a p/q b");
    assert.match(row!.below.map(textOf).join(""), / x y$/);
  });

  test("have marks below them, in rows that fit, and each name where its field begins", () => {
    assertProperty(
      fc.property(captured, ({ line, captures }) => {
        const shown: string[] = [];
        for (const { line: row, below } of captureRows(line, captures, WIDEST)) {
          const text = textOf(row);
          assert.ok(displayWidth(text) <= WIDEST && !OBEYED.test(text), text);
          if (below.length === 0) continue;
          const [marks, ...named] = below.map(textOf);
          let column = 0;
          for (const { text, field } of row) {
            const width = displayWidth(text);
            const under = marks!.slice(column, column + width);
            assert.match(under, field === -1 ? /^ *$/ : /^(~*|=*)$/);
            if (field !== -1) assert.equal(under.length, width);
            column += width;
          }
          for (const name of named) {
            assert.ok(displayWidth(name) <= WIDEST, name);
            for (const { 0: word, index } of name.matchAll(/[^ ]+/g)) {
              // Some part of the name is below the first mark of its field.
              const starts = row.flatMap(({ field }, i) =>
                field !== -1 && captures[field]!.name === word ? [displayWidth(textOf(row.slice(0, i)))] : [],
              );
              assert.ok(
                starts.some((start) => index === start || (index < start && index + word.length === WIDEST)),
                `${word} at ${index}, not ${starts}`,
              );
              shown.push(word);
            }
          }
        }
        assert.deepEqual(shown.sort(), captures.map(({ name }) => name).sort());
      }),
      { numRuns: 400 },
    );
  });

  test("take a few rows for a line of megabytes with one field, shown by its ends", () => {
    const line = Buffer.from(`a=${"漢字".repeat(500_000)};`);
    const rows = captureRows(line, [{ name: "a", from: 2, to: line.length - 1 }], WIDEST);
    assert.equal(rows.length, 3);
    assert.match(rows.map(({ line }) => textOf(line)).join(""), /^a=漢.*…漢?字.*;$/);
  });

  test("are in one row with the whole line if rows have no end", () => {
    const line = Buffer.from(`a=${"x".repeat(5_000)};`);
    const [row, ...others] = captureRows(line, [{ name: "a", from: 2, to: line.length - 1 }], Number.POSITIVE_INFINITY);
    assert.equal(textOf(row!.line), line.toString());
    assert.deepEqual(others, []);
  });
});

suite("why: the caret", (test) => {
  test("is below its place, in 80 columns, and nothing has an effect on the terminal", () => {
    assertProperty(
      fc.property(bytes, fc.nat(), fc.nat({ max: 20 }), (line, place, length) => {
        const from = place % (line.length + 1);
        const to = Math.min(line.length, from + length);
        const [above, below] = lineFrame(line, 7, from, to, WIDEST);
        assert.ok(!OBEYED.test(above) && !OBEYED.test(below));
        assert.ok(displayWidth(above) <= WIDEST && displayWidth(below) <= WIDEST + 1, above);
        const marked = below.indexOf("^");
        const whole = `  7 | ${shown(line, 0, line.length)}`;
        if (above !== whole) return;
        const before = `  7 | ${shown(line, 0, from)}`;
        // A character cut by a place is shown as bytes.
        if (above.startsWith(before)) assert.equal(marked, displayWidth(before));
      }),
      { numRuns: 400 },
    );
  });

  test("is in a window of a line of megabytes", () => {
    const line = Buffer.from(`${"x".repeat(3_000_000)}HERE${"y".repeat(3_000_000)}`);
    const [above, below] = lineFrame(line, 1, 3_000_000, 3_000_004, WIDEST);
    assert.match(above, /^ {2}1 \| …x+HEREy+…$/);
    assert.equal(below.indexOf("^^^^"), above.indexOf("HERE"));
  });
});

/** Replaces a single alternative by its elements, as the reader of rules does. */
function withoutGroups(elements: readonly Element[]): Element[] {
  return elements.flatMap((element): Element[] => {
    if (!("alternatives" in element)) return [element];
    const alternatives = element.alternatives.map(withoutGroups);
    return alternatives.length === 1 ? alternatives[0]! : [{ alternatives }];
  });
}

suite("why: texts in edits", (test) => {
  test("are YAML that has no effect on a terminal", () => {
    assert.equal(yamlText(' "a"\t\x1b[31m\u202e'), '" \\"a\\"\\t\\u001b[31m\\u202e"');
  });

  test("give the same elements when a rules file holds them", () => {
    assertProperty(
      fc.property(structured, (elements) => {
        const lists = elements.map((element) => `      - ${patternItem(element).replace(/^- /, "")}`).join("\n");
        const file = `rules:\n  - name: a\n    output: ""\n    pattern:\n${lists}\n`;
        const [rule] = rulesOf(file);
        if (rule === undefined) return;
        assert.deepEqual(elementsOf(rule.pattern), elementsOf(pattern(withoutGroups(elements))));
      }),
    );
  });
});

suite("why: for people", (test) => {
  const RULES = parseRules(
    Buffer.from('rules: [{ name: r, pattern: [{ text: "a=" }, { field: x }, { text: ";" }], output: "{x}" }]'),
    "rules.yaml",
  );
  const outputFor = async (line: string, hasColors: boolean, rules = RULES, width?: number): Promise<string> => {
    const written: Buffer[] = [];
    const output = new TextOutput({ write: async (bytes) => void written.push(Buffer.from(bytes)) }, hasColors, width);
    const book = rulebookOf(rules);
    const bytes = Buffer.from(line);
    const text = new WhyText(output, {
      empty: "app.log: no lines were read",
      suggesting: "normalizer suggest",
      locationOf: () => "rules.yaml:1",
    });
    text.add({ line: 1, original: bytes, why: new Why(book).explain(bytes) });
    await output.flush();
    return Buffer.concat(written).toString();
  };

  test("colours captures and carets if there are colours, and is otherwise the same", async () => {
    for (const line of ["a=1;", "a=1", "b=\x1b[31m1;"]) {
      const [plain, coloured] = [await outputFor(line, false), await outputFor(line, true)];
      assert.ok(!plain.includes("\x1b") && coloured.includes("\x1b[3"));
      assert.equal(stripAnsi(Buffer.from(coloured)).toString(), plain);
    }
    assert.ok((await outputFor("a=1;", true)).includes("a=\x1b[32m1\x1b[39m;"));
  });

  test("has the number of a line on each of its rows, and on no row of marks and names", async () => {
    const rows = (await outputFor("a=one two three four;", false, RULES, 18)).match(/.*\|.*/g);
    assert.deepEqual(rows, [
      "  1 | a=one two ",
      "    |   ~~~~~~~~",
      "    |   x",
      "  1 | three four;",
      "    | ~~~~~~~~~~",
    ]);
  });

  test("says so if it knows no edit", async () => {
    assert.match(await outputFor("a=", false), /help: make ";" optional/);
    assert.match(await outputFor("~~~", false), /\n {2}no rule resembles this line; --rule NAME shows more\n$/);
  });

  test.costly("says so if it has not examined all of a line of megabytes", async () => {
    const line = "x".repeat(2 ** 24);
    const none = /no rule resembles this line, of which only a part was examined; --rule NAME shows more\n$/;
    const some = /expected the text "!", but the rest of the line was not examined, because that would take too long\n/;
    const many = { alternatives: Array.from({ length: 900 }, (_, i) => [{ text: `a${i}` }]) };
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [[{ field: "a" }, many, { text: "!" }], none],
      ["{a}{b:word}!", some],
    ];
    for (const [pattern, expected] of someOf(cases, "lines of megabytes")) {
      const rules = JSON.stringify({ rules: [{ name: "a", pattern, output: "" }] });
      assert.match(await outputFor(line, false, parseRules(Buffer.from(rules), "rules.yaml")), expected);
    }
  });

  test("names further rules if it has help, and shows only those with some if the nearest has none", async () => {
    const near = [
      { name: "a", pattern: "job {id:number} done", output: "" },
      { name: "b", pattern: "job {id:number} failed", output: "" },
    ];
    const whole = await outputFor("job 7 donne", false, parseRules(Buffer.from(JSON.stringify({ rules: near })), "r"));
    assert.match(
      whole,
      /help: write " donne" in place of " done"\n {2}also near: rule 'b' \(rules\.yaml:1\); --rule NAME/,
    );
    assert.ok(!whole.includes("then:"));
    const long = await outputFor(
      "job 7 done, and more",
      false,
      parseRules(Buffer.from(JSON.stringify({ rules: near })), "r"),
    );
    assert.match(long, /nearest: rule 'a' .*: all its elements matched, but the line goes on\n/);
  });
});

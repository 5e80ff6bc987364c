// Compares the answers of `why` with the matcher itself: a rule must be reported to fail only where it does not match,
// and a suggested edit must make it match.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { Matcher } from "../../../src/matcher/matcher.ts";
import { type Element, elementsOf, pattern } from "../../../src/matcher/pattern.ts";
import type { Rule } from "../../../src/rules/rule.ts";
import { type Rulebook, rulebookOf } from "../../../src/run/rulebook.ts";
import { exampleOutput } from "../../../src/run/template-renderer.ts";
import { failedExamples } from "../../../src/tools/check/finding.ts";
import type { Decision } from "../../../src/tools/why/explanation.ts";
import { similarTo } from "../../../src/tools/why/similar.ts";
import { Trial } from "../../../src/tools/why/trial.ts";
import { unmatchedTemplates } from "../../../src/tools/why/unmatched-templates.ts";
import { Why } from "../../../src/tools/why/why.ts";
import { elements, lineFor, similarRules } from "../../support/arbitraries.ts";
import { parsePattern } from "../../support/parse-pattern.ts";
import { assertProperty, assertReached, shareOf, someOf } from "../../support/property.ts";
import { rulesFile, type WrittenRule } from "../../support/rules-file.ts";
import { isWhole } from "../../support/run-settings.ts";
import { structured, structuredLine } from "../../support/solver-arbitraries.ts";
import { checkGrowth, countingSuite } from "../../support/steps.ts";
import { suite } from "../../support/suite.ts";
import { damagedLines } from "../../support/why-arbitraries.ts";

function ruleOf(elements: readonly Element[], index: number): Rule {
  const template = { literals: [new Uint8Array(0)], slots: [] };
  const nothing = { followers: [], examples: [], counterexamples: [] };
  const nowhere = { span: { start: 0, end: 0 }, fieldSpans: [], written: undefined };
  return { name: `rule ${index}`, pattern: pattern(elements), template, ...nothing, ...nowhere };
}

/** A rule whose output shows all fields, once each name. */
function ruleShowingAll(elements: readonly Element[], index: number): Rule {
  const rule = ruleOf(elements, index);
  const { fields } = rule.pattern;
  const slots = [...new Set(fields)].map((name) => fields.indexOf(name));
  return { ...rule, template: { literals: [new Uint8Array(0), ...slots.map(() => new Uint8Array(0))], slots } };
}

/** The rule with the lines that it wins as its examples, and the others as lines that it must not win. */
function guardedRule(rulebook: Rulebook, rule: Rule, index: number, lines: readonly string[]): Rule {
  const span = { start: 0, end: 0 };
  const { matcher, linePatterns } = rulebook;
  const won = lines.map((text) => {
    const line = Buffer.from(text);
    if (matcher.match(line, 0, line.length) !== index) return undefined;
    return exampleOutput(linePatterns[index]!, line, [...matcher.bounds]);
  });
  return {
    ...rule,
    examples: lines.flatMap((line, i) =>
      won[i] === undefined ? [] : [{ line, output: won[i], fields: new Map(), span }],
    ),
    counterexamples: lines.flatMap((line, i) => (won[i] === undefined ? [{ line, span }] : [])),
  };
}

function failedOf(rules: readonly Rule[]) {
  return failedExamples(
    rulebookOf(rules),
    rules.map(({ name }, i) => ({ name, line: i })),
  );
}

function whyOf(rules: readonly (readonly Element[])[]): Why {
  return new Why(rulebookOf(rules.map(ruleOf)));
}

function matches(elements: readonly Element[], line: Buffer): boolean {
  return new Matcher([pattern(elements)]).match(line, 0, line.length) === 0;
}

const withLine = (rules: fc.Arbitrary<Element[][]>, line: (rules: Element[][]) => fc.Arbitrary<string>) =>
  rules.chain((rules) => fc.tuple(fc.constant(rules), line(rules)));

/** Rules, and lines that some of them match or nearly match. */
const plain = withLine(fc.oneof(fc.array(elements, { minLength: 1, maxLength: 4 }), similarRules), lineFor);
const typed = withLine(fc.array(structured, { minLength: 1, maxLength: 4 }), structuredLine);
const slips = withLine(fc.array(fc.oneof(elements, structured), { minLength: 1, maxLength: 3 }), damagedLines);

suite("why: laws", (test) => {
  test("an attempt reaches the end of exactly those lines that the pattern matches", () => {
    assertProperty(
      fc.property(fc.oneof(plain, typed, slips), ([rules, text]) => {
        const line = Buffer.from(text);
        for (const one of rules) {
          const made = elementsOf(pattern(one));
          const mismatch = new Trial(line).mismatch(made);
          assert.equal(mismatch === undefined, matches(one, line), JSON.stringify(one));
        }
      }),
      { numRuns: 300 },
    );
  });

  test("the elements of a pattern give the same pattern again", () => {
    assertProperty(
      fc.property(fc.oneof(elements, structured), (written) => {
        const made = pattern(written);
        const again = pattern(elementsOf(made));
        assert.deepEqual(again, made);
      }),
    );
  });

  test("a suggested edit makes the line match, and the rule still does not match every line", () => {
    let [suggested, missing] = [0, 0];
    assertProperty(
      fc.property(fc.oneof(plain, typed, slips), ([rules, text]) => {
        const line = Buffer.from(text);
        const answer = whyOf(rules).explain(line);
        if (answer.nearest === undefined) return;
        for (const { linePattern, fix } of answer.nearest) {
          if (fix === undefined) {
            missing++;
            continue;
          }
          suggested++;
          assert.ok(matches(fix.elements, line), JSON.stringify(fix));
          assert.ok(fix.edits.length >= 1 && fix.edits.length <= 2);
          let made: Element[] = elementsOf(pattern(rules[linePattern]!));
          for (const { index, removed, inserted } of fix.edits) made = made.toSpliced(index, removed, ...inserted);
          assert.deepEqual(made, fix.elements);
        }
      }),
      { numRuns: 300 },
    );
    if (isWhole) assert.ok(suggested > missing, `${suggested} edits were suggested, ${missing} were not`);
  });

  test("no edit removes a field that the output shows", () => {
    assertProperty(
      fc.property(fc.oneof(plain, typed, slips), ([rules, text]) => {
        const line = Buffer.from(text);
        const shown = rules.map(ruleShowingAll);
        const answer = new Why(rulebookOf(shown)).explain(line);
        if (answer.nearest === undefined) return;
        for (const { linePattern, fix } of answer.nearest) {
          if (fix === undefined) continue;
          const { fields } = pattern(fix.elements);
          for (const name of shown[linePattern]!.pattern.fields) assert.ok(fields.includes(name), name);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("no edit makes a rule fail its examples, as check sees them", () => {
    let suggested = 0;
    const withExamples = fc.oneof(plain, typed, slips).chain(([rules, text]) => {
      const lines = fc.array(fc.oneof(lineFor(rules), structuredLine(rules)), { minLength: 1, maxLength: 4 });
      return fc.tuple(fc.constant(rules), fc.constant(text), lines);
    });
    assertProperty(
      fc.property(withExamples, ([rules, text, lines]) => {
        const made = rules.map(ruleShowingAll);
        const guarded = made.map((rule, i) => guardedRule(rulebookOf(made), rule, i, lines));
        assert.deepEqual(failedOf(guarded), []);
        const line = Buffer.from(text);
        const answer = new Why(rulebookOf(guarded)).explain(line);
        if (answer.nearest === undefined) return;
        for (const { linePattern, fix } of answer.nearest) {
          if (fix === undefined) continue;
          suggested++;
          const changed = { ...guarded[linePattern]!, pattern: pattern(fix.elements) };
          const slots = made[linePattern]!.template.slots.map((slot) =>
            changed.pattern.fields.indexOf(made[linePattern]!.pattern.fields[slot]!),
          );
          const rewritten = { ...changed, template: { ...changed.template, slots } };
          const failed = failedOf(guarded.with(linePattern, rewritten)).filter(({ rule }) => rule === linePattern);
          assert.deepEqual(failed, [], JSON.stringify(fix));
        }
      }),
      { numRuns: 300 },
    );
    assertReached(suggested, 0, "edits");
  });

  test("all positions are in the line, and the nearest rules come first", () => {
    assertProperty(
      fc.property(fc.oneof(plain, typed, slips), ([rules, text]) => {
        const line = Buffer.from(text);
        const answer = whyOf(rules).explain(line);
        const won = rules.some((rule) => matches(rule, line));
        assert.equal(answer.nearest !== undefined, !won);
        if (answer.nearest === undefined) return;
        assert.ok(answer.nearest.length >= 1 && answer.nearest.length <= 3);
        for (const { from, to, matched, total, expected } of answer.nearest) {
          assert.ok(from >= 0 && from <= to && to <= line.length, `${from} to ${to} of ${line.length}`);
          assert.ok(matched >= 0 && matched <= total);
          assert.ok(expected.length > 0 && expected.every((text) => text !== ""));
        }
      }),
      { numRuns: 250 },
    );
  });

  test("the winner and the losers are those that match, in order of precedence, each with a comparison that holds", () => {
    assertProperty(
      fc.property(fc.oneof(plain, typed), ([rules, text]) => {
        const line = Buffer.from(text);
        const answer = whyOf(rules).explain(line);
        if (answer.nearest !== undefined) return;
        const { linePattern: first, lost, captures } = answer.won!;
        const kinds = [first, ...lost.map(({ linePattern: kind }) => kind)];
        const all = rules.flatMap((rule, i) => (matches(rule, line) ? [i] : []));
        assert.deepEqual([...kinds].sort(), [...all].sort());
        for (const { linePattern: kind, decision } of lost) {
          const { by, winner, loser } = decision;
          const [less, more] = WINNER_HAS[by] === "more" ? [loser, winner] : [winner, loser];
          assert.ok(less < more, JSON.stringify(decision));
          if (by === "order") assert.ok(first < kind);
        }
        for (const { from, to } of captures) assert.ok(from >= 0 && from <= to && to <= line.length);
      }),
      { numRuns: 250 },
    );
  });
});

/** Whether the winner has more of what decided. Of rules that only their order tells apart, it has the lower number. */
const WINNER_HAS: Readonly<Record<Decision["by"], "more" | "less">> = {
  "literal bytes": "more",
  "fields of any text": "less",
  "catch-all": "less",
  order: "less",
  sequence: "less",
};

suite("why: a rule that is asked about", (test) => {
  test("wins, loses or does not match, and would win with the edits unless it says that it would lose", () => {
    let [edited, losing] = [0, 0];
    assertProperty(
      fc.property(fc.oneof(plain, slips), ([rules, text]) => {
        const line = Buffer.from(text);
        const asked = rules.map((_, i) => i);
        const { won, asked: verdicts = [] } = whyOf(rules).explainRules(line, asked);
        const winner = won?.linePattern;
        assert.equal(winner ?? -1, new Matcher(rules.map(pattern)).match(line, 0, line.length));
        assert.equal(verdicts.length, rules.length);
        for (const [i, one] of verdicts.entries()) {
          assert.equal(one.linePattern, i);
          assert.equal(one.verdict === "mismatch", !matches(rules[i]!, line));
          assert.equal(one.verdict === "won", winner === i);
          if (one.verdict !== "mismatch" || one.fix === undefined) continue;
          const changed = rules.with(i, [...one.fix.elements]);
          const wins = new Matcher(changed.map(pattern)).match(line, 0, line.length) === i;
          assert.equal(one.losesThen === undefined, wins, JSON.stringify([changed, text]));
          edited++;
          if (!wins) losing++;
        }
      }),
      { numRuns: 250 },
    );
    assertReached(edited, 0, "edits");
    assertReached(losing, 0, "edits that lose");
  });
});

suite("why: by the library", (test) => {
  const rules: WrittenRule[] = [
    { name: "any", pattern: [{ text: "job " }, { field: "what" }], output: "{what}" },
    { name: "done", pattern: [{ text: "job " }, { field: "job" }, { text: " done" }], output: "{job}" },
  ];

  test("explains a line that rules match", async () => {
    const answer = await new Processor({ rulesPath: rulesFile(rules) }).why("job 7 done");
    assert.deepEqual(answer, {
      rule: "done",
      fields: { job: "7" },
      captures: [{ name: "job", value: "7", from: 4, to: 5 }],
      lost: [{ rule: "any", decision: { by: "literal bytes", winner: 9, loser: 4 } }],
    });
  });

  test("gives positions and values in text or bytes, like the line", async () => {
    const processor = new Processor({ rulesPath: rulesFile(rules) });
    const spans = async (line: string | Uint8Array) => {
      const answer = await processor.why(line);
      return "captures" in answer ? answer.captures : answer.nearest.map(({ from, to }) => ({ from, to }));
    };
    assert.deepEqual(await spans("job 😀é done"), [{ name: "job", value: "😀é", from: 4, to: 7 }]);
    const [capture] = await spans(Buffer.from("job 😀é done"));
    assert.deepEqual(capture, { name: "job", value: new Uint8Array(Buffer.from("😀é")), from: 4, to: 10 });
  });

  test("explains a line by itself, without a line before it", async () => {
    const follower = { pattern: [{ text: "  " }, { field: "more" }] };
    const led = [{ ...rules[1]!, sequence: { followers: [follower] } }];
    const processor = new Processor({ rulesPath: rulesFile(led) });
    assert.equal((await processor.why("job 7 done")).rule, "done");
    assert.equal((await processor.why("  and on")).rule, undefined);
  });

  test("explains a line that no rule matches, as text and as bytes", async () => {
    const processor = new Processor({ rulesPath: rulesFile(rules.slice(1)) });
    const near = {
      rule: "done",
      ...{ matched: 1, total: 3, from: 5, to: 10 },
      expected: ['the text " done" at the end of the line'],
      edits: ['write " gone" in place of " done"'],
    };
    assert.deepEqual(await processor.why("job 7 gone"), { rule: undefined, nearest: [near] });
    assert.deepEqual(await processor.why(Buffer.from("job 7 gone")), { rule: undefined, nearest: [near] });
  });
});

suite("why: places that resemble a text", (test) => {
  const similar = (text: string, line: string, from = 0, isFixed = false, endsLine = false) => {
    const [best] = similarTo(Buffer.from(text), Buffer.from(line), { from, isFixed, endsLine });
    return best && [line.slice(best.from, best.to), best.distance];
  };

  test("are found with a mistake anywhere", () => {
    assert.deepEqual(similar(" took ", "GET /a tok 5ms"), [" tok ", 1]);
    assert.deepEqual(similar("Response: ", "a | Respones: 200"), ["Respones: ", 2]);
  });
  test("begin where they must", () => {
    assert.equal(similar("took ", "(1) /a tok 5ms", 0, true), undefined);
    assert.deepEqual(similar("took ", "tok 5ms", 0, true), ["tok ", 1]);
  });
  test("end with the line if the text closes it", () => {
    assert.deepEqual(similar(" done", " done, dome", 0, false, true), [" dome", 1]);
  });
  test("are none if less than half of the text is there", () => {
    assert.equal(similar("took ", "xxxxx yyyy"), undefined);
    assert.equal(similar(" ", "x"), undefined);
  });
});

suite("why: the nearest rule and its edit", (test) => {
  const head: readonly Element[] = [
    { text: "[" },
    { field: "timestamp" },
    { text: "] [" },
    { field: "level", type: { values: ["notice", "error"] } },
  ];
  const rules: Record<string, readonly Element[]> = {
    child: [...head, { text: "] Can't find child " }, { field: "pid" }, { text: " in scoreboard" }],
    init: [...head, { text: "] mod_jk child init " }, { field: "code" }],
    worker: [...head, { text: "] mod_jk child worker in error state " }, { field: "state" }],
    get: [
      { field: "timestamp" },
      { text: " [REQUEST] GET " },
      { field: "path" },
      { text: " | Response: " },
      { field: "n" },
    ],
    took: [
      { field: "timestamp" },
      { text: " GET " },
      { field: "path" },
      { text: " took " },
      { field: "n", type: { typeName: "number" } },
    ],
    ssh: [{ field: "host", type: { typeName: "word" } }, { text: " sshd[" }, { field: "pid" }, { text: "]: closed" }],
  };
  const names = Object.keys(rules);
  const suggestionFor = (line: string): string => {
    const bytes = Buffer.from(line);
    const answer = whyOf(Object.values(rules)).explain(bytes);
    assert.ok(answer.nearest, "a rule matches");
    const [{ linePattern, fix }] = answer.nearest as [(typeof answer.nearest)[0]];
    return `${names[linePattern]}: ${fix?.edits.map(({ describe }) => describe()).join("; and ")}`;
  };
  const at = "[Sun Dec 04 04:47:44 2005]";

  for (const [what, line, expected] of [
    [
      "a misspelt value, if all lines begin alike",
      `${at} [eror] mod_jk child worker in error state 6`,
      'worker: add "eror" to the values of the field "level"',
    ],
    ["another bracket instead", `${at} {error] mod_jk child init 1`, 'init: write "] {" in place of "] ["'],
    ["something before the line", `web1: ${at} [error] mod_jk child init 1`, 'init: add "{start}" at the beginning'],
    [
      "a word in another case, rather than the word of another rule",
      `${at} [error] Mod_jk child init 1`,
      'init: write "] Mod_jk child init " in place of "] mod_jk child init "',
    ],
    [
      "a different whole word",
      "10:00:01 [REQUEST] PATCH /a | Response: 200",
      'get: write " [REQUEST] PATCH " in place of " [REQUEST] GET "',
    ],
    [
      "a different word between the same punctuation",
      "10:00:01 [REQUEST] GET /a | Status: 200",
      'get: write " | Status: " in place of " | Response: "',
    ],
    [
      "a missing blank before punctuation, where the value stays whole",
      "10:00:01 [REQUEST] GET /a9| Response: 200",
      'get: write "| Response: " in place of " | Response: "',
    ],
    ["a forgotten end", "10:00:01 GET /a took 12 ms", 'took: add " ms" at the end'],
    ["a text that a type has captured too", "websshd[7]: closed", 'ssh: write "sshd[" in place of " sshd["'],
    [
      "an edit that would remove most of a rule, which is not suggested",
      `${at} [error] nothing like these`,
      "init: undefined",
    ],
  ] as const) {
    test(`are right for ${what}`, () => assert.equal(suggestionFor(line), expected));
  }

  test("keep the rule's examples", () => {
    const found = (rule: string, line: string, examples: readonly string[], others: readonly string[] = []) => {
      const span = { start: 0, end: 0 };
      const made: Rule = {
        ...ruleShowingAll(parsePattern(rule), 0),
        examples: examples.map((line) => ({ line, output: undefined, fields: new Map(), span })),
        counterexamples: others.map((line) => ({ line, span })),
      };
      const answer = new Why(rulebookOf([made])).explain(Buffer.from(line));
      assert.ok(answer.nearest, "the rule matches");
      return answer.nearest[0]!.fix?.edits.map(({ describe }) => describe()).join("; and ");
    };
    const [took, tok] = ["<GET >path< took >ms<ms>", "GET /a tok 3ms"];
    assert.equal(found(took, tok, []), 'write " tok " in place of " took "');
    assert.equal(
      found(took, tok, ["GET /a took 3ms"]),
      'put the list item - { alternatives: [" took ", " tok "] } in place of " took "',
    );
    // An example that fails already is nothing that an edit could lose.
    assert.equal(found(took, tok, ["GET /a toook 3ms"]), found(took, tok, []));
    const done = "<job >id:number< done>";
    assert.equal(found(done, "job 7 done ok", []), 'add " ok" at the end');
    assert.equal(found(done, "job 7 done ok", ["job 7 done"]), 'add the list item - { optional: " ok" } at the end');
    const typed = 'give the field "id" the type float in place of number';
    assert.equal(found(done, "job 7.5 done", ["job 7 done"]), typed);
    assert.notEqual(found(done, "job 7.5 done", ["job 7 done"], ["job 1.5 done"]), typed);
  });

  test("are at most two for a line", () => {
    const editsFor = (rule: readonly Element[], line: string): number | undefined => {
      const answer = whyOf([rule]).explain(Buffer.from(line));
      assert.ok(answer.nearest, "the rule matches");
      return answer.nearest[0]!.fix?.edits.length;
    };
    const texts = ["a", "b", "c"].flatMap((name) => [{ field: name }, { text: ` number ${name}; ` }]);
    assert.equal(editsFor(texts, "1 number a; 2 number b;3 number c; "), 1);
    assert.equal(editsFor(texts, "1 number a;2 number b;3 number c; "), 2);
    // A third one would cost as little as the others.
    const took = parsePattern("<took >a< ms from >b< to >c< in all>");
    assert.equal(editsFor(took, "took 1 ms from 2 To 3 In all"), 2);
    assert.equal(editsFor(took, "Took 1 ms from 2 To 3 In all"), 2);
    // No edit costs less than another value.
    const values = texts.map((part) => ("field" in part ? { ...part, type: { values: ["yes", "no"] } } : part));
    assert.equal(editsFor(values, "yes number a; yes number b; maybe number c; "), 1);
    assert.equal(editsFor(values, "maybe number a; maybe number b; maybe number c; "), undefined);
  });

  test("are described in a few words, even for very long values and texts", () => {
    const long = "x".repeat(100_000);
    const bytes = Buffer.from(`${long} = 1`);
    const of: readonly Element[] = [{ field: "a", type: { values: ["a", long.slice(1)] } }, { text: ` = ${long}` }];
    const answer = whyOf([of]).explain(bytes);
    assert.ok(answer.nearest);
    assert.ok(
      JSON.stringify(answer.nearest.map(({ expected, fix }) => [expected, fix?.edits.map((e) => e.describe())]))
        .length < 2000,
    );
  });

  test("name only a few of many expected alternatives", () => {
    const bytes = Buffer.from("job 7");
    const of: Element[] = [
      { text: "job " },
      { alternatives: Array.from({ length: 900 }, (_, i) => [{ text: `a${i}` }]) },
    ];
    const answer = whyOf([of]).explain(bytes);
    assert.ok(answer.nearest);
    assert.deepEqual(answer.nearest[0]!.expected.slice(5), ['the text "a5"', "one of 894 others"]);
  });
});

/** Lines with many places, ends and partial matches. */
const HOSTILE: readonly (readonly [string, readonly Element[], (length: number) => string])[] = [
  [
    "a text that nearly matches everywhere",
    [{ field: "x" }, { text: `${"a".repeat(40)}b` }, { field: "y" }],
    (n) => "a".repeat(n),
  ],
  [
    "words that end everywhere",
    [
      { field: "x" },
      { field: "v", type: { typeName: "word" } },
      { field: "w", type: { typeName: "word" } },
      { text: "!" },
    ],
    (n) => "ab".repeat(n / 2),
  ],
  [
    "alternatives at every place",
    [
      { field: "x" },
      { alternatives: [[{ text: "a" }, { field: "h", type: { typeName: "hex" } }], [{ text: "aa" }], []] },
      { text: "!" },
    ],
    (n) => "a".repeat(n),
  ],
  [
    "brackets that are never closed",
    [{ field: "x" }, { field: "j", type: { typeName: "json" } }, { text: "!" }],
    (n) => "[".repeat(n),
  ],
  [
    "blanks",
    [{ field: "timestamp" }, { text: " " }, { field: "x" }, { text: " : " }, { field: "y" }],
    (n) => " ".repeat(n),
  ],
];

/**
 * What takes longest: far more than may be spent on one line. When there is no time for other edits, the one is left
 * that nearly always helps.
 */
const BOUNDLESS: readonly (readonly [string, readonly (readonly Element[])[], string, edit?: string])[] = [
  [
    "typed rules and a megabyte",
    ["word", "hex", "float", "json"].map((typeName) => [
      { field: "x" },
      ...["word", typeName, "hex"].map((typeName, i) => ({ field: `f${i}`, type: { typeName } })),
      { text: "!" },
    ]),
    "a".repeat(1_000_000),
    'put "{rest}" in place of "!" and all that follows it',
  ],
  [
    "alternatives in alternatives",
    [
      [
        { field: "x" },
        {
          alternatives: Array.from({ length: 20 }, (_, i) => [
            { text: "a".repeat(i + 1) },
            { alternatives: [[{ text: "b" }], [{ field: `w${i}`, type: { typeName: "word" } }]] },
          ]),
        },
        { text: "!" },
      ],
    ],
    "a".repeat(shareOf(20_000)),
  ],
  [
    "hundreds of alternatives",
    [[{ field: "x" }, { alternatives: Array.from({ length: 900 }, (_, i) => [{ text: `az${i}` }]) }, { text: "!" }]],
    "a".repeat(100),
  ],
];

const optional = (...elements: Element[]): Element => ({ alternatives: [elements, []] });
const typedAs = (typeName: string): Element => ({ field: typeName, type: { typeName } as never });
const repeated = (count: number, ...elements: Element[]): Element[] =>
  Array.from({ length: count }, () => elements).flat();

/**
 * Patterns that end with a text that is missing, and what their lines repeat. Each element may end nearly everywhere.
 */
const COSTLY: readonly (readonly [what: string, elements: readonly Element[], text: string])[] = [
  ["optional letters", [{ text: "!?" }, ...repeated(500, optional({ text: "a" })), { text: "!" }], "a"],
  ["optional letters after any text", [{ field: "x" }, ...repeated(500, optional({ text: "a" })), { text: "!" }], "a"],
  [
    "optional fields of any text",
    [{ text: "!?" }, ...repeated(300, optional({ field: "y" }, { text: "a" })), { text: "!" }],
    "a",
  ],
  ["optional numbers", [{ field: "x" }, ...repeated(300, optional(typedAs("number"))), { text: "!" }], "1"],
  [
    "optional words",
    [{ field: "x" }, ...repeated(300, optional(typedAs("word"), { text: " " })), { text: "!" }],
    "ab ",
  ],
  ["addresses", [{ field: "x" }, ...repeated(20, typedAs("ip")), { text: "!" }], "1::"],
  ["strings", [{ field: "x" }, ...repeated(50, typedAs("quoted"), { field: "y" }), { text: "!" }], '"\\'],
  [
    "values that begin each other",
    [
      { field: "x" },
      ...repeated(20, {
        field: "v",
        type: { values: Array.from({ length: 200 }, (_, i) => "a".repeat(i + 1)) },
      }),
      { text: "!" },
    ],
    "a",
  ],
  [
    "alternatives that resemble the line",
    [
      { text: "!?" },
      { field: "x" },
      {
        alternatives: Array.from({ length: 900 }, (_, i) => [
          { text: `${"a long text, almost as in the line ".repeat(5)}${i}` },
        ]),
      },
      { text: "!" },
    ],
    "a long text, almost as if the line ",
  ],
];

suite("why: lines that share a budget", (test) => {
  const rules: readonly (readonly Element[])[] = [[{ text: "job " }, { field: "n", type: { typeName: "number" } }]];
  const text = ["job x", "other", "job x", "jib 7"].join("\n");
  const log = {
    ...{ name: "app.log", path: undefined, open: () => Readable.from([Buffer.from(text)]) },
    failure: (error: unknown) => error,
  };
  const templatesWithin = (places: number) =>
    unmatchedTemplates(rulebookOf(rules.map(ruleOf)), log, { signal: new AbortController().signal }, places);

  test("are explained as if each had its own, if that suffices", async () => {
    const { explained, skipped } = await templatesWithin(1_000_000);
    assert.deepEqual(skipped, []);
    assert.deepEqual(
      explained.map(({ line, count }) => [line, count]),
      [
        [1, 2],
        [2, 1],
        [4, 1],
      ],
    );
    for (const { original, why } of explained)
      assert.equal(JSON.stringify(why), JSON.stringify(whyOf(rules).explain(original)));
  });

  test("are explained in their order until it is spent, and the others are named", async () => {
    const { explained, skipped, templates } = await templatesWithin(1);
    assert.deepEqual([explained.map(({ line }) => line), skipped.map(({ line }) => line), templates], [[1], [2, 4], 3]);
  });
});

suite("why: hostile lines", (test) => {
  for (const [what, rules, text, expected] of someOf(BOUNDLESS, "lines without a bound")) {
    // Without a bound this would take hours.
    test(`are given up in time: ${what}`, () => {
      const line = Buffer.from(text);
      const answer = whyOf(rules).explain(line);
      assert.ok(answer.nearest && answer.nearest.length > 0);
      if (expected === undefined) return;
      assert.deepEqual(
        answer.nearest[0]!.fix?.edits.map(({ describe }) => describe()),
        [expected],
      );
    });
  }
});

type Explaining = Pick<typeof import("../../../src/tools/why/why.ts"), "Why"> &
  Pick<typeof import("../../../src/run/rulebook.ts"), "rulebookOf">;
const EXPLAINING = { "tools/why/why.ts": "Why", "run/rulebook.ts": "rulebookOf" };

countingSuite<Explaining>("steps of why", EXPLAINING, (check, modules) => {
  for (const [what, elements, lineOf] of HOSTILE) {
    check(`grow linearly with the line for ${what}`, () => {
      const { Why, rulebookOf, during } = modules();
      const why = new Why(rulebookOf([ruleOf(elements, 0)]));
      const stepsOf = (length: number): number => {
        const line = Buffer.from(lineOf(length));
        return during(() => void why.explain(line));
      };
      stepsOf(100);
      const size = shareOf(1_000);
      checkGrowth(what, stepsOf(size), stepsOf(2 * size));
    });
  }

  // A small budget, so that counting takes no minutes. These lines would take hundreds of times as much.
  const BUDGET = shareOf(100_000);
  const LENGTH = shareOf(20_000);
  /** What has begun may go on to twice the budget, and last resorts may take as much as the budget. */
  const METERED = 3 * BUDGET;
  /** How many characters of code may run in a step of the budget. */
  const STEPS_FOR_METERED = 1_000;

  for (const [what, elements, text] of COSTLY) {
    check(`stay within the budget for ${what}`, () => {
      const { Why, rulebookOf, during } = modules();
      const rulebook = rulebookOf([ruleOf(elements, 0)]);
      const why = new Why(rulebook, BUDGET);
      const line = Buffer.from(`!?${text.repeat(LENGTH / text.length)}`);
      why.explain(line.subarray(0, 100));
      const matching = during(() => void rulebook.matcher.match(line, 0, line.length));
      const explaining = during(() => void why.explain(line));
      const bound = matching + STEPS_FOR_METERED * METERED;
      assert.ok(explaining <= bound, `${what}: ${explaining} steps, at most ${bound}, ${matching} of them to match`);
    });
  }
});

// What people see of claims fits a screen, and shows nothing of logs that a terminal would interpret.
import assert from "node:assert/strict";
import { displayWidth } from "../../../src/text/messages/columns.ts";
import { StringLayout } from "../../../src/text/messages/text-layout.ts";
import { CHANGES, type Claim } from "../../../src/tools/claims/claim.ts";
import {
  type ClaimsReport,
  claimInWords,
  confidenceInWords,
  writeClaimsMarkdown,
  writeClaimsText,
} from "../../../src/tools/claims/claims-text.ts";
import { suite } from "../../support/suite.ts";

const LINES = { old: { count: 1, total: 1000 }, new: { count: 20, total: 1000 }, unit: "lines" };
const REQUESTS = { old: { count: 0, total: 50 }, new: { count: 2, total: 50 }, unit: "requests" };
const SECONDS = { old: { median: 0.012, p95: 0.04, p99: 0.05 }, new: { median: 0.015, p95: 0.06, p99: 0.0601 } };
const claim = (facts: Partial<Claim>): Claim => ({
  ...{ change: "new", rule: "request", confidence: 0.99, weight: 1, ...LINES },
  ...facts,
});

suite("a claim in words", (test) => {
  const rows: readonly (readonly [facts: Partial<Claim>, words: string])[] = [
    [{}, "1 20 request, 0.1 → 2%"],
    [{ rule: undefined, shape: "<n> of\t<n>" }, "1 20 '<n> of\\t<n>', 0.1 → 2%"],
    [{ ruleFile: "a.yaml" }, "1 20 request (a.yaml), 0.1 → 2%"],
    [{ change: "share", field: "status", value: "500" }, "1 20 status of request: 500, 0.1 → 2%"],
    [{ change: "gone_value", field: "user", value: "" }, "1 20 user of request: (nothing), 0.1 → 2%"],
    [
      { change: "new_variant", rule: "retry", from: "reserve", to: "pay", ...REQUESTS },
      "0 2 retry between reserve and pay, 0 → 4% of requests",
    ],
    [{ change: "more", from: "reserve", ...REQUESTS }, "0 2 request after reserve, 0 → 4% of requests"],
    [
      { change: "slower", rule: "pay", from: "reserve", to: "pay", unit: "s", ...SECONDS },
      "12 ms 15 ms from reserve to pay, median (p95 40 → 60 ms)",
    ],
    [
      {
        change: "slower",
        field: "took",
        unit: "ms",
        old: { median: 3, p95: 40, p99: 50 },
        new: { median: 3, p95: 90, p99: 2000 },
      },
      "40 ms 90 ms took of request, p95 (median 3 → 3 ms, p99 50 → 2000 ms)",
    ],
    [
      {
        change: "larger",
        field: "size",
        unit: "",
        old: { median: -3, p95: 1234567, p99: 2e6 },
        new: { median: 9, p95: 2e6, p99: 2e6 },
      },
      "-3 9 size of request, median (p95 1230000 → 2000000)",
    ],
    [{ old: { count: 999_999, total: 1_000_000 }, new: { count: 5, total: 5 } }, "999999 5 request, 99.9 → 100%"],
    [{ old: { count: 1, total: 100_000_000 }, new: { count: 0, total: 0 } }, "1 0 request, <0.0001 → 0%"],
  ];
  for (const [facts, expected] of rows) {
    test(expected, () => {
      const { old, new: next, what, byHowMuch } = claimInWords(claim(facts));
      assert.equal(`${old} ${next} ${what}${byHowMuch}`, expected);
    });
  }

  test("is never certain", () => {
    assert.deepEqual([1, 0.9999, 0.99899, 0.95, 0.4].map(confidenceInWords), [
      ">99.9%",
      ">99.9%",
      "99.8%",
      "95.0%",
      "40.0%",
    ]);
  });
});

const HOSTILE = "\x1b[2J\u202ename ".repeat(30);

function reportOf(count: number, name: string, rare: number): ClaimsReport {
  const claims = Array.from({ length: count }, (_, i) =>
    claim({
      change: CHANGES[i % CHANGES.length]!,
      rule: `${i} ${name}`,
      field: name,
      value: `${i}`,
      example: { side: "new", index: i },
    }),
  );
  const tooRare = Array.from({ length: rare }, (_, i) =>
    claim({ rule: `rare ${i}`, example: { side: "new", index: 1000 + i } }),
  );
  const log = { name: "a.log", lines: 9, unmatched: 1, perMinute: 3 };
  return {
    ...{ claims, questions: 90, tooRare: { old: [], new: tooRare }, compared: { events: 200, fields: 300 }, notes: [] },
    ...{ old: log, new: log, hasRules: true, masked: undefined, failing: undefined, accepted: undefined },
    lineOf: ({ index }) => ({ place: `line ${index}`, file: "a.log", line: index, original: Buffer.from(HOSTILE) }),
  };
}

function rowsOf(report: ClaimsReport, width: number | undefined): string[] {
  const layout = new StringLayout({ hasColors: false, width });
  writeClaimsText(layout, report);
  return layout.toString().split("\n").slice(0, -1);
}

suite("the screen of claims", (test) => {
  for (const width of [40, 80, 140]) {
    for (const [count, rare] of [
      [0, 0],
      [3, 1],
      [8, 0],
      [60, 40],
      [0, 40],
    ] as const) {
      test(`has at most 25 rows of ${width} columns, with ${count} claims and ${rare} rare events`, () => {
        const rows = rowsOf(reportOf(count, HOSTILE, rare), width);
        if (width >= 80) assert.ok(rows.length <= 25, `${rows.length} rows`);
        for (const row of rows) {
          assert.ok(displayWidth(row) <= width, row);
          assert.doesNotMatch(row, /[\p{Cc}\p{Cf}]/u);
        }
        assert.equal(
          rows.some((row) => row.startsWith("… ")),
          count > 8,
        );
      });
    }
  }

  test("shows several values of a field that changed alike in one row", () => {
    const report = reportOf(0, "a", 0);
    const claims = ["1", "2", "3"].map((value) => claim({ change: "new_value", field: "a", value }));
    const other = claim({ change: "gone_value", field: "a", value: "4" });
    const rows = rowsOf({ ...report, claims: [...claims, other] }, 80);
    const shown = rows.filter((row) => row.includes("_value "));
    assert.deepEqual(
      shown.map((row) => row.slice(row.indexOf(" a of"))),
      [" a of request: 1, 0.1 → 2% (+2 more)", " a of request: 4, 0.1 → 2%"],
    );
  });

  test("is whole in a pipe", () => {
    const text = rowsOf(reportOf(60, "field", 3), undefined).join("\n");
    for (let i = 0; i < 60; i++) assert.ok(text.includes(`field of ${i} field: ${i}, 0.1 → 2%`));
  });

  test("counts what did not change, without rules that changed twice and rare ones", () => {
    const report = reportOf(2, "a", 3);
    const both = {
      ...report,
      claims: [claim({}), claim({ change: "share", field: "b" })],
    };
    assert.equal(
      rowsOf(both, undefined).at(-1),
      "196 of 200 rules and shapes and 299 of 300 fields did not change; too rare to tell: 3 only in NEW; 90 questions asked",
    );
  });
});

suite("claims as Markdown", (test) => {
  test("fit a comment, in a fence that nothing ends", () => {
    const layout = new StringLayout();
    writeClaimsMarkdown(layout, reportOf(2000, `\`\`\`\` ${"x".repeat(300)}`, 0));
    const text = layout.toString();
    assert.ok(text.length <= 65_536 && text.length > 40_000, `${text.length}`);
    const fence = text.split("\n").filter((row) => /^`{5,}/.test(row));
    assert.deepEqual(fence, ["`````text", "`````"]);
  });
});

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { CleanLine } from "../../src/text/shapes/clean-line.ts";
import { assertProperty, shareOf, someOf } from "../support/property.ts";
import { checkGrowth, countingSuite } from "../support/steps.ts";
import { suite } from "../support/suite.ts";

const PAGE = readFileSync(new URL("../../docs/reference/shapes.md", import.meta.url), "utf8");

/** What stands in the table for bytes that a page does not show. */
const written = (text: string): string =>
  text.replaceAll("\\|", "|").replaceAll("␛", "\x1b").replaceAll("⇥", "\t").replaceAll("·", " ");

/** The rows of the table that defines shapes: lines and what becomes of them. */
const ROWS = [...PAGE.matchAll(/^\| `(.*?)` \| `(.*?)` \|/gm)]
  .slice([...PAGE.slice(0, PAGE.indexOf("## Table")).matchAll(/^\| `(.*?)` \| `(.*?)` \|/gm)].length)
  .map(([, line, shape]) => [written(line!), written(shape!)] as const);

const clean = new CleanLine();

/** The shape of bytes that stand between other bytes, which must not matter. */
function shapeOf(line: Uint8Array): Buffer {
  const around = Buffer.from("0a:1\x1b[");
  const source = Buffer.concat([around, line, around]);
  clean.read(source, around.length, source.length - around.length);
  return Buffer.from(clean.shape.bytes.subarray(0, clean.shape.length));
}

const shapeOfText = (text: string): string => shapeOf(Buffer.from(text, "latin1")).toString("latin1");

/** What shapes replace, and what nearly is. */
const PIECES = [
  ..."0127afxeETMms:.-+_ <>,/%#=(\xe9",
  ..."ms,MB,kib,sec, s,e5,E-3,0x,1a,2b,3c,deadbe1,1h,2m,123e4567-e89b-12d3-a456-426614174000,aB3dE6,<id>,----,.....".split(
    ",",
  ),
  ..."/tmp/,/var/folders/,10:00:02,2025-05-04,T10:00:02Z,conn12,v1.2.3,( 12,web | ,\t,\xc2\xb5s".split(","),
];
const texts = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(""));

suite("shapes", (test) => {
  test("are defined by a table with rows for all kinds", () => {
    assert.ok(ROWS.length > 50);
    for (const kind of ["<time>", "<id>", "<duration>", "<size>", "<tmp>", "#"])
      assert.ok(ROWS.some(([line, shape]) => shape.includes(kind) && !line.includes(kind)));
  });

  for (const [line, shape] of ROWS) {
    test(`make ${JSON.stringify(shape)} of ${JSON.stringify(line)}`, () => {
      assert.equal(shapeOf(Buffer.from(line)).toString(), shape);
    });
  }

  test("cut byte order marks before and behind the columns of CI", () => {
    const line = "2025-05-04T10:00:02.4170000Z started";
    for (const before of ["\ufeff", "\ufeffjob\tstep\t", "job\tstep\t\ufeff"])
      assert.equal(shapeOf(Buffer.from(before + line)).toString(), "started");
    assert.equal(shapeOf(Buffer.from("\ufeffstarted")).toString(), "started");
    assert.equal(shapeOf(Buffer.from("job\tstep\t\ufeffstarted")).toString(), "job step \ufeffstarted");
  });

  test("keep bytes that are not UTF-8", () => {
    assert.deepEqual(
      shapeOf(Buffer.from("\xff5 \x80\xfe 12\xc3", "latin1")),
      Buffer.from("\xff# \x80\xfe #\xc3", "latin1"),
    );
    assert.deepEqual(shapeOf(Buffer.from("\0 1\0", "latin1")), Buffer.from("\0 #\0", "latin1"));
  });

  test("are the same with and without colours", () => {
    const colours = fc.constantFrom("\x1b[31m", "\x1b[1;38;5;196m", "\x1b[m", "\x1b[K", "\x1b]0;title\x07");
    const parts = fc.array(fc.tuple(texts, colours), { minLength: 1, maxLength: 5 });
    assertProperty(
      fc.property(parts, (list) => {
        const coloured = list.map(([text, colour]) => colour + text).join("");
        assert.equal(shapeOfText(`at ${coloured}`), shapeOfText(`at ${list.map(([text]) => text).join("")}`));
      }),
      { numRuns: 3_000 },
    );
  });

  test("are the same for other digits", () => {
    const digits = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 });
    let compared = 0;
    assertProperty(
      fc.property(texts, digits, (text, others) => {
        // Other digits make no date-time, and no number of hexadecimal digits behind `0x`. A date-time behind two tabs
        // would be cut as that of a CI service.
        const before = `at ${text.replaceAll("0", "1").replaceAll("\t", " ")}`;
        let i = 0;
        const after = before.replace(/\d/g, () => String(others[i++ % others.length]));
        const shapes = [shapeOfText(before), shapeOfText(after)];
        if (shapes.some((shape) => shape.includes("<time>"))) return;
        compared++;
        assert.equal(shapes[0], shapes[1]);
      }),
      { numRuns: 3_000 },
    );
    assert.ok(compared > 0);
  });

  test("have a number for each mark of one, whose place is that of a number in the line", () => {
    const dense = fc.array(fc.constantFrom(..."1a b.,:x%2#"), { maxLength: 12 }).map((pieces) => pieces.join(""));
    assertProperty(
      fc.property(fc.oneof(texts, dense), (text) => {
        const before = "at ";
        const line = Buffer.from(before + text, "latin1");
        const shape = shapeOf(line).toString("latin1");
        const { numbers } = clean.shape;
        assert.equal(numbers.length / 2, shape.split("#").length - 1, shape);
        for (let i = 0; i < numbers.length; i += 2) {
          if (numbers.at(i + 1) === 0) continue;
          assert.match(
            Buffer.from(clean.bytes.subarray(numbers.at(i), numbers.at(i + 1))).toString("latin1"),
            /^\d+(?:[.,:]\d+)*(?:[eE][+-]?\d+)?$/,
          );
        }
      }),
      { numRuns: 10_000 },
    );
  });

  test("are at most five times as long as their lines, and those of long lines, too", () => {
    assertProperty(fc.property(texts, (text) => assert.ok(shapeOfText(text).length <= 5 * text.length)));
    for (const unit of ["1s,", "1b.", "1", "a", "10:00:02 ", "aB3dE6", "/tmp/a ", "\x1b[m1s,"]) {
      const long = unit.repeat(100_000);
      const short = shapeOfText(unit.repeat(100));
      assert.equal(shapeOfText(long).startsWith(short.slice(0, 200)), true, unit);
    }
    assert.equal(shapeOfText("1s,".repeat(100_000)), "<duration>,".repeat(100_000));
  });

  test("of a line do not depend on the lines before", () => {
    assertProperty(
      fc.property(texts, texts, (one, other) => {
        const alone = shapeOf(Buffer.from(one, "latin1"));
        shapeOf(Buffer.from(other.repeat(50), "latin1"));
        assert.deepEqual(shapeOf(Buffer.from(one, "latin1")), alone);
      }),
    );
  });
});

/** What could make the search begin again and again. */
const HOSTILE = [
  ..."1 a 1a a1 1. 1.1 1e 1e+ 1e5 1: a: aa: aa- 1a:2b: 1a:2b:3c:4d:5e:6f: 0x 0x1 [ [1 [1; [m - + / _ /tmp /tmp/ 1s 1s2 1h".split(
    " ",
  ),
  ..."aB3 aB3dE6- 12345678- 123e4567-e89b- 10:00:02 2025-05-04 May  \t [  1 \xff \x1b \x1b[ \x1b]0; \x1b[31m1 web|".split(
    " ",
  ),
  "1 s",
  "May 4 ",
  " 1",
  "Sun May  4 ",
];

countingSuite<{ CleanLine: typeof CleanLine }>(
  "the work of making shapes",
  { "text/shapes/clean-line.ts": "CleanLine" },
  (test, modules) => {
    const steps = (text: string): number => {
      const source = Buffer.from(text, "latin1");
      const made = new (modules().CleanLine)();
      return modules().during(() => made.read(source, 0, source.length));
    };

    for (const unit of someOf(
      HOSTILE.filter((text) => text !== ""),
      "hostile shapes",
    )) {
      test(`grows with the length of ${JSON.stringify(unit)} over and over`, () => {
        for (const end of ["", "x", ".1", ":", "1a", "g:"]) {
          const size = shareOf(20_000);
          const [once, twice] = [size, 2 * size].map((length) => steps(unit.repeat(length / unit.length) + end));
          checkGrowth(unit, once!, twice!);
        }
      });
    }
  },
);

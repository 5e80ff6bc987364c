// Text for people in the rows of a terminal: nothing is lost, nothing is too wide, and continuation rows start below
// the text that they continue.
import assert from "node:assert/strict";
import fc from "fast-check";
import { commonFolder, commonStart, displayWidth } from "../../src/text/messages/columns.ts";
import { StringLayout } from "../../src/text/messages/text-layout.ts";
import type { Range } from "../../src/text/messages/text-rows.ts";
import { changedWords } from "../../src/tools/diff/changed-words.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

/** A label and bytes of a log, as a terminal of this width shows them. */
function laidOut(label: string, line: string | Buffer, width: number | undefined, hasColors = false): string {
  const layout = new StringLayout({ hasColors, width });
  layout.text(label);
  layout.hang();
  layout.bytes(Buffer.from(line));
  layout.text("\n");
  return layout.toString();
}

function marked(line: string, marks: readonly Range[], width: number | undefined, hasColors: boolean): string {
  const layout = new StringLayout({ hasColors, width });
  layout.begin("removed");
  layout.text("- 7  ");
  layout.hang();
  layout.bytes(Buffer.from(line), 0, Buffer.byteLength(line), marks);
  layout.end("removed");
  layout.text("\n");
  return layout.toString();
}

suite("text in rows", (test) => {
  test("continues below its own text, and breaks at blanks", () => {
    assert.equal(
      laidOut("  app.log:7  ", "connection to 10.0.0.1 refused after three attempts, giving up", 44),
      "  app.log:7  connection to 10.0.0.1 refused\n" + "             after three attempts, giving up\n",
    );
  });

  test("keeps a closing bracket with what it closes", () => {
    assert.equal(
      laidOut("help: ", "write the element { field: 'id' }", 38),
      "help: write the element { field:\n      'id' }\n",
    );
    assert.equal(laidOut("", "write the one element { a: b }", 28), "write the one element { a:\nb }\n");
  });

  test("keeps a command line in one row if it fits, and ends it at a semicolon", () => {
    const message = (text: string, width: number | undefined): string => {
      const layout = new StringLayout({ hasColors: false, width });
      layout.text("help: ");
      layout.hang();
      layout.message(`${text}\n`);
      return layout.toString();
    };
    const text = "write rules for them: normalizer suggest --rules a.yaml b.log; or add them";
    assert.equal(
      message(text, 60),
      "help: write rules for them:\n      normalizer suggest --rules a.yaml b.log; or add them\n",
    );
    assert.equal(
      message(text, 48),
      "help: write rules for them:\n      normalizer suggest --rules a.yaml b.log;\n      or add them\n",
    );
    assert.equal(
      message(text, 36),
      "help: write rules for them:\n      normalizer suggest --rules\n      a.yaml b.log; or add them\n",
    );
    assert.equal(message(text, undefined), `help: ${text}\n`);
    assert.equal(message("normalizer check a.yaml", 28), "help: normalizer check\n    a.yaml\n");
  });

  test("breaks a word longer than a row after punctuation, or anywhere", () => {
    assert.equal(
      laidOut("+  ", "org.apache.hadoop.mapreduce.RMContainerAllocator", 36),
      "+  org.apache.hadoop.mapreduce.\n   RMContainerAllocator\n",
    );
    assert.equal(laidOut("", "x".repeat(50), 40), `${"x".repeat(40)}\n${"x".repeat(10)}\n`);
  });

  test("stays as it is if the width is unknown, however long it is", () => {
    const line = "a\tb \u00e9 ".repeat(10_000);
    assert.equal(laidOut("label ", line, undefined), `label ${line}\n`);
  });

  test("is never wider than the terminal and loses only blanks, whatever the text and the width", () => {
    const word = fc.constantFrom(
      "a",
      "bc",
      "漢字",
      "é",
      "e\u0301",
      "😀",
      "long".repeat(12),
      "a.b.c.d.e.f.g",
      "  ",
      "\x1b[31m",
    );
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(" "));
    assertProperty(
      fc.property(text, fc.integer({ min: 2, max: 120 }), fc.nat({ max: 40 }), (line, width, lead) => {
        const shown = laidOut("~".repeat(lead), line, width);
        const rows = shown.split("\n");
        for (const row of rows) assert.ok(displayWidth(row) <= width, `${width}: ${row}`);
        // The last row of the line ends as the line does.
        for (const row of rows.slice(0, -2)) assert.ok(!/\S +$/.test(row), `${width}: "${row}"`);
        const whole = laidOut("~".repeat(lead), line, undefined);
        assert.equal(shown.replace(/[ \n]/g, ""), whole.replace(/[ \n]/g, ""));
      }),
      { numRuns: 1_000 },
    );
  });

  test("ends at any width, even if a character is wider than the terminal", () => {
    for (const width of [1, 2, 20, 1e9]) {
      const shown = laidOut("- 123  ", "漢字 and some words\tand\u202e more \xff".repeat(20), width);
      assert.ok(shown.endsWith("\n") && !shown.includes("\u202e"));
    }
  });

  test("shows a few kilobytes of ten megabytes, including the change, and says how much it leaves out", () => {
    const line = Buffer.alloc(10e6, "x ");
    line.write("HERE", 7e6);
    const layout = new StringLayout({ hasColors: true, width: 80 });
    layout.bytes(line, 0, line.length, [{ from: 7e6, to: 7e6 + 4 }]);
    layout.text("\n");
    const shown = layout.toString();
    assert.ok(shown.length < 10_000, `${shown.length}`);
    assert.match(shown, /^…\(6998976 more bytes\)…x x /);
    assert.ok(shown.includes("\x1b[7mHERE\x1b[27m"));
    assert.equal(laidOut("", line, undefined), `${line}\n`);
  });

  test("has tabs at every eighth column, so that marks line up below them", () => {
    assert.equal(laidOut("", "a\tb", 40), "a\tb\n".replace("\t", " ".repeat(7)));
  });

  test("carries colours over to the next row, and leaves the indent plain", () => {
    const shown = marked("one two three", [{ from: 4, to: 13 }], 32, true);
    assert.equal(shown, "\x1b[31m- 7  one \x1b[7mtwo three\x1b[39m\x1b[27m\n");
    const rows = marked(`${"word ".repeat(5)}changed here`, [{ from: 20, to: 37 }], 36, true).split("\n");
    assert.equal(rows.length, 3);
    assert.ok(rows[1]!.startsWith(`${" ".repeat(5)}\x1b[31m\x1b[7m`), rows[1]);
  });

  test("has marks in a row below if there are no colours, and none in a pipe", () => {
    assert.equal(marked("GET /a 404", [{ from: 7, to: 10 }], 80, false), "- 7  GET /a 404\n            ^^^\n");
    assert.equal(marked("漢字 x", [{ from: 7, to: 8 }], 80, false), "- 7  漢字 x\n          ^\n");
    assert.equal(marked("GET /a 404", [{ from: 7, to: 10 }], undefined, false), "- 7  GET /a 404\n");
  });
});

suite("changed words", (test) => {
  const shown = (old: string, next: string): [string[], string[]] => {
    const [a, b] = [Buffer.from(old), Buffer.from(next)];
    const words = changedWords(a, b);
    return [
      words.old.map(({ from, to }) => a.toString("utf8", from, to)),
      words.new.map(({ from, to }) => b.toString("utf8", from, to)),
    ];
  };

  for (const [old, next, expected] of [
    ["GET /a -> 200", "GET /a -> 404", [["200"], ["404"]]],
    ["took 12ms of 30ms", "took 15ms of 30ms", [["12ms"], ["15ms"]]],
    [
      "from 10.0.0.1 to b",
      "from 10.9.8.1 to c",
      [
        ["0.0", "b"],
        ["9.8", "c"],
      ],
    ],
    ["stored", "stored twice", [[], [" twice"]]],
    ["name is Zoë", "name is Zoé", [["Zoë"], ["Zoé"]]],
    ["abc", "abcd", [["abc"], ["abcd"]]],
    ["the same", "the same", [[], []]],
    ["", "all", [[], ["all"]]],
  ] as const) {
    test(`of ${old} and ${next} are found`, () => assert.deepEqual(shown(old, next), expected));
  }

  test("are everything that differs, as whole words in ascending order, and the rest is the same", () => {
    const line = fc
      .array(fc.constantFrom("a", "ab", " ", ".", "é", "12", "-"), { maxLength: 20 })
      .map((parts) => parts.join(""));
    const rest = (bytes: Buffer, ranges: readonly Range[]): string => {
      let [text, at] = ["", 0];
      for (const { from, to } of ranges) {
        assert.ok(at <= from && from < to);
        text += bytes.toString("utf8", at, from);
        at = to;
      }
      return text + bytes.toString("utf8", at);
    };
    assertProperty(
      fc.property(line, line, (old, next) => {
        const [a, b] = [Buffer.from(old), Buffer.from(next)];
        const words = changedWords(a, b);
        // Punctuation between two changed words counts as changed, so only letters and digits can be compared.
        const letters = (text: string): string => text.replace(/[^a-zé0-9]/g, "");
        assert.equal(letters(rest(a, words.old)), letters(rest(b, words.new)));
      }),
      { numRuns: 1_000 },
    );
  });

  test("of lines of megabytes are found in linear time", () => {
    const [old, next] = [Buffer.alloc(10e6, "ab "), Buffer.alloc(10e6, "cd ")];
    assert.deepEqual(changedWords(old, next).old, [{ from: 0, to: 10e6 }]);
    next.set(old);
    next.write("XY", 3_000_000);
    assert.deepEqual(changedWords(old, next).new, [{ from: 3_000_000, to: 3_000_002 }]);
  });
});

suite("what many lines share", (test) => {
  const start = (...lines: string[]): number => commonStart(lines, (line) => Buffer.from(line));
  test("is found in three or more lines, as whole words", () => {
    assert.equal(start("2025-05-04 host app: a", "2025-05-04 host app: b", "2025-05-04 host app: bc"), 21);
    assert.equal(start("2025-05-04 host app: a", "2025-05-04 host app: b"), 0);
    assert.equal(start("a b c 1", "a b c 2", "a b c 3"), 0);
    assert.equal(start("0123456789abcdefghij1", "0123456789abcdefghij2", "0123456789abcdefghij3"), 0);
  });
  for (const [paths, folder] of [
    [["/var/log/a.log", "/var/log/b.log"], "/var/log/"],
    [["/var/log/a.log", "/var/lib/b.log"], "/var/"],
    [["/a.log", "/b.log"], ""],
    [["/a.log", "b.log"], ""],
    [["logs/a.log", "logs2/a.log"], ""],
    [["x/a.log"], "x/a.log"],
    [["x/a.log", "x/a.log"], "x/a.log"],
    [[], ""],
  ] as const) {
    test(`is the folder ${JSON.stringify(folder)} for the paths ${JSON.stringify(paths)}`, () =>
      assert.equal(commonFolder(paths), folder));
  }
});

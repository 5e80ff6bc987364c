import assert from "node:assert/strict";
import fc from "fast-check";
import { displayWidth, withoutMiddle } from "../../src/text/messages/columns.ts";
import { frame } from "../../src/text/messages/frame.ts";
import { jsonString } from "../../src/text/messages/json.ts";
import { nearest, nearestOr } from "../../src/text/messages/nearest.ts";
import { namesInWords, quoted } from "../../src/text/messages/phrases.ts";
import { printable } from "../../src/text/messages/printable.ts";
import { character } from "../support/arbitraries.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

suite("printable", (test) => {
  for (const [text, shown] of [
    ["plain é 字 🎉", "plain é 字 🎉"],
    ["\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"],
    ["a\nb\rc\td", "a\\nb\\rc\\td"],
    ["\0\x07\x7f\x80\x9b", "\\x00\\x07\\x7f\\x80\\x9b"],
    ["\u2028\u2029", "\\u2028\\u2029"],
    ["\u061c\u200e\u200f\u202a\u202e\u2066\u2069", "\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069"],
    ["\u200b\ufeff\ud800", "\\u200b\\ufeff\\ud800"],
    ["a\xadb\u2061\u180e", "a\\xadb\\u2061\\u180e"],
    ["a\u{e0061}\u{e007f}", "a\\u{e0061}\\u{e007f}"],
    ["می‌خواهم", "می‌خواهم"],
    ["👩‍💻", "👩‍💻"],
  ] as const) {
    test(`shows ${shown}`, () => assert.equal(printable(text), shown));
  }

  test("leaves nothing that a terminal would obey, whatever the text", () => {
    assertProperty(
      fc.property(fc.string({ unit: character }), (text) => {
        assert.doesNotMatch(printable(text), /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});

suite("a string of JSON", (test) => {
  test("has escapes for what is invisible, and keeps its meaning", () => {
    const text = "a\xadb\u{e0061}\u202e👩‍💻";
    assert.equal(jsonString(text), '"a\\u00adb\\udb40\\udc61\\u202e👩‍💻"');
    assert.equal(JSON.parse(jsonString(text)), text);
  });
});

suite("quoted", (test) => {
  test("puts a text in quotes", () => assert.equal(quoted("a\x1bb"), "'a\\x1bb'"));
  test("shows sixty characters in full", () => assert.equal(quoted("é".repeat(60)), `'${"é".repeat(60)}'`));
  test("cuts a longer text, between characters", () => {
    assert.equal(quoted("🎉".repeat(61)), `'${"🎉".repeat(60)}…'`);
    assert.equal(quoted(`a${"🎉".repeat(1e6)}`), `'a${"🎉".repeat(59)}…'`);
  });
});

suite("what a message says of an unknown name", (test) => {
  test("is the name that was probably meant, of the first that has one", () =>
    assert.equal(nearestOr(["zzzzzz", "paht"], ["path", "id"], "remove it"), "did you mean 'path'?"));
  test("is something else if none is near", () =>
    assert.equal(nearestOr(["zzzzzz"], ["path"], "remove it"), "remove it"));
  test("lists ten names", () => {
    const names = Array.from({ length: 12 }, (_, i) => `n${i}`);
    assert.equal(namesInWords(names.slice(0, 2)), "'n0', 'n1'");
    assert.equal(namesInWords(names), `${names.slice(0, 10).map(quoted).join(", ")} and 2 more`);
  });
});

suite("nearest", (test) => {
  const names = ["timestamp", "method", "path", "status", "id"];
  for (const [word, found] of [
    ["methd", "method"],
    ["METHOD", "method"],
    ["mehtod", "method"],
    ["paht", "path"],
    ["timstmp", "timestamp"],
    ["ID", "id"],
    ["ip", "id"],
    ["x", undefined],
    ["", undefined],
    ["duration", undefined],
    ["constructor", undefined],
    ["m".repeat(1e6), undefined],
  ] as const) {
    test(`finds ${found ?? "nothing"} near ${quoted(word)}`, () => assert.equal(nearest(word, names), found));
  }
  test("prefers the nearest name, and among equals the first", () => {
    assert.equal(nearest("state", ["stats", "stake", "state_"]), "stats");
    assert.equal(nearest("status", ["statuss_", "status_"]), "status_");
  });
  test("is no other word of the same length", () => {
    assert.equal(nearest("size", ["span", "time", "events"]), undefined);
    assert.equal(nearest("tcsh", ["bash", "zsh", "fish"]), undefined);
    assert.equal(nearest("lint", ["init", "diff", "why"]), undefined);
  });
});

suite("a frame", (test) => {
  test("has its caret below the place", () => {
    assert.deepEqual(frame('    output: "[{methd}:{path}]"', 7, 15, 7), [
      '  7 |     output: "[{methd}:{path}]"',
      "    |               ^^^^^^^",
    ]);
  });
  test("has a gutter as wide as the line number", () => {
    assert.deepEqual(frame("abc", 1234, 3, 1), ["  1234 | abc", "       |   ^"]);
  });
  test("has a caret for an empty line, and for a place at the end", () => {
    assert.deepEqual(frame("", 1, 1, 1), ["  1 | ", "    | ^"]);
    assert.deepEqual(frame("ab", 1, 3, 5), ["  1 | ab", "    |   ^"]);
  });
  test("counts wide characters as two columns and combining marks as none", () => {
    assert.deepEqual(frame("字é\u0301x", 1, 4, 1), ["  1 | 字é\u0301x", "    |    ^"]);
    assert.deepEqual(frame("a字b", 1, 2, 1), ["  1 | a字b", "    |  ^^"]);
    assert.deepEqual(frame("🎉b", 1, 2, 1), ["  1 | 🎉b", "    |   ^"]);
  });
  test("shows tabs and control characters, and counts them as shown", () => {
    assert.deepEqual(frame("\ta\x1bb", 1, 4, 1), ["  1 | \\ta\\x1bb", "    |        ^"]);
    assert.deepEqual(frame("a\u202eb", 1, 2, 2), ["  1 | a\\u202eb", "    |  ^^^^^^^"]);
  });
  test("crops a long line around the place", () => {
    const [line, carets] = frame(`${"a".repeat(500)}HERE${"b".repeat(500)}`, 3, 501, 4);
    assert.match(line, /^ {2}3 \| …a+HEREb+…$/);
    assert.equal(carets.indexOf("^"), line.indexOf("H"));
    assert.equal(carets.lastIndexOf("^"), line.lastIndexOf("E"));
  });
  test("crops a place that is too long itself", () => {
    const [line, carets] = frame("x".repeat(1e6), 3, 2, 1e6);
    assert.equal(line, `  3 | …${"x".repeat(72)}…`);
    assert.equal(carets, `    |  ${"^".repeat(72)}`);
  });
  test("fits the given width, as far as possible", () => {
    const line = `${"a ".repeat(100)}HERE${" b".repeat(100)}`;
    for (const width of [1, 2, 9, 20, 79, 140, 320, 1e9, Number.POSITIVE_INFINITY]) {
      const [shown, carets] = frame(line, 3, 201, 4, width);
      assert.ok(shown.length <= Math.max(9, Math.min(width, 320)), `${width}: ${shown}`);
      assert.ok(carets.includes("^"));
    }
  });
  test("fits 80 columns and has its caret below the place, whatever the line", () => {
    const character = fc.constantFrom("a", " ", "\t", "字", "é", "\x1b", "\u202e", "🎉", "\u0301");
    assertProperty(
      fc.property(fc.array(character, { maxLength: 300 }), fc.nat(300), fc.nat(300), (before, length, after) => {
        // Only the place holds the letter Z, so it can be found in the frame.
        const text = `${before.join("")}${"Z".repeat(length)}${"b".repeat(after)}`;
        const [line, carets] = frame(text, 12, before.length + 1, length);
        assert.ok(columns(line) <= 80 && columns(carets) <= 80);
        if (length > 0) {
          assert.equal(columns(line.slice(0, line.indexOf("Z"))), carets.indexOf("^"));
          assert.equal(line.split("Z").length, carets.split("^").length);
        }
      }),
    );
  });
});

/** How many columns a terminal gives to the characters of these tests. */
function columns(text: string): number {
  const width = new Map([
    ["字", 2],
    ["🎉", 2],
    ["\u0301", 0],
  ]);
  return Array.from(text).reduce((sum, character) => sum + (width.get(character) ?? 1), 0);
}

suite("text without its middle", (test) => {
  test("keeps its start and its end, and is no wider than asked for", () => {
    const rows = [
      ["abcdef", 6, "abcdef"],
      ["abcdefg", 6, "abc…fg"],
      ["abcdefg", 3, "a…g"],
      ["漢字漢字漢字", 6, "漢…字"],
      ["漢字漢字漢字", 7, "漢字…字"],
    ] as const;
    for (const [text, width, expected] of rows) {
      assert.equal(withoutMiddle(text, width), expected);
      assert.ok(displayWidth(expected) <= width);
    }
  });
});

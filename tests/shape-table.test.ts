import assert from "node:assert/strict";
import { HeaderSplitter } from "../src/suggest/header.ts";
import { ShapeTable } from "../src/suggest/shape-table.ts";
import { suite } from "./support/suite.ts";

suite("shapes of lines", (test) => {
  test("long lines, none like another, are told apart only up to a bound of memory", () => {
    const table = new ShapeTable(new HeaderSplitter([], []), 0, undefined);
    const letters = (i: number): string => Array.from(String(i), (digit) => "abcdefghij"[Number(digit)]).join("");
    const count = 1000;
    for (let i = 0; i < count; i++) {
      const line = Buffer.from(`${letters(i)}${" word".repeat(1500)}`);
      table.add(line, 0, line.length);
    }
    const known = table.shapes(-1).length;
    assert.equal(known + table.forgotten, count);
    assert.ok(known > 200 && known < 400, `${known}`);
  });
});

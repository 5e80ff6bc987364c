import assert from "node:assert/strict";
import { HeaderSplitter } from "../../../src/tools/suggest/line-header.ts";
import { FORGOTTEN, ShapeTable } from "../../../src/tools/suggest/shape-table.ts";
import { suite } from "../../support/suite.ts";

suite("shapes of lines", (test) => {
  const letters = (i: number): string => Array.from(String(i), (digit) => "abcdefghij"[Number(digit)]).join("");

  test("short lines, none like another, are told apart only up to a number", () => {
    const table = new ShapeTable(new HeaderSplitter([], []), 0, undefined);
    const line = (i: number): Buffer => Buffer.from(`${letters(i)} ${letters(i * 7)}.`);
    const count = 18_000;
    for (let i = 0; i < count; i++) table.add(line(i), 0, line(i).length);
    const known = table.shapes(-1).length;
    assert.equal(known + table.forgotten, count);
    assert.ok(known >= 16_000 && table.forgotten > 0, `${known}`);
    assert.equal(table.add(line(count), 0, line(count).length), FORGOTTEN);
    assert.notEqual(table.add(line(7), 0, line(7).length), FORGOTTEN);
  });

  test("long lines, none like another, are told apart only up to a bound of memory", () => {
    const table = new ShapeTable(new HeaderSplitter([], []), 0, undefined);
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

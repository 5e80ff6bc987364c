import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { EventReader, groupLines } from "../../src/text/events/event-reader.ts";
import { checkGrowth, countingSuite } from "../support/steps.ts";
import { suite } from "../support/suite.ts";

// Each trace has a title. `indented` is an option. Before its bar, a line has `h` if it has a header that was cut;
// whether it belongs to the lines before it: no (-), yes (+) or perhaps (?); and the first letter of its role.

const TRACES = readFileSync(new URL("../data/traces.txt", import.meta.url), "utf8")
  .split(/^# /m)
  .slice(1)
  .map((text) => {
    const [title, ...lines] = text.trimEnd().split("\n");
    const options = new Set(lines.filter((line) => !line.includes("|")));
    return { title: title!, options, lines: lines.filter((line) => line.includes("|")) };
  });

const SIGNS = { no: "-", yes: "+", perhaps: "?" };

/** The marks of a line as the file has them. */
function marked(reader: EventReader, line: string): string {
  const hasHead = line.startsWith("h");
  const around = Buffer.from("\tat x)");
  const text = Buffer.from(line.slice(line.indexOf("|") + 2));
  const bytes = Buffer.concat([around, text, around]);
  const belonging = reader.read(bytes, around.length, around.length + text.length, hasHead);
  const role = reader.role === "none" ? " " : reader.role[0];
  return `${hasHead ? "h" : ""}${SIGNS[belonging]}${role}${hasHead && role === " " ? " " : ""}`;
}

/** By line: the index of the first line of its event and that of its telling line. */
function grouped(text: string): string[] {
  const lines = text.split("\n").map((line) => Buffer.from(line));
  const reader = new EventReader({ indented: true });
  const { first, telling } = groupLines(lines.length, reader, (i) => reader.read(lines[i]!, 0, lines[i]!.length));
  return lines.map((_, i) => `${first[i]} ${telling[first[i]!]}`);
}

suite("events", (test) => {
  for (const { title, options, lines } of TRACES)
    test(title, () => {
      const reader = new EventReader({ indented: options.has("indented") });
      const found = lines.map((line) => `${marked(reader, line).trim()}|${line.slice(line.indexOf("|") + 1)}`);
      const wanted = lines.map(
        (line) => `${line.slice(0, line.indexOf("|")).trim()}|${line.slice(line.indexOf("|") + 1)}`,
      );
      assert.equal(found.join("\n"), wanted.join("\n"));
    });

  test("empty lines belong to the event if a frame follows", () => {
    assert.deepEqual(grouped("Error: no\n\n \n    at a (b.js:1:2)"), Array(4).fill("0 0"));
  });

  test("without a frame they do not, and may be events of their own", () => {
    assert.deepEqual(grouped("Error: no\n\n\nready"), ["0 0", "1 1", "2 2", "3 3"]);
    assert.deepEqual(grouped("Error: no\n\nTypeError: two\n    at a (b.js:1:2)"), ["0 0", "1 1", "2 2", "2 2"]);
  });

  test("the last of several telling lines counts", () => {
    const text = "start\njava.lang.A.BException: a\n\tat a.b(C.java:1)\nCaused by: d\n\tat a.b(C.java:2)\nend";
    assert.deepEqual(grouped(text), ["0 0", "1 3", "1 3", "1 3", "1 3", "5 5"]);
  });

  test("no frame, however far, holds on to lines for long", () => {
    const text = `Error: no${"\n".repeat(41)}    at a (b.js:1:2)`;
    assert.equal(grouped(text)[1], "1 1");
  });
});

countingSuite<{ EventReader: typeof EventReader }>(
  "the work of reading events",
  { "text/events/event-reader.ts": "EventReader" },
  (test, modules) => {
    const steps = (line: string): number => {
      const bytes = Buffer.from(line);
      const reader = new (modules().EventReader)({ indented: true });
      return modules().during(() => reader.read(bytes, 0, bytes.length));
    };

    for (const unit of [
      "a",
      " ",
      "\t",
      "=",
      "^",
      ":",
      "::",
      "a.",
      "a/",
      "1",
      "#1 ",
      "[a",
      "a |",
      "thread '",
      ":in ",
      ".rb:",
    ])
      for (const head of ["", "[", "thread '", "\tfrom ", "  at ", "#", "==", "a.rb:", "goroutine ", "app | "])
        test(`grows with the line: ${JSON.stringify(`${head}${unit}…`)}`, () => {
          checkGrowth("a line", steps(head + unit.repeat(2000)), steps(head + unit.repeat(4000)));
        });
  },
);

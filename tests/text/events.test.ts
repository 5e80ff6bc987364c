import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { EventReader } from "../../src/text/events/event-reader.ts";
import { suite } from "../support/suite.ts";

// Each trace has a title. `messages` and `indented` are options. Before its bar, a line has `h` if it has a header that
// was cut; whether it belongs to the lines before it: no (-), yes (+) or perhaps (?); and the first letter of its role.

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

suite("events", (test) => {
  for (const { title, options, lines } of TRACES)
    test(title, () => {
      const reader = new EventReader({ messages: options.has("messages"), indented: options.has("indented") });
      const found = lines.map((line) => `${marked(reader, line).trim()}|${line.slice(line.indexOf("|") + 1)}`);
      const wanted = lines.map(
        (line) => `${line.slice(0, line.indexOf("|")).trim()}|${line.slice(line.indexOf("|") + 1)}`,
      );
      assert.equal(found.join("\n"), wanted.join("\n"));
    });
});

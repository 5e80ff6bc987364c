import assert from "node:assert/strict";
import { countSources } from "../scripts/count-sources.ts";
import { type Coverage, filesPassed, growth, type PassedFile } from "../scripts/passed-files.ts";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";

const SOURCES = {
  "src/index.ts": 'export type { Line } from "./run/line.ts";\n',
  "src/cli/main.ts": 'import { read } from "../run/read.ts";\nvoid import("../tools/diff/diff.ts");\nread();\n',
  "src/run/line.ts": "/** A line. */\nexport interface Line {\n  readonly text: string;\n}\n",
  "src/run/read.ts":
    'import type { Line } from "./line.ts";\nimport "../text/utf8.ts";\n\nconst NONE: Line = { text: "" };\n\n' +
    "export function read(): Line {\n  const line = NONE;\n  return line;\n}\n",
  "src/text/utf8.ts": "export abstract class Decoder {}\nexport const MAX = 4;\ntype Byte = number;\n",
  "src/tools/diff/diff.ts": 'import "../../run/read.ts";\n',
  "src/page/page.css": "p {}\n",
  "biome.json": "{\n}\n",
  "ARCHITECTURE.md": "# Überblick\n",
};

suite("what a reader has to carry", (test) => {
  test("is counted in files, rooms, arrows and declarations", () => {
    assert.deepEqual(Object.fromEntries(countSources(folder(SOURCES))), {
      files: 6,
      lines: 1 + 3 + 4 + 9 + 3 + 1,
      "median lines of a file": 3,
      rooms: 4,
      "loose files": 1,
      "arrows between rooms": 5,
      "floors of rooms": 4,
      folders: 5,
      "arrows between folders": 5,
      exports: 5,
      types: 3,
      "constants at top level": 2,
      "lines of the linter's settings": 2,
      "bytes of ARCHITECTURE.md": 13,
    });
  });

  test("has no floors where rooms use each other in a circle", () => {
    const root = folder({ ...SOURCES, "src/text/line.ts": 'import "../run/line.ts";\n' });
    const figures = Object.fromEntries(countSources(root));
    assert.equal(figures["floors of rooms"], "none: a circle in (loose files), cli, run, text, tools");
  });
});

suite("the files that a line passes", (test) => {
  const coverage = (counts: Readonly<Record<string, number>>): Coverage =>
    new Map(
      Object.entries(counts).map(([key, count]) => [
        key,
        { path: key.slice(2), isFunction: key.startsWith("f"), count },
      ]),
    );

  test("are those with code that ran more often with more lines", () => {
    const small = coverage({ "f a.ts": 10, "f b.ts": 10, "b b.ts": 10, "f c.ts": 10 });
    const large = coverage({ "f a.ts": 19, "f b.ts": 11, "b b.ts": 20, "f c.ts": 18, "f d.ts": 9, "b d.ts": 99 });
    const passed: PassedFile[] = [
      { path: "a.ts", onlyLoops: false },
      { path: "b.ts", onlyLoops: true },
      { path: "d.ts", onlyLoops: false },
    ];
    assert.deepEqual(growth(small, large, 9), passed);
  });

  test.costly("are found by running the command of a checkout", () => {
    const root = folder({
      "package.json": '{ "type": "module" }',
      "tsconfig.json": "{}",
      "src/cli/main.ts":
        'import { readFileSync } from "node:fs";\nimport { once } from "../run/once.ts";\n' +
        'import { shown } from "../run/shown.ts";\n' +
        'for (const line of once(readFileSync(process.argv[2]!, "utf8"))) process.stdout.write(shown(line));\n',
      "src/run/once.ts": 'export const once = (log: string): string[] => log.trim().split("\\n");\n',
      "src/run/shown.ts": 'export function shown(line: string): string {\n  return line.concat("\\n");\n}\n',
    });
    const line = "read part-1.csv\n";
    const trial = (count: number) => ({ files: { log: line.repeat(count) }, args: ["log"], exit: 0, outputs: count });
    assert.deepEqual(filesPassed(root, trial), [
      { path: "cli/main.ts", onlyLoops: true },
      { path: "run/shown.ts", onlyLoops: false },
    ]);
    assert.throws(() => filesPassed(root, (count) => ({ ...trial(count), outputs: count + 1 })), /lines/);
    assert.throws(() => filesPassed(root, (count) => ({ ...trial(count), exit: 1 })), /exit 0/);
  });
});

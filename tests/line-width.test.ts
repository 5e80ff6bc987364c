// Comments and prose keep to the line width of the formatter, which wraps neither.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { suite } from "./support/suite.ts";

const ROOT = new URL("..", import.meta.url);
const { formatter } = JSON.parse(readFileSync(new URL("biome.json", ROOT), "utf8"));
const WIDTH: number = formatter.lineWidth;

/** The lines of a file with their numbers. */
type Lines = readonly (readonly [number: number, line: string])[];

/** The files of some folders with one of these endings. Folders that are generated are left out. */
function filesIn(folders: readonly string[], endings: RegExp): string[] {
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, ROOT), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name}`)
      .filter((path) => endings.test(path) && !path.startsWith("tests/.built/")),
  );
}

function tooLong(paths: readonly string[], selected: (lines: Lines) => Lines): string[] {
  return paths.flatMap((path) => {
    const lines = readFileSync(new URL(path, ROOT), "utf8").split("\n");
    return selected(lines.map((line, i) => [i + 1, line] as const))
      .filter(([, line]) => Array.from(line).length > WIDTH)
      .map(([number]) => `${path}:${number}`);
  });
}

/** Lines that are comments. Comments after code are the formatter's. */
const comments = (lines: Lines): Lines => lines.filter(([, line]) => /^\s*(\/\/|\/\*|\*)/.test(line));

/** Lines outside code blocks and tables. A line that is one word, such as an address, cannot be broken. */
function prose(lines: Lines): Lines {
  let fence: string | undefined;
  return lines.filter(([, line]) => {
    const mark = /^\s*(```+)/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
      return false;
    }
    return fence === undefined && !/^\s*\|/.test(line) && /\S\s+\S/.test(line.replace(/^\s*[-*] /, ""));
  });
}

suite("lines", (test) => {
  test("of comments are not longer than the formatter's width", () => {
    const paths = filesIn(["src", "tests", "bench", "scripts"], /\.(ts|mjs|cjs|css)$/);
    assert.ok(paths.length > 500, `${paths.length} files`);
    assert.deepEqual(tooLong(paths, comments), []);
  });

  test("of prose are not longer than that", () => {
    const root = readdirSync(ROOT).filter((name) => name.endsWith(".md"));
    const paths = [...root, ...filesIn(["docs", "examples"], /\.md$/), "bench/README.md"];
    assert.ok(paths.length > 40, `${paths.length} files`);
    assert.deepEqual(tooLong(paths, prose), []);
  });
});

// ARCHITECTURE.md names files and rooms. They must be there, and no room may be missing. One name has one meaning.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as assert from "uvu/assert";
import { suite } from "./support/suite.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TEXT = readFileSync(`${ROOT}ARCHITECTURE.md`, "utf8");
const FILES = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" });

suite("ARCHITECTURE.md", (test) => {
  test("names only files that exist", () => {
    const named = new Set(Array.from(TEXT.matchAll(/`([\w/.-]+\.ts)`/g), ([, name]) => name!));
    assert.ok(named.size > 100, `${named.size} files`);
    const missing = [...named].filter(
      (name) => !existsSync(ROOT + name) && !FILES.some((file) => file === name || `/${file}`.endsWith(`/${name}`)),
    );
    assert.equal(missing, []);
  });

  test("has every room in its map", () => {
    const map = /```text\n(.*?)```/s.exec(TEXT)![1]!;
    const rooms = readdirSync(`${ROOT}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.equal(
      rooms.map(({ name }) => name).filter((name) => !map.includes(`src/${name}/`)),
      [],
    );
  });
});

/** Files of one name: the faces of the two libraries, and what begins the command and the page. */
const COMMON_FILES = ["index.ts", "main.ts"];

/** The class of both libraries. */
const COMMON_EXPORTS = ["Processor"];

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|function\*?|const|let|type|interface) ([\w$]+)/gm;

suite("names", (test) => {
  test("of files are the names of one file", () => {
    const files = FILES.filter((file) => file.endsWith(".ts")).map((file) => file.slice(file.lastIndexOf("/") + 1));
    assert.ok(files.length > 300, `${files.length} files`);
    assert.equal(repeated(files), COMMON_FILES.toSorted());
  });

  test("of exports are the names of one thing", () => {
    const names = FILES.filter((file) => file.endsWith(".ts")).flatMap((file) => {
      const found = readFileSync(`${ROOT}src/${file}`, "utf8").matchAll(EXPORT);
      // Several signatures of one function are one export.
      return [...new Set(Array.from(found, ([, name]) => name!))];
    });
    assert.ok(names.length > 1000, `${names.length} exports`);
    assert.equal(repeated(names), COMMON_EXPORTS.toSorted());
  });
});

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.has(name) || !seen.add(name)))].sort();
}

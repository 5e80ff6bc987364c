// ARCHITECTURE.md names files and rooms. They must be there, and no room may be missing.
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

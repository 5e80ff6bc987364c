// The recipes for contributors name the places that a change takes by hand. They exist, and are not more than a reader
// can make in an hour.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { suite } from "./support/suite.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** How many places each recipe may have. */
const MOST = { "add-a-type": 4, "add-an-option": 3, "add-a-format": 4, "add-a-transform": 2, "add-a-message": 1 };

suite("the recipe", (test) => {
  for (const [name, most] of Object.entries(MOST)) {
    const page = readFileSync(`${ROOT}docs/contributing/${name}.md`, "utf8");
    test(`${name} takes at most ${most} places`, () => {
      const places = page.match(/^\d+\. \*\*/gm) ?? [];
      assert.ok(places.length > 0 && places.length <= most, `${places.length} places`);
    });
    test(`${name} names files that are there`, () => {
      const named = Array.from(page.matchAll(/`((?:src|tests|bench|docs)\/[\w/.-]+)`/g), ([, path]) => path!);
      assert.ok(named.length > 0);
      assert.deepEqual(
        named.filter((path) => !existsSync(ROOT + path)),
        [],
      );
    });
  }
});

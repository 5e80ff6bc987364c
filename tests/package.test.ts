// The package as npm would pack it now. `npm run check:package` also installs and runs it.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, normalize } from "node:path";
import { pack, ROOT } from "./support/packed.ts";
import { suite } from "./support/suite.ts";

/** A larger package should be noticed before it is published. The limits are its current size plus a tenth. */
const MAX_PACKED_BYTES = 3_100_000;
const MAX_UNPACKED_BYTES = 9_000_000;

/** Files that README and docs link to and that exist only in a clone. */
const CLONE_ONLY = new Set(["ARCHITECTURE.md", "CONTRIBUTING.md", "bench/README.md"]);

const LICENSES = new Set(["BlueOak-1.0.0", "MIT", "ISC"]);

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const manifest = JSON.parse(read("package.json"));
const packed = pack();
const paths = packed.files.map(({ path }) => path);
const fixed = read("tests/package-files.txt").trimEnd().split("\n");

/** The packed files that these name, and that those name, and so on. */
function reached(entries: readonly string[], statement: RegExp, ending = ""): Set<string> {
  const found = new Set(entries);
  for (const path of found) {
    for (const [, name] of read(path).matchAll(statement)) found.add(join(dirname(path), `${name!}${ending}`));
  }
  return found;
}

const ENTRIES = ["index", "test"];
const library = reached(
  ENTRIES.map((name) => `dist/library/${name}.cjs`),
  /\brequire\("(\.[^"]+)"\)/g,
);
const types = reached(
  ["dist/types/index.d.ts", "dist/types/library/test/index.d.ts", "dist/types/library/browser/index.d.ts"],
  /"(\.[^"]*)\.ts"/g,
  ".d.ts",
);

/** The packages that files with this ending import, and separately the `node:` modules. */
function imported(files: readonly string[], statement: RegExp): { packages: string[]; files: string[] } {
  const names = files.flatMap((file) => Array.from(read(file).matchAll(statement), ([, name]) => name!));
  const others = [...new Set(names)].filter((name) => !name.startsWith("node:") && !builtinModules.includes(name));
  return {
    packages: others.filter((name) => !name.startsWith(".")).sort(),
    files: others.filter((name) => name.startsWith(".")),
  };
}

suite("the packed files", (test) => {
  test("are those that the library loads, its types, those in tests/package-files.txt, and no others", () => {
    const expected = [...fixed, ...library, ...types];
    assert.deepEqual(
      paths.filter((path) => !expected.includes(path)),
      [],
      "packed, but in no list",
    );
    assert.deepEqual(
      expected.filter((path) => !paths.includes(path)),
      [],
      "in a list, but not packed",
    );
  });

  test(`take less than ${MAX_PACKED_BYTES} bytes, and ${MAX_UNPACKED_BYTES} unpacked`, () => {
    assert.ok(packed.size < MAX_PACKED_BYTES, `${packed.size} bytes`);
    assert.ok(packed.unpackedSize < MAX_UNPACKED_BYTES, `${packed.unpackedSize} bytes`);
  });

  test("include those that package.json names, and the command is executable", () => {
    const { main, types, man, bin, exports } = manifest;
    const targetsOf = (target: unknown): string[] =>
      typeof target === "string" ? [target] : Object.values(target as object).flatMap(targetsOf);
    const exported = targetsOf(exports);
    const targets = [main, types, ...man, ...Object.values(bin), ...exported].map(normalize);
    for (const target of [...targets, "README.md", "LICENSE"]) assert.ok(paths.includes(target), target);
    assert.ok(Array.isArray(man), "npm installs no manual page that is not in a list");
    assert.equal(main, exports["."].require.default);
    assert.equal(types, exports["."].require.types);
    assert.equal(packed.files.find(({ path }) => path === bin.normalizer)?.mode, 0o755);
    assert.match(read(bin.normalizer), /^#!\/usr\/bin\/env node\n/);
  });

  test("declare types that TypeScript reads from version 5.0 on, in which typed arrays are not generic", () => {
    for (const path of types) {
      const text = read(path);
      assert.doesNotMatch(text, /\b(?:\w+Array|Buffer)<(?:Shared)?ArrayBuffer/, path);
      assert.doesNotMatch(text, /(?:\bfrom |\bimport\()"(?![.]|node:)/, `${path} names a package`);
    }
    assert.ok(types.size > 20, `${types.size} files`);
  });

  test("do not contain the path they were built in", () => {
    for (const path of paths) {
      const text = read(path);
      for (const folder of ["node_modules/", "src/", "dist/", "scripts/"]) {
        assert.ok(!text.includes(ROOT + folder), `${path} has ${ROOT}${folder}`);
      }
      assert.doesNotMatch(text, /sourceMappingURL|_authToken|registry\.npmjs|registry\.yarnpkg/, path);
    }
    assert.doesNotMatch(read("package-lock.json"), /"resolved": "http/);
  });

  test("set one flag of V8 once it runs, which says when it optimizes, and no other, as these may do anything", () => {
    const programs = paths.filter((path) => /\.c?js$/.test(path));
    assert.equal(programs.length > 2, true);
    const setting = programs.filter((path) => read(path).includes("setFlagsFromString"));
    assert.deepEqual(setting, ["dist/normalizer.cjs"]);
    assert.deepEqual(read("dist/normalizer.cjs").match(/setFlagsFromString\(.*\)/g), [
      'setFlagsFromString("--interrupt-budget=400000")',
    ]);
  });

  test("link only to each other, or to what is in a clone", () => {
    for (const path of paths.filter((path) => path.endsWith(".md"))) {
      for (const [, link] of read(path).matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
        const target = normalize(join(dirname(path), link!));
        const found = paths.some((path) => path === target || path.startsWith(`${target.replace(/\/$/, "")}/`));
        assert.ok(found || CLONE_ONLY.has(target), `${path} points to ${target}`);
      }
    }
  });
});

/** The files in dist/ that contain all they need. */
const BUNDLES = ["normalizer.cjs", "command.cjs", "named.cjs", "parallel.cjs", "compose.cjs", "run/threads/thread.js"];

suite("the dependencies", (test) => {
  const { devDependencies, peerDependencies, peerDependenciesMeta, scripts } = manifest;
  const bundles = BUNDLES.map((file) => `dist/${file}`);

  test("each have a reason in CONTRIBUTING.md", () => {
    const table = /\n## Dependencies\n([\s\S]*?)(?=\n## |$)/.exec(read("CONTRIBUTING.md"))![1]!;
    const rows = Array.from(table.matchAll(/^\| ([^|]+?) \| ([^|]+?) \|$/gm), ([, names]) => names!.split(", "));
    assert.deepEqual(rows.flat().sort(), Object.keys(devDependencies).sort());
  });

  test("are bundled into the command, the threads and the library", () => {
    assert.equal(manifest.dependencies, undefined);
    const { packages, files } = imported(
      [...bundles, ...library],
      /(?:\brequire\(|\bfrom |\bimport |\bimport\()"([^"\n]+)"/g,
    );
    assert.deepEqual(packages, []);
    const own = files.filter((file) => !library.has(join("dist/library", file)));
    assert.deepEqual(own.sort(), ["./compose.cjs", "./named.cjs", "./parallel.cjs", "./profiles.cjs"]);
  });

  test("are strict from their first statement", () => {
    const commonJs = [...library, ...["command", "named", "parallel"].map((name) => `dist/${name}.cjs`)];
    for (const file of commonJs) assert.match(read(file), /^"use strict";/, file);
  });

  test("leave packages that only types need to those who use types", () => {
    assert.deepEqual(Object.keys(peerDependencies), ["@types/node"]);
    assert.ok(peerDependenciesMeta["@types/node"].optional);
  });

  test("are not installed with the package, which runs no scripts then", () => {
    for (const name of ["preinstall", "install", "postinstall"]) assert.ok(!(name in scripts), name);
  });
});

suite("the licences", (test) => {
  const list = read("dist/THIRD-PARTY-LICENSES.txt")
    .split(`\n${"-".repeat(80)}\n`)
    .slice(1);
  const listed = list.map((section) => /^\n(\S+) (\S+) \((.+)\)\n/.exec(section)!.slice(1));

  test("cover all packages that the command and the threads bundle", () => {
    // esbuild writes before each module where it comes from.
    const files = [...library, ...BUNDLES.map((file) => `dist/${file}`)];
    const from = files.flatMap((file) =>
      Array.from(read(file).matchAll(/^ *\/\/ node_modules\/((?:@[^/\n]+\/)?[^/\n]+)/gm), ([, name]) => name!),
    );
    assert.deepEqual(
      listed.map(([name]) => name),
      [...new Set(from)].sort(),
    );
    assert.ok(listed.length >= 5, `${listed.length} packages`);
  });

  test("are complete, and of the bundled versions", () => {
    for (const [i, [name, version]] of listed.entries()) {
      assert.equal(version, JSON.parse(read(`node_modules/${name}/package.json`)).version, name);
      assert.match(list[i]!, /Copyright/, name);
      assert.match(list[i]!, /Permission (is hereby granted|to use, copy, modify)|Blue Oak Model License/, name);
      assert.match(list[i]!, /AS IS/i, name);
    }
  });

  test("require nothing but to be passed on", () => {
    for (const [name, , license] of listed) assert.ok(LICENSES.has(license!), `${name} is ${license}`);
    assert.equal(manifest.license, "MIT");
    assert.ok(existsSync(join(ROOT, "LICENSE")));
  });
});

// ARCHITECTURE.md names files and rooms. They must be there, and no room may be missing. One name has one meaning.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { folder } from "./support/folder.ts";
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
    assert.deepEqual(missing, []);
  });

  test("has every room in its map", () => {
    const map = /```text\n(.*?)```/s.exec(TEXT)![1]!;
    const rooms = readdirSync(`${ROOT}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(
      rooms.map(({ name }) => name).filter((name) => !map.includes(`src/${name}/`)),
      [],
    );
  });
});

suite("the linter", (test) => {
  const folders = readdirSync(`${ROOT}src`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(`${ROOT}src/`.length));

  test("refuses imports from above, in every folder and in new ones", () => {
    assert.ok(folders.length > 30, `${folders.length} folders`);
    const paths = folders.flatMap((path) => [path, `${path}/new`]);
    // The command is above all rooms. It may use itself, but not the library.
    const files = paths.map((path) => ({
      path,
      imports: /^cli(\/|$)/.test(path) ? ["processor.ts"] : ["cli/commands.ts", "processor.ts"],
    }));
    assert.deepEqual(allowedImports(files), []);
  });

  test("refuses all imports in a room that has no floor yet", () => {
    const imports = ["bytes/ascii.ts", "matcher/matcher.ts", "cli/commands.ts", "processor.ts"];
    assert.deepEqual(allowedImports([{ path: "new", imports }]), []);
  });
});

/** What the linter lets new files in these folders import, of these files under src/. */
function allowedImports(files: readonly { path: string; imports: readonly string[] }[]): string[] {
  const sources = files.map(({ path, imports }) => {
    const up = path.replace(/[^/]+/g, "..");
    return [`src/${path}/probe.ts`, imports.map((name) => `import "${up}/${name}";\n`).join("")] as const;
  });
  const settings = ["biome.json", ".gitignore"].map((name) => [name, readFileSync(ROOT + name)] as const);
  const cwd = folder(Object.fromEntries([...settings, ...sources]));
  const args = [`${ROOT}node_modules/@biomejs/biome/bin/biome`, "lint", "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(process.execPath, args, { cwd, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const refused = new Set(
    diagnostics
      .filter(({ category }) => category === "lint/style/noRestrictedImports")
      .map(({ location }) => `${location.path}:${location.start.line}`),
  );
  return files.flatMap(({ path, imports }) =>
    imports.filter((_, i) => !refused.has(`src/${path}/probe.ts:${i + 1}`)).map((name) => `${path} may use ${name}`),
  );
}

/** What the linter reports, as far as it is needed here. */
interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

/** Files of one name: the faces of the two libraries, and what begins the command and the page. */
const COMMON_FILES = ["index.ts", "main.ts"];

/** The class of both libraries. */
const COMMON_EXPORTS = ["Processor"];

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|function\*?|const|let|type|interface) ([\w$]+)/gm;

const CLAUSE = /\b(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g;

const WHOLE_MODULE = /\bimport(?: \* as \w+ from |\()"(\.[^"]+)"/g;

suite("names", (test) => {
  test("of files are the names of one file", () => {
    const files = FILES.filter((file) => file.endsWith(".ts")).map((file) => file.slice(file.lastIndexOf("/") + 1));
    assert.ok(files.length > 300, `${files.length} files`);
    assert.deepEqual(repeated(files), COMMON_FILES.toSorted());
  });

  test("of exports are the names of one thing", () => {
    const names = FILES.filter((file) => file.endsWith(".ts")).flatMap((file) =>
      exportsOf(readFileSync(`${ROOT}src/${file}`, "utf8")),
    );
    assert.ok(names.length > 1000, `${names.length} exports`);
    assert.deepEqual(repeated(names), COMMON_EXPORTS.toSorted());
  });
});

suite("exports", (test) => {
  test("are imported by another file", () => {
    const texts = new Map(
      ["src", "tests", "scripts", "bench"].flatMap((folder) =>
        readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
          .filter((file) => /\.(?:ts|mjs|cjs)$/.test(file) && !file.startsWith(".built"))
          .map((file) => [`${folder}/${file}`, readFileSync(`${ROOT}${folder}/${file}`, "utf8")] as const),
      ),
    );
    const imported = new Set([...texts].flatMap(([file, text]) => importsOf(file, text)));
    const unused = [...texts].flatMap(([file, text]) =>
      file.startsWith("src/") ? exportsOf(text).map((name) => `${file}: ${name}`) : [],
    );
    assert.deepEqual(
      unused.filter((name) => !imported.has(name)),
      [],
    );
  });
});

/** The names that a file imports from others, each after the file that it comes from. */
function importsOf(file: string, text: string): string[] {
  const imports = Array.from(text.matchAll(CLAUSE), ([, names, from]) => ({ names: names!, from: from! }));
  // What is taken of a whole module is somewhere in the text.
  for (const [, from] of text.matchAll(WHOLE_MODULE)) imports.push({ names: text, from: from! });
  return imports.flatMap(({ names, from }) =>
    (names.match(/[\w$]+/g) ?? []).map((name) => `${join(dirname(file), from)}: ${name}`),
  );
}

function exportsOf(text: string): string[] {
  // Several signatures of one function are one export.
  return [...new Set(Array.from(text.matchAll(EXPORT), ([, name]) => name!))];
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return [...new Set(names.filter((name) => seen.has(name) || !seen.add(name)))].sort();
}

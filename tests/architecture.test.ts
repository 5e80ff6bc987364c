// ARCHITECTURE.md names files and rooms. They must be there, and no room may be missing.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TEXT = readFileSync(`${ROOT}ARCHITECTURE.md`, "utf8");
const MAP = /```text\n(.*?)```/s.exec(TEXT)![1]!;
const FILES = readdirSync(`${ROOT}src`, { recursive: true, encoding: "utf8" });

/** Folders that hold rooms and no file. */
const FOLDERS_OF_ROOMS = ["tools", "exchange"];

suite("the house", (test) => {
  test("has no file outside of its rooms but index.ts", () => {
    const loose = FILES.filter(
      (file) => /\.\w+$/.test(file) && ["", ...FOLDERS_OF_ROOMS].includes(dirname(`./${file}`).slice(2)),
    );
    assert.deepEqual(loose, ["index.ts"]);
  });
});

suite("ARCHITECTURE.md", (test) => {
  test("is a page", () => {
    const { length } = Buffer.from(TEXT);
    assert.ok(length <= 12_000, `${length} bytes`);
  });

  test("names only files that exist", () => {
    const named = new Set(Array.from(TEXT.matchAll(/`([\w/.-]+\.ts)`/g), ([, name]) => name!));
    const missing = [...named].filter(
      (name) => !existsSync(ROOT + name) && !FILES.some((file) => file === name || `/${file}`.endsWith(`/${name}`)),
    );
    assert.deepEqual(missing, []);
  });

  test("has all rooms in its map, and no others", () => {
    const rooms = readdirSync(`${ROOT}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(
      rooms.map(({ name }) => name).sort(),
      Array.from(MAP.matchAll(/src\/([\w-]+)\//g), ([, name]) => name!).sort(),
    );
  });
});

suite("the linter", (test) => {
  test("lets a room use only what the map has below it", () => {
    const folders = readdirSync(`${ROOT}src`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(`${ROOT}src/`.length))
      .filter((path) => !FOLDERS_OF_ROOMS.includes(path));
    assert.ok(folders.length > 30, `${folders.length} folders`);
    const below = floorsBelow();
    const allowed = allowedImports(
      folders,
      folders.map((path) => `${path}/probe.ts`),
    );
    const between = allowed.filter(([path, target]) => roomOf(path) !== roomOf(target));
    assert.ok(between.length > 500, `${between.length} imports`);
    assert.deepEqual(
      between
        .filter(([path, target]) => !below.get(floorOf(path))?.has(floorOf(target)))
        .map(([path, target]) => `src/${path} may use ${target}`),
      [],
    );
  });
});

/** What each room of the map may use: those on the floors below. */
function floorsBelow(): Map<string, ReadonlySet<string>> {
  const floors = MAP.split(/^ *│$/m).map((floor) =>
    Array.from(floor.matchAll(/src\/([\w-]+)\//g), ([, room]) => room!),
  );
  return new Map(
    floors.flatMap((floor, i) => floor.map((room) => [room, new Set(floors.slice(i + 1).flat())] as const)),
  );
}

function floorOf(path: string): string {
  return path.split("/", 1)[0]!;
}

/** Each tool is a room of its own. So is each way rules come in or go out. */
function roomOf(path: string): string {
  return path.split("/", /^(?:tools|exchange)\//.test(path) ? 2 : 1).join("/");
}

/** What the linter lets new files in these folders import, of these files under src/. */
function allowedImports(folders: readonly string[], targets: readonly string[]): [folder: string, target: string][] {
  const probes = folders.map((path) => {
    const from = (target: string) => relative(path, target).replace(/^(?!\.)/, "./");
    return [`src/${join(path, "probe.ts")}`, targets.map((target) => `import "${from(target)}";\n`).join("")] as const;
  });
  const settings = ["biome.json", ".gitignore"].map((name) => [name, readFileSync(ROOT + name)] as const);
  const cwd = folder(Object.fromEntries([...settings, ...probes]));
  const args = [
    `${ROOT}node_modules/@biomejs/biome/bin/biome`,
    "lint",
    "--only=style/noRestrictedImports",
    "--reporter=json",
    "--max-diagnostics=none",
  ];
  const { stdout } = spawnSync(process.execPath, args, { cwd, encoding: "utf8", maxBuffer: Number.POSITIVE_INFINITY });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] };
  const refused = new Set(diagnostics.map(({ location }) => `${location.path}:${location.start.line}`));
  return folders.flatMap((path) =>
    targets
      .filter((_, i) => !refused.has(`src/${join(path, "probe.ts")}:${i + 1}`))
      .map((target): [string, string] => [path, target]),
  );
}

/** What the linter reports, as far as it is needed here. */
interface Diagnostic {
  readonly location: { readonly path: string; readonly start: { readonly line: number } };
}

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:class|function\*?|const|let|type|interface) ([\w$]+)/gm;

const CLAUSE = /\b(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g;

const WHOLE_MODULE = /\bimport(?: \* as \w+ from |\()"(\.[^"]+)"/g;

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

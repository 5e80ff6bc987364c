// ARCHITECTURE.md names files and rooms. They must be there, and no room may be missing. One name has one meaning.

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
    const rooms = readdirSync(`${ROOT}src`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    assert.deepEqual(
      rooms.map(({ name }) => name).filter((name) => !MAP.includes(`src/${name}/`)),
      [],
    );
  });
});

suite("the linter", (test) => {
  test("lets a room use only what the map has below it, and a folder without a floor nothing", () => {
    const folders = readdirSync(`${ROOT}src`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => `${parentPath}/${name}`.slice(`${ROOT}src/`.length));
    assert.ok(folders.length > 30, `${folders.length} folders`);
    // Two files of the library, one in each folder, and one in a room that is not there yet.
    const targets = ["processor.ts", "line-processor.ts", ...[...folders, "new"].map((path) => `${path}/probe.ts`)];
    const below = roomsBelow();
    const allowed = allowedImports(["", "new", ...folders.flatMap((path) => [path, `${path}/new`])], targets);
    const between = allowed.filter(([path, target]) => roomOf(`${path}/`) !== roomOf(target));
    assert.ok(between.length > 500, `${between.length} imports`);
    const against = between.filter(([path, target]) => !below.get(roomOf(`${path}/`))?.has(roomOf(target)));
    assert.deepEqual(
      against.map(([path, target]) => `src/${path} may use ${target}`),
      [],
    );
  });
});

/** The rooms above the floors of the map, from top to bottom, and which others of them each may use. */
const ROOMS_ON_TOP: Readonly<Record<string, readonly string[]>> = {
  cli: ["report"],
  page: ["report"],
  browser: ["library"],
  report: [],
  library: [],
};

/** What each room of the map may use. */
function roomsBelow(): Map<string, ReadonlySet<string>> {
  const [top, ...floors] = MAP.split(/└[─┴]+┘|^ *│$/m)
    .map((floor) =>
      Array.from(floor.matchAll(/src\/([\w-]+)\/|the (library) ─/g), ([, room, library]) => room ?? library!),
    )
    .filter((floor) => floor.length > 0);
  assert.deepEqual(top, Object.keys(ROOMS_ON_TOP));
  return new Map([
    ...top.map((room) => [room, new Set([...ROOMS_ON_TOP[room]!, ...floors.flat()])] as const),
    ...floors.flatMap((floor, i) => floor.map((room) => [room, new Set(floors.slice(i + 1).flat())] as const)),
  ]);
}

function roomOf(path: string): string {
  return /^([^/]+)\//.exec(path)?.[1] ?? "library";
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

// What a reader of a checkout has to carry, counted from its texts.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A figure of the house, and its name in the table. */
export type Figure = readonly [name: string, value: number | string];

/** Biome formats all sources, so that every declaration at top level begins its line, and nothing else does so. */
const EXPORT = /^export /gm;
const TYPE = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (?!\{)/gm;
const CONSTANT = /^(?:export )?const (?!enum )/gm;

/** The path of a file of the house that is imported, also for a type, or only when it is needed. */
const IMPORT = /\b(?:from |import |import\()"(\.[^"]+)"/g;

/** What all files beside the rooms are for arrows: one room. */
const LOOSE = "(loose files)";

/** Counts files, and what is in them and between them. Rooms are the folders directly under `src`. */
export function countSources(root: string): Figure[] {
  const paths = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"));
  const sources = paths.map((path) => ({ path, text: readFileSync(join(root, "src", path), "utf8") }));
  const lengths = sources.map(({ text }) => count(text, /\n/g)).sort((a, b) => a - b);
  const total = (pattern: RegExp): number => sources.reduce((sum, { text }) => sum + count(text, pattern), 0);
  const rooms = arrowsBetween(sources, roomOf);
  const folders = arrowsBetween(sources, posix.dirname);
  const linter = join(root, "biome.json");
  const map = join(root, "ARCHITECTURE.md");
  return [
    ["files", paths.length],
    ["lines", lengths.reduce((sum, length) => sum + length, 0)],
    ["median lines of a file", median(lengths)],
    ["rooms", new Set(paths.map(roomOf).filter((room) => room !== LOOSE)).size],
    ["loose files", paths.filter((path) => roomOf(path) === LOOSE).length],
    ["arrows between rooms", sizeOf(rooms)],
    ["floors of rooms", floorsOf(rooms)],
    ["folders", new Set(paths.map((path) => posix.dirname(path))).size],
    ["arrows between folders", sizeOf(folders)],
    ["exports", total(EXPORT)],
    ["types", total(TYPE)],
    ["constants at top level", total(CONSTANT)],
    ["lines of the linter's settings", existsSync(linter) ? count(readFileSync(linter, "utf8"), /\n/g) : 0],
    ["bytes of ARCHITECTURE.md", existsSync(map) ? readFileSync(map).length : 0],
  ];
}

interface Source {
  readonly path: string;
  readonly text: string;
}

/** For each box, the others that its files import from. */
type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

function arrowsBetween(sources: readonly Source[], boxOf: (path: string) => string): Arrows {
  const arrows = new Map<string, Set<string>>();
  for (const { path, text } of sources) {
    const box = boxOf(path);
    const targets = arrows.get(box) ?? new Set();
    arrows.set(box, targets);
    for (const [, imported] of text.matchAll(IMPORT)) {
      const target = boxOf(posix.join(posix.dirname(path), imported!));
      if (target !== box) targets.add(target);
    }
  }
  return arrows;
}

function roomOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : LOOSE;
}

/** On how many floors the boxes stand if each is above all that it uses, or the boxes that a circle keeps from that. */
function floorsOf(arrows: Arrows): number | string {
  const left = new Map(arrows);
  for (let floors = 0; ; floors++) {
    const lowest = [...left].filter(([, targets]) => ![...targets].some((target) => left.has(target)));
    if (lowest.length === 0)
      return left.size === 0 ? floors : `none: a circle in ${[...left.keys()].sort().join(", ")}`;
    for (const [box] of lowest) left.delete(box);
  }
}

function sizeOf(arrows: Arrows): number {
  return Array.from(arrows.values(), (targets) => targets.size).reduce((sum, size) => sum + size, 0);
}

function median(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

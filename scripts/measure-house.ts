// `npm run measure [-- --root CHECKOUT]... [--list]`: how large the house is, and how much of it one line passes.
// `--root` may be given several times: each is a column, such as one before a change and one after it. A checkout needs
// its node_modules, but no build. `--list` names the files that are passed.
//
// A line passes a file if code of the file runs for each line: a function that is called, or a loop over lines. Node
// counts how often each ran while the command, from its sources, reads N lines and 2N lines; code counts if it ran at
// least 0.9 N times more. A rule passes a file in the same way while rules are loaded, and with them one line. Files
// that run once for a log, or for a block of lines, do not count; nor do those that only hold types. An earlier count
// was made on paper, by reading which files have a frame on the stack while a line passes. The figures of the two are
// not those of one measure.
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { countSources } from "./count-sources.ts";
import { filesPassed, type PassedFile, TRIALS } from "./passed-files.ts";

const { values } = parseArgs({
  options: {
    root: { type: "string", multiple: true, default: [fileURLToPath(new URL("..", import.meta.url))] },
    list: { type: "boolean", default: false },
  },
});

const houses = values.root.map((path) => {
  const root = resolve(path);
  const passed = Object.entries(TRIALS).map(([what, trial]) => [what, filesPassed(root, trial)] as const);
  const figures = [
    ...countSources(root),
    ...passed.map(([what, files]) => [`files that ${what} passes`, summary(files)] as const),
  ];
  return { path, passed, figures };
});

const rows = houses[0]!.figures.map(([name], i) => [name, ...houses.map(({ figures }) => String(figures[i]![1]))]);
const title = ["", ...houses.map(({ path }) => path)];
const columns = houses.length === 1 ? rows : [title, ...rows];
const widths = title.map((_, i) => Math.max(...columns.map((row) => row[i]!.length)));
for (const row of columns)
  console.log(
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join("  ")
      .trimEnd(),
  );

if (values.list) {
  for (const { path, passed } of houses) {
    for (const [what, files] of passed) {
      console.log(`\n${what}${houses.length === 1 ? "" : `, ${path}`}`);
      for (const { path, onlyLoops } of files) console.log(`  src/${path}${onlyLoops ? " (a loop)" : ""}`);
    }
  }
}

function summary(files: readonly PassedFile[]): string {
  const loops = files.filter(({ onlyLoops }) => onlyLoops).length;
  return loops === 0
    ? String(files.length)
    : `${files.length} (${files.length - loops} by calls, ${loops} by loops alone)`;
}

// Load tests for a bad week. Each reports whether every line came out exactly once, and what it took.
// npm run load -- --gigabytes 10 --files 1000000 --minutes 10 --runs 24 [--only pipe]
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { atOnce } from "./at-once.ts";
import { followed } from "./followed.ts";
import { pipe } from "./pipe.ts";
import { tinyFiles } from "./tiny-files.ts";

const { values } = parseArgs({
  options: {
    gigabytes: { type: "string", default: "10" },
    files: { type: "string", default: "1000000" },
    minutes: { type: "string", default: "10" },
    runs: { type: "string", default: "24" },
    only: { type: "string", multiple: true, default: ["pipe", "runs", "files", "tail"] },
  },
});

const loads = {
  pipe: (folder: string) => pipe(Number(values.gigabytes), folder),
  runs: (folder: string) => atOnce(Number(values.runs), folder),
  files: (folder: string) => tinyFiles(Number(values.files), folder),
  tail: (folder: string) => followed(Number(values.minutes), folder),
};

const folder = mkdtempSync(join(tmpdir(), "normalizer-load-"));
try {
  for (const [name, load] of Object.entries(loads)) {
    if (!values.only.includes(name)) continue;
    mkdirSync(join(folder, name));
    console.log(`${name}: ${await load(join(folder, name))}`);
    rmSync(join(folder, name), { recursive: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

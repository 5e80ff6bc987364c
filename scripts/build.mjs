// `npm run build [-- --if-changed] [--source-maps]` Builds three products from one source: the library as some CommonJS
// files, the command as a few bundled ones, and the library for browsers as one (by esbuild). Types are by tsc.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import { isBuilt, lockBuild, usersOfBuild, writeStamp } from "./build-stamp.mjs";
import { bundleCommand, bundleForBrowsers, bundleLibrary, bundlePage } from "./bundles.mjs";
import { addCodeCache } from "./code-cache.mjs";
import { pageFile } from "./page.mjs";
import { thirdPartyLicenses } from "./third-party-licenses.mjs";
import { finishTypes } from "./types.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

const ifChanged = process.argv.includes("--if-changed");
if (ifChanged && isBuilt()) process.exit();
await lockBuild();
// Another build may just have ended.
if (ifChanged && isBuilt()) process.exit();
const users = await usersOfBuild();
if (users.length > 0) {
  console.error(
    `dist/ cannot be built now: tests use it (process ${users.join(", ")}). Wait for their end, or end them.`,
  );
  process.exit(1);
}

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`], {
  stdio: "inherit",
});
finishTypes(`${root}dist`, { index: "index", test: "library/test/index", browser: "library/browser/index" });

const sourcemap = process.argv.includes("--source-maps");
const page = await bundlePage();
writeFileSync(`${root}dist/page.html`, pageFile(page));
const bundles = [
  ...(await bundleCommand(`${root}dist`, { sourcemap })),
  await bundleLibrary(`${root}dist`),
  await bundleForBrowsers(`${root}dist`),
  page.metafile,
];
// With source maps, `npm run coverage` also covers tests that run the command. Node looks for them in files that it
// loads itself.
const folder = `${root}examples/rules-that-last`;
const [rules, monday, tuesday] = ["rules.yaml", "monday.log", "tuesday.log"].map((name) => `${folder}/${name}`);
const runs = ["monday.log", "failed.log"].map((name) => `${root}examples/failed-run/${name}`);
if (!sourcemap) {
  // So long that the rules are matched by the module, too.
  const long = join(mkdtempSync(join(tmpdir(), "code-cache-")), "long.log");
  writeFileSync(long, readFileSync(monday, "utf8").repeat(200));
  const { NAMED_WORDS: words } = await tsImport("../src/cli/options/command-definition.ts", import.meta.url);
  addCodeCache(`${root}dist`, {
    words,
    plain: ["--rules", rules, long],
    named: [
      ["diff", "--rules", rules, monday, tuesday],
      ["diff", "--good", ...runs],
    ],
  });
  rmSync(dirname(long), { recursive: true });
}
const { manPage } = await tsImport("../src/cli/manual/man-page.ts", import.meta.url);
mkdirSync(`${root}dist/man`);
writeFileSync(`${root}dist/man/normalizer.1`, manPage(version));
writeFileSync(`${root}dist/THIRD-PARTY-LICENSES.txt`, thirdPartyLicenses(bundles, root));
// npm makes the command executable only once, when it links it. A rebuilt file would not be executable, and npx would
// then look for a package of that name elsewhere.
chmodSync(`${root}dist/normalizer.cjs`, 0o755);
if (!sourcemap) writeStamp();

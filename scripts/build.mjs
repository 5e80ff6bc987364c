// `npm run build [-- --if-changed] [--source-maps]` Builds three products from one source: the library as plain ES
// modules with types (by tsc), the command as a few bundled files, and the library for browsers as one (by esbuild).
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import { isBuilt, lockBuild, usersOfBuild, writeStamp } from "./build-stamp.mjs";
import { bundleCommand, bundleForBrowsers, bundlePage, moduleBytesSource } from "./bundles.mjs";
import { addCodeCache } from "./code-cache.mjs";
import { pageFile } from "./page.mjs";
import { thirdPartyLicenses } from "./third-party-licenses.mjs";

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

writeFileSync(`${root}dist/matcher/machine/module-bytes.js`, await moduleBytesSource());

// The bundled program of a thread replaces the module run/threads/thread.js. The command and the library both run it.
const sourcemap = process.argv.includes("--source-maps");
const page = await bundlePage();
writeFileSync(`${root}dist/page.html`, pageFile(page));
const bundles = [
  ...(await bundleCommand(`${root}dist`, { sourcemap })),
  await bundleForBrowsers(`${root}dist`),
  page.metafile,
];
// With source maps, `npm run coverage` also covers tests that run the command. Node looks for them in files that it
// loads itself.
const folder = `${root}examples/rules-that-last`;
const [rules, monday, tuesday] = ["rules.yaml", "monday.log", "tuesday.log"].map((name) => `${folder}/${name}`);
const runs = ["monday.log", "failed.log"].map((name) => `${root}examples/failed-run/${name}`);
if (!sourcemap)
  addCodeCache(`${root}dist`, {
    plain: ["--rules", rules, monday],
    named: [
      ["diff", "--rules", rules, monday, tuesday],
      ["diff", "--good", ...runs],
      ["check", rules, monday],
    ],
  });
const { manPage } = await tsImport("../src/cli/manual/man-page.ts", import.meta.url);
mkdirSync(`${root}dist/man`);
writeFileSync(`${root}dist/man/normalizer.1`, manPage(version));
writeFileSync(`${root}dist/THIRD-PARTY-LICENSES.txt`, thirdPartyLicenses(bundles, root));
// npm makes the command executable only once, when it links it. A rebuilt file would not be executable, and npx would
// then look for a package of that name elsewhere.
chmodSync(`${root}dist/normalizer.cjs`, 0o755);
if (!sourcemap) writeStamp();

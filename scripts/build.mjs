// Two products from one source: the library as plain ES modules with types (by tsc), and the command as one
// file (by esbuild).
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import { bundleCommand } from "./bundles.mjs";
import { thirdPartyLicenses } from "./third-party-licenses.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`], {
  stdio: "inherit",
});

// The program of a thread takes the place of the module of that name, for the command and the library alike.
const bundles = await bundleCommand(`${root}dist`, {
  // For `npm run coverage`, which so finds the source of what the tests run as a command.
  sourcemap: process.argv.includes("--source-maps"),
});
const { manPage } = await tsImport("../src/cli/manual/man-page.ts", import.meta.url);
mkdirSync(`${root}dist/man`);
writeFileSync(`${root}dist/man/normalizer.1`, manPage(version));
writeFileSync(`${root}dist/THIRD-PARTY-LICENSES.txt`, thirdPartyLicenses(bundles, root));
// npm marks a package's command as executable once, when it links it; a rebuilt file would lose the mark,
// and npx would then look for a package of that name elsewhere.
chmodSync(`${root}dist/normalizer.cjs`, 0o755);

// Two products from one source: the library as plain ES modules with types (by tsc), and the command as one
// file (by esbuild), because resolving some sixty modules one by one costs a cold start about 50 ms.
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tsImport } from "tsx/esm/api";
import { thirdPartyLicenses } from "./third-party-licenses.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`], {
  stdio: "inherit",
});

/**
 * The forms that two packages have for browsers start faster in Node too: yaml's are ES modules, of which esbuild leaves
 * out what nobody uses, and do not look up an environment variable for every token; clipanion's does not ask the terminal
 * for its colours, upon which Node comments if they are contradictory. The rest of clipanion is taken as ES modules as well.
 */
const browserForms = {
  name: "browser-forms",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^yaml$/ }, () => ({ path: join(root, "node_modules/yaml/browser/index.js") }));
    onResolve({ filter: /^clipanion$/ }, () => ({ path: join(root, "node_modules/clipanion/lib/advanced/index.mjs") }));
    onResolve({ filter: /^\.\.\/platform$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "../platform/browser.mjs"),
    }));
  },
};

/** clipanion needs typanion only for commands with a schema of their options. None here has one, and parsing it takes time. */
const withoutTypanion = {
  name: "without-typanion",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/node_modules\/typanion\// }, () => ({ contents: "" }));
  },
};

/** What is loaded on demand is a file beside, made by a build of its own. */
const namedApart = {
  name: "named-apart",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/named\.ts$/ }, () => ({ path: "./named.cjs", external: true }));
  },
};

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  minifySyntax: true,
  // Node parses a whole file before it runs any of it, a tenth of a short run. Without white space it would not be faster.
  minifyIdentifiers: true,
  plugins: [browserForms, withoutTypanion],
  logLevel: "warning",
  metafile: true,
  // For `npm run coverage`, which so finds the source of what the tests run as a command.
  sourcemap: process.argv.includes("--source-maps"),
};
const command = `${root}dist/normalizer.cjs`;
const commonJs = {
  ...shared,
  // Node starts a CommonJS file some milliseconds sooner than an ES module.
  format: "cjs",
  define: {
    __VERSION__: JSON.stringify(version),
    // clipanion opens standard input as a stream when it is loaded, which takes time and makes a pipe non-blocking for
    // everybody who shares it. The command reads the descriptor itself.
    "process.stdin": "undefined",
    // Where the modules of threads/ would lie: the program of a thread is found from there.
    "import.meta.url": "__threads",
  },
  banner: { js: 'const __threads = require("node:url").pathToFileURL(__dirname + "/threads/");' },
};
const plain = await build({
  ...commonJs,
  plugins: [...shared.plugins, namedApart],
  entryPoints: ["src/cli/main.ts"],
  outfile: command,
  banner: { js: `#!/usr/bin/env node\n${commonJs.banner.js}` },
});
const named = await build({ ...commonJs, entryPoints: ["src/cli/named.ts"], outfile: `${root}dist/named.cjs` });
const { manPage } = await tsImport("../src/cli/manual/man-page.ts", import.meta.url);
mkdirSync(`${root}dist/man`);
writeFileSync(`${root}dist/man/normalizer.1`, manPage(version));
// In place of the module of that name, for the command and the library alike.
const thread = await build({
  ...shared,
  entryPoints: ["src/threads/thread.ts"],
  outfile: `${root}dist/threads/thread.js`,
  format: "esm",
});
const bundles = [plain, named, thread].map(({ metafile }) => metafile);
writeFileSync(`${root}dist/THIRD-PARTY-LICENSES.txt`, thirdPartyLicenses(bundles, root));
// npm marks a package's command as executable once, when it links it; a rebuilt file would lose the mark,
// and npx would then look for a package of that name elsewhere.
chmodSync(command, 0o755);

// Two products from one source: the library as plain ES modules with types (by tsc), and the command as one
// file (by esbuild), because resolving some sixty modules one by one costs a cold start about 50 ms.
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [`${root}node_modules/typescript/bin/tsc`, "-p", `${root}tsconfig.build.json`], {
  stdio: "inherit",
});

/** clipanion asks the terminal for its colours as it is loaded, which Node comments on if they are contradictory. */
const withoutColours = {
  name: "without-colours",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.\/platform$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "../platform/browser.mjs"),
    })),
};

const command = `${root}dist/normalizer.js`;
await build({
  absWorkingDir: root,
  entryPoints: ["src/cli/main.ts"],
  outfile: command,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  minifySyntax: true,
  plugins: [withoutColours],
  define: { __VERSION__: JSON.stringify(version) },
  banner: {
    // yaml is a CommonJS package that requires Node's own modules; inside an ES module `require` must be made.
    js: '#!/usr/bin/env node\nimport { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);',
  },
  logLevel: "warning",
});
// npm marks a package's command as executable once, when it links it; a rebuilt file would lose the mark,
// and npx would then look for a package of that name elsewhere.
chmodSync(command, 0o755);

// What esbuild makes of the source: the command as one file, because resolving some sixty modules one by one costs a cold
// start about 50 ms, and the program of its threads.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

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

export const shared = {
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
};
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
/**
 * Writes normalizer.cjs, named.cjs and threads/thread.js into a folder; gives esbuild's accounts of them (its metafiles).
 * `options` are esbuild's, beside those for all three; plugins come before those.
 */
export async function bundleCommand(folder, { plugins = [], ...options } = {}) {
  const common = { ...commonJs, ...options, plugins: [...plugins, ...shared.plugins] };
  const results = await Promise.all([
    build({
      ...common,
      plugins: [...common.plugins, namedApart],
      entryPoints: ["src/cli/main.ts"],
      outfile: `${folder}/normalizer.cjs`,
      banner: { js: `#!/usr/bin/env node\n${commonJs.banner.js}` },
    }),
    build({ ...common, entryPoints: ["src/cli/named.ts"], outfile: `${folder}/named.cjs` }),
    build({
      ...shared,
      ...options,
      plugins: common.plugins,
      entryPoints: ["src/threads/thread.ts"],
      outfile: `${folder}/threads/thread.js`,
      format: "esm",
    }),
  ]);
  return results.map(({ metafile }) => metafile);
}

// Bundles the command and the program of its threads with esbuild. Resolving some sixty modules one by one would add
// about 50 ms to a cold start of the command.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tsImport } from "tsx/esm/api";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

/**
 * Replaces two packages by their builds for browsers, which start faster in Node, too. That of yaml consists of ES
 * modules, so that esbuild can drop unused code, and does not read an environment variable for every token. That of
 * clipanion does not ask for the colours of the terminal, which makes Node print a warning if the environment is
 * contradictory. The rest of clipanion is also taken as ES modules.
 */
const browserBuilds = {
  name: "browser-builds",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^yaml$/ }, () => ({ path: join(root, "node_modules/yaml/browser/index.js") }));
    onResolve({ filter: /^clipanion$/ }, () => ({ path: join(root, "node_modules/clipanion/lib/advanced/index.mjs") }));
    onResolve({ filter: /^\.\.\/platform$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "../platform/browser.mjs"),
    }));
  },
};

/**
 * Drops typanion, which takes time to parse. clipanion needs it only for commands with an option schema, and none here
 * has one.
 */
const withoutTypanion = {
  name: "without-typanion",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/node_modules\/typanion\// }, () => ({ contents: "" }));
  },
};

/**
 * Keeps what few runs need out of a file: the named commands, what several threads take, profiles, and the YAML
 * library, which simple rules files do without. Each is a file of its own, loaded on demand.
 */
const loadedOnDemand = {
  name: "loaded-on-demand",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\/named\.ts$/ }, () => ({ path: "./named.cjs", external: true }));
    onResolve({ filter: /^\.\/parallel-run\.ts$/ }, () => ({ path: "./parallel.cjs", external: true }));
    // The named commands import it, too, and have it in their file.
    onResolve({ filter: /^\.\/profiles\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./profiles.cjs", external: true } : undefined,
    );
    onResolve({ filter: /^\.\/compose\.cjs$/ }, ({ path }) => ({ path, external: true }));
    // Its import is static, as in the library. A function that requires the file makes it dynamic.
    const contents = 'export const compose = (text) => require("./compose.cjs").compose(text);';
    onLoad({ filter: /\/src\/rules\/yaml\/compose\.ts$/ }, () => ({ contents }));
  },
};

/** A module of JavaScript with the bytes of the WebAssembly module, which take some time to assemble. */
export async function moduleBytesSource() {
  const { moduleBytes } = await tsImport("../src/matcher/machine/module-bytes.ts", import.meta.url);
  const text = Buffer.from(moduleBytes()).toString("base64");
  return `export const moduleBytes = () => Buffer.from("${text}", "base64");\n`;
}

const assembled = {
  name: "assembled",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/machine\/module-bytes\.ts$/ }, async () => ({ contents: await moduleBytesSource() }));
  },
};

/** Browsers match by parsers: pages may forbid WebAssembly, and logs in pages are small. */
const withoutMachine = {
  name: "without-machine",
  setup: ({ onLoad }) => {
    const contents = "export const NOT_MATCHED = -2; export const Machine = { of: () => undefined };";
    onLoad({ filter: /\/machine\/machine\.ts$/ }, () => ({ contents }));
  },
};

export const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  minifySyntax: true,
  // Node parses a whole file before it runs it, which takes a tenth of a short run. Removing white space would not
  // help.
  minifyIdentifiers: true,
  plugins: [browserBuilds, withoutTypanion, assembled],
  logLevel: "warning",
  metafile: true,
};
const commonJs = {
  ...shared,
  // Node starts a CommonJS file some milliseconds sooner than an ES module.
  format: "cjs",
  // Without import() in what it loads on demand, Node does without its loader of ES modules.
  supported: { "dynamic-import": false },
  define: {
    __VERSION__: JSON.stringify(version),
    // clipanion opens standard input as a stream when it is loaded. That takes time and makes a pipe non-blocking for
    // all processes that share it. The command reads the descriptor itself.
    "process.stdin": "undefined",
    // Where the module lies that finds a file by it: the page of a report, or the program of a thread.
    "import.meta.url": "__module",
  },
  // esbuild writes "use strict" below the banner, where it is no directive. Without it each call of a parser
  // gets the global object as its receiver, which costs up to 3 % of the instructions.
  banner: bannerFor("report"),
};

function bannerFor(room, before = "") {
  const module = `require("node:url").pathToFileURL(__dirname + "/${room}/")`;
  return { js: `${before}"use strict"; const __module = ${module};` };
}

/**
 * Writes the command's files and run/threads/thread.js into a folder. Returns esbuild's metafiles of them. `options`
 * are further options of esbuild. Their plugins run first.
 */
export async function bundleCommand(folder, { plugins = [], ...options } = {}) {
  const common = { ...commonJs, ...options, plugins: [...plugins, ...shared.plugins] };
  const withoutRare = { ...common, plugins: [...plugins, loadedOnDemand, ...shared.plugins] };
  const results = await Promise.all([
    build({
      ...withoutRare,
      entryPoints: ["src/cli/main.ts"],
      outfile: `${folder}/normalizer.cjs`,
      banner: bannerFor("report", "#!/usr/bin/env node\n"),
    }),
    build({ ...withoutRare, entryPoints: ["src/cli/named.ts"], outfile: `${folder}/named.cjs` }),
    build({
      ...common,
      entryPoints: ["src/run/threads/parallel-run.ts"],
      outfile: `${folder}/parallel.cjs`,
      banner: bannerFor("run/threads"),
    }),
    build({ ...common, entryPoints: ["src/library/profiles.ts"], outfile: `${folder}/profiles.cjs` }),
    build({ ...common, entryPoints: ["src/rules/yaml/compose.ts"], outfile: `${folder}/compose.cjs` }),
    build({
      ...shared,
      ...options,
      plugins: common.plugins,
      entryPoints: ["src/run/threads/thread.ts"],
      outfile: `${folder}/run/threads/thread.js`,
      format: "esm",
    }),
  ]);
  return results.map(({ metafile }) => metafile);
}

/** The YAML library, which simple rules files do without, stays in the command's file. */
const composedByCommand = {
  name: "composed-by-command",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\.\/compose\.cjs$/ }, ({ path }) => ({ path, external: true }));
    const contents = 'export const compose = (text) => require("../compose.cjs").compose(text);';
    onLoad({ filter: /\/src\/rules\/yaml\/compose\.ts$/ }, () => ({ contents }));
  },
};

/**
 * Writes the library into `library/` of a folder: a file for each entry, and those that they share or load on demand.
 * They are CommonJS, so that `require` and tests by jest can load them. Beside the folder, a module for each entry
 * exports what its file does. It is the same code, whichever way a program takes, and loads sooner than plain modules.
 * Returns esbuild's metafile.
 */
export async function bundleLibrary(folder) {
  const { outputFiles, metafile } = await build({
    ...shared,
    // Objects are shown with the names of their classes.
    minifyIdentifiers: false,
    plugins: [composedByCommand, ...shared.plugins],
    entryPoints: { index: "src/index.ts", test: "src/library/test/index.ts" },
    outdir: `${folder}/library`,
    outExtension: { ".js": ".cjs" },
    // esbuild splits only ES modules.
    format: "esm",
    splitting: true,
    define: { "import.meta.url": "__module" },
    write: false,
  });
  mkdirSync(`${folder}/library`, { recursive: true });
  for (const { path, text } of outputFiles) {
    const { js: banner } = bannerFor("../run/threads");
    writeFileSync(path, `${text.includes("__module") ? banner : '"use strict";'}\n${asCommonJs(text)}`);
  }
  const require = createRequire(import.meta.url);
  for (const name of ["index", "test"]) {
    const file = `./library/${name}.cjs`;
    const names = Object.keys(require(`${folder}/${file}`)).join(", ");
    writeFileSync(`${folder}/${name}.js`, `import library from "${file}";\nexport const { ${names} } = library;\n`);
  }
  return metafile;
}

/**
 * An ES module that esbuild wrote, as CommonJS. What it imports becomes constants, which compiled code reads at once;
 * esbuild's own CommonJS reads each export through a function, and takes twice the time for a log. The files import
 * each other in no circle, and no export changes.
 */
function asCommonJs(text) {
  return text
    .replaceAll(
      /^import \{([^}]*)\} from ("[^"]+");$/gm,
      (_, list, from) => `const {${list.replaceAll(" as ", ": ")}} = require(${from});`,
    )
    .replaceAll(/^import (\w+) from ("[^"]+");$/gm, "const $1 = require($2);")
    .replaceAll(/^import ("[^"]+");$/gm, "require($1);")
    .replaceAll(/\bimport\(("[^"]+")\)/g, "Promise.resolve().then(() => require($1))")
    .replace(
      /^export \{([^}]*)\};$/m,
      (_, list) => `module.exports = {${list.replaceAll(/(\w+) as (\w+)/g, "$2: $1")}};`,
    );
}

const forBrowsers = {
  ...shared,
  platform: "browser",
  target: "es2022",
  minify: true,
  plugins: [withoutMachine],
  inject: ["src/library/browser/buffer.ts"],
};

/** Writes the library for browsers into a folder, as one file that needs no other. Returns esbuild's metafile of it. */
export async function bundleForBrowsers(folder) {
  const outfile = `${folder}/browser.js`;
  const entryPoints = ["src/library/browser/index.ts"];
  const { metafile } = await build({ ...forBrowsers, outfile, format: "esm", entryPoints });
  return metafile;
}

/** Bundles the page of `normalizer report`. Returns its script, its styles, and esbuild's metafile. */
export async function bundlePage() {
  const entryPoints = { page: "src/report/page/main.ts", style: "src/report/page/page.css" };
  const result = await build({ ...forBrowsers, entryPoints, format: "iife", outdir: "out", write: false });
  const text = (name) => result.outputFiles.find(({ path }) => path.endsWith(name)).text;
  return { script: text("page.js"), style: text("style.css"), metafile: result.metafile };
}

// The library as built: its types, and what importing it loads.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename } from "node:path";
import * as library from "../src/index.ts";
import { TYPED, TYPED_COMMON_JS } from "./package/consumer.ts";
import { outcome } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { ROOT } from "./support/packed.ts";
import { suite } from "./support/suite.ts";

const RULES = "rules: [{ name: job, pattern: [{ text: 'job ' }, { field: id }], output: '{id}' }]";

const require = createRequire(import.meta.url);

/** A folder with these files in which the package is installed. */
function consumer(files: Readonly<Record<string, string>>): string {
  const place = folder(files);
  mkdirSync(`${place}/node_modules`);
  symlinkSync(ROOT, `${place}/node_modules/log-line-normalizer`, "dir");
  symlinkSync(`${ROOT}node_modules/@types`, `${place}/node_modules/@types`, "dir");
  return place;
}

suite("types of the library", (test) => {
  test("fit a strict program, and refuse wrong calls", async () => {
    const compilerOptions = {
      ...{ target: "es2022", module: "nodenext", moduleResolution: "nodenext", types: [], noEmit: true },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    };
    const place = consumer({
      "package.json": JSON.stringify({ type: "module" }),
      "typed.ts": TYPED,
      "typed-required.cts": TYPED_COMMON_JS,
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["typed.ts", "typed-required.cts"] }),
    });
    const compiler = spawn(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, "-p", place], { cwd: place });
    const { exit, stdout } = await outcome(compiler);
    assert.equal(stdout.toString(), "");
    assert.equal(exit, 0);
  });
});

/** The files that a program has loaded that requires the library and continues with these statements. */
async function loadedBy(statements: string): Promise<{ readonly own: string[]; readonly ofNode: string[] }> {
  const script = `
    const { Processor } = require(${JSON.stringify(`${ROOT}dist/library/index.cjs`)});
    const processor = new Processor({ rules: ${JSON.stringify(RULES)} });
    (async () => { ${statements} })().then(() => {
      const ofNode = process.moduleLoadList.flatMap((name) => /^NativeModule (\\w+)$/.exec(name)?.[1] ?? []);
      console.log(JSON.stringify({ own: Object.keys(require.cache), ofNode }));
    });
  `;
  const { exit, stdout, stderr } = await outcome(spawn(process.execPath, ["--eval", script]));
  assert.equal(exit, 0, stderr.toString());
  return JSON.parse(stdout.toString()) as { own: string[]; ofNode: string[] };
}

suite("loading the library", (test) => {
  const tools = ["check", "log-diff", "trace", "why", "suggest", "fields", "import", "parallel-run"];
  const isOf = (tool: string) => (path: string) => basename(path).startsWith(`${tool}-`);

  test("and normalizing a line loads only what that needs", async () => {
    const { own, ofNode } = await loadedBy("processor.normalize('job 7');");
    const built = readdirSync(`${ROOT}dist/library`);
    for (const tool of tools) {
      assert.ok(built.some(isOf(tool)), tool);
      assert.ok(!own.some(isOf(tool)), tool);
    }
    for (const heavy of ["zlib", "net", "tty", "worker_threads"]) assert.ok(!ofNode.includes(heavy), heavy);
    assert.ok(own.length < 64, `${own.length} files`);
  });

  test("and calling more of it loads the rest", async () => {
    const { own } = await loadedBy("await processor.why('joe'); await processor.merge([]);");
    for (const tool of ["why", "trace"]) assert.ok(own.some(isOf(tool)), tool);
  });
});

suite("importing and requiring the library", (test) => {
  test("give the same classes, also to a program that does both", async () => {
    const script = `
      import { createRequire } from "node:module";
      const required = createRequire(import.meta.url)("log-line-normalizer");
      const imported = await import("log-line-normalizer");
      const names = Object.keys(required);
      console.log(names.length, names.every((name) => required[name] === imported[name] && required[name].name === name));
    `;
    const { exit, stdout, stderr } = await outcome(
      spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd: consumer({}) }),
    );
    assert.equal(stderr.toString(), "");
    assert.equal(stdout.toString(), `${Object.keys(library).length} true\n`);
    assert.equal(exit, 0);
  });

  test("work with whatever each file of it exports and requires", () => {
    for (const file of readdirSync(`${ROOT}dist/library`)) {
      const exported = require(`${ROOT}dist/library/${file}`) as object;
      const names = Object.keys(exported);
      assert.ok(names.length > 0, file);
      for (const [name, value] of Object.entries(exported)) assert.notEqual(value, undefined, `${file}: ${name}`);
    }
  });
});

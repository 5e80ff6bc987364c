// The library as built: its types, and what importing it loads.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { TYPED } from "./package/consumer.ts";
import { outcome } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { ROOT } from "./support/packed.ts";
import { suite } from "./support/suite.ts";

const RULES = "rules: [{ name: job, pattern: [{ text: 'job ' }, { field: id }], output: '{id}' }]";

suite("types of the library", (test) => {
  test("fit a strict program, and refuse wrong calls", async () => {
    const compilerOptions = {
      ...{ target: "es2022", module: "nodenext", moduleResolution: "nodenext", types: [], noEmit: true },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, skipLibCheck: false },
    };
    const place = folder({
      "package.json": JSON.stringify({ type: "module" }),
      "typed.ts": TYPED,
      "tsconfig.json": JSON.stringify({ compilerOptions, files: ["typed.ts"] }),
    });
    mkdirSync(`${place}/node_modules`);
    symlinkSync(ROOT, `${place}/node_modules/log-line-normalizer`, "dir");
    symlinkSync(`${ROOT}node_modules/@types`, `${place}/node_modules/@types`, "dir");
    const compiler = spawn(process.execPath, [`${ROOT}node_modules/typescript/bin/tsc`, "-p", place], { cwd: place });
    const { exit, stdout } = await outcome(compiler);
    assert.equal(stdout.toString(), "");
    assert.equal(exit, 0);
  });
});

/** The modules that a program loads if it imports the library and continues with these statements. */
async function loadedBy(statements: string): Promise<{ readonly own: string[]; readonly ofNode: string[] }> {
  const hooks = "export const load = (url, context, next) => (process._rawDebug(url), next(url, context));";
  const script = `
    import { register } from "node:module";
    register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hooks)}`)});
    const { Processor } = await import(${JSON.stringify(new URL("../dist/index.js", import.meta.url).href)});
    const processor = new Processor({ rules: ${JSON.stringify(RULES)} });
    ${statements}
  `;
  const { exit, stderr } = await outcome(spawn(process.execPath, ["--input-type=module", "--eval", script]));
  assert.equal(exit, 0, stderr.toString());
  const urls = stderr.toString().split("\n");
  const own = urls.flatMap((url) => /\/dist\/(.*)$/.exec(url)?.[1] ?? []).filter((path) => !path.includes("/dist/"));
  return { own, ofNode: urls.filter((url) => url.startsWith("node:")) };
}

suite("loading the library", (test) => {
  const isIn = (room: string) => (path: string) => path.startsWith(`${room}/`);

  test("and normalizing a line loads only what that needs", async () => {
    const { own, ofNode } = await loadedBy("processor.normalize('job 7');");
    const idle = ["tools/check", "tools/diff", "tools/trace", "tools/why", "run/threads"];
    for (const room of idle) assert.ok(existsSync(new URL(`../dist/${room}`, import.meta.url)), room);
    assert.deepEqual(
      idle.filter((room) => own.some(isIn(room))),
      [],
    );
    for (const heavy of ["node:zlib", "node:net", "node:tty", "node:worker_threads"])
      assert.ok(!ofNode.includes(heavy), heavy);
    assert.ok(own.length < 128, `${own.length} modules`);
  });

  test("and calling more of it loads the rest", async () => {
    const { own } = await loadedBy("await processor.why('joe'); await processor.merge([]);");
    for (const room of ["tools/why", "tools/trace"]) assert.ok(own.some(isIn(room)), room);
  });
});

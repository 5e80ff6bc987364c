// Runs the serializer and the matcher for snapshots in vitest and jest, as other projects do: `npm run
// check:snapshots`. Needs the network. `npm test` holds both to their contract without the runners.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { project } from "../package/projects.ts";
import { done, run } from "../package/run-program.ts";
import { pack } from "../support/packed.ts";

/** The latest that run on Node 20, and the types of jest's globals. */
const RUNNERS = ["vitest@4", "jest@30", "@types/jest@30", "@types/node@20", "typescript@5.9"];

const RULES = `fields: { id: { transform: alias } }
rules:
  - name: request
    pattern: "{timestamp} [{id}] {method:word} {path} -> {status:number} in {ms:number} ms"
    output: "{id} {method} {path} {status}"
`;

/** The same test for both. It fails if STATUS is not that of the snapshot. */
const TEST = `
const processor = new Processor({ rulesPath: "rules.yaml", mask: true });
expect.extend({ toMatchNormalizedSnapshot });
const log = (status: string): string => \`10:00:02 [a1] GET /a -> 200 in 5 ms
10:00:03 [b2] PUT /b -> \${status} in 7 ms
worker 12
\`;
const status = process.env["STATUS"] ?? "200";
test("matcher", () => {
  expect.assertions(1);
  expect(log(status)).toMatchNormalizedSnapshot(processor, "two requests");
});
test("serializer", () => {
  expect.addSnapshotSerializer(normalizedSerializer(processor));
  expect({ log: log(status), count: 3 }).toMatchSnapshot();
});
test("tools that are loaded on demand", async () => {
  expect((await processor.why("worker 12")).rule).toBe(undefined);
  expect(String(await processor.compare("rules.yaml", "rules.yaml"))).toContain("The same");
});
`;
const IMPORTS = `import { Processor } from "log-line-normalizer";
import { normalizedSerializer, toMatchNormalizedSnapshot } from "log-line-normalizer/test";
`;
const VITEST = `import { expect, test } from "vitest";\n${IMPORTS}${TEST}`;
/** As jest loads it by default: CommonJS, with globals and without types. */
const JEST = `${IMPORTS}${TEST}`.replace(/import (.*) from (.*);/g, "const $1 = require($2);").replace(/: string/g, "");

const DIFFERENCE = `line 2, rule 'request', status: 200 → 500
  10:00:03 [b2] PUT /b -> 500 in 7 ms

hidden: 2 values by \`timestamp\`, 2 by \`id\`, 2 by \`ms\`, 1 by \`<n>\``;
const SNAPSHOT = `
"id#1 GET /a 200
id#2 PUT /b 200
worker <n>
"
`;

const temporary = mkdtempSync(join(tmpdir(), "normalizer-snapshots-"));
let failures = 0;
function report(what: string, fine: boolean, detail: string): void {
  if (!fine) failures++;
  console.log(`${fine ? "ok  " : "FAIL"} ${what}${fine ? "" : `: ${detail}`}`);
}

try {
  const app = await project(join(temporary, "app"), join(temporary, pack(temporary).filename), ...RUNNERS);
  const files = { "rules.yaml": RULES, "log.vitest.ts": VITEST, "log.jest.js": JEST, "typed.cts": `${IMPORTS}${TEST}` };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(app, name), text);
  const config = 'export default { test: { include: ["*.vitest.ts"] } };\n';
  writeFileSync(join(app, "vitest.config.mjs"), config);
  const commands = [
    { runner: "vitest", snapshots: "__snapshots__/log.vitest.ts.snap", args: ["vitest", "run"] },
    { runner: "jest", snapshots: "__snapshots__/log.jest.js.snap", args: ["jest", "--testRegex", "log.jest.js$"] },
  ];
  for (const { runner, snapshots, args } of commands) {
    const program = [join(app, "node_modules/.bin", args[0]!), ...args.slice(1)];
    const execute = (status: string) => run("env", ["NO_COLOR=1", "CI=", `STATUS=${status}`, ...program], app);
    const written = await execute("200");
    report(`${runner} writes snapshots`, written.status === 0, `${written.stdout}${written.stderr}`);
    const stored = readFileSync(join(app, snapshots), "utf8");
    report(`${runner} stores normalized text`, stored.includes(SNAPSHOT), stored);
    const again = await execute("200");
    report(`${runner} finds them equal`, again.status === 0, `${again.stdout}${again.stderr}`);
    const failed = await execute("500");
    const text = `${failed.stdout}${failed.stderr}`.replaceAll(/^ {4}(?=.)/gm, "");
    report(`${runner} shows the line and the field`, failed.status === 1 && text.includes(DIFFERENCE), text);
    if (process.argv.includes("--show")) console.log(text);
  }
  const strict = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--skipLibCheck"];
  const tsc = [join(app, "node_modules/typescript/bin/tsc"), ...strict];
  for (const [types, file] of [
    ["node", "log.vitest.ts"],
    ["node,jest", "typed.cts"],
  ] as const) {
    const { status, stdout } = await run(process.execPath, [...tsc, "--types", types, file], app);
    report(`types of ${file}`, status === 0, `${stdout}`);
  }
  await done(process.execPath, ["-e", 'require("log-line-normalizer/test")'], app);
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
console.log(failures === 0 ? "snapshots are fine" : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;

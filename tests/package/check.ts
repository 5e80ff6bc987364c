// Packs the package and uses it as a stranger would: `npm run check:package`. Needs the network and a minute or two.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { pack, ROOT } from "../support/packed.ts";
import { commandRuns } from "./command-runs.ts";
import { PROGRAM, REQUIRED, TYPED, TYPED_COMMON_JS } from "./consumer.ts";
import { installed, nodeOf, project } from "./projects.ts";
import { done, run } from "./run-program.ts";

/** The lowest version that `engines` allows, and the latest of each maintained release line. */
const NODES = ["20.15.0", "20", "22.2.0", "22", "24"];

/** Not among devDependencies: together they would outweigh everything else there, and only a release needs them. */
const LINTERS: Readonly<Record<string, readonly string[]>> = {
  publint: ["publint@0.3.25", "--strict"],
  // The part for browsers is an ES module only.
  attw: ["@arethetypeswrong/cli@0.18.5", "--ignore-rules", "cjs-resolves-to-esm", "--format", "ascii"],
};

/** Smaller logs are not shared out among threads. */
const LONG_BYTES = 65 * 1024 * 1024;

let failures = 0;
function report(what: string, fine: boolean, detail = ""): void {
  if (!fine) failures++;
  console.log(`${fine ? "ok  " : "FAIL"} ${what}${detail === "" ? "" : `: ${detail}`}`);
}

const temporary = mkdtempSync(join(tmpdir(), "normalizer-package-"));
const inside = (...path: string[]) => join(temporary, ...path);
const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));

async function checkCommand(node: string, bin: string, app: string, long: string, hash: string): Promise<void> {
  const runs = commandRuns(join(app, "node_modules/log-line-normalizer/examples"), mkdtempSync(inside("scratch-")), {
    version,
    long,
    hash,
  });
  const bad: string[] = [];
  for (const { args, cwd, status = 0, fine = () => true } of runs) {
    const ended = await run("normalizer", args, cwd, bin, join(app, "node_modules/.bin"));
    const well = ended.status === status && fine(ended.stdout.toString()) && (status === 2 || ended.stderr === "");
    if (!well) bad.push(`normalizer ${args.join(" ")} ended with ${ended.status}: ${ended.stderr}`);
  }
  report(`Node ${node}, the command`, bad.length === 0, bad.length === 0 ? `${runs.length} runs` : bad.join("\n"));
}

async function checkImport(node: string, bin: string, app: string, long: string, hash: string): Promise<void> {
  const formats = join(app, "node_modules/log-line-normalizer/examples/comparing-formats");
  const required = await run("node", ["required.cjs"], app, bin);
  report(
    `Node ${node}, the require`,
    required.stdout.toString() === "worker <n>\n",
    `${required.stdout}${required.stderr}`,
  );
  const args = ["program.mjs", join(formats, "rules.yaml"), join(formats, "new-service.log"), long];
  const { status, stdout, stderr } = await run("node", args, app, bin);
  const records = readFileSync(join(formats, "expected.log"), "utf8").trimEnd().split("\n");
  const expected = {
    records,
    first: null,
    hash,
    differences: 0,
    events: records.length,
    problems: 0,
    refused: true,
    schema: "string",
    version,
  };
  const fine = status === 0 && stderr === "" && isDeepStrictEqual(JSON.parse(stdout.toString()), expected);
  report(`Node ${node}, the import`, fine, fine ? "" : `${stdout}${stderr}`);
}

/** Type checks a project that names no types of its own, which is the default since TypeScript 6. */
async function checkTypes(app: string, typescript: string, ways: Readonly<Record<string, string>>): Promise<void> {
  const tsc = join(app, `node_modules/ts${typescript}/bin/tsc`);
  const exact = (await done(process.execPath, [tsc, "--version"], app)).trim().replace("Version ", "");
  for (const [moduleResolution, module] of Object.entries(ways)) {
    const name = `${typescript}-${moduleResolution}`;
    const options = { target: "es2022", module, moduleResolution, types: [], strict: true, skipLibCheck: false };
    const compilerOptions = { ...options, exactOptionalPropertyTypes: true, rootDir: ".", outDir: name };
    const files = ["typed.ts", ...(module === "nodenext" || module === "node16" ? ["typed-required.cts"] : [])];
    writeFileSync(join(app, `${name}.json`), JSON.stringify({ compilerOptions, files }));
    const compiled = await run(process.execPath, [tsc, "-p", `${name}.json`], app);
    const rules = join(app, "node_modules/log-line-normalizer/examples/dropping-values/rules.yaml");
    const ended = compiled.status === 0 ? await run("node", [join(name, "typed.js"), rules], app) : compiled;
    const fine = ended.status === 0 && ended.stdout.toString() === "a\nb 0 1\n";
    report(`TypeScript ${exact}, ${moduleResolution}`, fine, fine ? "" : `${ended.stdout}${ended.stderr}`);
  }
}

try {
  const { filename, size, unpackedSize, files } = pack(temporary);
  report("packed", true, `${files.length} files, ${size} bytes, ${unpackedSize} unpacked`);
  const tarball = inside(filename);

  const app = await project(inside("app"), tarball);
  const packages = installed(app);
  const isAlone = isDeepStrictEqual(packages, [`log-line-normalizer ${version}`]);
  report("installed with --ignore-scripts, and nothing with it", isAlone, packages.join(", "));
  report("nothing wants to run at installation", !packages.some((line) => line.endsWith(")")));
  const npx = await run("npx", ["--no-install", "normalizer", "--version"], app);
  report("npx normalizer --version", npx.stdout.toString() === `${version}\n`, `${npx.stdout}`.trim());

  mkdirSync(inside("prefix"));
  await done("npm", ["install", "--global", "--prefix", inside("prefix"), "--ignore-scripts", tarball], temporary);
  report("installed for all, with its manual page", existsSync(inside("prefix/share/man/man1/normalizer.1")));

  const formats = join(app, "node_modules/log-line-normalizer/examples/comparing-formats");
  const log = readFileSync(join(formats, "new-service.log"));
  const times = Math.ceil(LONG_BYTES / log.length);
  const long = inside("long.log");
  writeFileSync(long, Buffer.alloc(times * log.length, log));
  const normalized = readFileSync(join(formats, "expected.log"));
  const hash = createHash("sha256")
    .update(Buffer.alloc(times * normalized.length, normalized))
    .digest("hex");
  writeFileSync(join(app, "program.mjs"), PROGRAM);
  writeFileSync(join(app, "required.cjs"), REQUIRED);
  const nodes = await Promise.all(NODES.map((version) => nodeOf(version, inside(`node-${version}`))));
  for (const { version: node, bin } of nodes) {
    await checkCommand(node, bin, app, long, hash);
    await checkImport(node, bin, app, long, hash);
  }

  // Types of a newer Node may need a newer compiler.
  const ways = { node16: "node16", nodenext: "nodenext", bundler: "esnext" };
  const settings = [
    { node: "20", typescripts: ["5.0", "5", "6", "7"] },
    { node: "latest", typescripts: ["5", "6", "7"] },
  ];
  for (const { node, typescripts } of settings) {
    const compilers = typescripts.map((version) => `ts${version}@npm:typescript@${version}`);
    const typed = await project(inside(`types-${node}`), tarball, `@types/node@${node}`, ...compilers);
    writeFileSync(join(typed, "typed.ts"), TYPED);
    writeFileSync(join(typed, "typed-required.cts"), TYPED_COMMON_JS);
    await done("npm", ["pkg", "set", "type=module"], typed);
    report(`with ${installed(typed).find((line) => line.startsWith("@types/node "))}`, true);
    if (node === "20") await checkTypes(typed, "5", { node10: "es2022" });
    await Promise.all(typescripts.map((version) => checkTypes(typed, version, ways)));
  }

  for (const [name, [program, ...options]] of Object.entries(LINTERS)) {
    const { status, stdout, stderr } = await run("npx", ["--yes", program!, tarball, ...options], temporary);
    report(`${program}`, status === 0, status === 0 ? "" : `${name}: ${stdout}${stderr}`);
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
console.log(failures === 0 ? "the package is fine" : `${failures} failures`);
process.exitCode = failures === 0 ? 0 : 1;

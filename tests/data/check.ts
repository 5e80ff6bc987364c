// Checks the built command on data that is not part of this project: `npm run check:data -- FOLDER`. The folder holds
// api-contract/, distributed-tracing/ and loghub/. Missing ones are reported and skipped.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canMatch, type LoghubSystem, rulesOf, systems, truthsOf } from "./loghub.ts";

const command = fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url));
const root = process.argv[2] ?? "";
let failures = 0;

function normalize(rules: string, ...args: string[]): { lines: string[]; records: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, "-q", "-r", rules, ...args], {
    encoding: "latin1",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(stderr);
  return { lines: stdout.split("\n").slice(0, -1), records: stderr.split("\n").slice(0, -1) };
}

function report(what: string, fine: boolean, detail: string): void {
  if (!fine) failures++;
  console.log(`${fine ? "ok  " : "FAIL"} ${what}: ${detail}`);
}

function checkApiContract(folder: string): void {
  const expected = readFileSync(`${folder}/api-contract-normalized.log`);
  for (const version of ["v1", "v2"]) {
    const log = `${folder}/api-${version}-requests.log`;
    const output = execFileSync(process.execPath, [command, "-q", "-r", `${folder}/api-contract-rules.yaml`, log]);
    report(`api-contract ${version}`, output.equals(expected), "normalized form byte for byte");
    const { records } = normalize(`${folder}/api-contract-rules.yaml`, "--explain", log);
    const own = records.filter((record) => record.endsWith(`_${version}'`)).length;
    report(`api-contract ${version} rules`, own === records.length, `${own} of ${records.length} lines`);
  }
}

function checkTracing(folder: string): void {
  const logs = ["api-gateway", "order-service", "payment-service"].map((name) => `${folder}/${name}.log`);
  const { lines, records } = normalize(`${folder}/distributed-rules.yaml`, "--explain", ...logs);
  const matched = records.filter((record) => record.includes("Matched rule")).length;
  report(
    "distributed-tracing",
    matched === 18 && records.length === 18,
    `${matched} of ${records.length} lines matched`,
  );
  const errors = lines.filter((line) => line.includes("error"));
  report("distributed-tracing errors", errors.length === 2, errors.join(" | "));
  const expected = readFileSync(`${folder}/distributed-normalized.log`, "latin1").split("\n").slice(0, -1);
  report(
    "distributed-tracing trace",
    lines.toSorted().join() === expected.toSorted().join(),
    "the same lines, in a different order",
  );
}

function checkLoghub(system: LoghubSystem, folder: string, temporary: string): void {
  const rules = join(temporary, `${system.name}.yaml`);
  writeFileSync(rules, JSON.stringify({ rules: rulesOf(system, folder) }));
  const log = `${folder}/${system.name}_2k.log`;
  const raw = readFileSync(log, "latin1").replaceAll("\r\n", "\n").split("\n");
  const truths = truthsOf(log);
  const { lines, records } = normalize(rules, "--explain", log);

  let impossible = 0;
  let wrong = 0;
  let headers = 0;
  let damaged = 0;
  truths.forEach(({ event, columns }, i) => {
    const won = /Matched rule '(.*)'$/.exec(records[i]!)?.[1];
    if (!canMatch(system, columns.get("EventTemplate")!, raw[i]!)) {
      impossible++;
    } else if (won !== event) {
      wrong++;
      console.log(`  line ${i + 1}: ${won} won, ${event} is the truth: ${JSON.stringify(raw[i])}`);
    }
    if (won === undefined) return;
    headers++;
    const squeeze = (text: string): string => text.replaceAll(/\s+/g, " ");
    const fields = Object.entries(system.columns).map(([, names]) => names.map((name) => columns.get(name)).join(" "));
    const expected = fields.filter((value) => value !== "").join("\t");
    if (squeeze(lines[i]!) !== squeeze(expected)) {
      damaged++;
      if (damaged <= 3) console.log(`  line ${i + 1}: ${JSON.stringify(lines[i])}, not ${JSON.stringify(expected)}`);
    }
  });
  report(
    `loghub ${system.name} rules`,
    wrong === 0,
    `${truths.length - impossible} lines, ${wrong} wrong; ${impossible} lines that their template cannot match`,
  );
  report(
    `loghub ${system.name} headers`,
    damaged === 0,
    `${headers} matched lines, ${damaged} with a wrong header capture`,
  );
}

const temporary = mkdtempSync(join(tmpdir(), "normalizer-data-"));
try {
  const folders: [string, (folder: string) => void][] = [
    ["api-contract", checkApiContract],
    ["distributed-tracing", checkTracing],
    ...systems.map((system): [string, (folder: string) => void] => [
      `loghub/${system.name}`,
      (folder) => checkLoghub(system, folder, temporary),
    ]),
  ];
  for (const [name, check] of folders) {
    if (existsSync(join(root, name))) check(join(root, name));
    else console.log(`     ${name}: not there, not checked`);
  }
} finally {
  rmSync(temporary, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

// Runs every tests/**/*.test.ts under uvu and closes with one plain line of totals. uvu itself exits 0 when it
// finds no file and when a file registers no test, so both are counted here.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const filter = process.argv[2] ?? "";

const files = readdirSync(`${root}tests`, { recursive: true, encoding: "utf8" }).filter(
  (file) => file.endsWith(".test.ts") && file.includes(filter),
);
const idle = files.filter((file) => !/^suite\(/m.test(readFileSync(`${root}tests/${file}`, "utf8")));

const uvu = spawn(
  process.execPath,
  ["--import", "tsx", "node_modules/uvu/bin.js", "tests", `${filter}[^/]*\\.test\\.ts$`],
  { cwd: root, stdio: ["ignore", "pipe", "inherit"] },
);
let output = "";
uvu.stdout.on("data", (chunk: Buffer) => {
  output += chunk.toString();
  process.stdout.write(chunk);
});
uvu.on("close", (code) => {
  const total = Number(/Total:\s+(\d+)/.exec(output)?.[1] ?? 0);
  const passed = Number(/Passed:\s+(\d+)/.exec(output)?.[1] ?? 0);
  for (const file of idle) console.log(`tests/${file} registers no suite`);
  if (total === 0) console.log("no test ran");
  const failed = Math.max(total - passed, code === 0 ? 0 : 1) + idle.length + (total === 0 ? 1 : 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});

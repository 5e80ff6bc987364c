import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Arguments of the command, and what it must print. Unless stated otherwise, it exits with 0 and an empty standard
 * error.
 */
export interface CommandRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly status?: number;
  readonly fine?: (stdout: string) => boolean;
}

/** A bit of everything, with the examples in the package. */
export function commandRuns(
  examples: string,
  scratch: string,
  { version, long, hash }: { version: string; long: string; hash: string },
): CommandRun[] {
  const formats = join(examples, "comparing-formats");
  const expected = readFileSync(join(formats, "expected.log"), "utf8");
  const rules = ["--rules", "rules.yaml"];
  const has = (text: string) => (stdout: string) => stdout.includes(text);
  return [
    { args: ["--version"], cwd: scratch, fine: (text) => text === `${version}\n` },
    { args: ["--help"], cwd: scratch, fine: has("--rules") },
    { args: ["-q", ...rules, "new-service.log"], cwd: formats, fine: (text) => text === expected },
    { args: ["diff", ...rules, "old-service.log", "new-service.log"], cwd: formats },
    {
      args: ["diff", ...rules, "old-service.log", "next-release.log"],
      cwd: formats,
      status: 1,
      fine: has("404 → 200"),
    },
    {
      args: ["trace", ...rules, "--by", "id", "web.log", "orders.log", "press.log"],
      cwd: join(examples, "tracing-requests"),
      fine: has("b01d22  5 events"),
    },
    { args: ["check", "rules.yaml", "new-service.log"], cwd: formats },
    { args: ["why", ...rules, "new-service.log"], cwd: formats, fine: (text) => text !== "" },
    { args: ["completion", "bash"], cwd: scratch, fine: has("complete") },
    { args: ["init"], cwd: scratch, fine: () => existsSync(join(scratch, "rules.yaml")) },
    { args: ["check", "rules.yaml"], cwd: scratch },
    {
      args: ["-q", ...rules, "--jobs", "2", long],
      cwd: formats,
      fine: (text) => createHash("sha256").update(text).digest("hex") === hash,
    },
    { args: [...rules, "nowhere.log"], cwd: formats, status: 2, fine: (text) => text === "" },
  ];
}

// A grok of others, as the reference: the package node-grok, which runs patterns with Oniguruma as Logstash does. It is
// installed into a folder for temporary files, because its engine is compiled there.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MANIFEST = {
  private: true,
  dependencies: { "node-grok": "2.0.3" },
  // The version that node-grok asks for does not compile with current versions of Node.
  overrides: { oniguruma: "7.2.0" },
  allowScripts: { oniguruma: true },
};

const RUNNER = fileURLToPath(new URL("run-reference.cjs", import.meta.url));

/** Patterns, with the definitions that they use. */
export interface ReferenceSource {
  readonly definitions: ReadonlyMap<string, string>;
  readonly patterns: readonly string[];
}

/**
 * What the first pattern that matches a line captured; null if none does. Fields that captured nothing are left out.
 */
export type ReferenceMatch = { readonly index: number; readonly values: Readonly<Record<string, string>> } | null;

/** Matches each line with the patterns in their order. */
export function referenceMatches(source: ReferenceSource, lines: readonly string[]): ReferenceMatch[] {
  const { definitions, patterns } = source;
  const input = JSON.stringify({ folder: installed(), definitions: [...definitions], patterns, lines });
  return JSON.parse(execFileSync(process.execPath, [RUNNER], { input, encoding: "utf8", maxBuffer: 1 << 28 }));
}

/** Installs the package, unless it is there. Returns the folder. */
function installed(): string {
  const folder = join(tmpdir(), `normalizer-reference-grok-${process.versions.modules}`);
  if (!existsSync(join(folder, "node_modules/oniguruma/build/Release"))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), JSON.stringify(MANIFEST));
    execFileSync("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  }
  return folder;
}

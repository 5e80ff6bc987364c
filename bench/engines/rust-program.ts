import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("programs/regex-rules.rs", import.meta.url));

const PROJECT = `[package]
name = "regex-rules"
version = "0.1.0"
edition = "2021"

[dependencies]
memchr = "2"
regex = "1"

[profile.release]
lto = true
codegen-units = 1
panic = "abort"
`;

let built: { readonly path: string | undefined } | undefined;

/**
 * The path of programs/regex-rules.rs, built in a temporary folder by the first call. Undefined, after a line that says
 * why, if cargo cannot build it, as without a network.
 */
export function rustProgram(): string | undefined {
  built ??= { path: build() };
  return built.path;
}

function build(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "normalizer-bench-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "Cargo.toml"), PROJECT);
  copyFileSync(SOURCE, join(folder, "src", "main.rs"));
  const options = ["--release", "--quiet", "--target-dir", join(folder, "target")];
  const { status, stderr } = spawnSync("cargo", ["build", ...options], { cwd: folder, encoding: "utf8" });
  if (status === 0) return join(folder, "target", "release", "regex-rules");
  console.log(`Rust's regex is left out, because cargo cannot build its program:\n${stderr}`);
  return undefined;
}

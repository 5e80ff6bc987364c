import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { done } from "./run-program.ts";

/** Creates a project with these packages installed, without running their scripts. */
export async function project(folder: string, ...packages: string[]): Promise<string> {
  mkdirSync(folder);
  await done("npm", ["init", "--yes"], folder);
  await done("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", ...packages], folder);
  return folder;
}

/** The folder of the program `node` in a given version, from the npm package of that name. */
export async function nodeOf(version: string, folder: string): Promise<{ version: string; bin: string }> {
  await project(folder, `node@${version}`);
  const own = join(folder, "node_modules/node");
  // Runs the package's install script, which downloads the program for this system.
  await done(process.execPath, ["installArchSpecificPackage.js"], own);
  const bin = join(own, "bin");
  return { version: (await done(join(bin, "node"), ["--version"], folder)).trim(), bin };
}

/** The names and versions of the packages that a project has installed. */
export function installed(folder: string): string[] {
  const { packages } = JSON.parse(readFileSync(join(folder, "node_modules/.package-lock.json"), "utf8"));
  return Object.entries<{ version: string; hasInstallScript?: boolean }>(packages).map(
    ([path, { version, hasInstallScript }]) =>
      `${path.replace("node_modules/", "")} ${version}${hasInstallScript ? " (with a script)" : ""}`,
  );
}

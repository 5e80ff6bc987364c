import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A program that can be run here. */
export interface Program {
  readonly path: string;
  readonly version: string;
  /** What its environment needs besides the usual. */
  readonly env: Readonly<Record<string, string>>;
  /** The folder into which its packages were unpacked, if it is not installed. */
  readonly unpacked?: string;
}

/** Where a program is found, and how it tells its version. */
export interface ProgramDefinition {
  readonly name: string;
  /** Folders beside those of `PATH`. */
  readonly folders: readonly string[];
  /** The Debian packages from which it can be unpacked, with the libraries that few systems have. */
  readonly packages: readonly string[];
  readonly versionOption: string;
}

/**
 * An installed program, or one that is unpacked from its Debian packages into a folder. Nothing is installed, so no
 * service is started, and packages in conflict with installed ones can be tried. Otherwise returns why there is none.
 */
export function findProgram(definition: ProgramDefinition, folder: string): Program | string {
  const { name, folders, packages, versionOption } = definition;
  const searched = (process.env.PATH ?? "").split(delimiter);
  for (const path of [...searched, ...folders].map((other) => join(other, name))) {
    const version = versionOf(path, versionOption, {});
    if (version !== undefined) return { path, version, env: {} };
  }
  if (packages.length === 0) return "it is not installed";
  const unpacked = join(folder, name);
  const fault = unpack(packages, unpacked);
  if (fault !== undefined) return `it is not installed, and ${fault}`;
  const env = { LD_LIBRARY_PATH: libraryFolders(unpacked).join(":") };
  for (const path of ["/usr/sbin", "/usr/bin", ...folders].map((other) => join(unpacked, other, name))) {
    const version = versionOf(path, versionOption, env);
    if (version !== undefined) return { path, version, env, unpacked };
  }
  return `it is not installed, and that of ${packages[0]} does not run here`;
}

function versionOf(path: string, option: string, env: Readonly<Record<string, string>>): string | undefined {
  const { status, stdout } = spawnSync(path, [option], { env: { ...process.env, ...env }, encoding: "utf8" });
  return status === 0 ? (/\d+\.\d[\w.]*/.exec(stdout)?.[0] ?? "?") : undefined;
}

/** Returns what went wrong, if something did. */
function unpack(packages: readonly string[], folder: string): string | undefined {
  const archives = join(folder, "archives");
  mkdirSync(archives, { recursive: true });
  const { status } = spawnSync("apt-get", ["download", ...packages], { cwd: archives, stdio: "ignore" });
  if (status !== 0) return `apt-get cannot download ${packages.join(", ")}`;
  for (const archive of readdirSync(archives)) {
    if (spawnSync("dpkg", ["-x", join(archives, archive), folder]).status !== 0) return `${archive} cannot be unpacked`;
  }
  return undefined;
}

/** The folders inside a folder that have shared libraries. */
function libraryFolders(folder: string): string[] {
  const libraries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.name.includes(".so") && !entry.isDirectory(),
  );
  return [...new Set(libraries.map(({ parentPath, path }) => parentPath ?? path))];
}

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
}

export interface Packed {
  /** The file name of the package. */
  readonly filename: string;
  /** The number of bytes to download, and the number when installed. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

/** Runs `npm pack` on the current dist/, into a folder or as a dry run. Needs no network. */
export function pack(destination?: string): Packed {
  const where = destination === undefined ? ["--dry-run"] : ["--pack-destination", destination];
  const args = ["pack", "--json", "--ignore-scripts", "--no-update-notifier", ...where];
  const json = execFileSync("npm", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return (JSON.parse(json) as [Packed])[0];
}

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
}

export interface Packed {
  /** The name of the package's file. */
  readonly filename: string;
  /** How many bytes are downloaded, and how many are installed. */
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly PackedFile[];
}

/** What `npm pack` makes of dist/ as it is: into a folder, or nowhere. Needs no network. */
export function pack(destination?: string): Packed {
  const where = destination === undefined ? ["--dry-run"] : ["--pack-destination", destination];
  const args = ["pack", "--json", "--ignore-scripts", "--no-update-notifier", ...where];
  const json = execFileSync("npm", args, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return (JSON.parse(json) as [Packed])[0];
}

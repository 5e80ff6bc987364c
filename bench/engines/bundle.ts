import { cpSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundlePrograms } from "../bundle.ts";
import { PROGRAMS } from "./all.ts";

/** The files and folders of the plain command. */
const PARTS = ["normalizer.cjs", "command.cjs", "command.cache", "compose.cjs", "parallel.cjs", "run/threads"];

const BUILT = fileURLToPath(new URL("../../dist/", import.meta.url));

/**
 * Puts the engines' programs into a folder, with a copy of the built command and the program of its threads. A build in
 * the meantime then changes nothing.
 */
export function bundleEngines(folder: string): void {
  for (const part of PARTS) cpSync(join(BUILT, part), join(folder, part), { recursive: true });
  const programs = PROGRAMS.map((name) => fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url)));
  bundlePrograms(programs, folder);
}

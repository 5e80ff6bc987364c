import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/packed.ts";

/** Writes the named blocks of a page of docs/how-to into a folder, so that what runs is what the page shows. */
export function writePrograms(page: string, folder: string): void {
  const text = readFileSync(join(ROOT, "docs/how-to", page), "utf8");
  const blocks = [...text.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)];
  if (blocks.length === 0) throw new Error(`docs/how-to/${page} has no named block`);
  for (const [, name, program] of blocks) writeFileSync(join(folder, name!), program!);
}

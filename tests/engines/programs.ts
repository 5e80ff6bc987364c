import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/packed.ts";
import { blocksOf } from "../support/page-blocks.ts";

/** Writes the named blocks of a page of docs/how-to into a folder, so that what runs is what the page shows. */
export function writePrograms(page: string, folder: string): void {
  const named = blocksOf(readFileSync(join(ROOT, "docs/how-to", page), "utf8")).filter(
    ({ name }) => name !== undefined,
  );
  if (named.length === 0) throw new Error(`docs/how-to/${page} has no named block`);
  for (const { name, text } of named) writeFileSync(join(folder, name!), text);
}

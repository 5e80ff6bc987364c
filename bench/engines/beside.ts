import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EngineFiles } from "./engine.ts";

/** The path of a file next to a workload's rules. It is written when it is first requested. */
export function beside({ rules }: EngineFiles, name: string, content: () => string | Uint8Array): string {
  const path = join(dirname(rules), name);
  if (!existsSync(path)) writeFileSync(path, content());
  return path;
}

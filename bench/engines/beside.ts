import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { EngineFiles } from "./engine.ts";

/** The path of a file beside a workload's rules, which is written when it is asked for the first time. */
export function beside({ rules }: EngineFiles, name: string, content: () => string | Uint8Array): string {
  const path = join(dirname(rules), name);
  if (!existsSync(path)) writeFileSync(path, content());
  return path;
}

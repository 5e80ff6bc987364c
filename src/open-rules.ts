// Rules as the library's callers give them.
import { fileURLToPath } from "node:url";
import { readRulesSource } from "./normalization/load-rules.ts";
import type { RulesSource } from "./normalization/rules-source.ts";
import type { RulesOptions } from "./options.ts";
import { rulesTextOf } from "./rules/rules-text.ts";
import type { Pseudonyms } from "./transforms/pseudonyms.ts";

/** Reads rules with their places. Rejects with a RulesError, or with the system's error for their file. */
export async function rulesSourceFrom(
  { rules, rulesPath }: RulesOptions,
  pseudonyms?: Pseudonyms,
): Promise<RulesSource> {
  if (rulesPath !== undefined) return readRulesSource(pathOf(rulesPath), pseudonyms);
  const { rulesSourceOf } = await import("./normalization/rules-source.ts");
  const { bytes, name, pathAt } = rulesTextOf(rules);
  return rulesSourceOf(bytes, name, pathAt, pseudonyms);
}

export function pathOf(path: string | URL): string {
  return typeof path === "string" ? path : fileURLToPath(path);
}

import type { Rule } from "../../src/rules/rule.ts";
import { loadRules } from "../../src/run/loaded-rules.ts";

/** The rules of a file's bytes. Throws a RulesError for wrong rules. */
export function parseRules(bytes: Uint8Array, name: string): Rule[] {
  return [...loadRules({ bytes, name }).rules];
}

import type { Rule } from "../../src/rules/rule.ts";
import { type LoadedRules, loadRules } from "../../src/run/loaded-rules.ts";
import { readRulesFiles } from "../../src/run/read-rules.ts";

/** The rules of a file's bytes. Throws a RulesError for wrong rules. */
export function parseRules(bytes: Uint8Array, name: string): Rule[] {
  return [...loadRules({ bytes, name }).rules];
}

/** The rules of a file. Throws the errors of reading and loading it. */
export function readRules(path: string): LoadedRules {
  return loadRules(readRulesFiles([path]));
}

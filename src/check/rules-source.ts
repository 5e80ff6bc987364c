import { type Rulebook, rulebookOf } from "../normalization/rulebook.ts";
import { decode } from "../rules/decode.ts";
import { readRulesFile } from "../rules/load-rules.ts";
import { parseRules } from "../rules/parse-rules.ts";
import type { PlacedRule } from "../rules/rule.ts";

/** A rules file that can be read, with the text in which its rules have their places. */
export interface RulesSource {
  readonly path: string;
  readonly text: string;
  readonly rules: readonly PlacedRule[];
  readonly rulebook: Rulebook;
}

/** Reads a rules file once, as it may be a pipe. Throws as `loadRules` does. */
export function readSource(path: string): RulesSource {
  return sourceOf(readRulesFile(path), path);
}

/** The rules of these bytes; the path is for messages alone. Throws a RulesError. */
export function sourceOf(bytes: Uint8Array, path: string): RulesSource {
  const rules = parseRules(bytes, path);
  return { path, text: decode(bytes).text, rules, rulebook: rulebookOf(rules) };
}

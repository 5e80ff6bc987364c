// Rules as results and messages name them.

import { quoted } from "../text/messages/phrases.ts";
import { printable } from "../text/messages/printable.ts";
import type { LoadedRules } from "./loaded-rules.ts";

/** A rule, by its name and the line of the file where it begins. Names need not be unique. */
export interface RuleReference {
  readonly name: string;
  /** The path of its file, if there are several. */
  readonly file?: string;
  readonly line: number;
}

export function referencesOf({ rules, lines }: LoadedRules): RuleReference[] {
  return rules.map(({ name, file }, i) => ({ name, ...(file !== undefined && { file }), line: lines[i]! }));
}

/** A rule with its place: `'a' (line 2)`, or `'a' (b.yaml:2)` if there are several files. */
export function placedRule(rule: RuleReference): string {
  return `${quoted(rule.name)} (${placeOfRule(rule)})`;
}

/** Where a rule begins: `line 2`, or `b.yaml:2` if there are several files. */
export function placeOfRule({ file, line }: Omit<RuleReference, "name">): string {
  return file === undefined ? `line ${line}` : printable(`${file}:${line}`);
}

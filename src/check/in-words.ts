import { quoted } from "../diagnostics/quoted.ts";
import type { RuleReference } from "./finding.ts";

const MOST_NAMED = 3;

/** Rules in a message. */
export function rulesInWords(references: readonly RuleReference[]): string {
  const words = references.slice(0, MOST_NAMED).map(({ name, line }) => `${quoted(name)} (line ${line})`);
  if (references.length > MOST_NAMED) words.push(`${references.length - MOST_NAMED} more`);
  return `${words.length === 1 ? "rule" : "rules"} ${listed(words)}`;
}

/** One or more words, with `and` before the last. */
export function listed(words: readonly string[]): string {
  return words.length === 1 ? words[0]! : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

import { decode } from "../rules/decode.ts";
import type { RulesFinding } from "../rules/node-reader.ts";
import { parseRulesFile } from "../rules/parse-rules.ts";
import type { LocatedRule } from "../rules/rule.ts";
import type { PathAt } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { countUpTo } from "../text/collections/numbers.ts";
import { type Rulebook, rulebookOf } from "./rulebook.ts";

/** A rules file without problems, with the text that the spans of its rules refer to. */
export interface RulesSource {
  readonly path: string;
  /** The file as it was read. */
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly rules: readonly LocatedRule[];
  readonly findings: readonly RulesFinding[];
  readonly rulebook: Rulebook;
  /** By line pattern: the number, starting at 1, of the line in which its rule begins. */
  readonly lines: readonly number[];
  readonly pathAt: PathAt | undefined;
}

/**
 * Parses the bytes of a rules file, for callers that show the rules. The path is used in messages only, and `pathAt` as
 * `parseRules` does. Throws a RulesError for wrong rules. A missing key is no error here, as in `rulebookOf`.
 */
export function parseRulesSource(
  bytes: Uint8Array,
  path: string,
  pathAt?: PathAt,
  pseudonyms?: Pseudonyms,
): RulesSource {
  const { rules, findings } = parseRulesFile(bytes, path, pathAt);
  const { text } = decode(bytes);
  const lines = ruleLines(rules, text);
  const ofFollowers = rules.flatMap(({ followers }, i) => followers.map(() => lines[i]!));
  const rulebook = rulebookOf(rules, pseudonyms);
  return { path, bytes, text, rules, findings, rulebook, lines: [...lines, ...ofFollowers], pathAt };
}

/** The line number of each rule. The numbers need not ascend, because a YAML alias may refer to an earlier place. */
function ruleLines(rules: readonly LocatedRule[], text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return rules.map(({ span }) => countUpTo(starts, span.start));
}

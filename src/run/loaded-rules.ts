import type { LocatedText, PathAt } from "../rules/location.ts";
import type { RulesFinding } from "../rules/node-reader.ts";
import { parseRules } from "../rules/parse-rules.ts";
import type { Rule } from "../rules/rule.ts";
import type { RulesText } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { countUpTo } from "../text/collections/numbers.ts";
import { type Rulebook, rulebookOf } from "./rulebook.ts";

/**
 * Loads rules from the text of a file, or of an object. Throws a RulesError for wrong rules. A missing key is no error
 * here: `requireKey` throws it, and else the first output that needs the key.
 */
export function loadRules(source: RulesText, pseudonyms?: Pseudonyms): LoadedRules {
  return new LoadedRules(source, pseudonyms);
}

/** Rules without problems, and the text that their spans refer to. */
export class LoadedRules implements LocatedText {
  /** The path of the file, in messages. */
  readonly path: string;
  /** The file as it was read. */
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly rules: readonly Rule[];
  readonly findings: readonly RulesFinding[];
  readonly pathAt: PathAt | undefined;
  private readonly pseudonyms: Pseudonyms | undefined;
  private madeRulebook: Rulebook | undefined;
  private foundLines: readonly number[] | undefined;

  constructor(source: RulesText, pseudonyms: Pseudonyms | undefined) {
    const { rules, findings, text } = parseRules(source);
    this.path = source.name;
    this.bytes = source.bytes;
    this.pathAt = source.pathAt;
    this.rules = rules;
    this.findings = findings;
    this.text = text;
    this.pseudonyms = pseudonyms;
  }

  /** Made at its first use, because that is costly. */
  get rulebook(): Rulebook {
    this.madeRulebook ??= rulebookOf(this.rules, this.pseudonyms);
    return this.madeRulebook;
  }

  /** By line pattern: the number, starting at 1, of the line in which its rule begins. */
  get lines(): readonly number[] {
    this.foundLines ??= linePatternLines(this.rules, this.text);
    return this.foundLines;
  }
}

/** The numbers need not ascend, because a YAML alias may refer to an earlier place. */
function linePatternLines(rules: readonly Rule[], text: string): number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  const lines = rules.map(({ span }) => countUpTo(starts, span.start));
  return [...lines, ...rules.flatMap(({ followers }, i) => followers.map(() => lines[i]!))];
}

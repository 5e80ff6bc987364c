import { pathList } from "../rules/location.ts";
import type { RulesFinding } from "../rules/node-reader.ts";
import { parseRules, type SourceFile } from "../rules/parse-rules.ts";
import type { Rule } from "../rules/rule.ts";
import type { RulesText } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { countUpTo } from "../text/collections/numbers.ts";
import { type Rulebook, rulebookOf } from "./rulebook.ts";

/**
 * Loads rules from the texts of files, as if they were written one after the other, or of an object. Throws a
 * RulesError for wrong rules. A missing key is no error here: `requireKey` throws it, and else the first output that
 * needs the key.
 */
export function loadRules(sources: RulesText | readonly RulesText[], pseudonyms?: Pseudonyms): LoadedRules {
  return new LoadedRules([sources].flat(), pseudonyms);
}

/** Rules without problems, and the files that they are from. */
export class LoadedRules {
  readonly files: readonly SourceFile[];
  readonly rules: readonly Rule[];
  readonly findings: readonly RulesFinding[];
  private readonly pseudonyms: Pseudonyms | undefined;
  private madeRulebook: Rulebook | undefined;
  private foundLines: readonly number[] | undefined;

  constructor(sources: readonly RulesText[], pseudonyms: Pseudonyms | undefined) {
    const { files, rules, findings } = parseRules(sources);
    this.files = files;
    this.rules = rules;
    this.findings = findings;
    this.pseudonyms = pseudonyms;
  }

  /** The path of the file, or those of all, in messages. */
  get path(): string {
    return pathList(this.files);
  }

  /** The texts that spans refer to. */
  get text(): string {
    return this.files.map(({ text }) => text).join("\n");
  }

  /** Made at its first use, because that is costly. */
  get rulebook(): Rulebook {
    this.madeRulebook ??= rulebookOf(this.rules, this.pseudonyms);
    return this.madeRulebook;
  }

  fileOf(rule: number): number {
    return this.files.findLastIndex(({ firstRule, ruleCount }) => ruleCount > 0 && firstRule <= rule);
  }

  /** By line pattern: the number, starting at 1, of the line in which its rule begins. */
  get lines(): readonly number[] {
    this.foundLines ??= linePatternLines(this);
    return this.foundLines;
  }
}

/** The numbers need not ascend, because a YAML alias may refer to an earlier place. */
function linePatternLines({ files, rules }: LoadedRules): number[] {
  const lines = files.flatMap(({ text, start, firstRule, ruleCount }) => {
    const starts = [0];
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
    return rules.slice(firstRule, firstRule + ruleCount).map(({ span }) => countUpTo(starts, span.start - start));
  });
  return [...lines, ...rules.flatMap(({ followers }, i) => followers.map(() => lines[i]!))];
}

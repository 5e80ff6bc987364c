// A rule has six forms between the text of its file and what matches its lines:
//
// 1. a `YamlNode`, from `yaml/simple-yaml.ts` or, for what that does not know, `yaml/compose.ts`;
// 2. for its pattern, `WrittenElement`s, with their places and what they say of fields themselves (`read-pattern.ts`);
// 3. `Element`s, in which definitions are filled in and groups replaced, and which the notation can write;
// 4. a `Pattern` of `PatternElement`s, the canonical form by which lines are matched (`matcher/pattern.ts`);
// 5. a `Rule`: its pattern with the template, transforms, followers and examples (`read-rules.ts`);
// 6. a `LinePattern` of the rulebook, beside those of its followers (`run/rulebook.ts`). A parser is made of it.

import { NodeReader } from "./node-reader.ts";
import { IS_IT_A_LOG, type RulesFile, readRoot } from "./read-rules.ts";
import { issuesOf, type PendingIssue, RulesError } from "./rules-error.ts";
import { decode, type RulesText } from "./rules-text.ts";
import { compose } from "./yaml/compose.ts";
import { resolveYamlAliases } from "./yaml/resolve-aliases.ts";
import { readSimpleYaml } from "./yaml/simple-yaml.ts";

/** People fix the first problems first. More would only scroll them out of sight. */
const MAX_ISSUES = 20;

/**
 * Parses the text of a rules file. Throws a RulesError with the first twenty problems. If the file is not YAML, these
 * are the YAML errors and the problems before the line of the first one, or only one problem if it looks like a log.
 */
export function parseRules(source: RulesText): RulesFile & { readonly text: string } {
  const { text, issue } = decode(source.bytes);
  const throwIssues = (found: readonly PendingIssue[]): never => {
    const sorted = [...found].sort((a, b) => a.span.start - b.span.start);
    const shown = sorted.slice(0, MAX_ISSUES);
    const issues = issuesOf(shown, { text, path: source.name, pathAt: source.pathAt });
    throw new RulesError(source.name, issues, sorted.length - shown.length);
  };
  if (issue !== undefined) throwIssues([issue]);

  const simple = readSimpleYaml(text);
  const composed = simple === undefined ? compose(text) : { root: simple.root, broken: [], goesOn: false, second: [] };
  const { root, broken, goesOn, second } = composed;
  // In a simple text without aliases there is nothing to find.
  const needsResolving = simple === undefined || simple.hasYamlAliases;
  const { issues, targets, bounded } = resolveYamlAliases(needsResolving ? root : null);
  const file = bounded ? readRoot(new NodeReader(text, targets, issues), root) : { rules: [], findings: [] };
  if ((broken.length > 1 || goesOn) && !RULES_KEY.test(text)) throwIssues([noRulesFile(broken[0]!)]);
  const sound = [...second, ...issues].filter(isSound(broken, text));
  if (broken.length + sound.length > 0) throwIssues([...broken, ...sound]);
  return { ...file, text };
}

/** What every rules file has, however it is written. */
const RULES_KEY = /\brules["']?\s*:/;

/** One problem in place of many: what is not YAML and never speaks of rules is probably a log. */
function noRulesFile(first: PendingIssue): PendingIssue {
  return { ...first, wording: () => ({ message: "the file is not YAML, and has no 'rules:'", help: IS_IT_A_LOG }) };
}

/** Accepts problems that lie before the line of the first YAML error, where the structure is certain. */
function isSound([first]: readonly PendingIssue[], text: string): (issue: PendingIssue) => boolean {
  if (first === undefined) return () => true;
  const line = text.slice(0, first.span.start).lastIndexOf("\n") + 1;
  return ({ span, until }) => span.end <= line && until < line;
}

// A rule has six forms between the text of its file and what matches its lines:
//
// 1. a `YamlNode`, from `yaml/simple-yaml.ts` or, for what that does not know, `yaml/compose.ts`;
// 2. for its pattern, `WrittenElement`s, with their places and what they say of fields themselves (`read-pattern.ts`);
// 3. `Element`s, in which definitions are filled in and groups replaced, and which the notation can write;
// 4. a `Pattern` of `PatternElement`s, the canonical form by which lines are matched (`matcher/pattern.ts`);
// 5. a `Rule`: its pattern with the template, transforms, followers and examples (`read-rules.ts`);
// 6. a `LinePattern` of the rulebook, beside those of its followers (`run/rulebook.ts`). A parser is made of it.

import { type LocatedText, movedSpan, pathList } from "./location.ts";
import { NodeReader, type RulesFinding } from "./node-reader.ts";
import { IS_IT_A_LOG, readRules } from "./read-rules.ts";
import { movedRule, type Rule } from "./rule.ts";
import { issuesOf, type PendingIssue, RulesError } from "./rules-error.ts";
import { decode, pathAt, type RulesText } from "./rules-text.ts";
import { compose } from "./yaml/compose.ts";
import { resolveYamlAliases, type YamlNode } from "./yaml/node.ts";
import { readSimpleYaml } from "./yaml/simple-yaml.ts";

/** People fix the first problems first. More would only scroll them out of sight. */
const MAX_ISSUES = 20;

/** A rules file, and which of all rules are its own. */
export interface SourceFile extends LocatedText {
  readonly bytes: Uint8Array;
  readonly firstRule: number;
  readonly ruleCount: number;
}

/** The rules of a file, or of several one after the other, and what `check` warns of. */
interface ParsedRules {
  readonly rules: Rule[];
  readonly findings: readonly RulesFinding[];
}

/**
 * Parses the texts of rules files. Throws a RulesError with the first twenty problems. If a file is not YAML, its
 * problems are the YAML errors and those before the line of the first one, or only one if it looks like a log.
 */
export function parseRules(sources: readonly RulesText[]): ParsedRules & { readonly files: readonly SourceFile[] } {
  const isOneOfSeveral = sources.length > 1;
  const parsed = sources.map(({ bytes }) => parseFile(bytes));
  let start = 0;
  let firstRule = 0;
  const files = sources.map(({ bytes, name: path, isObject }, i): SourceFile => {
    const { text, root, rules } = parsed[i]!;
    const own = { text, path, start, isOneOfSeveral, firstRule, ruleCount: rules.length };
    const file = isObject ? { ...own, pathAt: (offset: number) => pathAt(root, offset) } : own;
    // So that the end of a file is not the beginning of the next one.
    start += text.length + 1;
    firstRule += rules.length;
    return { bytes, ...file };
  });
  throwIssues(files, parsed);
  if (!isOneOfSeveral) return { ...parsed[0]!, files };
  return {
    files,
    rules: parsed.flatMap(({ rules }, i) => {
      const { start, path: file } = files[i]!;
      return rules.map((rule) => ({ ...movedRule(rule, start), file }));
    }),
    findings: parsed.flatMap(({ findings }, i) => {
      const { start } = files[i]!;
      return findings.map((finding) => ({ ...finding, span: movedSpan(finding.span, start) }));
    }),
  };
}

function throwIssues(files: readonly LocatedText[], parsed: readonly ReturnType<typeof parseFile>[]): void {
  const total = parsed.reduce((sum, { issues }) => sum + issues.length, 0);
  if (total === 0) return;
  let room = MAX_ISSUES;
  const shown = parsed.flatMap(({ issues }, i) => {
    const first = [...issues].sort((a, b) => a.span.start - b.span.start).slice(0, room);
    room -= first.length;
    return issuesOf(first, files[i]!);
  });
  const wrong = files.filter((_, i) => parsed[i]!.issues.length > 0);
  throw new RulesError(pathList(wrong), shown, total - shown.length);
}

/** What was read of a file. It is complete only if there are no issues. */
function parseFile(bytes: Uint8Array): ParsedRules & {
  readonly text: string;
  readonly root: YamlNode | null;
  readonly issues: readonly PendingIssue[];
} {
  const { text, issue } = decode(bytes);
  const failed = (issues: readonly PendingIssue[]) => ({ text, root: null, issues, rules: [], findings: [] });
  if (issue !== undefined) return failed([issue]);

  const simple = readSimpleYaml(text);
  const composed = simple === undefined ? compose(text) : { root: simple.root, broken: [], goesOn: false, second: [] };
  const { root, broken, goesOn, second } = composed;
  // In a simple text without aliases there is nothing to find.
  const needsResolving = simple === undefined || simple.hasYamlAliases;
  const { issues, targets, bounded } = resolveYamlAliases(needsResolving ? root : null);
  const reader = new NodeReader(text, targets, issues);
  const rules = bounded ? readRules(reader, root) : [];
  if ((broken.length > 1 || goesOn) && !RULES_KEY.test(text)) return failed([noRulesFile(broken[0]!)]);
  return {
    rules,
    findings: reader.findings,
    ...{ text, root },
    issues: [...broken, ...[...second, ...issues].filter(isSound(broken, text))],
  };
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

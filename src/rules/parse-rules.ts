import { compose } from "./compose.ts";
import { decode } from "./decode.ts";
import { NodeReader } from "./node-reader.ts";
import { issuesOf, type PendingIssue } from "./pending-issue.ts";
import { IS_IT_A_LOG, type RulesFile, readRoot } from "./read-rules.ts";
import { resolveYamlAliases } from "./resolve-yaml-aliases.ts";
import type { LocatedRule } from "./rule.ts";
import { RulesError } from "./rules-error.ts";
import type { PathAt } from "./rules-text.ts";
import { readSimpleYaml } from "./simple-yaml.ts";

/** People fix the first problems first. More would only scroll them out of sight. */
const MAX_ISSUES = 20;

/**
 * Parses the bytes of a rules file; `path` is used in messages only, as is `pathAt` for rules given as an object.
 * Throws a RulesError with the first twenty problems. If the file is not YAML, these are the YAML errors and the
 * problems before the line of the first one, or only one problem if the file looks like a log.
 */
export function parseRules(bytes: Uint8Array, path: string, pathAt?: PathAt): LocatedRule[] {
  return parseRulesFile(bytes, path, pathAt).rules;
}

/** As `parseRules`, with what `check` finds in the rules while they are read. */
export function parseRulesFile(bytes: Uint8Array, path: string, pathAt?: PathAt): RulesFile {
  const { text, issue } = decode(bytes);
  if (issue !== undefined) throw rulesError([issue], text, path, pathAt);

  const simple = readSimpleYaml(text);
  const composed = simple === undefined ? compose(text) : { root: simple.root, broken: [], goesOn: false, second: [] };
  const { root, broken, goesOn, second } = composed;
  // In a simple text without aliases there is nothing to find.
  const needsResolving = simple === undefined || simple.hasYamlAliases;
  const { issues, targets, bounded } = resolveYamlAliases(needsResolving ? root : null);
  const file = bounded ? readRoot(new NodeReader(text, targets, issues), root) : { rules: [], findings: [] };
  if ((broken.length > 1 || goesOn) && !RULES_KEY.test(text))
    throw rulesError([noRulesFile(broken[0]!)], text, path, pathAt);
  const sound = [...second, ...issues].filter(isSound(broken, text));
  if (broken.length + sound.length > 0) throw rulesError([...broken, ...sound], text, path, pathAt);
  return file;
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

function rulesError(
  issues: readonly PendingIssue[],
  text: string,
  path: string,
  pathAt: PathAt | undefined,
): RulesError {
  const sorted = [...issues].sort((a, b) => a.span.start - b.span.start);
  const shown = sorted.slice(0, MAX_ISSUES);
  return new RulesError(path, issuesOf(shown, text, path, pathAt), sorted.length - shown.length);
}

import type { RulesIssue } from "../../rules/rules-error.ts";
import type { RuleReference } from "../../run/rule-references.ts";
import { type MatchedLines, matchedLinesOf } from "../../run/statistics.ts";
import { noLinesRead } from "../../run/statistics-text.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted, listed } from "../../text/messages/phrases.ts";
import { type CheckExamples, LEFT_OUT } from "./add-examples.ts";
import type { Coverage, RuleCoverage } from "./coverage.ts";
import type { CheckFinding, ExampleDifference, Level } from "./finding.ts";
import type { CheckChanges } from "./rules-comparison.ts";
import { type CheckUpdates, NOT_UPDATED } from "./update-examples.ts";

/** Lines that no rule matches and that have one line template: they differ only in their varying parts. */
export interface CheckUnmatchedLines<Line extends string | Uint8Array = string> {
  readonly count: number;
  /** How many further lines belong to these, as the frames of stack traces do. Missing if there are none. */
  readonly followed?: number;
  readonly file: string;
  readonly line: number;
  /** Whether the baseline lacks the template; undefined without a baseline. */
  readonly isNew?: boolean;
  /** The beginning of these lines, masked. */
  readonly template: Line;
  readonly sample: Line;
  /** Why no rule is tried on these lines, as they are not records; missing if one is tried. */
  readonly noText?: string;
  /** Present if all these lines are messages with a line break, which no text of a pattern can have. */
  readonly haveLineBreak?: true;
}

interface CheckRuleLines extends RuleReference, Omit<RuleCoverage, "lost"> {
  /** To which rules it lost lines, and how many; the greatest count first. */
  readonly lost: readonly (RuleReference & { readonly count: number })[];
}

/** What the rules made of the logs. */
export interface CheckCoverage<Line extends string | Uint8Array = string>
  extends MatchedLines,
    Omit<Coverage, "statistics" | "rules" | "lineTemplates"> {
  readonly rules: readonly CheckRuleLines[];
  readonly lineTemplates: readonly CheckUnmatchedLines<Line>[];
}

/** How unmatched lines compare with a baseline: a file of known lines, for which a check does not fail. */
export interface BaselineResult {
  /** How many templates it lacks, and how many lines have them. */
  readonly newTemplates: number;
  readonly newLines: number;
  /** How many of its templates some lines have, and how many no line has any more. */
  readonly knownTemplates: number;
  readonly goneTemplates: number;
  /** The text of a baseline with the templates of these lines; undefined if there are too many of them. */
  readonly text: string | undefined;
}

/** The result of checking rules. */
export interface CheckResult<Line extends string | Uint8Array = string> {
  readonly path: string;
  /** The paths of the rules files, if there are several. */
  readonly files?: readonly string[];
  /**
   * Why the rules cannot be loaded: the first twenty issues, in the order of the file. If there are any, nothing else
   * is checked.
   */
  readonly issues: readonly RulesIssue[];
  readonly omitted: number;
  /** In the order of the file. */
  readonly findings: readonly CheckFinding[];
  /** Whether all rules were compared. If not, the findings NEVER_WINS and INCLUDED may be incomplete. */
  readonly comparedAll: boolean;
  readonly rules: readonly RuleReference[];
  /** What the rules made of the logs; undefined if no logs were given. */
  readonly coverage: CheckCoverage<Line> | undefined;
  /** The examples that were added; undefined if that was not asked for, no logs were given or an update failed. */
  readonly examples: CheckExamples | undefined;
  /** What became of examples that failed; undefined if they were not to be updated. */
  readonly updates: CheckUpdates | undefined;
  readonly baseline: BaselineResult | undefined;
  /** What the rules change on the logs compared with older ones; undefined if none or no logs were given. */
  readonly against: CheckChanges<Line> | undefined;
}

/** Coverage in names instead of numbers. `references` are those of the rules. */
export function checkCoverage<Line extends string | Uint8Array>(
  { statistics, rules, lineTemplates, ...rest }: Coverage,
  references: readonly RuleReference[],
  hasBaseline: boolean,
  whole: (bytes: Buffer) => Line,
): CheckCoverage<Line> {
  return {
    ...matchedLinesOf(statistics),
    rules: rules.map(({ lost, ...rule }, i) => ({
      ...references[i]!,
      ...rule,
      lost: lost.map(({ to, count }) => ({ ...references[to]!, count })),
    })),
    lineTemplates: lineTemplates.map(
      ({ count, followed, log, line, isNew, template, sample, flaw, haveLineBreak }) => ({
        ...{ count, ...(followed > 0 && { followed }), file: log, line },
        ...(hasBaseline && { isNew }),
        ...{ template: whole(template), sample: whole(sample) },
        ...(flaw !== undefined && { noText: flaw }),
        ...(haveLineBreak && { haveLineBreak }),
      }),
    ),
    ...rest,
  };
}

/** The number of findings of each level. Errors in the rules file count as errors. */
export function countsOf({ issues, omitted, findings }: CheckResult<Buffer>): Readonly<Record<Level, number>> {
  const counts = { error: issues.length + omitted, warning: 0, info: 0 };
  for (const { level } of findings) counts[level]++;
  return counts;
}

/** A result as `--format json` writes it, the summary last. What is new comes first. */
export function* checkJson(result: CheckResult<Buffer>): Generator<object> {
  const { path, issues, findings, coverage, examples, updates, against } = result;
  const templates = coverage?.lineTemplates ?? [];
  for (const template of templates) if (template.isNew) yield unmatchedJson(template);
  for (const { old, new: next, ...change } of against?.changes ?? [])
    yield { kind: "change", old: ruleJson(old), new: ruleJson(next), ...change };
  for (const { old, new: next, count } of against?.renamed ?? [])
    yield { kind: "renamed", old: ruleJson(old), new: ruleJson(next), count };
  for (const issue of issues) yield locatedJson("error", path, issue);
  for (const finding of findings) yield findingJson(path, finding);
  for (const { name, file, line, catchAll, won, followed, lost, lostToOthers } of coverage?.rules ?? [])
    yield { kind: "rule", rule: name, file, line, catchAll, won, followed, lost: lost.map(ruleJson), lostToOthers };
  for (const template of templates) if (!template.isNew) yield unmatchedJson(template);
  for (const { rule, line, output, from } of examples?.added ?? [])
    yield { kind: "example", ...ruleJson(rule), example: { line, output }, from };
  for (const { rule, code } of examples?.leftOut ?? [])
    yield { kind: "no_example", ...ruleJson(rule), code, message: LEFT_OUT[code] };
  for (const { rule, line, changes } of updates?.updated ?? []) {
    const written = changes.map((change) => partJson(change, { old: change.expected, new: change.actual }));
    yield { kind: "update", ...ruleJson(rule), example: { line }, changes: written };
  }
  for (const { rule, line, place, code } of updates?.notUpdated ?? [])
    yield { kind: "no_update", ...ruleJson(rule), example: { line }, place, code, message: NOT_UPDATED[code] };
  yield summaryJson(result);
}

function unmatchedJson({ isNew, haveLineBreak: _, ...template }: CheckUnmatchedLines<Buffer>): object {
  return { kind: "unmatched", new: isNew, ...template };
}

function locatedJson(kind: string, path: string, located: RulesIssue | CheckFinding): object {
  const { code, file = path, line, column, length, message, help } = located;
  return { kind, code, file, line, column, length, message, help };
}

function findingJson(file: string, finding: CheckFinding): object {
  const { level, rule, follower, others, witness, expectations } = finding;
  const parts = expectations.map((part) => partJson(part, { expected: part.expected, actual: part.actual }));
  return {
    ...locatedJson(level, file, finding),
    ...{ rule: rule?.name, follower, others: others.length > 0 ? others.map(ruleJson) : undefined, witness },
    expectations: parts.length > 0 ? parts : undefined,
  };
}

function partJson({ what, isField }: ExampleDifference, texts: object): object {
  return { ...(isField ? { field: what } : { output: true }), ...texts };
}

function ruleJson(rule: RuleReference | undefined): object | null {
  if (rule === undefined) return null;
  const { name, ...rest } = rule;
  return { rule: name, ...rest };
}

function summaryJson(result: CheckResult<Buffer>): object {
  const { path, files, rules, comparedAll, coverage, updates, baseline, against } = result;
  const { error: errors, warning: warnings, info: infos } = countsOf(result);
  const { lines, matched, matchRate, linesOfOtherTemplates, linesNotExamined } = coverage ?? {};
  const { newLines, newTemplates, knownTemplates, goneTemplates } = baseline ?? {};
  return {
    ...{ kind: "summary", ...(files === undefined ? { file: path } : { files }) },
    ...{ rules: rules.length, comparedAll, errors, warnings, infos },
    ...{ lines, matched, matchRate, linesOfOtherTemplates, linesNotExamined },
    ...{ newLines, newTemplates, knownTemplates, goneTemplates },
    ...{ changedLines: against?.lines, changedLinesOfOtherPairs: against?.linesOfOtherPairs },
    ...{ renamedRules: against?.renamed.length, updatedExamples: updates?.updated.length },
  };
}

export type Gate = ReturnType<typeof gateOf>;

/** What makes a check fail. `shortfall` is the message of --fail-under, whose value is `least`. */
export function gateOf(
  result: CheckResult<Buffer>,
  settings: {
    readonly suggesting: (logs: readonly string[]) => string;
    /** The command line that updates examples, if some could be. */
    readonly updating: string | undefined;
    readonly inputs: Parameters<typeof noLinesRead>[0];
    readonly baselinePath: string | undefined;
    readonly updateBaseline: boolean;
    readonly shortfall: string | undefined;
    readonly least: string | undefined;
    readonly isStrict: boolean;
  },
) {
  const { suggesting, updating, inputs, baselinePath, updateBaseline, shortfall, least, isStrict } = settings;
  const { baseline, against, coverage } = result;
  const comparing = [baseline && "--baseline", against && "--against"].filter((option) => option !== undefined);
  // An empty log is not good news.
  const noLines =
    coverage?.lines === 0 && comparing.length > 0
      ? `${noLinesRead(inputs)}, so ${listed(comparing, "and")} compared nothing`
      : undefined;
  const newLines =
    baselinePath !== undefined && !updateBaseline && baseline !== undefined && baseline.newLines > 0
      ? `${have(baseline.newLines, "unmatched line")} ${baseline.newTemplates === 1 ? "a template" : "templates"} that ${shownPath(baselinePath)} lacks`
      : undefined;
  const changed =
    against !== undefined && against.lines > 0
      ? `${have(against.lines, "line")} another rule or another output than with ${shownPath(against.path)}`
      : undefined;
  /** All messages for what failed besides the rules themselves. */
  const failures = [newLines, changed, noLines, shortfall].filter((message) => message !== undefined);
  const { error, warning } = countsOf(result);
  return {
    ...{ suggesting, shortfall, isStrict, newLines, noLines, failures },
    hasFailed: failures.length > 0 || error > 0 || (isStrict && warning > 0),
    updating: result.findings.some(({ code }) => code === "EXAMPLE_DIFFERS") ? updating : undefined,
    baseline: baselinePath === undefined ? undefined : { path: baselinePath, isUpdated: updateBaseline && !noLines },
    /** The options that were asked for and may fail a check, with their messages. */
    options: [
      ...(baseline === undefined ? [] : [{ name: `--baseline ${baselinePath}`, failure: newLines ?? noLines }]),
      ...(against === undefined ? [] : [{ name: `--against ${against.path}`, failure: changed ?? noLines }]),
      ...(least === undefined ? [] : [{ name: `--fail-under ${least}`, failure: shortfall }]),
    ],
  };
}

function have(count: number, noun: string): string {
  return `${counted(count, noun)} ${count === 1 ? "has" : "have"}`;
}

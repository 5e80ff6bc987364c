import type { ReadOptions } from "../../io/line-text.ts";
import { RulesError, type RulesIssue } from "../../rules/rules-error.ts";
import type { RulesText } from "../../rules/rules-text.ts";
import type { Pseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import type { Log } from "../../run/log.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import { requireKey } from "../../run/rulebook.ts";
import { readRules } from "../../run/rules-file.ts";
import { type MatchedLines, matchedLinesOf } from "../../run/statistics.ts";
import { type AddedExamples, addExamples, ExampleLines } from "./add-examples.ts";
import { type BaselineResult, compareBaseline, parseBaseline } from "./baseline.ts";
import { checkRules, rulesWithoutLines } from "./check-rules.ts";
import { type Coverage, coverageOf, type RuleCoverage } from "./coverage.ts";
import { type CheckFinding, type RuleReference, referencesOf } from "./finding.ts";
import { type CheckChanges, RulesComparison } from "./rules-comparison.ts";

export interface CheckOptions extends ReadOptions {
  /** Adds to each rule without examples a line that it won. The findings are then about the rules with the examples. */
  readonly addExamples?: boolean | undefined;
  /** The text of a baseline: a list of the known templates of unmatched lines. It may be empty. */
  readonly baseline?: string | Uint8Array | undefined;
}

/** The options of `check`, with the old rules read. */
export interface CheckSettings extends CheckOptions {
  /** Older rules, to find out what the rules change on the logs. */
  readonly against?: LoadedRules | undefined;
  /** Names for values, if outputs have any. */
  readonly pseudonyms?: Pseudonyms | undefined;
}

/** The result of checking a rules file. */
export interface CheckReport {
  readonly path: string;
  /**
   * Why the rules cannot be loaded: the first twenty issues, in the order of the file. If there are any, nothing else
   * is checked.
   */
  readonly issues: readonly RulesIssue[];
  /** The number of further issues. */
  readonly omitted: number;
  /** In the order of the file. */
  readonly findings: readonly CheckFinding[];
  /** Whether all rules were compared. If not, the findings NEVER_WINS and INCLUDED may be incomplete. */
  readonly comparedAll: boolean;
  readonly rules: readonly RuleReference[];
  /** What the rules made of the logs; undefined if no logs were given. */
  readonly coverage: Coverage | undefined;
  /** The examples that were added; undefined if that was not asked for or no logs were given. */
  readonly examples: AddedExamples | undefined;
  /** How unmatched lines compare with the baseline; undefined if none or no logs were given. */
  readonly baseline: BaselineResult | undefined;
  /** What the rules change on the logs compared with older ones; undefined if none or no logs were given. */
  readonly against: CheckChanges | undefined;
}

/** Lines that no rule matches and that have one line template: they differ only in their varying parts. */
export interface CheckUnmatchedLines<Line extends string | Uint8Array = string> {
  readonly count: number;
  /** The log of the first such line. */
  readonly file: string;
  /** Its line number. */
  readonly line: number;
  /** Whether the baseline lacks the template; undefined without a baseline. */
  readonly isNew?: boolean;
  /** The beginning of these lines, masked. */
  readonly template: Line;
  /** The beginning of the first such line. */
  readonly sample: Line;
  /** Why no rule is tried on these lines, as they are not records; missing if one is tried. */
  readonly noText?: string;
}

/** A rule and its lines, for callers of the library. */
interface CheckRuleLines extends RuleReference, Omit<RuleCoverage, "lost"> {
  /** To which rules it lost lines, and how many; the greatest count first. */
  readonly lost: readonly (RuleReference & { readonly count: number })[];
}

/** What the rules made of the logs, for callers of the library. */
export interface CheckCoverage<Line extends string | Uint8Array = string>
  extends MatchedLines,
    Omit<Coverage, "statistics" | "rules" | "lineTemplates"> {
  /** In the order of the file. */
  readonly rules: readonly CheckRuleLines[];
  /** Those that the baseline lacks first, then the most frequent. */
  readonly lineTemplates: readonly CheckUnmatchedLines<Line>[];
}

/** The examples that were added to rules, for callers of the library. */
export interface CheckExamples extends Omit<AddedExamples, "source" | "original"> {
  /** The text of the rules with the examples. No file is written. */
  readonly text: string;
}

/** The result of checking rules, for callers of the library. */
export interface CheckResult<Line extends string | Uint8Array = string>
  extends Omit<CheckReport, "coverage" | "examples" | "against"> {
  /** What the rules made of the logs; undefined if no logs were given. */
  readonly coverage: CheckCoverage<Line> | undefined;
  /** The examples that were added; undefined if that was not asked for or no logs were given. */
  readonly examples: CheckExamples | undefined;
  /** What the rules change on the logs compared with older ones; undefined if none or no logs were given. */
  readonly against: CheckChanges<Line> | undefined;
}

/** Does what `check` does, for callers of the library. */
export async function checkRulesAndLogs<Line extends string | Uint8Array>(
  rules: string | RulesText,
  logs: readonly Log[],
  { convert, ...options }: CheckSettings & { readonly convert: LineConverter<Line> },
): Promise<CheckResult<Line>> {
  const { coverage, examples: found, against: changed, ...checked } = await check(rules, logs, options);
  const examples = found && examplesOf(found);
  const against = changed && changesOf(changed, convert);
  return { ...checked, coverage: coverage && checkCoverageOf(coverage, checked, convert), examples, against };
}

function checkCoverageOf<Line extends string | Uint8Array>(
  { statistics, rules, lineTemplates, ...rest }: Coverage,
  { rules: references, baseline }: Pick<CheckReport, "rules" | "baseline">,
  convert: LineConverter<Line>,
): CheckCoverage<Line> {
  return {
    ...matchedLinesOf(statistics),
    rules: rules.map(({ lost, ...rule }, i) => ({
      ...references[i]!,
      ...rule,
      lost: lost.map(({ to, count }) => ({ ...references[to]!, count })),
    })),
    lineTemplates: lineTemplates.map(({ count, log, line, isNew, template, sample, flaw }) => {
      const texts = { template: convert(template, 0, template.length), sample: convert(sample, 0, sample.length) };
      return {
        count,
        file: log,
        line,
        ...(baseline && { isNew }),
        ...texts,
        ...(flaw !== undefined && { noText: flaw }),
      };
    }),
    ...rest,
  };
}

function changesOf<Line extends string | Uint8Array>(
  { changes, ...rest }: CheckChanges,
  convert: LineConverter<Line>,
): CheckChanges<Line> {
  const whole = (bytes: Buffer): Line => convert(bytes, 0, bytes.length);
  return {
    ...rest,
    changes: changes.map((change) => ({
      ...change,
      samples: change.samples.map(({ original, old, new: next, ...place }) => {
        return { ...place, original: whole(original), old: whole(old), new: whole(next) };
      }),
    })),
  };
}

function examplesOf({ added, leftOut, source: { bytes } }: AddedExamples): CheckExamples {
  return { added, leftOut, text: Buffer.from(bytes).toString() };
}

const NOTHING = {
  ...{ findings: [], comparedAll: true, rules: [] },
  ...{ coverage: undefined, examples: undefined, baseline: undefined, against: undefined },
};

/**
 * Checks rules, given as the path of a file or as a text, and counts what they make of the logs, if there are any.
 * Rejects with a log's read error, with the system's error if the rules file cannot be read, or with a BaselineError.
 */
export async function check(
  rules: string | RulesText,
  logs: readonly Log[],
  options: CheckSettings,
): Promise<CheckReport> {
  const path = typeof rules === "string" ? rules : rules.name;
  const known = options.baseline === undefined ? undefined : parseBaseline(Buffer.from(options.baseline as string));
  let source: LoadedRules;
  try {
    const { pseudonyms } = options;
    source = typeof rules === "string" ? readRules(rules, pseudonyms) : loadRules(rules, pseudonyms);
    // Otherwise the error would come with the first line of a log, and name that log.
    if (options.against !== undefined) for (const { rulebook } of [options.against, source]) requireKey(rulebook);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { issues, omitted } = error;
    return { ...NOTHING, path, issues, omitted };
  }
  const exampleLines = options.addExamples ? new ExampleLines(source.rules) : undefined;
  const comparison = options.against && new RulesComparison(options.against, source);
  const observers = [exampleLines, comparison].filter((observer) => observer !== undefined);
  const coverage =
    logs.length === 0 ? undefined : await coverageOf(source.rulebook, logs, { ...options, baseline: known, observers });
  const examples = coverage && exampleLines && addExamples(source, exampleLines, coverage);
  const baseline = coverage && known && compareBaseline(known, coverage);
  const against = coverage && comparison?.result;
  return { ...reportOf(examples?.source ?? source, coverage), examples, baseline, against };
}

function reportOf(
  source: LoadedRules,
  coverage: Coverage | undefined,
): Omit<CheckReport, "examples" | "baseline" | "against"> {
  const rules = referencesOf(source);
  const { findings, comparedAll } = checkRules(source, rules);
  const withoutLines = coverage === undefined ? [] : rulesWithoutLines(source, rules, findings, coverage);
  const all = [...findings, ...withoutLines].sort((a, b) => a.line - b.line || a.column - b.column);
  return { path: source.path, issues: [], omitted: 0, findings: all, comparedAll, rules, coverage };
}

import type { NamedLog } from "../normalization/log.ts";
import type { LineConverter } from "../normalization/record-builder.ts";
import { type RulesSource, readRulesSource, rulesSourceOf } from "../normalization/rules-source.ts";
import { type Issue, RulesError } from "../rules/rules-error.ts";
import type { RulesText } from "../rules/rules-text.ts";
import { checkRules, rulesWithoutLines } from "./check-rules.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type Finding, type RuleReference, referencesOf } from "./finding.ts";

export interface CheckOptions {
  /** Aborts the call at once: it rejects with the signal's reason and closes the logs. */
  readonly signal?: AbortSignal | undefined;
  /** Removes colours and other terminal sequences from lines before they are matched. */
  readonly stripAnsi?: boolean | undefined;
}

/** The result of checking a rules file. */
export interface CheckReport {
  readonly path: string;
  /**
   * Why the rules cannot be loaded: the first twenty issues, in the order of the file. If there are any, nothing else
   * is checked.
   */
  readonly issues: readonly Issue[];
  /** The number of further issues. */
  readonly omitted: number;
  /** In the order of the file. */
  readonly findings: readonly Finding[];
  /** Whether all rules were compared. If not, the findings NEVER_WINS and INCLUDED may be incomplete. */
  readonly comparedAll: boolean;
  readonly rules: readonly RuleReference[];
  /** What the rules made of the logs; undefined if no logs were given. */
  readonly coverage: Coverage | undefined;
}

/** Lines that no rule matches and that have one line template: they differ only in their varying parts. */
export interface UnmatchedLines<Line extends string | Uint8Array = string> {
  readonly count: number;
  /** The log of the first such line. */
  readonly file: string;
  /** Its line number. */
  readonly line: number;
  /** The beginning of these lines, masked. */
  readonly template: Line;
  /** The beginning of the first such line. */
  readonly sample: Line;
}

/** What the rules made of the logs, for callers of the library. */
export interface CheckCoverage<Line extends string | Uint8Array = string> extends Omit<Coverage, "lineTemplates"> {
  /** The most frequent first. */
  readonly lineTemplates: readonly UnmatchedLines<Line>[];
}

/** The result of checking rules, for callers of the library. */
export interface CheckResult<Line extends string | Uint8Array = string> extends Omit<CheckReport, "coverage"> {
  /** What the rules made of the logs; undefined if no logs were given. */
  readonly coverage: CheckCoverage<Line> | undefined;
}

/** Does what `check` does, for callers of the library. */
export async function checkRulesAndLogs<Line extends string | Uint8Array>(
  rules: string | RulesText,
  logs: readonly NamedLog[],
  { form, ...options }: CheckOptions & { readonly form: LineConverter<Line> },
): Promise<CheckResult<Line>> {
  const { coverage, ...checked } = await check(rules, logs, options);
  if (coverage === undefined) return { ...checked, coverage };
  const lineTemplates = coverage.lineTemplates.map(({ count, log, line, template, sample }) => {
    const texts = { template: form(template, 0, template.length), sample: form(sample, 0, sample.length) };
    return { count, file: log, line, ...texts };
  });
  return { ...checked, coverage: { ...coverage, lineTemplates } };
}

/**
 * Checks rules, given as the path of a file or as a text, and counts what they make of the logs, if there are any.
 * Rejects with a log's read error, or with the system's error if the rules file cannot be read.
 */
export async function check(
  rules: string | RulesText,
  logs: readonly NamedLog[],
  options: CheckOptions,
): Promise<CheckReport> {
  const path = typeof rules === "string" ? rules : rules.name;
  let source: RulesSource;
  try {
    source = typeof rules === "string" ? readRulesSource(rules) : rulesSourceOf(rules.bytes, path, rules.pathAt);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { issues, omitted } = error;
    return { path, issues, omitted, findings: [], comparedAll: true, rules: [], coverage: undefined };
  }
  return checkSource(source, logs, options);
}

async function checkSource(
  source: RulesSource,
  logs: readonly NamedLog[],
  options: CheckOptions,
): Promise<CheckReport> {
  const rules = referencesOf(source);
  const { findings, comparedAll } = checkRules(source, rules);
  const coverage = logs.length === 0 ? undefined : await coverageOf(source.rulebook, logs, options);
  const withoutLines = coverage === undefined ? [] : rulesWithoutLines(source, rules, findings, coverage);
  const all = [...findings, ...withoutLines].sort((a, b) => a.line - b.line || a.column - b.column);
  return { path: source.path, issues: [], omitted: 0, findings: all, comparedAll, rules, coverage };
}

import type { NamedLog } from "../normalization/log.ts";
import type { LineForm } from "../normalization/record-builder.ts";
import { type RulesSource, readRulesSource, rulesSourceOf } from "../normalization/rules-source.ts";
import { type Issue, RulesError } from "../rules/rules-error.ts";
import type { RulesText } from "../rules/rules-text.ts";
import { checkRules, rulesWithoutLines } from "./check-rules.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type Finding, type RuleReference, referencesOf } from "./finding.ts";

export interface CheckOptions {
  /** Ends the call at once, with the signal's reason as the error, and lets go of the logs. */
  readonly signal?: AbortSignal | undefined;
  /** Frees lines of colours and other sequences for terminals before they are matched. */
  readonly stripAnsi?: boolean | undefined;
}

/** What was found in a rules file. */
export interface Checked {
  readonly path: string;
  /** Why the rules cannot be loaded: the first twenty problems, in order of place. If there are any, nothing else is told. */
  readonly issues: readonly Issue[];
  /** How many more there are. */
  readonly omitted: number;
  /** In order of place. */
  readonly findings: readonly Finding[];
  /** Whether all rules were compared; if not, some that can never win, or are special cases of others, may not be told. */
  readonly comparedAll: boolean;
  readonly rules: readonly RuleReference[];
  /** What the rules made of the logs; undefined if there are none. */
  readonly coverage: Coverage | undefined;
}

/** Lines that no rule matches and that differ only in numbers and ids. */
export interface UnmatchedLines<Line extends string | Uint8Array = string> {
  readonly count: number;
  /** Where the first of them stands. */
  readonly file: string;
  readonly line: number;
  /** The beginning of a line, with `N`, `HEX` and `UUID` for what varies. */
  readonly template: Line;
  /** The beginning of the first of them. */
  readonly sample: Line;
}

/** What rules made of logs, for callers of the library. */
export interface CheckCoverage<Line extends string | Uint8Array = string> extends Omit<Coverage, "lineTemplates"> {
  /** The most frequent first. */
  readonly lineTemplates: readonly UnmatchedLines<Line>[];
}

/** What was found in rules, for callers of the library. */
export interface CheckResult<Line extends string | Uint8Array = string> extends Omit<Checked, "coverage"> {
  /** What the rules made of the logs; undefined if there are none. */
  readonly coverage: CheckCoverage<Line> | undefined;
}

/** As `check`, for callers of the library. */
export async function checkRulesAndLogs<Line extends string | Uint8Array>(
  rules: string | RulesText,
  logs: readonly NamedLog[],
  { form, ...options }: CheckOptions & { readonly form: LineForm<Line> },
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
 * Checks the rules of a file, by its path, or of a text, and with logs what they make of them. Rejects with the failure of a
 * log, or with the system's error if the file cannot be read.
 */
export async function check(
  rules: string | RulesText,
  logs: readonly NamedLog[],
  options: CheckOptions,
): Promise<Checked> {
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

async function checkSource(source: RulesSource, logs: readonly NamedLog[], options: CheckOptions): Promise<Checked> {
  const rules = referencesOf(source);
  const { findings, comparedAll } = checkRules(source, rules);
  const coverage = logs.length === 0 ? undefined : await coverageOf(source.rulebook, logs, options);
  const idle = coverage === undefined ? [] : rulesWithoutLines(source, rules, findings, coverage);
  const all = [...findings, ...idle].sort((a, b) => a.line - b.line || a.column - b.column);
  return { path: source.path, issues: [], omitted: 0, findings: all, comparedAll, rules, coverage };
}

import type { NamedLog } from "../normalization/log.ts";
import { type RulesSource, readRulesSource } from "../normalization/rules-source.ts";
import { type Issue, RulesError } from "../rules/rules-error.ts";
import { checkRules, rulesWithoutLines } from "./check-rules.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import { type Finding, type RuleReference, referencesOf } from "./finding.ts";

export interface CheckOptions {
  /** Ends the reading of the logs, without an error: what was read until then is what the coverage tells of. */
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

/**
 * Checks a rules file, and with logs what it makes of them. Rejects with the failure of a log, or with the system's error if
 * the file cannot be read.
 */
export async function check(path: string, logs: readonly NamedLog[], options: CheckOptions): Promise<Checked> {
  let source: RulesSource;
  try {
    source = readRulesSource(path);
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

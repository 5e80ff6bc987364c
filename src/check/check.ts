import type { Rulebook } from "../normalization/rulebook.ts";
import type { NamedLog } from "../normalization/run.ts";
import type { Issue } from "../rules/issue.ts";
import { RulesError } from "../rules/rules-error.ts";
import { checkRules, rulesWithoutLines } from "./check-rules.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import type { Finding, RuleReference } from "./finding.ts";
import { referencesOf } from "./places.ts";
import { readSource, type Source } from "./source.ts";

export interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whether lines are freed of colours and other sequences for terminals before they are matched. */
  readonly stripAnsi?: boolean | undefined;
}

/** What was found in a rules file. */
export interface Checked {
  readonly path: string;
  /** What keeps it from being read: in order of place, the first twenty. There is nothing else then. */
  readonly issues: readonly Issue[];
  /** How many more there are. */
  readonly omitted: number;
  /** In order of place. */
  readonly findings: readonly Finding[];
  /** Whether all rules were compared; if not, some that can never win or are special cases of others may be missing. */
  readonly comparedAll: boolean;
  readonly rules: readonly RuleReference[];
  /** Of the logs, if there are any. */
  readonly coverage: Coverage | undefined;
}

/** Checks a rules file, and with logs what it makes of them. Rejects with the system's error if it can't be read. */
export async function check(path: string, logs: readonly NamedLog[], options: CheckOptions): Promise<Checked> {
  const read = sourceOrError(path);
  if (read instanceof RulesError) {
    const { issues, omitted } = read;
    return { path, issues, omitted, findings: [], comparedAll: true, rules: [], coverage: undefined };
  }
  return checkSource(read, logs, options);
}

async function checkSource(source: Source, logs: readonly NamedLog[], options: CheckOptions): Promise<Checked> {
  const rules = referencesOf(source);
  const { findings, comparedAll } = checkRules(source, rules);
  const coverage = logs.length === 0 ? undefined : await coverageIn(source.rulebook, logs, options);
  const idle = coverage === undefined ? [] : rulesWithoutLines(source, rules, findings, coverage);
  const all = [...findings, ...idle].sort((a, b) => a.line - b.line || a.column - b.column);
  return { path: source.path, issues: [], omitted: 0, findings: all, comparedAll, rules, coverage };
}

function sourceOrError(path: string): Source | RulesError {
  try {
    return readSource(path);
  } catch (error) {
    if (error instanceof RulesError) return error;
    throw error;
  }
}

function coverageIn(rulebook: Rulebook, logs: readonly NamedLog[], options: CheckOptions): Promise<Coverage> {
  return coverageOf(rulebook, logs, options.signal, options.stripAnsi);
}

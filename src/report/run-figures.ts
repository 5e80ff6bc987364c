import type { Log } from "../run/log.ts";
import type { Coverage } from "../tools/check/coverage.ts";
import type { LineCollector } from "./line-collector.ts";

const MAX_TEMPLATES = 200;

export type RunFigures = ReturnType<typeof runFigures>;

export function runFigures(coverage: Coverage, { matched, maps }: LineCollector, logs: readonly Log[]) {
  const { statistics, rules, lineTemplates, linesOfOtherTemplates } = coverage;
  const templates = lineTemplates
    .map(({ template, count, followed, log, line }) => ({
      ...{ template: template.toString(), count: count + followed, file: log, line },
    }))
    .sort((a, b) => b.count - a.count);
  const rest = templates.slice(MAX_TEMPLATES).reduce((sum, { count }) => sum + count, linesOfOtherTemplates);
  return {
    lines: statistics.linesProcessed,
    matched: statistics.linesMatched,
    files: logs.map(({ name }, i) => ({ name, lines: maps[i]!.lines, matched: matched[i]! })),
    /** By rule index. */
    rules: rules.map(({ won, followed }) => ({ won, followed })),
    templates: templates.slice(0, MAX_TEMPLATES),
    otherUnmatched: rest,
  };
}

import type { EvaluatedLine, Evaluation, PageLine } from "./evaluation.ts";

/** A line that an edit of the rules changes. */
export interface EditedLine {
  readonly line: PageLine;
  readonly old: EvaluatedLine;
  readonly next: EvaluatedLine;
  readonly change: "output" | "matched" | "lost" | "rule";
}

/** The lines whose rule or output differs from that with the original rules. */
export function editedLines(lines: readonly PageLine[], original: Evaluation, current: Evaluation): EditedLine[] {
  const changed: EditedLine[] = [];
  for (const [i, line] of lines.entries()) {
    const [old, next] = [original.lines[i]!, current.lines[i]!];
    const change = changeOf(old, next, ruleNameOf(original, old) === ruleNameOf(current, next));
    if (change !== undefined) changed.push({ line, old, next, change });
  }
  return changed;
}

function changeOf(old: EvaluatedLine, next: EvaluatedLine, hasSameRule: boolean): EditedLine["change"] | undefined {
  if (old.isMatched !== next.isMatched) return next.isMatched ? "matched" : "lost";
  if (old.output !== next.output) return "output";
  return hasSameRule ? undefined : "rule";
}

/** The name of the rule that has the line. */
export function ruleNameOf({ source }: Evaluation, { linePattern }: EvaluatedLine): string | undefined {
  return source.rulebook.linePatterns[linePattern]?.name;
}

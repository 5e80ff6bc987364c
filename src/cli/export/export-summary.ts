import { groupBy } from "../../collections/group-by.ts";
import { counted, quoted } from "../../diagnostics/phrases.ts";
import { printable } from "../../diagnostics/printable.ts";
import { StringLayout } from "../../diagnostics/text-layout.ts";
import type { ExportedRule, ExportResult } from "../../export/exported.ts";

/** More remarks are only counted. The file has them all. */
const MAX_SHOWN = 20;
/** How many rules are named with a remark that they share. */
const MAX_NAMED = 10;

/** What is said of a rule. */
interface Remark {
  readonly rule: ExportedRule;
  readonly text: string;
}

/** Says how many rules were written, which were not, and what differs in others. Says once what rules share. */
export function exportSummary(result: ExportResult, width: number | undefined): string {
  const { format, ruleCount, leftOut, differences } = result;
  const layout = new StringLayout({ hasColors: false, width });
  const add = (label: string, text: string): void => {
    layout.text(label);
    layout.hang();
    layout.text(`${text}\n`);
  };
  add("", `${format}: ${counted(ruleCount, "rule")} exported, ${leftOut.length} left out`);
  const list = (label: string, remarks: readonly Remark[]): void => {
    const groups = [...groupBy(remarks, ({ text }) => text).values()];
    for (const group of groups.slice(0, MAX_SHOWN)) add(label, sharedRemark(group));
    if (groups.length > MAX_SHOWN) add(label, `and ${groups.length - MAX_SHOWN} more`);
  };
  list(
    "left out: ",
    leftOut.map(({ rule, reason }) => ({ rule, text: reason })),
  );
  list(
    "differs: ",
    differences.flatMap(({ rule, remarks }) => remarks.map((text) => ({ rule, text }))),
  );
  return layout.toString();
}

/** A remark, and the rules that it is about. */
function sharedRemark(remarks: readonly Remark[]): string {
  const [{ rule, text }] = remarks as [Remark];
  if (remarks.length === 1) return `line ${rule.line}: ${printable(rule.name)}: ${printable(text)}`;
  const named = remarks.slice(0, MAX_NAMED).map(({ rule }) => `${quoted(rule.name)} (line ${rule.line})`);
  const more = remarks.length - named.length;
  return `${remarks.length} rules: ${printable(text)}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

import { groupBy } from "../../text/collections/runtime-gaps.ts";
import { counted, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import type { ExportedRule, ExportResult } from "./exported.ts";

/** More remarks are only counted. The file has them all. */
const MAX_SHOWN = 20;
/** How many rules are named with a remark that they share. */
const MAX_NAMED = 10;

/** A remark on a rule. */
interface Remark {
  readonly rule: ExportedRule;
  readonly text: string;
}

/** Says how many rules were written, which were not, and what differs in others. Rules with one remark share a line. */
export function exportSummary(result: ExportResult, width: number | undefined): string {
  const { format, ruleCount, leftOut, differences } = result;
  const layout = new StringLayout({ hasColors: false, width });
  const add = (label: string, text: string): void => {
    layout.text(label);
    layout.hang();
    layout.text(`${text}\n`);
  };
  add("", `${format}: ${counted(ruleCount, "rule")} exported, ${leftOut.length} left out`);
  const list = (label: string, remarks: readonly Remark[], all: number): void => {
    const groups = [...groupBy(remarks, ({ text }) => text).values()];
    for (const group of groups.slice(0, MAX_SHOWN)) add(label, sharedRemark(group, all));
    if (groups.length > MAX_SHOWN) add(label, `and ${groups.length - MAX_SHOWN} more`);
  };
  list(
    "left out: ",
    leftOut.map(({ rule, reason }) => ({ rule, text: reason })),
    ruleCount + leftOut.length,
  );
  list(
    "differs: ",
    differences.flatMap(({ rule, remarks }) => remarks.map((text) => ({ rule, text }))),
    ruleCount,
  );
  return layout.toString();
}

/** A remark with its rules, which are not named if they are all. */
function sharedRemark(remarks: readonly Remark[], all: number): string {
  const [{ rule, text }] = remarks as [Remark];
  if (remarks.length === 1) return `line ${rule.line}: ${printable(rule.name)}: ${printable(text)}`;
  if (remarks.length === all) return `all rules: ${printable(text)}`;
  const rules = remarks.map(({ rule }) => rule).sort((a, b) => a.line - b.line);
  const named = rules.slice(0, MAX_NAMED).map(({ name, line }) => `${quoted(name)} (line ${line})`);
  const more = rules.length - named.length;
  return `${rules.length} rules: ${printable(text)}: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

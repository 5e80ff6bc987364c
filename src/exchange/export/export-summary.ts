import { placedRule, placeOfRule, type RuleReference } from "../../run/rule-references.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { counted, firstOf } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import type { ExportResult } from "./exported.ts";

/** How many rules are named with a remark that they share. */
const MAX_NAMED = 10;

/** A remark on a rule. */
interface Remark {
  readonly rule: RuleReference;
  readonly text: string;
}

/** Says how many rules were written, which were not, and what differs in others. Rules with one remark share a line. */
export function exportSummary(result: ExportResult, width: number | undefined): string {
  const { format, ruleCount, leftOut, differences } = result;
  const layout = new StringLayout({ hasColors: false, width });
  layout.labelled("", `${format}: ${counted(ruleCount, "rule")} exported, ${leftOut.length} left out`);
  const reasons = leftOut.map(({ rule, reason }) => ({ rule, text: reason }));
  layout.labelledList("left out: ", sharedRemarks(reasons, ruleCount + leftOut.length));
  const remarks = differences.flatMap(({ rule, remarks }) => remarks.map((text) => ({ rule, text })));
  layout.labelledList("differs: ", sharedRemarks(remarks, ruleCount));
  return layout.toString();
}

/** The remarks on `all` rules, each with the rules that share it. */
function sharedRemarks(remarks: readonly Remark[], all: number): string[] {
  return [...groupBy(remarks, ({ text }) => text).values()].map((group) => sharedRemark(group, all));
}

/** A remark with its rules, which are not named if they are all. */
function sharedRemark(remarks: readonly Remark[], all: number): string {
  const [{ rule, text }] = remarks as [Remark];
  if (remarks.length === 1) return `${placeOfRule(rule)}: ${printable(rule.name)}: ${printable(text)}`;
  if (remarks.length === all) return `all rules: ${printable(text)}`;
  const rules = remarks.map(({ rule }) => rule).sort(byPlace);
  const named = rules.map(placedRule);
  return `${rules.length} rules: ${printable(text)}: ${firstOf(named, MAX_NAMED)}`;
}

function byPlace(a: RuleReference, b: RuleReference): number {
  if (a.file === b.file) return a.line - b.line;
  return (a.file ?? "") < (b.file ?? "") ? -1 : 1;
}

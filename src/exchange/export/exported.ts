import { placedRule, placeOfRule, type RuleReference } from "../../run/rule-references.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { counted, firstOf } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";

/** What rules can be exported to. */
export const EXPORT_FORMATS = ["patterndb"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What the name of a program may be. */
export const PROGRAM_NAME = /^[\x20-\x7e]+$/;

/** A rule with its name in the file of the other tool, and the line in which it begins in the rules file. */
export type ExportedRule = RuleReference;

/** What became of the rules. */
export interface ExportResult {
  readonly format: ExportFormat;
  /** The file of the other tool. Each rule has a comment with its line in the rules file and with what differs. */
  readonly text: string;
  /** How many rules were carried over. */
  readonly ruleCount: number;
  /** The rules that were not carried over. They are comments in the text. */
  readonly leftOut: readonly { readonly rule: ExportedRule; readonly reason: string }[];
  /** How the other tool differs: one or more remarks for each such rule. */
  readonly differences: readonly { readonly rule: ExportedRule; readonly remarks: readonly string[] }[];
}

/** How many rules are named with a remark that they share. */
const MAX_NAMED = 10;

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

/** The remarks on `all` rules, each with the rules that share it, which are not named if they are all. */
function sharedRemarks(remarks: readonly { rule: RuleReference; text: string }[], all: number): string[] {
  return Array.from(groupBy(remarks, ({ text }) => text).values(), (group) => {
    const [{ rule, text }] = group as [(typeof remarks)[number]];
    if (group.length === 1) return `${placeOfRule(rule)}: ${printable(rule.name)}: ${printable(text)}`;
    if (group.length === all) return `all rules: ${printable(text)}`;
    const named = group.map((one) => placedRule(one.rule));
    return `${group.length} rules: ${printable(text)}: ${firstOf(named, MAX_NAMED)}`;
  });
}

import { counted } from "../../diagnostics/phrases.ts";
import { printable } from "../../diagnostics/printable.ts";
import { StringLayout } from "../../diagnostics/text-layout.ts";
import type { ExportedRule, ExportResult } from "../../export/exported.ts";

/** More rules that differ are only counted. The file has them all. */
const MAX_SHOWN = 20;

/** Says how many rules were written, which were not, and what differs in others. */
export function exportSummary(result: ExportResult, width: number | undefined): string {
  const { format, ruleCount, leftOut, differences } = result;
  const layout = new StringLayout({ hasColors: false, width });
  const add = (label: string, text: string): void => {
    layout.text(label);
    layout.hang();
    layout.text(`${text}\n`);
  };
  add("", `${format}: ${counted(ruleCount, "rule")} exported, ${leftOut.length} left out`);
  const list = (label: string, all: readonly { readonly rule: ExportedRule; readonly text: string }[]): void => {
    for (const { rule, text } of all.slice(0, MAX_SHOWN))
      add(label, `line ${rule.line}: ${printable(rule.name)}: ${printable(text)}`);
    if (all.length > MAX_SHOWN) add(label, `and ${all.length - MAX_SHOWN} more`);
  };
  list(
    "left out: ",
    leftOut.map(({ rule, reason }) => ({ rule, text: reason })),
  );
  list(
    "differs: ",
    differences.map(({ rule, remarks }) => ({ rule, text: remarks.join("; ") })),
  );
  return layout.toString();
}

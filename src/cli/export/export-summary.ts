import { counted } from "../../diagnostics/phrases.ts";
import { printable } from "../../diagnostics/printable.ts";
import { StringLayout } from "../../diagnostics/text-layout.ts";
import type { ExportResult } from "../../export/exported.ts";

/** More rules that differ are only counted. The file has them all. */
const MAX_SHOWN = 20;

/** Says how many rules were written, which were not, and what differs in others. */
export function summaryText({ rules }: ExportResult, format: string, width: number | undefined): string {
  const layout = new StringLayout({ hasColors: false, width });
  const add = (label: string, text: string): void => {
    layout.text(label);
    layout.hang();
    layout.text(`${text}\n`);
  };
  const left = rules.filter(({ reason }) => reason !== undefined);
  const different = rules.filter(({ remarks }) => remarks.length > 0);
  add("", `${format}: ${counted(rules.length - left.length, "rule")} exported, ${left.length} left out`);
  const list = (label: string, all: typeof rules, textOf: (rule: (typeof rules)[number]) => string): void => {
    for (const rule of all.slice(0, MAX_SHOWN))
      add(label, `line ${rule.line}: ${printable(rule.name)}: ${printable(textOf(rule))}`);
    if (all.length > MAX_SHOWN) add(label, `and ${all.length - MAX_SHOWN} more`);
  };
  list("left out: ", left, ({ reason }) => reason!);
  list("differs: ", different, ({ remarks }) => remarks.join("; "));
  return layout.toString();
}

import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout } from "../../text/messages/text-layout.ts";
import type { ImportResult } from "./import.ts";
import { importLocationText } from "./imported.ts";

/** More rules that were left out are only counted. The rules file has them all. */
const MAX_SHOWN = 20;

/** Says how many rules were carried over, which were not, and, if there are any, what to do next. */
export function importSummary({ format, ruleCount, leftOut }: ImportResult, width: number | undefined): string {
  const layout = new StringLayout({ hasColors: false, width });
  const add = (label: string, text: string): void => {
    layout.text(label);
    layout.hang();
    layout.message(`${text}\n`);
  };
  add("", `${format}: ${counted(ruleCount, "rule")} imported, ${leftOut.length} left out`);
  for (const { location, reason } of leftOut.slice(0, MAX_SHOWN))
    add("left out: ", `${importLocationText(location)}: ${printable(reason)}`);
  if (leftOut.length > MAX_SHOWN) add("left out: ", `and ${leftOut.length - MAX_SHOWN} more`);
  if (ruleCount > 0) add("next, once the rules are in rules.yaml: ", "normalizer check rules.yaml LOG");
  return layout.toString();
}

import type { FaultRow, Promised } from "./fault-row.ts";
import { ALL, READERS } from "./fault-subject.ts";

/** The rows as a Markdown table of docs/reference/faults.md. */
export function tableOf(rows: readonly FaultRow[]): string {
  const lines = rows.flatMap(({ fault, promised }) =>
    promised.map((one, i) => `| ${[i === 0 ? fault : "", ...cellsOf(one)].join(" | ")} |`),
  );
  return ["| What goes wrong | Commands | Exit code | Message | Output |", "|---|---|---|---|---|", ...lines, ""].join(
    "\n",
  );
}

function cellsOf({ commands, exit, says, out, orAsUsual }: Promised): string[] {
  return [inWords(commands), `${exit}${orAsUsual ? ", or as usual" : ""}`, says === "" ? "none" : `\`${says}\``, out];
}

function inWords(commands: Promised["commands"]): string {
  if (commands === ALL) return "all";
  if (commands === READERS) return "all that read logs";
  return commands.map((command) => `\`${command}\``).join(", ");
}

// The library's way to export rules. It loads what that takes when it is called.
import { listed, quoted } from "./diagnostics/phrases.ts";
import type { ExportResult } from "./export/exported.ts";
import { EXPORT_FORMATS, type ExportFormat, PROGRAM_NAME } from "./export/formats.ts";
import { rulesSourceFrom } from "./open-rules.ts";
import { checkRulesOptions, type RulesOptions } from "./options.ts";

/** What rules are exported to. */
export interface ExportOptions {
  /** What to write. */
  readonly to: ExportFormat;
  /** The program whose messages the rules are for: printable ASCII. Without it, they are for those of all programs. */
  readonly program?: string | undefined;
}

/**
 * Writes rules as patterns of another tool. Rejects with a RulesError or the system's error for wrong rules, and with a
 * TypeError if an argument is wrong.
 */
export async function exportRules(rules: RulesOptions, options: ExportOptions): Promise<ExportResult> {
  checkRulesOptions("exportRules", rules);
  const { to, program } = options ?? {};
  if (!EXPORT_FORMATS.includes(to))
    throw new TypeError(`exportRules: to must be ${listed(EXPORT_FORMATS, "or")}, not ${quoted(String(to))}`);
  if (program !== undefined && (typeof program !== "string" || !PROGRAM_NAME.test(program)))
    throw new TypeError("exportRules: program must be a name of printable ASCII characters");
  const { writePatterndb } = await import("./export/write-patterndb.ts");
  return writePatterndb(await rulesSourceFrom(rules), program);
}

// The library's way to export rules. It loads what that takes when it is called.
import type { ExportResult } from "./export/exported.ts";
import { rulesSourceFrom } from "./open-rules.ts";
import { checkOptions, checkRulesOptions, type ExportOptions, type RulesOptions } from "./options.ts";

/**
 * Writes rules as patterns of another tool. Rejects with a RulesError or the system's error for wrong rules, and with a
 * TypeError if an argument is wrong.
 */
export async function exportRules(rules: RulesOptions, options: ExportOptions): Promise<ExportResult> {
  checkRulesOptions("exportRules", rules);
  checkOptions("exportRules", options);
  const { writePatterndb } = await import("./export/write-patterndb.ts");
  return writePatterndb(await rulesSourceFrom(rules), options.program);
}

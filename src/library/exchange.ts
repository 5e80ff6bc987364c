// Rules taken over from other tools, and handed over to them. Each function loads what it takes when it is called.

import type { ExportResult } from "../exchange/export/exported.ts";
import type { ImportResult } from "../exchange/import/import.ts";
import type { ImportFile } from "../exchange/import/imported.ts";
import { type LoadedRules, loadRules } from "../run/loaded-rules.ts";
import { rulesOf } from "./caller-sources.ts";
import { checkOptions, checkRulesOptions } from "./check-options.ts";
import type { ExportOptions, ImportOptions, RulesOptions } from "./options.ts";

const UNNAMED = "patterns";

/**
 * Makes rules of the patterns of another tool: a text, or several files that may use each other's definitions. Rejects
 * with an ImportError if one of them is wrong as a whole, or a TypeError.
 */
export async function importRules(
  source: string | readonly ImportFile[],
  options: ImportOptions = {},
): Promise<ImportResult> {
  checkOptions("importRules", options);
  const files = typeof source === "string" ? [{ name: UNNAMED, text: source }] : source;
  if (!Array.isArray(files) || files.length === 0 || !files.every(isFile))
    throw new TypeError("importRules takes a text, or a list of files with a name and a text");
  const { importFiles } = await import("../exchange/import/import.ts");
  return importFiles(files, options.from);
}

function isFile(file: unknown): file is ImportFile {
  const { name, text } = (file ?? {}) as Partial<ImportFile>;
  return typeof name === "string" && typeof text === "string";
}

/** Writes rules as patterns of another tool. Rejects with a RulesError, the system's error, or a TypeError. */
export async function exportRules(rules: RulesOptions, options: ExportOptions): Promise<ExportResult> {
  checkRulesOptions("exportRules", rules);
  checkOptions("exportRules", options);
  return exportOf(loadRules(rulesOf(rules)), options);
}

export async function exportOf(rules: LoadedRules, { program }: ExportOptions): Promise<ExportResult> {
  const { writePatterndb } = await import("../exchange/export/write-patterndb.ts");
  return writePatterndb(rules, program);
}

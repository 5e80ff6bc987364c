// Rules from files of other tools and for them, with what people are told about them.

import { exportSummary } from "../exchange/export/export-summary.ts";
import type { ExportResult } from "../exchange/export/exported.ts";
import { type ImportResult, importSummary } from "../exchange/import/import.ts";
import { type ImportFile, importFile } from "../exchange/import/imported.ts";
import { NamedError } from "../io/named-error.ts";
import { NEVER, readWhole } from "../io/source.ts";
import { MAX_SIZE, TOO_LARGE } from "../rules/rules-text.ts";
import { exportRules, importRules } from "./exchange.ts";
import type { LogInput } from "./inputs.ts";
import type { ExportOptions, ImportOptions } from "./options.ts";
import { readingRules } from "./rules-files.ts";

/** A result with what the command writes beside it: a summary for people, wrapped to a width, and why there is no rule. */
interface Summarized<Result> {
  readonly result: Result;
  summary(width: number | undefined): string;
  readonly nothing: string | undefined;
}

/**
 * Makes rules of the files of another tool. Rejects with a NamedError for a file that cannot be read or is too large,
 * and with an ImportError.
 */
export async function importInputs(
  inputs: readonly LogInput[],
  options: ImportOptions,
): Promise<Summarized<ImportResult>> {
  const files: ImportFile[] = [];
  for (const input of inputs) files.push(await fileOf(input));
  const result = await importRules(files, options);
  const why = result.leftOut.length > 0 ? "no pattern could be carried over" : "no pattern was found";
  return {
    result,
    summary: (width) => importSummary(result, width),
    nothing: result.ruleCount > 0 ? undefined : `no rule was imported: ${why}`,
  };
}

async function fileOf(input: LogInput): Promise<ImportFile> {
  const bytes = await readWhole(input.open(NEVER), MAX_SIZE, TOO_LARGE).catch((error: unknown) => {
    throw new NamedError(input.name, error);
  });
  return importFile(input.name, bytes);
}

/** Writes the rules of a file as patterns of another tool. Rejects with a RulesError or a NamedError. */
export async function exportFile(path: string, options: ExportOptions): Promise<Summarized<ExportResult>> {
  const result = await readingRules(path, () => exportRules({ rulesPath: path }, options));
  const why = result.leftOut.length > 0 ? `${result.format} can say none of them` : "the file has none";
  return {
    result,
    summary: (width) => exportSummary(result, width),
    nothing: result.ruleCount > 0 ? undefined : `no rule was exported: ${why}`,
  };
}

// Rules from files of other tools and for them, with what people are told about them.

import { exportSummary } from "../exchange/export/exported.ts";
import { importSummary } from "../exchange/import/import.ts";
import { type ImportFile, importFile } from "../exchange/import/imported.ts";
import { NamedError } from "../io/named-error.ts";
import { NEVER, readWhole } from "../io/source.ts";
import { MAX_SIZE, TOO_LARGE } from "../rules/rules-text.ts";
import { namedRules } from "./command-run.ts";
import { exportOf, importRules } from "./exchange.ts";
import type { LogInput } from "./inputs.ts";
import type { ExportOptions, ImportOptions } from "./options.ts";
import { type Found, failingWith } from "./outputs.ts";

/** Makes rules of the files of another tool. Rejects with a NamedError or an ImportError. */
export async function importInputs(inputs: readonly LogInput[], options: ImportOptions): Promise<Found> {
  const files: ImportFile[] = [];
  for (const input of inputs) files.push(await fileOf(input));
  const result = await importRules(files, options);
  const why = result.leftOut.length > 0 ? "no pattern could be carried over" : "no pattern was found";
  return {
    output: result.ruleCount > 0 ? result.rules : "",
    endsWithReader: true,
    ...failingWith(result.ruleCount > 0 ? undefined : `no rule was imported: ${why}`, [
      (width) => importSummary(result, width),
    ]),
  };
}

async function fileOf(input: LogInput): Promise<ImportFile> {
  const bytes = await readWhole(input.open(NEVER), MAX_SIZE, TOO_LARGE).catch((error: unknown) => {
    throw new NamedError(input.name, error);
  });
  return importFile(input.name, bytes);
}

/** Writes the rules of files as patterns of another tool. Rejects with a RulesError or a NamedError. */
export async function exportFiles(paths: readonly string[], options: ExportOptions): Promise<Found> {
  const result = await exportOf(namedRules(paths), options);
  const none = paths.length === 1 ? "the file has none" : "the files have none";
  const why = result.leftOut.length > 0 ? `${result.format} can say none of them` : none;
  return {
    output: result.text,
    endsWithReader: true,
    ...failingWith(result.ruleCount > 0 ? undefined : `no rule was exported: ${why}`, [
      (width) => exportSummary(result, width),
    ]),
  };
}

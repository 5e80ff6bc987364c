// What fields capture, and the edits of rules that two runs prove.

import type { TextOutput } from "../io/text-output.ts";
import { asBuffer } from "../run/record-builder.ts";
import { writeLine } from "../text/messages/json.ts";
import { fieldJson } from "../tools/fields/field-results.ts";
import { countFields, type FieldsSettings } from "../tools/fields/fields.ts";
import { hasFinding, writeFieldsText } from "../tools/fields/fields-text.ts";
import { type CommandRun, namedRules, readOptions, refuseUnwritable, saveRules } from "./command-run.ts";
import { openFiles, type ReadProgress } from "./inputs.ts";
import { readingNotes } from "./log-hints.ts";
import { UsageError } from "./option-values.ts";
import { writeFiles } from "./output-files.ts";
import type { Request } from "./request.ts";

/** Counts what the fields of rules capture in the logs of one run or two. Rejects with a log's read error. */
export function fields<Line extends string | Uint8Array>({ rules, logs, options }: Request<FieldsSettings<Line>>) {
  const runs = logs.filter((run) => run !== undefined);
  return countFields(rules, runs, options);
}

interface FieldsRun extends CommandRun {
  readonly inPlace: boolean;
  /** Whether only findings are shown, and not the table of all fields. */
  readonly findings: boolean;
}

type FieldsOfFiles = Awaited<ReturnType<typeof fieldsOfFiles>>;

/** Counts fields, and edits the rules if that is asked for. Rejects with a RulesError, a UsageError or a NamedError. */
export async function fieldsOfFiles(run: FieldsRun, paths: readonly string[], progress: ReadProgress) {
  const { rulesPaths, inPlace, context } = run;
  if (paths.length > 2) throw new UsageError(`fields takes one log, or two to compare, not ${paths.length}`);
  for (const [name, isGiven] of [
    ["--in-place", inPlace],
    ["--findings", run.findings],
  ] as const)
    if (isGiven && paths.length < 2) throw new UsageError(`${name} needs the logs of two runs: OLD NEW`);
  if (inPlace) refuseUnwritable(rulesPaths);
  const sides = paths.map((path) => [path]);
  const files = openFiles(sides, [context.stdout.fd], () => namedRules(rulesPaths), progress);
  const { result, changes } = await fields({ ...files, options: { ...readOptions(run), inPlace, convert: asBuffer } });
  const hasTable = !inPlace && !run.findings;
  if (changes.length > 0) await writeFiles(context, () => saveRules(changes));
  const notes = await readingNotes(run, files.inputs, files.rules.rulebook);
  return { result, hasTable, notes };
}

/** The formats of the result. Each yields wherever its output may be flushed. */
export const FIELDS_FORMATS = {
  text: (output: TextOutput, { result, hasTable }: FieldsOfFiles) => writeFieldsText(output, result, hasTable),
  *json({ json }: TextOutput, { result, hasTable }: FieldsOfFiles) {
    for (const field of result.fields) if (hasTable || hasFinding(field)) yield* writeLine(json, fieldJson(field));
  },
};

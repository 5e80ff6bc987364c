// The page that shows what rules make of logs: for the command.

import { NamedError, naming } from "../io/named-error.ts";
import { replaceFile } from "../io/output-file.ts";
import { type FileReference, isOneOf, isRegularFile } from "../io/same-file.ts";
import { collectReport, pageOf, type ReportOptions } from "../report/report.ts";
import type { ReportData } from "../report/report-data.ts";
import { STARTER } from "../rules/starter.ts";
import { type LoadedRules, loadRules } from "../run/loaded-rules.ts";
import { requireKey } from "../run/rulebook.ts";
import { readRules } from "../run/rules-file.ts";
import { STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { type Percentage, shortfall } from "./fail-under.ts";
import { filesOf, type LogInput, logInputs, logOfInput, refuseOutput } from "./inputs.ts";
import { pseudonymsInput } from "./key-file.ts";
import { rulesInput } from "./rules-files.ts";

/** What a report is made of, and where it goes. */
interface ReportInput extends Omit<ReportOptions, "against" | "good"> {
  /** The rules file; undefined for the rules that `init` writes. */
  readonly rulesPath: string | undefined;
  readonly keyPath: string | undefined;
  readonly environmentKey: string | undefined;
  /** None for a page without logs. */
  readonly paths: readonly string[];
  readonly againstPath: string | undefined;
  /** Logs of good runs, and folders of such. */
  readonly goodPaths: readonly string[];
  /** A path, or the file descriptor of standard output. */
  readonly output: string | number;
  /** The files that the options name and that are read. */
  readonly filesRead: (inputs: readonly LogInput[]) => readonly FileReference[];
}

/** A finished report. */
interface Report {
  readonly page: Buffer;
  /** The message that fewer lines matched than they should; undefined if enough did, or if there are no logs. */
  shortfall(least: Percentage): string | undefined;
}

/**
 * Reads rules and logs, and makes the page. Rejects with a NamedError for a file that cannot be read, or that
 * is read and written, with a RulesError for wrong rules, and with the errors of `collectReport`.
 */
export async function makeReport({
  rulesPath,
  keyPath,
  environmentKey,
  paths,
  againstPath,
  goodPaths,
  output,
  filesRead,
  ...options
}: ReportInput): Promise<Report> {
  const pseudonyms = pseudonymsInput(keyPath, environmentKey);
  const read = (path: string): LoadedRules => {
    const rules = readRules(path, pseudonyms);
    // The other parts of a report show no outputs. The page makes its own.
    if (againstPath !== undefined || options.by !== undefined) requireKey(rules.rulebook);
    return rules;
  };
  const rules =
    rulesPath === undefined
      ? loadRules({ bytes: Buffer.from(STARTER), name: "rules.yaml" })
      : rulesInput(rulesPath, read);
  const inputs = paths.length === 0 ? [] : logInputs(paths);
  const older = againstPath === undefined ? undefined : logInputs([againstPath]);
  const good = goodPaths.length === 0 ? undefined : logInputs(filesOf([goodPaths]).lists[0]!);
  if (typeof output === "number") refuseOutput([...inputs, ...(older ?? []), ...(good ?? [])], [output]);
  else if (isOneOf(output, filesRead(inputs)))
    throw new NamedError(shownPath(output), "is read by this run; name another file for the report");

  const logs = inputs.map((input) => logOfInput(input));
  const against = older?.map((input) => logOfInput(input));
  const runs = good?.map((input) => logOfInput(input));
  const data = await collectReport(rules, logs, { ...options, against, good: runs });
  const title = paths.length === 0 ? "normalizer: rules to try" : `normalizer: ${paths.join(", ")}`;
  return { page: Buffer.from(pageOf(data, title)), shortfall: (least) => shortfallOf(data, least, inputs) };
}

function shortfallOf({ run }: ReportData, least: Percentage, inputs: readonly LogInput[]): string | undefined {
  return run && shortfall({ linesProcessed: run.lines, linesMatched: run.matched }, least, inputs);
}

/** The first log that cannot be read more than once. */
export function firstStream(paths: readonly string[]): string | undefined {
  return paths.find((path) => path === STANDARD_STREAM || !isRegularFile(path));
}

/**
 * Writes a page into a file, all at once or not at all. Throws a NamedError if it cannot be written. Callers must
 * handle signals: one that ended the process in here could leave a temporary file behind.
 */
export function saveReport(path: string, { page }: Report): void {
  naming(shownPath(path), () => replaceFile(path, page));
}

// What makes a check fail.

import { type NamedInput, noLinesRead } from "../../run/statistics-text.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted, listed } from "../../text/messages/phrases.ts";
import { type BaselineResult, type CheckResult, countsOf } from "./check-result.ts";

export interface Gate {
  readonly suggesting: (logs: readonly string[]) => string;
  /** The command line that updates examples, if some could be. */
  readonly updating: string | undefined;
  /** The baseline that was asked for, and whether it is updated. */
  readonly baseline: { readonly path: string; readonly isUpdated: boolean } | undefined;
  /** The message if unmatched lines have templates that the baseline lacks. */
  readonly newLines: string | undefined;
  /** The message if no lines were compared with the baseline or by older rules: an empty log is not good news. */
  readonly noLines: string | undefined;
  /** The message if fewer lines matched than asked for. */
  readonly shortfall: string | undefined;
  /** The options that were asked for and may fail a check, with their messages. */
  readonly options: readonly { readonly name: string; readonly failure: string | undefined }[];
  /** All messages for what failed besides the rules themselves. */
  readonly failures: readonly string[];
  readonly isStrict: boolean;
  /** Whether the check fails: because of these messages, of errors, or, if it is strict, of warnings. */
  readonly hasFailed: boolean;
}

interface GateSettings extends Pick<Gate, "suggesting" | "shortfall" | "isStrict"> {
  /** The command line that updates examples, unless this run was to do so. */
  readonly updating: string | undefined;
  readonly inputs: readonly NamedInput[];
  readonly baselinePath: string | undefined;
  readonly updateBaseline: boolean;
  readonly least: string | undefined;
}

export function gateOf(
  result: CheckResult<Buffer>,
  { inputs, baselinePath, updateBaseline, updating, least, ...given }: GateSettings,
): Gate {
  const { baseline, against } = result;
  const noLines = noLinesInWords(result, inputs);
  const mayUpdate = result.findings.some(({ code }) => code === "EXAMPLE_DIFFERS");
  const isUpdated = updateBaseline && noLines === undefined;
  const newLines =
    baselinePath === undefined || updateBaseline ? undefined : baseline && newLinesInWords(baselinePath, baseline);
  const have = against?.lines === 1 ? "has" : "have";
  const changed =
    against && against.lines > 0
      ? `${counted(against.lines, "line")} ${have} another rule or another output than with ${shownPath(against.path)}`
      : undefined;
  const failures = [newLines, changed, noLines, given.shortfall].filter((message) => message !== undefined);
  const { error, warning } = countsOf(result);
  return {
    ...{ ...given, failures, hasFailed: failures.length > 0 || error > 0 || (given.isStrict && warning > 0) },
    updating: mayUpdate ? updating : undefined,
    baseline: baselinePath === undefined ? undefined : { path: baselinePath, isUpdated },
    ...{ newLines, noLines },
    options: [
      ...(baseline === undefined ? [] : [{ name: `--baseline ${baselinePath}`, failure: newLines ?? noLines }]),
      ...(against === undefined ? [] : [{ name: `--against ${against.path}`, failure: changed ?? noLines }]),
      ...(least === undefined ? [] : [{ name: `--fail-under ${least}`, failure: given.shortfall }]),
    ],
  };
}

function newLinesInWords(path: string, { newTemplates, newLines }: BaselineResult): string | undefined {
  if (newLines === 0) return undefined;
  const [have, templates] = [newLines === 1 ? "has" : "have", newTemplates === 1 ? "a template" : "templates"];
  return `${counted(newLines, "unmatched line")} ${have} ${templates} that ${shownPath(path)} lacks`;
}

function noLinesInWords(
  { coverage, baseline, against }: CheckResult<Buffer>,
  inputs: readonly NamedInput[],
): string | undefined {
  const comparing = [baseline && "--baseline", against && "--against"].filter((option) => option !== undefined);
  if (coverage === undefined || coverage.lines > 0 || comparing.length === 0) return undefined;
  return `${noLinesRead(inputs)}, so ${listed(comparing, "and")} compared nothing`;
}

// Rules checked, by themselves and on logs.

import type { LineTextOptions } from "../io/line-text.ts";
import { NamedError } from "../io/named-error.ts";
import { BaselineError } from "../io/read-errors.ts";
import type { FileReference } from "../io/same-file.ts";
import type { TextOutput } from "../io/text-output.ts";
import type { RulesText } from "../rules/rules-text.ts";
import type { Pseudonyms } from "../rules/transforms/pseudonyms.ts";
import { MAX_TEMPLATES } from "../run/line-templates.ts";
import { asBuffer, type LineConverter } from "../run/record-builder.ts";
import { writeLine } from "../text/messages/json.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";
import { readBaseline, readBaselineToUpdate, saveBaseline } from "../tools/check/baseline.ts";
import { type CheckSettings, check } from "../tools/check/check.ts";
import { failuresOf, type Gate, gateOf, hasFailed } from "../tools/check/check-gate.ts";
import { writeGithub } from "../tools/check/check-github.ts";
import { type CheckResult, checkJson } from "../tools/check/check-result.ts";
import { writeText } from "../tools/check/check-text.ts";
import { type Percentage, shortfall } from "./fail-under.ts";
import { type LogInput, openFiles } from "./inputs.ts";
import { writeFiles } from "./output-files.ts";
import type { Request } from "./request.ts";
import { namedRules, readingRules, refuseUnwritable, saveRules } from "./rules-files.ts";

interface CheckRequestOptions<Line extends string | Uint8Array> extends CheckSettings {
  readonly convert: LineConverter<Line>;
}

/** Checks rules. Wrong ones are part of the result. Rejects with the errors of `check` in tools/. */
export function checkRules<Line extends string | Uint8Array>({
  rules,
  logs: [logs],
  options: { convert, ...settings },
}: Request<CheckRequestOptions<Line>, string | RulesText>): ReturnType<typeof check<Line>> {
  return check(rules, logs, settings, convert);
}

/** What is checked, and what for. */
interface CheckRequest extends LineTextOptions {
  readonly rulesPath: string;
  /** The logs; none to check only the rules. */
  readonly paths: readonly string[];
  readonly keyPath: string | undefined;
  /** The names by the key, once that is to be read. */
  readonly pseudonyms: () => Pseudonyms | undefined;
  readonly addExamples: boolean;
  readonly baselinePath: string | undefined;
  readonly updateBaseline: boolean;
  readonly againstPath: string | undefined;
  readonly failUnder: Percentage | undefined;
  /** Whether warnings fail the check, too. */
  readonly isStrict: boolean;
  /** The file descriptor of the output. */
  readonly output: number;
  /** The files that are read besides the baseline. */
  readonly filesRead: (inputs: readonly LogInput[]) => readonly FileReference[];
  /** A command line that reads logs as this run does; see `proposedCommand`. */
  readonly proposed: (words: readonly string[], logs: readonly string[]) => string;
  readonly handleSignals: () => AbortSignal;
}

/** What was found in files, and what it means for the run. */
interface CheckedFiles {
  readonly result: CheckResult<Buffer>;
  readonly gate: Gate;
  /** The messages for what failed besides the rules themselves. */
  readonly failures: readonly string[];
  readonly hasFailed: boolean;
  /** Handles signals from when files were written; undefined if none was. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads rules, logs, the baseline and older rules, checks the rules, and writes examples and the baseline if that was
 * asked for. Rejects with a RulesError for wrong older rules, and otherwise with a NamedError or an AggregateError of
 * NamedErrors. Wrong rules are part of the result.
 */
export async function checkFiles(request: CheckRequest): Promise<CheckedFiles> {
  const { rulesPath, againstPath, addExamples, baselinePath, updateBaseline, failUnder, proposed } = request;
  if (addExamples) refuseUnwritable(rulesPath);
  const { inputs, ...files } = openFiles([request.paths], [request.output], () => rulesPath);
  const baseline = baselineOf(request, inputs);
  const pseudonyms = request.pseudonyms();
  const against = againstPath === undefined ? undefined : namedRules(againstPath, pseudonyms, true);
  const { input, stripAnsi } = request;
  const options = { input, stripAnsi, addExamples, baseline, against, pseudonyms, convert: asBuffer };
  const { result, edit } = await readingRules(rulesPath, () =>
    checkRules({ ...files, options }).catch((error: unknown) => {
      if (!(error instanceof BaselineError)) throw error;
      throw new NamedError(`${shownPath(baselinePath!)}:${error.line}`, error.reason);
    }),
  );
  const { coverage } = result;
  const matched = coverage && { linesProcessed: coverage.lines, linesMatched: coverage.matched };
  const gate = gateOf(result, {
    ...{ inputs, baselinePath, updateBaseline },
    suggesting: (logs) => proposed(["suggest", `--rules ${pathWord(result.path)}`], logs),
    shortfall: failUnder && matched && shortfall(matched, failUnder, inputs),
  });
  // Without lines, every template would go.
  const updated = gate.baseline?.isUpdated ? result.baseline : undefined;
  if (updated !== undefined && updated.text === undefined) throw new NamedError(shownPath(baselinePath!), TOO_MANY);
  const isWriting = edit !== undefined || updated !== undefined;
  const save = (): void => {
    if (edit !== undefined) saveRules(rulesPath, edit.before, edit.after);
    if (updated !== undefined) saveBaseline(baselinePath!, baseline!, updated.text!);
  };
  const signal = isWriting ? await writeFiles(request.handleSignals, save) : undefined;
  return { result, gate, failures: failuresOf(gate), hasFailed: hasFailed(result, gate, request.isStrict), signal };
}

const TOO_MANY = `unmatched lines have more than ${MAX_TEMPLATES} new templates, too many for a baseline; write rules for the most frequent ones first`;

/** The content of the baseline, if one is asked for. */
function baselineOf(
  { rulesPath, paths, keyPath, baselinePath, updateBaseline, output, filesRead, proposed }: CheckRequest,
  inputs: readonly LogInput[],
): Buffer | undefined {
  if (baselinePath === undefined) return undefined;
  if (updateBaseline) return readBaselineToUpdate(baselinePath, [output, ...filesRead(inputs)]);
  const key = keyPath === undefined ? [] : [`--key-file ${pathWord(keyPath)}`];
  const options = [`--baseline ${pathWord(baselinePath)}`, "--update-baseline", ...key];
  return readBaseline(baselinePath, proposed(["check", ...options, pathWord(rulesPath)], paths));
}

/** The formats of the result. Each yields wherever its output may be flushed. */
export const CHECK_FORMATS = {
  text: (output: TextOutput, { result, gate }: CheckedFiles) => writeText(output, result, gate),
  *json({ json }: TextOutput, { result }: CheckedFiles) {
    for (const object of checkJson(result)) {
      yield* writeLine(json, object);
      yield;
    }
  },
  github: (output: TextOutput, { result, gate }: CheckedFiles) => writeGithub(output, result, gate),
};

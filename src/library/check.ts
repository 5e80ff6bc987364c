// Rules checked, by themselves and on logs: for the command and for the Processor.

import { setImmediate } from "node:timers/promises";
import type { ReadOptions } from "../io/line-text.ts";
import { NamedError } from "../io/named-error.ts";
import type { FileReference } from "../io/same-file.ts";
import type { TextOutput } from "../io/text-output.ts";
import { rulesTextOf } from "../rules/rules-text.ts";
import { MAX_TEMPLATES } from "../run/line-templates.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import type { Log } from "../run/log.ts";
import { asBuffer, type LineConverter } from "../run/record-builder.ts";
import { requireKey } from "../run/rulebook.ts";
import { readRules } from "../run/rules-file.ts";
import { writeLine } from "../text/messages/json.ts";
import { pathWord, shownPath } from "../text/messages/paths.ts";
import { type CheckSettings, check } from "../tools/check/check.ts";
import { failuresOf, type Gate, gateOf, hasFailed } from "../tools/check/check-gate.ts";
import { writeGithub } from "../tools/check/check-github.ts";
import { type CheckResult, checkJson } from "../tools/check/check-result.ts";
import { writeText } from "../tools/check/check-text.ts";
import { pathOf, readGivenRules } from "./caller-sources.ts";
import { type Percentage, shortfall } from "./fail-under.ts";
import { type LogInput, logInputs, logOfInput, refuseOutput } from "./inputs.ts";
import { pseudonymsInput } from "./key-file.ts";
import { placed, readBaseline, readToUpdate, saveKnownLines } from "./known-lines-files.ts";
import type { RulesCheckOptions, RulesOptions } from "./options.ts";
import { readingRules, refuseUnwritable, rulesInput, saveRules } from "./rules-files.ts";

/** Checks rules that a caller gives. Rejects with the errors of `Processor.check`. */
export async function checkGiven<Line extends string | Uint8Array>(
  rules: RulesOptions,
  logs: readonly Log[],
  { against, ...options }: RulesCheckOptions & Pick<CheckSettings, "pseudonyms">,
  convert: LineConverter<Line>,
): Promise<CheckResult<Line>> {
  const old = against && (await readGivenRules(against, options.pseudonyms));
  const source = rules.rulesPath === undefined ? rulesTextOf(rules.rules) : pathOf(rules.rulesPath);
  const { result } = await check(source, logs, { ...options, against: old }, convert);
  return result;
}

/** What is checked, and what for. */
interface CheckRequest extends Pick<ReadOptions, "input" | "stripAnsi"> {
  readonly rulesPath: string;
  /** The logs; none to check only the rules. */
  readonly paths: readonly string[];
  readonly keyPath: string | undefined;
  readonly environmentKey: string | undefined;
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
  const { rulesPath, paths, addExamples, baselinePath, updateBaseline, failUnder, proposed } = request;
  if (addExamples) refuseUnwritable(rulesPath);
  const inputs = paths.length === 0 ? [] : logInputs(paths);
  refuseOutput(inputs, [request.output]);
  const baseline = baselineOf(request, inputs);
  const { result, edit } = await checked(request, inputs, baseline);
  const { coverage } = result;
  const matched = coverage && { linesProcessed: coverage.lines, linesMatched: coverage.matched };
  const gate = gateOf(result, {
    ...{ inputs, baselinePath, updateBaseline },
    suggesting: (logs) => proposed(["suggest", `--rules ${pathWord(result.path)}`], logs),
    shortfall: failUnder && matched && shortfall(matched, failUnder, inputs),
  });
  // Without lines, every template would go.
  const updated = gate.baseline?.isUpdated ? result.baseline : undefined;
  const saving: (() => void)[] = [];
  if (edit !== undefined) saving.push(() => saveRules(rulesPath, edit.before, edit.after));
  if (updated !== undefined) {
    const { text } = updated;
    if (text === undefined) throw new NamedError(shownPath(baselinePath!), TOO_MANY);
    saving.push(() => saveKnownLines(baselinePath!, baseline!, text));
  }
  const signal = saving.length > 0 ? await save(saving, request.handleSignals) : undefined;
  return { result, gate, failures: failuresOf(gate), hasFailed: hasFailed(result, gate, request.isStrict), signal };
}

const TOO_MANY = `unmatched lines have more than ${MAX_TEMPLATES} new templates, too many for a baseline; write rules for the most frequent ones first`;

/** Writes files. A signal must not end the process meanwhile. From then on signals abort the one that is returned. */
async function save(saving: readonly (() => void)[], handleSignals: () => AbortSignal): Promise<AbortSignal> {
  const signal = handleSignals();
  for (const write of saving) write();
  // Signals that came meanwhile take effect only now.
  await setImmediate();
  return signal;
}

/** The content of the baseline, if one is asked for. */
function baselineOf(
  { rulesPath, paths, keyPath, baselinePath, updateBaseline, output, filesRead, proposed }: CheckRequest,
  inputs: readonly LogInput[],
): Buffer | undefined {
  if (baselinePath === undefined) return undefined;
  if (updateBaseline) return readToUpdate(baselinePath, [output, ...filesRead(inputs)], "the baseline");
  const key = keyPath === undefined ? [] : [`--key-file ${pathWord(keyPath)}`];
  const options = [`--baseline ${pathWord(baselinePath)}`, "--update-baseline", ...key];
  return readBaseline(baselinePath, proposed(["check", ...options, pathWord(rulesPath)], paths));
}

async function checked(
  { rulesPath, keyPath, environmentKey, againstPath, baselinePath, input, stripAnsi, addExamples }: CheckRequest,
  inputs: readonly LogInput[],
  baseline: Buffer | undefined,
): ReturnType<typeof check<Buffer>> {
  const logs = inputs.map((input) => logOfInput(input));
  const pseudonyms = pseudonymsInput(keyPath, environmentKey);
  const read = (path: string): LoadedRules => {
    const source = readRules(path, pseudonyms);
    requireKey(source.rulebook);
    return source;
  };
  const against = againstPath === undefined ? undefined : rulesInput(againstPath, read);
  const settings = { input, stripAnsi, addExamples, baseline, against, pseudonyms };
  return readingRules(rulesPath, () =>
    check(rulesPath, logs, settings, asBuffer).catch((error: unknown) => {
      throw placed(baselinePath!, error);
    }),
  );
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

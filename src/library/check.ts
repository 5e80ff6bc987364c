import { existsSync } from "node:fs";
import { NamedError } from "../io/named-error.ts";
import type { TextOutput } from "../io/output-buffer.ts";
import { MAX_TEMPLATES } from "../run/line-templates.ts";
import { asBuffer } from "../run/record-builder.ts";
import { writeLine } from "../text/messages/json.ts";
import { pathWord, STANDARD_STREAM, shownPath } from "../text/messages/paths.ts";
import { check } from "../tools/check/check.ts";
import { writeGithub, writeJunit, writeMarkdown } from "../tools/check/check-reports.ts";
import { checkJson, gateOf } from "../tools/check/check-result.ts";
import { writeText } from "../tools/check/check-text.ts";
import {
  type CommandRun,
  namedRules,
  pseudonymsOf,
  readOptions,
  refuseUnwritable,
  rulesFileError,
  rulesTexts,
  saveRules,
  shortfall,
} from "./command-run.ts";
import { openFiles, type ReadProgress, readingNotes } from "./inputs.ts";
import { placed, readBaseline, readToUpdate, saveKnownLines } from "./known-lines-files.ts";
import * as OPTION from "./option-definitions.ts";
import { type Found, writeFiles } from "./outputs.ts";
import { checkedWords, proposedCommand, rulesWords } from "./proposed-command.ts";

export const CHECK_OPTIONS = {
  rulesPaths: { ...OPTION.RULES_OR_OPERAND, sentence: "The rules, a YAML file. All other arguments are then logs." },
  format: OPTION.resultFormat(
    ["json", "github", "markdown", "junit"],
    "Write text for people, JSON, annotations for a GitHub workflow, Markdown for a comment, or JUnit XML.",
  ),
  ...OPTION.EXAMPLES,
  baselinePath: OPTION.BASELINE,
  updateBaseline: OPTION.option(
    "--update-baseline",
    "Write the templates of the unmatched lines into the file of --baseline.",
    { needs: "--baseline FILE" },
  ),
  againstPaths: OPTION.AGAINST,
  failUnder: OPTION.FAIL_UNDER_OF_LOG,
  strict: OPTION.option("--strict", "Exit with 1 for warnings, too."),
  ...OPTION.READING_OF_LOG,
  keyPath: OPTION.KEY_FILE,
};

type CheckRun = CommandRun & OPTION.OptionValues<typeof CHECK_OPTIONS>;

/** Reads and checks rules, and writes what is asked for. Rejects with a RulesError for older rules, or NamedErrors. */
export async function checkFiles(
  run: CheckRun,
  rulesPaths: readonly string[],
  paths: readonly string[],
  progress: ReadProgress,
): Promise<Found> {
  const { againstPaths, addExamples, updateExamples, baselinePath, updateBaseline, failUnder, context } = run;
  if (addExamples || updateExamples) refuseUnwritable(rulesPaths);
  const { inputs, logs } = openFiles([paths], [context.stdout.fd], () => {}, progress);
  const checking = (options: readonly string[], logs: readonly string[]): string => {
    const key = run.keyPath === undefined ? [] : [`--key-file ${pathWord(run.keyPath)}`];
    return proposedCommand(["check", ...options, ...key, ...checkedWords(rulesPaths)], logs, run);
  };
  const baseline =
    baselinePath === undefined
      ? undefined
      : updateBaseline
        ? readToUpdate(baselinePath, [context.stdout.fd, ...run.filesRead(inputs, "baselinePath")], "the baseline")
        : readBaseline(baselinePath, checking([`--baseline ${pathWord(baselinePath)}`, "--update-baseline"], paths));
  const pseudonyms = pseudonymsOf(run);
  // It makes no sense to write others in place of older rules.
  for (const path of againstPaths) if (!existsSync(path)) throw new NamedError(shownPath(path), "no such file");
  const against = againstPaths.length === 0 ? undefined : namedRules(againstPaths, pseudonyms, true);
  const options = {
    ...readOptions(run),
    addExamples,
    updateExamples,
    baseline,
    against,
    pseudonyms,
    convert: asBuffer,
  };
  const checked = await check(rulesTexts(rulesPaths), logs[0], options).catch((error: unknown) => {
    throw rulesFileError(rulesPaths.join(", "), placed(baselinePath!, error));
  });
  const { result, changes, rulebook } = checked;
  const { coverage } = result;
  const canUpdate = !updateExamples && !rulesPaths.includes(STANDARD_STREAM);
  const olds = againstPaths.map((path) => `--against ${pathWord(path)}`);
  const gate = gateOf(result, {
    ...{ inputs, baselinePath, updateBaseline },
    suggesting: (logs) => proposedCommand(["suggest", ...rulesWords(rulesPaths)], logs, run),
    updating: canUpdate ? checking(["--update-examples", ...olds], []) : undefined,
    shortfall: shortfall(coverage, failUnder, inputs),
    least: coverage && failUnder?.text,
    isStrict: run.strict,
  });
  // Without lines, every template would go.
  const updated = gate.baseline?.isUpdated ? result.baseline : undefined;
  if (updated !== undefined && updated.text === undefined) throw new NamedError(shownPath(baselinePath!), TOO_MANY);
  if (changes.length > 0 || updated !== undefined)
    await writeFiles(context, () => {
      saveRules(changes);
      if (updated !== undefined) saveKnownLines(baselinePath!, baseline!, updated.text!);
    });
  return {
    output: (output) => CHECK_FORMATS[run.format](output, { ...checked, gate }),
    advice: async () => {
      const isLeft = coverage !== undefined && coverage.matched < coverage.lines;
      return [...gate.failures, ...(isLeft ? await readingNotes(run, inputs, rulebook) : [])];
    },
    isNegative: gate.hasFailed,
  };
}

const TOO_MANY = `unmatched lines have more than ${MAX_TEMPLATES} new templates, too many for a baseline; write rules for the most frequent ones first`;

type Checked = Parameters<typeof writeJunit>[1];

const CHECK_FORMATS = {
  text: (output: TextOutput, { result, gate }: Checked) => writeText(output, result, gate),
  *json({ json }: TextOutput, { result }: Checked) {
    for (const object of checkJson(result)) {
      yield* writeLine(json, object);
      yield;
    }
  },
  github: (output: TextOutput, { result, gate }: Checked) => writeGithub(output, result, gate),
  markdown: (output: TextOutput, { result, gate }: Checked) => writeMarkdown(output, result, gate),
  junit: writeJunit,
};

import type { ReadOptions } from "../../io/line-text.ts";
import { locationsOf } from "../../rules/location.ts";
import { RulesError } from "../../rules/rules-error.ts";
import type { RulesText } from "../../rules/rules-text.ts";
import type { Pseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { changedFiles } from "../../run/edited-rules.ts";
import { exampleOf, formatKnownLines, KnownShapes, parseKnownLines } from "../../run/known-lines.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import type { Log } from "../../run/log.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import { type RuleReference, referencesOf } from "../../run/rule-references.ts";
import { requireKey } from "../../run/rulebook.ts";
import { addExamples, ExampleLines } from "./add-examples.ts";
import { type BaselineResult, type CheckResult, checkCoverage } from "./check-result.ts";
import { checkRules, rulesWithoutLines } from "./check-rules.ts";
import { type Coverage, coverageOf } from "./coverage.ts";
import type { CheckFinding } from "./finding.ts";
import { RulesComparison } from "./rules-comparison.ts";
import { updateExamples } from "./update-examples.ts";

export interface CheckOptions extends ReadOptions {
  /** Adds to each rule without examples a line that it won. The findings are then about the rules with the examples. */
  readonly addExamples?: boolean | undefined;
  /**
   * Gives examples that fail, though their rules win them, the output and the captures that they have now: all or none.
   * With older rules, only where these gave what an example says. The findings are then about the rules with these.
   */
  readonly updateExamples?: boolean | undefined;
  /** The text of a baseline: a file of known lines. It may be empty. */
  readonly baseline?: string | Uint8Array | undefined;
}

interface CheckSettings<Line extends string | Uint8Array> extends CheckOptions {
  readonly convert: LineConverter<Line>;
  /** Older rules, to find out what the rules change on the logs. */
  readonly against?: LoadedRules | undefined;
  /** Names for values, if outputs have any. */
  readonly pseudonyms?: Pseudonyms | undefined;
}

const NOTHING = {
  ...{ findings: [], comparedAll: true, rules: [] },
  ...{ coverage: undefined, examples: undefined, updates: undefined, baseline: undefined, against: undefined },
};

/**
 * Checks rules, also on logs. Writes no file: returns the changes of rules files, and where the examples of each rule
 * are. Rejects with a log's read error, or with a BaselineError.
 */
export async function check<Line extends string | Uint8Array>(
  rules: readonly RulesText[],
  logs: readonly Log[],
  options: CheckSettings<Line>,
) {
  const known =
    options.baseline === undefined
      ? undefined
      : new KnownShapes(parseKnownLines(Buffer.from(options.baseline as string)));
  let source: LoadedRules;
  try {
    source = loadRules(rules, options.pseudonyms);
    // Otherwise the error would come with the first line of a log, and name that log.
    if (options.against !== undefined) for (const { rulebook } of [options.against, source]) requireKey(rulebook);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { issues, omitted } = error;
    const result: CheckResult<Line> = { ...NOTHING, ...namesOf(rules.map(({ name }) => name)), issues, omitted };
    return { result, changes: [], rulebook: undefined, examplePlaces: () => [] };
  }
  const updates = options.updateExamples ? updateExamples(source, options.against) : undefined;
  const mayAdd = options.addExamples && !updates?.isRefused;
  const exampleLines = mayAdd ? new ExampleLines(source.rules) : undefined;
  const comparison = options.against && new RulesComparison(options.against, source);
  const observers = [exampleLines, comparison].filter((observer) => observer !== undefined);
  const coverage =
    logs.length === 0 ? undefined : await coverageOf(source.rulebook, logs, { ...options, baseline: known, observers });
  const extended = coverage && exampleLines && addExamples(updates?.source ?? source, exampleLines, coverage);
  const final = extended?.source ?? updates?.source ?? source;
  const references = referencesOf(final);
  const whole = (bytes: Buffer): Line => options.convert(bytes, 0, bytes.length);
  const result: CheckResult<Line> = {
    ...{ ...namesOf(final.files.map(({ path }) => path)), issues: [], omitted: 0 },
    ...{ ...findingsOf(final, references, coverage), rules: references },
    coverage: coverage && checkCoverage(coverage, references, known !== undefined, whole),
    examples: extended?.examples,
    updates: updates?.resultIn(final),
    baseline: coverage && known && compareBaseline(known, coverage),
    against: coverage && comparison?.result(whole),
  };
  const examplePlaces = (): readonly (readonly string[])[] => placesOfExamples(final);
  return { result, changes: changedFiles(source, final), rulebook: source.rulebook, examplePlaces };
}

function compareBaseline(
  baseline: KnownShapes,
  { lineTemplates, linesOfOtherTemplates }: Pick<Coverage, "lineTemplates" | "linesOfOtherTemplates">,
): BaselineResult {
  const added = lineTemplates.filter(({ isNew }) => isNew);
  const lines = lineTemplates.map(({ template: shape, sample, known }) => {
    // An example that is known stays, so that a change shows only what came and what went.
    const text = known[0] === undefined || baseline.areTemplates ? exampleOf(sample) : known[0].text;
    return { shape, text, lines: undefined, runs: undefined, fixed: [], values: new Map() };
  });
  return {
    newTemplates: added.length,
    newLines: added.reduce((sum, { count, followed }) => sum + count + followed, linesOfOtherTemplates),
    knownTemplates: lineTemplates.length - added.length,
    goneTemplates: baseline.size - new Set(lineTemplates.flatMap(({ known }) => known)).size,
    text: linesOfOtherTemplates > 0 ? undefined : formatKnownLines(lines),
  };
}

/** The places of each rule's examples, in the order of the file. */
function placesOfExamples({ rules, files }: LoadedRules): readonly (readonly string[])[] {
  const spans = rules.map(({ examples, counterexamples }) =>
    [...examples, ...counterexamples].map(({ span }) => span).sort((a, b) => a.start - b.start),
  );
  const places = locationsOf(spans.flat(), files).map(({ place }) => place);
  return spans.map(({ length }) => places.splice(0, length));
}

function namesOf(paths: readonly string[]): Pick<CheckResult, "path" | "files"> {
  return { path: paths.join(", "), ...(paths.length > 1 && { files: paths }) };
}

function findingsOf(
  source: LoadedRules,
  references: readonly RuleReference[],
  coverage: Coverage | undefined,
): Pick<CheckResult, "findings" | "comparedAll"> {
  const { findings, comparedAll } = checkRules(source, references);
  if (coverage !== undefined) findings.push(...rulesWithoutLines(source, references, findings, coverage));
  const files = source.files.map(({ path }) => path);
  const fileOf = ({ file }: CheckFinding): number => (file === undefined ? 0 : files.indexOf(file));
  findings.sort((a, b) => fileOf(a) - fileOf(b) || a.line - b.line || a.column - b.column);
  return { findings, comparedAll };
}

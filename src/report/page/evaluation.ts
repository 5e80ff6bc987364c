import { RulesError, type RulesIssues } from "../../rules/rules-error.ts";
import { NAME_BYTES, type Pseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import { Aliases } from "../../run/aliases.ts";
import { type LoadedRules, loadRules } from "../../run/load-rules.ts";
import { LineClassifier, rulesOfLinePatterns } from "../../run/rulebook.ts";
import { TemplateRenderers } from "../../run/template-renderer.ts";

const QUESTION_MARK = 0x3f;

/** A line in the page. */
export interface PageLine {
  readonly file: string;
  readonly number: number;
  readonly bytes: Buffer;
  /** Whether it does not come right after the line before it in the list. */
  readonly beginsStretch: boolean;
}

/** A field's index and where it captured, in bytes. */
export interface CaptureRange {
  readonly field: number;
  readonly from: number;
  readonly to: number;
}

/** What rules make of a line. */
export interface EvaluatedLine {
  /** -1 if no rule matches. */
  readonly linePattern: number;
  /** Those that are not empty, in the order of the line. */
  readonly captures: readonly CaptureRange[];
  /** The line itself if no rule matches. */
  readonly output: string;
  /** Whether the line counts as matched. */
  readonly isMatched: boolean;
}

/** What rules make of all lines of the page. */
export interface Evaluation {
  readonly text: string;
  readonly source: LoadedRules;
  readonly lines: readonly EvaluatedLine[];
  /** The rule of each line pattern. */
  readonly ruleOf: readonly number[];
  /** How many lines each rule has, with those of its followers. */
  readonly linesOfRules: readonly number[];
  readonly matched: number;
}

/** The key of pseudonyms is not in the page: a page that has both names and values would undo them. */
const UNKNOWN_NAMES: Pseudonyms = {
  key: undefined,
  writeName: (_, __, ___, target, at) => {
    target.fill(QUESTION_MARK, at, at + NAME_BYTES);
  },
};

/** Whether outputs show question marks in place of names. */
export function lacksNames({ source }: Evaluation): boolean {
  return source.rulebook.linePatterns.some(({ transforms }) => transforms?.flat().some(needsKey));
}

/** Loads rules and runs them on lines, with the engine of the command. */
export function evaluate(name: string, text: string, lines: readonly PageLine[]): Evaluation | RulesIssues {
  let source: LoadedRules;
  try {
    source = loadRules({ bytes: Buffer.from(text), name }, UNKNOWN_NAMES);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return error;
  }
  const { rulebook } = source;
  const classifier = new LineClassifier(rulebook);
  const renderers = new TemplateRenderers(rulebook.linePatterns, new Aliases(), "");
  const ruleOf = rulesOfLinePatterns(rulebook);
  const linesOfRules = rulebook.rules.map(() => 0);
  let matched = 0;
  const evaluated = lines.map(({ bytes, beginsStretch }): EvaluatedLine => {
    if (beginsStretch) classifier.begin();
    const linePattern = classifier.classify(bytes, 0, bytes.length);
    if (linePattern === -1) return { linePattern, captures: [], output: bytes.toString(), isMatched: false };
    linesOfRules[ruleOf[linePattern]!]!++;
    const isMatched = classifier.countsAsMatched(linePattern);
    if (isMatched) matched++;
    const { bounds } = classifier;
    const { fields } = rulebook.linePatterns[linePattern]!.pattern;
    const captures = fields
      .map((_, field) => ({ field, from: bounds[2 * field]!, to: bounds[2 * field + 1]! }))
      .filter(({ from, to }) => to > from)
      .sort((a, b) => a.from - b.from);
    const renderer = renderers.of(linePattern);
    renderer.take(bytes, bounds);
    const output = Buffer.allocUnsafe(renderer.length);
    renderer.writeInto(output, 0);
    return { linePattern, captures, output: output.toString(), isMatched };
  });
  return { text, source, lines: evaluated, ruleOf, linesOfRules, matched };
}

import { RulesError, type RulesIssues } from "../../rules/rules-error.ts";
import { NAME_BYTES, type Pseudonyms } from "../../rules/transforms/pseudonyms.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import { type LoadedRules, loadRules } from "../../run/loaded-rules.ts";
import { referencesOf } from "../../run/rule-references.ts";
import { LineClassifier, rulesOfLinePatterns } from "../../run/rulebook.ts";
import { TemplateRenderers } from "../../run/template-renderer.ts";
import { checkRules } from "../../tools/check/check-rules.ts";
import { FieldColumns } from "../../tools/fields/field-columns.ts";
import type { Explanation } from "../../tools/why/explanation.ts";
import { Why } from "../../tools/why/why.ts";
import { type FieldFigures, fieldFigures, NEW } from "../line-collector.ts";
import type { ReportData } from "../report.ts";

/** The name of the file of pasted lines, in a playground. */
const PASTED = "pasted";

/** What the page shows: the report as it came, the rules as they are edited, and what these make of the lines. */
export class Model {
  readonly data: ReportData;
  /** The last rules that loaded. */
  current: Evaluation | undefined;
  /** What is wrong with the rules as they are now; undefined if they load. */
  rulesIssues: RulesIssues | undefined;
  texts: readonly string[];
  lines: readonly PageLine[];
  private known: { readonly lines: readonly PageLine[]; readonly evaluation: Evaluation | undefined } | undefined;

  constructor(data: ReportData) {
    this.data = data;
    this.texts = data.rules.map(({ text }) => text);
    this.lines = data.samples.flatMap(({ file, line, lines }) =>
      lines.map((text, i) => ({
        file: data.run?.files[file]?.name ?? "",
        number: line + i,
        bytes: typeof text === "string" ? Buffer.from(text) : Buffer.from(atob(text.base64), "latin1"),
        beginsStretch: i === 0,
      })),
    );
    this.evaluate();
  }

  get isEdited(): boolean {
    return this.data.rules.some(({ text }, i) => text !== this.texts[i]);
  }

  /** The run that the report is about; undefined in a playground, and once the rules are edited. */
  get run(): ReportData["run"] {
    return this.isEdited ? undefined : this.data.run;
  }

  /** By rule, how many lines it has, with those of its followers: in the run or, without one, in the page. */
  linesOfRules(evaluation: Evaluation): readonly number[] {
    return this.run?.rules.map(({ won, followed }) => won + followed) ?? evaluation.linesOfRules;
  }

  /** What the original rules make of the lines; undefined if they do not load. */
  get original(): Evaluation | undefined {
    if (this.known?.lines !== this.lines) {
      this.known = { lines: this.lines, evaluation: loaded(evaluate(this.data.rules, this.lines)) };
    }
    return this.known.evaluation;
  }

  /** The lines that the edits change; undefined if the rules, or the original ones, do not load. */
  get changes(): readonly EditedLine[] | undefined {
    const { current, original } = this;
    return current && original && editedLines(original, current);
  }

  /** A note on the outputs; empty if there is none. */
  get note(): string {
    const needKey = this.current?.source.rulebook.linePatterns.some(({ transforms }) =>
      transforms?.flat().some(needsKey),
    );
    return needKey ? "pseudonyms need a key, which is not in this page: ? stands for them" : "";
  }

  /** Replaces the texts of the rules files. While they do not load, the last result stays. */
  setRules(texts: readonly string[]): void {
    this.texts = texts;
    this.evaluate();
  }

  setLines(text: string): void {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
    const pasted = lines.map((line, i) => {
      return { file: PASTED, number: i + 1, bytes: Buffer.from(line), beginsStretch: i === 0 };
    });
    this.lines = text === "" ? [] : pasted;
    this.evaluate();
  }

  private evaluate(): void {
    const rules = this.data.rules.map(({ name }, i) => ({ name, text: this.texts[i]! }));
    const result = evaluate(rules, this.lines);
    if (!this.isEdited) this.known = { lines: this.lines, evaluation: loaded(result) };
    if (result instanceof Evaluation) {
      this.current = result;
      this.rulesIssues = undefined;
    } else {
      this.rulesIssues = result;
      // The last result may be about other lines.
      if (this.current !== undefined && this.current.lines.length !== this.lines.length) this.current = undefined;
    }
  }
}

function loaded(result: Evaluation | RulesIssues): Evaluation | undefined {
  return result instanceof Evaluation ? result : undefined;
}

export type EditedLine = ReturnType<typeof editedLines>[number];

/** The lines that get another rule or output than from the original rules. */
function editedLines(original: Evaluation, current: Evaluation) {
  return current.lines.flatMap((next, i) => {
    const old = original.lines[i]!;
    const change = changeOf(old, next, ruleNameOf(original, old) === ruleNameOf(current, next));
    return change === undefined ? [] : [{ old, next, change }];
  });
}

function changeOf(old: EvaluatedLine, next: EvaluatedLine, hasSameRule: boolean) {
  if (old.isMatched !== next.isMatched) return next.isMatched ? "matched" : "lost";
  if (old.output !== next.output) return "output";
  return hasSameRule ? undefined : "rule";
}

export function ruleNameOf({ source }: Evaluation, { linePattern }: EvaluatedLine): string | undefined {
  return source.rulebook.linePatterns[linePattern]?.name;
}

const QUESTION_MARK = 0x3f;

export interface PageLine {
  readonly file: string;
  readonly number: number;
  readonly bytes: Buffer;
  /** Whether it does not come right after the line before it in the list. */
  readonly beginsStretch: boolean;
}

export interface EvaluatedLine {
  readonly line: PageLine;
  /** -1 if no rule matches. */
  readonly linePattern: number;
  /** Field i captured the bytes from `bounds[2 * i]` up to `bounds[2 * i + 1]`. */
  readonly bounds: readonly number[];
  /** The line itself if no rule matches. */
  readonly output: string;
  readonly isMatched: boolean;
}

/** The key of pseudonyms is not in the page: a page that has both names and values would undo them. */
const UNKNOWN_NAMES: Pseudonyms = {
  key: undefined,
  writeName: (_, __, ___, target, at) => {
    target.fill(QUESTION_MARK, at, at + NAME_BYTES);
  },
};

/** What rules make of all lines of the page, by the engine of the command. */
export class Evaluation {
  readonly source: LoadedRules;
  readonly lines: readonly EvaluatedLine[];
  readonly ruleOf: readonly number[];
  /** How many lines each rule has, with those of its followers. */
  readonly linesOfRules: readonly number[];
  readonly matched: number;
  private explainer: Why | undefined;
  private found: ReturnType<typeof checkRules> | undefined;

  constructor(source: LoadedRules, lines: readonly PageLine[]) {
    const { rulebook } = source;
    const classifier = new LineClassifier(rulebook);
    const renderers = new TemplateRenderers(rulebook.linePatterns);
    const ruleOf = rulesOfLinePatterns(rulebook);
    const linesOfRules = rulebook.rules.map(() => 0);
    this.source = source;
    this.lines = lines.map((line): EvaluatedLine => {
      const { bytes, beginsStretch } = line;
      if (beginsStretch) classifier.begin();
      const linePattern = classifier.classify(bytes, 0, bytes.length);
      if (linePattern === -1) return { line, linePattern, bounds: [], output: bytes.toString(), isMatched: false };
      linesOfRules[ruleOf[linePattern]!]!++;
      const output = renderers.of(linePattern).render(bytes, classifier.bounds).toString();
      const bounds = classifier.bounds.slice(0, 2 * rulebook.linePatterns[linePattern]!.pattern.fields.length);
      const isMatched = classifier.countsAsMatched(linePattern);
      return { line, linePattern, bounds, output, isMatched };
    });
    this.ruleOf = ruleOf;
    this.linesOfRules = linesOfRules;
    this.matched = this.lines.filter(({ isMatched }) => isMatched).length;
  }

  explain(line: Buffer): Explanation {
    this.explainer ??= new Why(this.source.rulebook);
    this.explainer.begin();
    return this.explainer.explain(line);
  }

  /** What each field captured in the lines of the page. */
  get fields(): readonly FieldFigures[] {
    const columns = new FieldColumns(this.source.rulebook);
    for (const { line, linePattern, bounds } of this.lines)
      if (linePattern !== -1) columns.add(linePattern, line.bytes, bounds, NEW);
    return fieldFigures(columns, this.source, { isCompared: false, withValues: true });
  }

  get findings(): ReturnType<typeof checkRules> {
    this.found ??= checkRules(this.source, referencesOf(this.source));
    return this.found;
  }
}

function evaluate(rules: ReportData["rules"], lines: readonly PageLine[]): Evaluation | RulesIssues {
  try {
    const texts = rules.map(({ name, text }) => ({ bytes: Buffer.from(text), name }));
    return new Evaluation(loadRules(texts, UNKNOWN_NAMES), lines);
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    return error;
  }
}

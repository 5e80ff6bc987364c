import type { RulesIssues } from "../../rules/rules-error.ts";
import type { FieldFigures, ReportData, SampleLine } from "../report-data.ts";
import { capturedFields } from "./captured-fields.ts";
import { type EditedLine, editedLines } from "./changed-lines.ts";
import { type Evaluation, evaluate, lacksNames, type PageLine } from "./evaluation.ts";

/** The name of the file of pasted lines, in a playground. */
const PASTED = "pasted";

/** What the page shows: the report as it came, the rules as they are edited, and what these make of the lines. */
export class Model {
  readonly data: ReportData;
  /** The last rules that loaded. */
  current: Evaluation | undefined;
  /** What is wrong with the rules as they are now; undefined if they load. */
  rulesIssues: RulesIssues | undefined;
  rulesText: string;
  lines: readonly PageLine[];
  /** How long the last evaluation took, in milliseconds. */
  elapsed = 0;
  private known: { readonly lines: readonly PageLine[]; readonly evaluation: Evaluation | undefined } | undefined;
  private changed: { readonly of: Evaluation; readonly lines: readonly EditedLine[] } | undefined;
  private captured: { readonly of: Evaluation; readonly fields: readonly FieldFigures[] } | undefined;

  constructor(data: ReportData) {
    this.data = data;
    this.rulesText = data.rules.text;
    this.lines = data.samples.flatMap(({ file, line, lines }) =>
      lines.map((text, i) => ({
        file: data.run?.files[file]?.name ?? "",
        number: line + i,
        bytes: bytesOf(text),
        beginsStretch: i === 0,
      })),
    );
    this.evaluate();
  }

  get isEdited(): boolean {
    return this.rulesText !== this.data.rules.text;
  }

  /** What the original rules make of the lines; undefined if they do not load. */
  get original(): Evaluation | undefined {
    if (this.known?.lines !== this.lines) {
      const { name, text } = this.data.rules;
      this.known = { lines: this.lines, evaluation: loaded(evaluate(name, text, this.lines)) };
    }
    return this.known.evaluation;
  }

  /** The lines that the edits change; undefined if that is not known, since rules do not load. */
  get changes(): readonly EditedLine[] | undefined {
    const { current, original } = this;
    if (current === undefined || original === undefined) return undefined;
    if (this.changed?.of !== current) this.changed = { of: current, lines: editedLines(this.lines, original, current) };
    return this.changed.lines;
  }

  /** What each field captured in the lines of the page. */
  fieldsOf(evaluation: Evaluation): readonly FieldFigures[] {
    if (this.captured?.of !== evaluation)
      this.captured = { of: evaluation, fields: capturedFields(evaluation, this.lines) };
    return this.captured.fields;
  }

  /** A note on the outputs; empty if there is none. */
  get note(): string {
    return this.current !== undefined && lacksNames(this.current)
      ? "pseudonyms need a key, which is not in this page: ? stands for them"
      : "";
  }

  /** Replaces the rules. While they do not load, the last result stays. */
  setRules(text: string): void {
    this.rulesText = text;
    this.evaluate();
  }

  /** Replaces the lines by the lines of a text. */
  setLines(text: string): void {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
    this.lines =
      text === ""
        ? []
        : lines.map((line, i) => ({
            ...{ file: PASTED, number: i + 1, bytes: Buffer.from(line), beginsStretch: i === 0 },
          }));
    this.evaluate();
  }

  private evaluate(): void {
    const begin = performance.now();
    const result = evaluate(this.data.rules.name, this.rulesText, this.lines);
    this.elapsed = performance.now() - begin;
    if (!this.isEdited) this.known = { lines: this.lines, evaluation: loaded(result) };
    if ("source" in result) {
      this.current = result;
      this.rulesIssues = undefined;
    } else {
      this.rulesIssues = result;
      // The lines may be others than those of the last result.
      if (this.current !== undefined && this.current.lines.length !== this.lines.length) this.current = undefined;
    }
  }
}

function bytesOf(line: SampleLine): Buffer {
  return typeof line === "string" ? Buffer.from(line) : Buffer.from(atob(line.base64), "latin1");
}

function loaded(result: Evaluation | RulesIssues): Evaluation | undefined {
  return "source" in result ? result : undefined;
}

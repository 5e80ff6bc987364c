import type { ReportData, SampleLine } from "../report/report-data.ts";
import { type Evaluation, evaluate, type Mistakes, type PageLine } from "./evaluation.ts";

/** What is told apart by file in a playground. */
const PASTED = "pasted";

/** What the page shows: the report as it came, the rules as they are edited, and what these make of the lines. */
export class Model {
  readonly data: ReportData;
  /** What the rules as they came make of the lines; undefined if they do not load. */
  original: Evaluation | undefined;
  /** The last rules that loaded. */
  current: Evaluation | undefined;
  /** What is wrong with the rules as they are now; undefined if they load. */
  mistakes: Mistakes | undefined;
  rulesText: string;
  lines: readonly PageLine[];
  /** How long the last evaluation took, in milliseconds. */
  elapsed = 0;

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
    this.original = this.current;
    // The first run says little about the next: the browser has compiled nothing yet.
    this.elapsed = 0;
  }

  get isEdited(): boolean {
    return this.rulesText !== this.data.rules.text;
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
    const original = evaluate(this.data.rules.name, this.data.rules.text, this.lines);
    this.original = "source" in original ? original : undefined;
  }

  private evaluate(): void {
    const begin = performance.now();
    const result = evaluate(this.data.rules.name, this.rulesText, this.lines);
    this.elapsed = performance.now() - begin;
    if ("source" in result) {
      this.current = result;
      this.mistakes = undefined;
    } else {
      this.mistakes = result;
      // The lines may be others than those of the last result.
      if (this.current !== undefined && this.current.lines.length !== this.lines.length) this.current = undefined;
    }
  }
}

function bytesOf(line: SampleLine): Buffer {
  return typeof line === "string" ? Buffer.from(line) : Buffer.from(atob(line.base64), "latin1");
}

import { printable } from "../diagnostics/printable.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { LinePattern } from "./rulebook.ts";

const PREFIX = Buffer.from("EXPLAIN: Line ");
const NO_RULE = Buffer.from(": No rule matched\n");

/** Writes explain records: which rule won a line, by the line's number. */
export class ExplainRecords {
  private readonly output: OutputBuffer;
  /** What comes after the number, by the line's kind; control characters of a name are made visible. */
  private readonly endings: readonly Buffer[];

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer) {
    this.output = output;
    this.endings = linePatterns.map(({ name }) => Buffer.from(`: Matched rule '${printable(name)}'\n`));
  }

  /** `kind` is the index of the line's kind, -1 for none. */
  write(line: number, linePattern: number): void {
    const { output } = this;
    output.append(PREFIX, 0, PREFIX.length);
    output.appendNumber(line, 1);
    const ending = this.endings[linePattern] ?? NO_RULE;
    output.append(ending, 0, ending.length);
  }
}

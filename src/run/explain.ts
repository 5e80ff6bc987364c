import type { OutputBuffer } from "../io/sink.ts";
import { printable } from "../text/messages/printable.ts";
import type { LinePattern } from "./rulebook.ts";

const PREFIX = Buffer.from("EXPLAIN: Line ");
const NO_RULE = Buffer.from(": No rule matched\n");

/** Writes explain records, each of which names the rule that won a line. */
export class ExplainWriter {
  private readonly output: OutputBuffer;
  /** The text after the line number, by line pattern. Control characters in the rule's name are made visible. */
  private readonly endings: readonly Buffer[];

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer) {
    this.output = output;
    this.endings = linePatterns.map(({ name, pattern }) =>
      Buffer.from(`: Matched rule '${printable(name)}'${pattern.isCatchAll ? " (catch-all)" : ""}\n`),
    );
  }

  /** Writes the explain record of the line with this number; `linePattern` is -1 if no rule matches it. */
  write(line: number, linePattern: number): void {
    const { output } = this;
    output.append(PREFIX, 0, PREFIX.length);
    output.appendNumber(line, 1);
    const ending = this.endings[linePattern] ?? NO_RULE;
    output.append(ending, 0, ending.length);
  }
}

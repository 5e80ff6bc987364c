import type { LineReader } from "../../io/line-reader.ts";
import type { Rule } from "../../rules/rule.ts";
import { MAX_EXAMPLE_BYTES } from "../../rules/rule.ts";
import { isUtf8 } from "../../text/bytes/utf8.ts";
import { printable } from "../../text/messages/printable.ts";
import type { LineObserver } from "./coverage.ts";

/** Whether a rule has no example yet. A catch-all gets none, because the next rule that is written may win it. */
export function mayGetExample({ examples, pattern }: Pick<Rule, "examples" | "pattern">): boolean {
  return examples.length === 0 && !pattern.isCatchAll;
}

/** A line of a log that may become an example. */
export interface ExampleLine {
  readonly text: string;
  /** The log, and the number of the line in it. */
  readonly log: string;
  readonly number: number;
}

interface RatedLine extends ExampleLine {
  /** How many fields captured something. */
  readonly captures: number;
}

/**
 * Finds a line for each rule without examples. Only lines that are readable in a rules file count. Takes the one in
 * which most fields captured something, because it shows most of what the rule does, and of several the first.
 */
export class ExampleLines implements LineObserver {
  private readonly rules: readonly Rule[];
  private readonly best: (RatedLine | undefined)[] = [];

  constructor(rules: readonly Rule[]) {
    this.rules = rules;
  }

  /**
   * Takes a line. Line patterns of rules have the numbers of the rules; followers, which get no examples, have others.
   */
  add({ bytes, start, end, number }: LineReader, log: string, rule: number, bounds: readonly number[]): void {
    const own = this.rules[rule];
    if (own === undefined || !mayGetExample(own)) return;
    const { pattern } = own;
    const best = this.best[rule];
    // The most that a line can have: nearly all lines end here.
    if (best?.captures === pattern.fields.length) return;
    const captures = pattern.fields.filter((_, field) => bounds[2 * field]! < bounds[2 * field + 1]!).length;
    if (best !== undefined && captures <= best.captures) return;
    const line = bytes.subarray(start, end);
    if (line.length > MAX_EXAMPLE_BYTES || !isUtf8(line)) return;
    const text = line.toString();
    if (isReadable(text)) this.best[rule] = { text, log, number, captures };
  }

  /** The line for a rule, if there is one. */
  of(rule: number): ExampleLine | undefined {
    return this.best[rule];
  }
}

/** Whether an editor shows all of a text. Tabs are written as escapes. */
function isReadable(text: string): boolean {
  const withoutTabs = text.replaceAll("\t", "");
  return printable(withoutTabs) === withoutTabs;
}

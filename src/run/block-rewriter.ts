import type { LineReader } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import type { MatchedLine, RewriteOptions } from "../matcher/machine/machine.ts";
import { BlockMachine } from "./block-machine.ts";
import { FieldTransformer } from "./field-transformer.ts";
import type { AliasUse } from "./line-writer.ts";
import type { LineClassifier, Rulebook } from "./rulebook.ts";
import type { Tally } from "./statistics.ts";

/**
 * Makes what writes the outputs of whole blocks of lines by the machine of the rules. What the machine cannot write is
 * left to others: lines of rules with followers, very long lines, and the first line of each rule.
 */
export function blockRewriter(
  rulebook: Rulebook,
  classifier: LineClassifier,
  { aliases, marks }: AliasUse,
  unmatched: RewriteOptions["unmatched"],
) {
  const { rules, linePatterns, followers, matcher } = rulebook;
  const blocks = new BlockMachine(matcher);
  const bounds: number[] = [];
  return {
    /** The captures of the line that `rewrite` returned last. */
    bounds,

    /**
     * Writes as many of the reader's next lines as it can, and takes them from the reader. Returns the next line, which
     * is taken, too, if it is known what matches it: others must write it and count it. Without a result, the next line
     * must be read and matched. `countInto` must be called before anything else can use the machine.
     */
    rewrite(reader: LineReader, output: OutputBuffer): MatchedLine | undefined {
      if (classifier.isInSequence) return undefined;
      while (!output.isFull) {
        const block = blocks.next(reader);
        if (block === undefined) return undefined;
        const { machine, from, to } = block;
        const made = machine.rewrite(from, to, { room: output.room, unmatched, bounds });
        const { lines, next } = made;
        output.appendCopy(made.output.bytes, made.output.from, made.output.to);
        reader.skip(lines, made.taken);
        if (next !== undefined) {
          reader.skip(1, next.taken);
          return next;
        }
        if (lines === 0) return undefined;
      }
      return undefined;
    },

    /** Tells the machine what a rule writes, once a line of it was found. */
    learn(rule: number): void {
      // After a line of a rule with followers, others look for these.
      const isLeft = rule === -1 || rule >= rules.length || followers[rule] !== undefined;
      const machine = isLeft ? undefined : blocks.toLearn(rule);
      if (machine === undefined) return;
      const linePattern = linePatterns[rule]!;
      const transformer = FieldTransformer.of(linePattern, aliases);
      // Marks must be written where the numbers of aliases will be.
      if (transformer !== undefined && marks !== undefined) machine.leaveOutput(rule);
      else machine.addOutput(rule, linePattern.template, transformer?.changes() ?? []);
    },

    /** Must be called after the last log of the run. */
    release: (): void => blocks.release(),

    /** Adds to the counts: of lines that no rule matches, then of those of each rule. */
    countInto: (tally: Tally): void => matcher.machine?.countInto(tally),
  };
}

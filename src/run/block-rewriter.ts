import type { LineReader } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import type { MatchedLine, RewriteOptions } from "../matcher/machine/machine.ts";
import { BlockMachine } from "./block-machine.ts";
import { FieldTransformer } from "./field-transformer.ts";
import type { AliasUse } from "./line-writer.ts";
import type { LineClassifier, Rulebook } from "./rulebook.ts";
import type { Tally } from "./statistics.ts";

/**
 * Writes the outputs of whole blocks of lines by the machine of the rules. What the machine cannot write is left to
 * others: lines of rules with followers, very long lines, and the first line of each rule.
 */
export class BlockRewriter {
  /** The captures of the line that `rewrite` returned last. */
  readonly bounds: number[] = [];

  private readonly rulebook: Rulebook;
  private readonly classifier: LineClassifier;
  private readonly aliasUse: AliasUse;
  private readonly unmatched: RewriteOptions["unmatched"];
  private readonly machine: BlockMachine;

  constructor(
    rulebook: Rulebook,
    classifier: LineClassifier,
    aliasUse: AliasUse,
    unmatched: RewriteOptions["unmatched"],
  ) {
    this.aliasUse = aliasUse;
    this.rulebook = rulebook;
    this.machine = new BlockMachine(rulebook.matcher);
    this.classifier = classifier;
    this.unmatched = unmatched;
  }

  /**
   * Writes as many of the reader's next lines as it can, and takes them from the reader. Returns the next line, which
   * is taken, too, if it is known what matches it: others must write it and count it. Without a result, the next line
   * must be read and matched. `countInto` must be called before anything else can use the machine.
   */
  rewrite(reader: LineReader, output: OutputBuffer): MatchedLine | undefined {
    if (this.classifier.isInSequence) return undefined;
    const { unmatched, bounds } = this;
    while (!output.isFull) {
      const block = this.machine.next(reader);
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
  }

  /** Tells the machine what a rule writes, once a line of it was found. */
  learn(rule: number): void {
    const { rules, linePatterns, followers } = this.rulebook;
    // After a line of a rule with followers, others look for these.
    const isLearnt = rule === -1 || rule >= rules.length || followers[rule] !== undefined;
    const machine = isLearnt ? undefined : this.machine.toLearn(rule);
    if (machine === undefined) return;
    const { aliases, marks } = this.aliasUse;
    const linePattern = linePatterns[rule]!;
    const transformer = FieldTransformer.of(linePattern, aliases);
    // Marks must be written where the numbers of aliases will be.
    if (transformer !== undefined && marks !== undefined) machine.leaveOutput(rule);
    else machine.addOutput(rule, linePattern.template, transformer?.changes() ?? []);
  }

  /** Must be called after the last log of the run. */
  release(): void {
    this.machine.release();
  }

  /** Adds to the counts: of lines that no rule matches, then of those of each rule. */
  countInto(tally: Tally): void {
    this.rulebook.matcher.machine?.countInto(tally);
  }
}

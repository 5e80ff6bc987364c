import type { LineReader, UnreadLines } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import { INPUT_BYTES } from "../matcher/machine/layout.ts";
import type { Machine, MatchedLine } from "../matcher/machine/machine.ts";
import { FieldTransformer } from "./field-transformer.ts";
import type { AliasUse } from "./line-writer.ts";
import type { LineClassifier, Rulebook } from "./rulebook.ts";
import type { Tally } from "./statistics.ts";

/** A chunk of so many bytes has many lines, and others come after it. */
const MANY_BYTES = 32 * 1024;

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
  private readonly writesUnmatched: boolean;
  /** By rule: whether the machine need not be told its output any more. */
  private readonly isKnown: boolean[] = [];
  /** The part of a chunk that the machine holds: where it begins and ends, and the machine's number for it. */
  private chunkNumber = -1;
  private begin = 0;
  private end = 0;
  private load = 0;

  /** Lines that no rule matches are written as they are, or else left to others. */
  constructor(rulebook: Rulebook, classifier: LineClassifier, aliasUse: AliasUse, writesUnmatched: boolean) {
    this.aliasUse = aliasUse;
    this.rulebook = rulebook;
    this.classifier = classifier;
    this.writesUnmatched = writesUnmatched;
  }

  /**
   * Writes as many of the reader's next lines as it can, and takes them from the reader. Returns the next line, which
   * is taken, too, if it is known what matches it: others must write it and count it. Without a result, the next line
   * must be read and matched. `countInto` must be called before anything else can use the machine.
   */
  rewrite(reader: LineReader, output: OutputBuffer): MatchedLine | undefined {
    if (this.classifier.isInSequence) return undefined;
    const { writesUnmatched, bounds } = this;
    while (!output.isFull) {
      const { unread } = reader;
      if (unread === undefined) return undefined;
      const { chunk, cursor } = unread;
      if (chunk.length >= MANY_BYTES) this.rulebook.matcher.expectManyLines();
      const machine = this.ownMachine();
      if (machine === undefined) return undefined;
      this.loadInto(machine, unread);
      const options = { room: output.room, writesUnmatched, bounds };
      const {
        lines,
        taken,
        output: written,
        next,
      } = machine.rewrite(cursor - this.begin, this.end - this.begin, options);
      output.appendCopy(written.words, written.from, written.to);
      reader.skip(lines, taken);
      if (next !== undefined) {
        reader.skip(1, next.taken);
        return next;
      }
      if (lines === 0) return undefined;
    }
    return undefined;
  }

  private loadInto(machine: Machine, { chunk, chunkNumber, cursor }: UnreadLines): void {
    const isInside = chunkNumber === this.chunkNumber && cursor >= this.begin && cursor < this.end;
    if (isInside && machine.isLoaded(this.load)) return;
    this.chunkNumber = chunkNumber;
    this.begin = cursor;
    this.end = Math.min(cursor + INPUT_BYTES, chunk.length);
    this.load = machine.load(chunk.subarray(this.begin, this.end));
  }

  /** Tells the machine what a rule writes, once a line of it was found. */
  learn(rule: number): void {
    const { rules, linePatterns, followers } = this.rulebook;
    if (rule === -1 || rule >= rules.length) return;
    const machine = this.ownMachine();
    if (machine === undefined || this.isKnown[rule]) return;
    this.isKnown[rule] = true;
    // After a line of this rule, others look for its followers.
    if (followers[rule] !== undefined) return;
    const { aliases, marks } = this.aliasUse;
    const linePattern = linePatterns[rule]!;
    const transformer = FieldTransformer.of(linePattern, aliases);
    // Marks must be written where the numbers of aliases will be.
    if (transformer !== undefined && marks !== undefined) machine.leaveOutput(rule);
    else machine.addOutput(rule, linePattern.template, transformer?.changes() ?? []);
  }

  /** The machine, if there is one, without the outputs of other runs. */
  private ownMachine(): Machine | undefined {
    const { machine } = this.rulebook.matcher;
    if (machine?.claimOutputs(this)) this.isKnown.length = 0;
    return machine;
  }

  /** Lets the machine forget the outputs of this run, and what their changes hold on to. */
  release(): void {
    this.rulebook.matcher.machine?.claimOutputs(undefined);
  }

  /** Adds to the counts: of lines that no rule matches, then of those of each rule. */
  countInto(tally: Tally): void {
    this.rulebook.matcher.machine?.countInto(tally);
  }
}

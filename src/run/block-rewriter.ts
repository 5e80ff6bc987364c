import type { LineReader } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import { INPUT_BYTES } from "../matcher/machine/layout.ts";
import type { LineClassifier, Rulebook } from "./rulebook.ts";
import type { Tally } from "./statistics.ts";

/**
 * Writes the outputs of whole blocks of lines by the machine of the rules, if these are so many that there is one. What
 * the machine cannot write is left to others: lines of rules with transforms or followers, very long lines, and the
 * first line of each rule.
 */
export class BlockRewriter {
  private readonly rulebook: Rulebook;
  private readonly classifier: LineClassifier;
  private readonly writesUnmatched: boolean;
  /** By rule: whether the machine need not be told its output any more. */
  private readonly isKnown: boolean[] = [];
  /** The part of a chunk that the machine holds: where it begins and ends, and the machine's number for it. */
  private chunk: Buffer | undefined;
  private begin = 0;
  private end = 0;
  private load = 0;

  /** Lines that no rule matches are written as they are, or else left to others. */
  constructor(rulebook: Rulebook, classifier: LineClassifier, writesUnmatched: boolean) {
    this.rulebook = rulebook;
    this.classifier = classifier;
    this.writesUnmatched = writesUnmatched;
  }

  /** Writes as many of the reader's next lines as it can, counts them in `tally`, and takes them from the reader. */
  rewrite(reader: LineReader, output: OutputBuffer, tally: Tally): void {
    const { machine } = this.rulebook.matcher;
    if (machine === undefined || this.classifier.isInSequence) return;
    while (!output.isFull) {
      const { chunk, cursor } = reader.unread;
      if (chunk === undefined) return;
      const isLoaded = chunk === this.chunk && cursor >= this.begin && cursor < this.end && machine.isLoaded(this.load);
      if (!isLoaded) {
        this.chunk = chunk;
        this.begin = cursor;
        this.end = Math.min(cursor + INPUT_BYTES, chunk.length);
        this.load = machine.load(chunk.subarray(this.begin, this.end));
      }
      const from = cursor - this.begin;
      const written = machine.rewrite(from, this.end - this.begin, output.room, this.writesUnmatched, tally);
      if (written.lines === 0) return;
      output.appendCopy(written.output);
      reader.skip(written.lines, written.taken);
    }
  }

  /** Tells the machine what a rule writes, once a line of it was found. */
  learn(rule: number): void {
    const { matcher, rules, followers } = this.rulebook;
    if (rule === -1 || this.isKnown[rule] || matcher.machine === undefined || rule >= rules.length) return;
    this.isKnown[rule] = true;
    const { template, transforms = [] } = rules[rule]!;
    const isPlain = template.slots.every((slot) => (transforms[slot] ?? []).length === 0);
    if (isPlain && followers[rule] === undefined) matcher.machine.addOutput(rule, template);
  }
}

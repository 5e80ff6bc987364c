import type { LineReader, UnreadLines } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import { INPUT_BYTES } from "../matcher/machine/layout.ts";
import type { Machine, MatchedLine, RewriteOptions } from "../matcher/machine/machine.ts";
import type { Matcher } from "../matcher/matcher.ts";
import { type Aliases, FieldTransformer } from "./field-transformer.ts";
import type { LineClassifier, Rulebook } from "./rulebook.ts";
import type { Tally } from "./statistics.ts";

/** A chunk of so many bytes has many lines, and others come after it. */
const MANY_BYTES = 32 * 1024;

/** The machine of a matcher, for a run that has it write outputs of blocks of lines. Others may use it in between. */
export class BlockMachine {
  private readonly matcher: Matcher;
  /** Rules whose outputs the machine knows, or knows to be left to others. */
  private readonly known = new Set<number>();
  /** The part of a chunk that the machine holds: where it begins and ends, and the machine's number for it. */
  private chunkNumber = -1;
  private begin = 0;
  private end = 0;
  private load = 0;

  constructor(matcher: Matcher) {
    this.matcher = matcher;
  }

  /** The reader's next lines in the machine; undefined if there is none, or if the next line must be read first. */
  next({ unread }: LineReader): { machine: Machine; from: number; to: number } | undefined {
    if (unread === undefined) return undefined;
    if (unread.chunk.length >= MANY_BYTES) this.matcher.expectManyLines();
    const machine = this.own();
    if (machine === undefined) return undefined;
    this.loadInto(machine, unread);
    return { machine, from: unread.cursor - this.begin, to: this.end - this.begin };
  }

  /** The machine if it does not know yet what becomes of a rule's lines. It is said to know that from now on. */
  toLearn(rule: number): Machine | undefined {
    const machine = this.own();
    if (machine === undefined || this.known.has(rule)) return undefined;
    this.known.add(rule);
    return machine;
  }

  /** Lets the machine forget the outputs of this run, and what their changes hold on to. */
  release(): void {
    this.matcher.machine?.outputs.claim(undefined);
  }

  /** The machine, if there is one, without the outputs of others. */
  private own(): Machine | undefined {
    const { machine } = this.matcher;
    if (machine?.outputs.claim(this)) this.known.clear();
    return machine;
  }

  private loadInto(machine: Machine, { chunk, chunkNumber, cursor }: UnreadLines): void {
    const isInside = chunkNumber === this.chunkNumber && cursor >= this.begin && cursor < this.end;
    if (isInside && machine.isLoaded(this.load)) return;
    this.chunkNumber = chunkNumber;
    this.begin = cursor;
    this.end = Math.min(cursor + INPUT_BYTES, chunk.length);
    this.load = machine.load(chunk.subarray(this.begin, this.end));
  }
}

/** Writes the outputs of blocks of lines by the machine of the rules. What it cannot write is left to others. */
export function blockRewriter(
  rulebook: Rulebook,
  classifier: LineClassifier,
  aliases: Aliases,
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
      machine.outputs.add(rule, linePattern.template, transformer?.changes() ?? []);
    },

    /** Must be called after the last log of the run. */
    release: (): void => blocks.release(),

    /** Adds to the counts: of lines that no rule matches, then of those of each rule. */
    countInto: (tally: Tally): void => matcher.machine?.countInto(tally),
  };
}

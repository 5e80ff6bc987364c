import { type InputStart, LineReader } from "../io/line-reader.ts";
import { OutputBuffer } from "../io/output-buffer.ts";
import { LineError } from "../io/read-errors.ts";
import type { Sink } from "../io/sink.ts";
import type { MatchedLine } from "../matcher/machine/machine.ts";
import { utcOffsetOf } from "../text/date-times/zones.ts";
import { Masker } from "../text/masks/masker.ts";
import { printable } from "../text/messages/printable.ts";
import { DEFAULT_INPUT_FORMAT, type InputFormat } from "../text/records/input-format.ts";
import { BlockMachine } from "./block-machine.ts";
import { Aliases, FieldTransformer } from "./field-transformer.ts";
import { JsonLines } from "./json-lines.ts";
import { DEFAULT_FORMAT, FORMAT_TRAITS, type Format, type LineWriter, type RecordOptions } from "./line-writer.ts";
import { inputStartOf, type Log, readLogs } from "./log.ts";
import { CriLines, RecordLines } from "./record-lines.ts";
import { LineClassifier, type LinePattern, type Rulebook } from "./rulebook.ts";
import { emptyTally, type RunStatistics, runStatisticsOf, type Tally } from "./statistics.ts";
import { PlainLines } from "./template-renderer.ts";

export interface NormalizationOptions extends RecordOptions {
  /** `lines` by default. */
  readonly format?: Format | undefined;
  /** Gets an explain record before each line. It may be the output itself. */
  readonly explain?: Sink | undefined;
  /** Whether lines that no rule matches are masked as they are written. */
  readonly mask?: boolean | undefined;
  /** Aborting it ends the run without an error. What was read is written, but for a line whose end was not. */
  readonly signal?: AbortSignal | undefined;
}

/** Normalizes logs one after the other. Line numbers continue from one log to the next. */
export interface Run {
  /** Covers all lines. Where the run failed or ended early, it is only near to what was written. */
  readonly statistics: RunStatistics;
  /**
   * Normalizes the logs. Rejects with the failure of a log or the error of a sink, after writing what was read before.
   * When the signal is aborted, ends early without an error.
   */
  read(logs: readonly Log[]): Promise<void>;
}

/** By the format that is written, and that of the input. */
const WRITERS = {
  lines: { lines: PlainLines, json: RecordLines, cri: CriLines },
  json: { lines: JsonLines, json: JsonLines, cri: JsonLines },
} satisfies Readonly<Record<Format, Readonly<Record<InputFormat, unknown>>>>;

export function writesLineNumbers({ explain, format = DEFAULT_FORMAT }: NormalizationOptions): boolean {
  return explain !== undefined || FORMAT_TRAITS[format].isNumbered;
}

/** A run in one thread: has inputs cut into lines, finds the rule of each line and writes its output. */
export class Normalization implements Run {
  /** The lines read so far, whether they are written or not, and even if reading failed. It goes on counting. */
  readonly tally: Tally;

  private readonly rulebook: Rulebook;
  private readonly classifier: LineClassifier;
  private readonly output: Sink;
  private readonly options: NormalizationOptions;

  private readonly reader: LineReader;
  private readonly written = new OutputBuffer();
  private readonly writer: LineWriter;
  private readonly aliases = new Aliases();
  /** Present if nothing but outputs is written. */
  private readonly blocks: BlockMachine | undefined;
  /** The captures of a line that the machine has matched and not written. */
  private readonly bounds: number[] = [];
  private readonly explained: OutputBuffer;
  private readonly explain: ReturnType<typeof explainer> | undefined;

  constructor(rulebook: Rulebook, output: Sink, options: NormalizationOptions) {
    this.rulebook = rulebook;
    this.tally = emptyTally(rulebook);
    this.classifier = new LineClassifier(rulebook);
    this.output = output;
    this.options = options;
    this.reader = new LineReader(options);
    const { explain, mask, original = false, timezone, format = DEFAULT_FORMAT, input } = options;
    const Writer = WRITERS[format][input?.format ?? DEFAULT_INPUT_FORMAT];
    const masker = mask ? new Masker() : undefined;
    const { aliases } = this;
    const utcOffset = utcOffsetOf(timezone);
    this.writer = new Writer(rulebook.linePatterns, this.written, { aliases, masker, original, utcOffset });
    const isPlain = explain === undefined && options.unmatched !== "drop" && options.unmatched !== "only";
    if (isPlain && Writer === PlainLines) this.blocks = new BlockMachine(rulebook.matcher);
    this.explained = explain === undefined || explain === output ? this.written : new OutputBuffer();
    this.explain = explain && explainer(rulebook.linePatterns, this.explained);
  }

  get statistics(): RunStatistics {
    return runStatisticsOf(this.rulebook, this.tally);
  }

  async read(logs: readonly Log[]): Promise<void> {
    try {
      await readLogs(logs, this.options.signal, (log) => this.readInput(log.name, log.open(), inputStartOf(log)));
    } finally {
      this.blocks?.release();
    }
  }

  /**
   * Reads one more input, of the log with this name, to its end. Each chunk's output is written before the next one is
   * waited for. Rejects with the error of the input, of which all is written, or of a sink.
   */
  async readInput(log: string, input: AsyncIterable<Buffer>, start?: InputStart): Promise<void> {
    if ((start?.bytesInFile ?? 0) === 0) this.classifier.begin();
    this.writer.begin?.(log);
    try {
      for await (const _ of this.reader.read(input, start)) await this.writeLines();
    } catch (error) {
      if (error instanceof LineError) await this.flush();
      throw error;
    }
  }

  private async writeLines(): Promise<void> {
    for (let isDone = false; !isDone; ) {
      try {
        isDone = this.advance();
      } finally {
        // Before anything else uses the machine.
        if (this.blocks !== undefined) this.rulebook.matcher.machine?.countInto(this.tally);
      }
      await this.flush();
    }
  }

  /** Returns whether the chunk is used up; if not, the output is full. */
  private advance(): boolean {
    while (!this.isFull) {
      if (this.blocks !== undefined) this.rewriteBlocks(this.blocks);
      if (this.isFull) break;
      if (!this.reader.next()) return true;
      this.normalizeLine();
    }
    return false;
  }

  private normalizeLine(): void {
    const { reader, classifier } = this;
    const { bytes, start, end } = reader;
    const { unmatched } = this.options;
    const linePattern = classifier.classify(bytes, start, end, reader.isText);
    this.tally[linePattern + 1]!++;
    if (this.blocks !== undefined) this.teach(this.blocks, linePattern);
    const isMatched = classifier.countsAsMatched(linePattern);
    if (unmatched === (isMatched ? "only" : "drop")) return;
    this.explain?.(reader.number, linePattern);
    // With `only`, lines of a catch-all look like the other unmatched lines.
    if (linePattern === -1 || unmatched === "only") this.writer.writeUnmatched(reader, classifier);
    else this.writer.writeMatched(reader, classifier);
  }

  /**
   * Has the machine write as many of the next lines as it can. What is left to be read and matched are lines of rules
   * with followers, very long lines, and the first line of each rule.
   */
  private rewriteBlocks(blocks: BlockMachine): void {
    const { reader, written, bounds } = this;
    const unmatched = this.options.mask ? "masked" : "copied";
    while (!this.classifier.isInSequence && !written.isFull) {
      const block = blocks.next(reader);
      if (block === undefined) return;
      const { machine, from, to } = block;
      const { lines, taken, output, next } = machine.rewrite(from, to, { room: written.room, unmatched, bounds });
      written.appendCopy(output.bytes, output.from, output.to);
      reader.skip(lines, taken);
      if (next !== undefined) this.writeMatched(next);
      else if (lines === 0) return;
    }
  }

  /** Writes a line that the machine has matched, but cannot write. */
  private writeMatched(line: MatchedLine): void {
    const { reader, writer, bounds } = this;
    const linePattern = line.index;
    reader.skip(1, line.taken);
    this.tally[linePattern + 1]!++;
    reader.set(line.bytes, line.start, line.end);
    if (linePattern === -1) writer.writeUnmatched(reader, { linePattern, bounds });
    else writer.writeMatched(reader, { linePattern, bounds });
  }

  /** Tells the machine what a rule writes, once a line of it was found. */
  private teach(blocks: BlockMachine, rule: number): void {
    const { rules, followers, linePatterns } = this.rulebook;
    // After a line of a rule with followers, others look for these.
    if (rule === -1 || rule >= rules.length || followers[rule] !== undefined) return;
    const linePattern = linePatterns[rule]!;
    const machine = blocks.toLearn(rule);
    if (machine === undefined) return;
    const transformer = FieldTransformer.of(linePattern, this.aliases);
    machine.outputs.add(rule, linePattern.template, transformer?.changes() ?? []);
  }

  private get isFull(): boolean {
    return this.written.isFull || this.explained.isFull;
  }

  private async flush(): Promise<void> {
    const { output, options, explained, written } = this;
    if (options.explain !== undefined && explained !== written) await explained.flush(options.explain);
    await written.flush(output);
  }
}

const PREFIX = Buffer.from("EXPLAIN: Line ");
const NO_RULE = Buffer.from(": No rule matched\n");

/** Makes what writes the explain record of a line: the rule that won it, by its line pattern; -1 for none. */
function explainer(
  linePatterns: readonly LinePattern[],
  output: OutputBuffer,
): (line: number, linePattern: number) => void {
  // What follows the line number. Control characters in the rule's name are made visible.
  const endings = linePatterns.map(({ name, file, pattern }) => {
    const ofFile = file === undefined ? "" : ` of ${printable(file)}`;
    return Buffer.from(`: Matched rule '${printable(name)}'${ofFile}${pattern.isCatchAll ? " (catch-all)" : ""}\n`);
  });
  return (line, linePattern) => {
    output.appendReady(PREFIX);
    output.appendNumber(line, 1);
    output.appendReady(linePattern === -1 ? NO_RULE : endings[linePattern]!);
  };
}

import { LineReader, type Place } from "../streams/line-reader.ts";
import { OutputBuffer } from "../streams/output-buffer.ts";
import { LineError } from "../streams/read-errors.ts";
import type { Sink } from "../streams/sink.ts";
import { Aliases } from "./aliases.ts";
import { ExplainRecords } from "./explain.ts";
import { JsonLines } from "./json-lines.ts";
import { LineClassifier } from "./line-classifier.ts";
import type { AliasUse, Format, LineWriter, Unmatched } from "./line-writer.ts";
import { PlainLines } from "./plain-lines.ts";
import type { Rulebook } from "./rulebook.ts";
import { type Statistics, statisticsOf } from "./statistics.ts";

export interface NormalizationOptions {
  readonly unmatched: Unmatched;
  /** Outputs alone if this is not given. */
  readonly format?: Format | undefined;
  /** Where explain records go, each before its line; among the lines, if that is the output itself. */
  readonly explain: Sink | undefined;
  /** Once it is aborted the inputs end by themselves; what they break off is no line then, and no error. */
  readonly signal: AbortSignal | undefined;
  /** Lines are freed of sequences for terminals before they are matched, and come out without them. */
  readonly stripsAnsi?: boolean | undefined;
}

/** One run over inputs whose lines are numbered through: cuts them into lines, finds each line's rule, writes its output. */
export class Normalization {
  private readonly classifier: LineClassifier;
  private readonly output: Sink;
  private readonly options: NormalizationOptions;

  private readonly reader: LineReader;
  private readonly written = new OutputBuffer();
  private readonly writer: LineWriter;
  private readonly explained: OutputBuffer;
  private readonly records: ExplainRecords | undefined;
  private processed = 0;
  private matched = 0;
  /** Whether a line that is too large to be written at once is begun. */
  private isBegun = false;

  constructor(
    rulebook: Rulebook,
    output: Sink,
    options: NormalizationOptions,
    aliasUse: AliasUse = { aliases: new Aliases() },
  ) {
    this.classifier = new LineClassifier(rulebook);
    this.output = output;
    this.options = options;
    this.reader = new LineReader(options);
    const { explain, format = "lines" } = options;
    this.writer = new { lines: PlainLines, json: JsonLines }[format](rulebook.linePatterns, this.written, aliasUse);
    this.explained = explain === undefined || explain === output ? this.written : new OutputBuffer();
    this.records = explain && new ExplainRecords(rulebook.linePatterns, this.explained);
  }

  /** Of all lines read so far, also after an error. */
  get statistics(): Statistics {
    return statisticsOf(this.processed, this.matched);
  }

  /**
   * Reads one more input to its end. What a chunk gave is written before the next is waited for. Rejects with the error
   * of the input or of a sink; what an input gave before it failed is written, a line that it broke off included.
   */
  async read(input: AsyncIterable<Buffer>, place?: Place): Promise<void> {
    if (place?.isBeginning ?? true) this.classifier.begin();
    try {
      await this.reader.read(input, () => this.writeLines(), place);
    } catch (error) {
      if (error instanceof LineError) await this.flush();
      throw error;
    }
  }

  private async writeLines(): Promise<void> {
    while (!this.advance()) await this.flush();
    await this.flush();
  }

  /** Goes on until no line is left in the chunk, which gives true, or enough is collected to be written. */
  private advance(): boolean {
    for (;;) {
      if (this.full) return false;
      if (this.isBegun) this.isBegun = !this.writer.resume();
      else if (this.reader.next()) this.isBegun = !this.normalizeLine();
      else return true;
    }
  }

  /** False if the line is only begun. */
  private normalizeLine(): boolean {
    const { number } = this.reader;
    const { bytes, start, end } = this.reader.lines;
    const { unmatched } = this.options;
    this.processed++;
    const { classifier } = this;
    const linePattern = classifier.classify(bytes, start, end);
    if (linePattern === -1) {
      if (unmatched === "drop") return true;
      this.records?.write(number, linePattern);
      return this.writer.unmatched(number, bytes, start, end);
    }
    this.matched++;
    if (unmatched === "only") return true;
    this.records?.write(number, linePattern);
    return this.writer.matched(linePattern, number, bytes, start, end, classifier.bounds);
  }

  private get full(): boolean {
    return this.written.full || this.explained.full;
  }

  private async flush(): Promise<void> {
    // While this waits, another run may match a line of its own with the same matcher.
    if (this.isBegun) this.writer.hold();
    const { output, options, explained, written } = this;
    if (options.explain !== undefined && explained !== written) await explained.flush(options.explain.write);
    await written.flush(output.write);
  }
}

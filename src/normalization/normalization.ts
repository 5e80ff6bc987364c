import { LineError, LineReader, type Place } from "../streams/line-reader.ts";
import { OutputBuffer } from "../streams/output-buffer.ts";
import type { Sink } from "../streams/sink.ts";
import { Aliases } from "./aliases.ts";
import { ExplainRecords } from "./explain.ts";
import { Recognizer } from "./recognizer.ts";
import { type Rendering, renderingsOf } from "./rendering.ts";
import type { Rulebook } from "./rulebook.ts";
import { type Statistics, statisticsOf } from "./statistics.ts";

/** What becomes of a line that no rule matches: it is written unchanged, is left out, or is all that is written. */
export const UNMATCHED = ["pass", "drop", "only"] as const;

export type Unmatched = (typeof UNMATCHED)[number];

export interface NormalizationOptions {
  readonly unmatched: Unmatched;
  /** Where explain records go, each before its line. If that is the output itself they stand among the lines. */
  readonly explain: Sink | undefined;
  /** When it is given, the inputs end by themselves; what they broke off is no line then, and no error. */
  readonly signal: AbortSignal | undefined;
  /** Lines are freed of sequences for terminals before they are matched, and come out without them. */
  readonly stripsAnsi?: boolean | undefined;
}

/** One run over inputs that are read as one stream: cuts them into lines, finds each line's rule, writes its output. */
export class Normalization {
  private readonly recognizer: Recognizer;
  /** Of the rules' outputs. */
  private readonly renderings: readonly Rendering[];
  private readonly output: Sink;
  private readonly options: NormalizationOptions;

  private readonly reader: LineReader;
  private readonly written = new OutputBuffer();
  private readonly explained: OutputBuffer;
  private readonly records: ExplainRecords | undefined;
  private processed = 0;
  private matched = 0;

  /** Of a line too large to be written at once: its output, and the next piece of that. */
  private rendering: Rendering | undefined;
  private piece = 0;

  constructor(rulebook: Rulebook, output: Sink, options: NormalizationOptions) {
    this.recognizer = new Recognizer(rulebook);
    this.renderings = renderingsOf(rulebook.kinds, new Aliases());
    this.output = output;
    this.options = options;
    this.reader = new LineReader(options);
    const { explain } = options;
    this.explained = explain === undefined || explain === output ? this.written : new OutputBuffer();
    this.records = explain && new ExplainRecords(rulebook.kinds, this.explained);
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
      if (this.full || (this.rendering !== undefined && !this.writeOn(this.rendering))) return false;
      if (!this.reader.next()) return true;
      this.normalizeLine();
    }
  }

  private normalizeLine(): void {
    const { number } = this.reader;
    const { bytes, start, end } = this.reader.lines;
    const { unmatched } = this.options;
    this.processed++;
    const { recognizer } = this;
    const kind = recognizer.recognize(bytes, start, end);
    if (kind === -1) {
      if (unmatched === "drop") return;
      this.records?.write(number, kind);
      this.written.append(bytes, start, end);
      this.written.appendNewline();
      return;
    }
    this.matched++;
    if (unmatched === "only") return;
    this.records?.write(number, kind);
    const rendering = this.renderings[kind]!;
    rendering.take(bytes, recognizer.bounds);
    if (rendering.write(this.written, end - start)) return;
    this.rendering = rendering;
    this.piece = 0;
  }

  /** Writes on at the line that is begun; false when enough is collected before its end. */
  private writeOn(rendering: Rendering): boolean {
    this.piece = rendering.writeFrom(this.piece, this.written);
    if (this.piece !== -1) return false;
    this.rendering = undefined;
    return true;
  }

  private get full(): boolean {
    return this.written.full || this.explained.full;
  }

  private async flush(): Promise<void> {
    // While this waits, another run may match a line of its own with the same matcher.
    this.rendering?.hold();
    const { output, options, explained, written } = this;
    if (options.explain !== undefined && explained !== written) await explained.flush(options.explain.write);
    await written.flush(output.write);
  }
}

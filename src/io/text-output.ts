import { JsonWriter } from "../text/messages/json.ts";
import { TextLayout } from "../text/messages/text-layout.ts";
import { OutputBuffer } from "./output-buffer.ts";
import type { Sink } from "./sink.ts";

/** 1 for each byte that is printable ASCII or a tab. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number((byte >= 0x20 && byte <= 0x7e) || byte === 0x09));

/** Collects text for people, and writes it in large pieces. */
export class TextOutput extends TextLayout {
  private readonly collected = new OutputBuffer();
  readonly json = new JsonWriter(this.collected);
  private readonly sink: Sink;

  /** Wraps the text to `width` columns if it is given. */
  constructor(sink: Sink, hasColors: boolean, width?: number) {
    super({ hasColors, width });
    this.sink = sink;
  }

  get isFull(): boolean {
    return this.collected.isFull;
  }

  /** Adds a non-negative integer, with leading zeros if it has fewer than `width` digits. */
  number(number: number, width = 1): void {
    if (this.columns === Number.POSITIVE_INFINITY) this.collected.appendNumber(number, width);
    else this.text(String(number).padStart(width, "0"));
  }

  /** Adds a line of a log, as it is, and a newline. The sink makes it safe for a terminal, if it leads to one. */
  logLine(bytes: Uint8Array, from: number, to: number): void {
    this.collected.appendLine(bytes, from, to);
  }

  async flush(): Promise<void> {
    await this.collected.flush(this.sink);
  }

  protected override put(text: string): void {
    this.collected.appendText(text);
  }

  protected override putBytes(bytes: Buffer, from: number, to: number): void {
    this.collected.append(bytes, from, to);
  }

  protected override putIfPlain(bytes: Buffer, from: number, to: number): boolean {
    return this.collected.appendIfAll(PLAIN, bytes, from, to);
  }
}

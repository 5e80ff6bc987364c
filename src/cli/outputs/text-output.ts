import { JsonWriter } from "../../diagnostics/json.ts";
import { printableBytes } from "../../diagnostics/printable.ts";
import { OutputBuffer } from "../../streams/output-buffer.ts";
import type { Sink } from "../../streams/sink.ts";

/** How a part of a text is meant, and the codes of ECMA-48 that begin and end it. */
const STYLES = {
  heading: ["\x1b[1m", "\x1b[22m"],
  faint: ["\x1b[2m", "\x1b[22m"],
  removed: ["\x1b[31m", "\x1b[39m"],
  added: ["\x1b[32m", "\x1b[39m"],
  changed: ["\x1b[33m", "\x1b[39m"],
} as const;

/** Bytes that a terminal shows, or a tab: printable ASCII. */
const SHOWN = Uint8Array.from({ length: 256 }, (_, byte) => Number((byte >= 0x20 && byte <= 0x7e) || byte === 0x09));

export type Style = keyof typeof STYLES;

/** Collects text for people, with bytes of logs in it, none of which a terminal will obey. */
export class TextOutput {
  private readonly collected = new OutputBuffer();
  /** Adds JSON instead, without styles. */
  readonly json = new JsonWriter(this.collected);
  private readonly sink: Sink;
  private readonly hasColors: boolean;

  constructor(sink: Sink, hasColors: boolean) {
    this.sink = sink;
    this.hasColors = hasColors;
  }

  /** Whether what is held should be flushed before more is added. */
  get full(): boolean {
    return this.collected.full;
  }

  /** Adds words of this program. */
  text(text: string): void {
    this.collected.appendText(text);
  }

  /** Adds a whole number, not negative, padded with zeros to `width` digits. */
  number(number: number, width = 1): void {
    this.collected.appendNumber(number, width);
  }

  /** Adds words of this program that are bytes already. */
  ready(bytes: Buffer): void {
    this.collected.append(bytes, 0, bytes.length);
  }

  /**
   * Adds bytes of a log, from `from` up to but not including `to`. What a terminal would obey, and what is not UTF-8, is
   * written as an escape.
   */
  bytes(bytes: Buffer, from = 0, to = bytes.length): void {
    if (this.collected.appendIfAll(SHOWN, bytes, from, to)) return;
    for (const piece of printableBytes(bytes.subarray(from, to))) this.text(piece);
  }

  /** Begins a style, where there are colours. */
  begin(style: Style): void {
    if (this.hasColors) this.text(STYLES[style][0]);
  }

  /** Ends the style. */
  end(style: Style): void {
    if (this.hasColors) this.text(STYLES[style][1]);
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    await this.collected.flush(this.sink.write);
  }
}

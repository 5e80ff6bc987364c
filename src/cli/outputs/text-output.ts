import { isatty } from "node:tty";
import { JsonWriter } from "../../diagnostics/json.ts";
import { TextLayout } from "../../diagnostics/text-layout.ts";
import { OutputBuffer } from "../../streams/output-buffer.ts";
import type { Sink } from "../../streams/sink.ts";
import type { Context } from "../context.ts";
import { noteText } from "../failure.ts";
import { standardOutputs } from "./standard-outputs.ts";

/** The width of a terminal that does not tell its own. */
const USUAL_WIDTH = 80;

/** Bytes that a terminal shows, or a tab: printable ASCII. */
const SHOWN = Uint8Array.from({ length: 256 }, (_, byte) => Number((byte >= 0x20 && byte <= 0x7e) || byte === 0x09));

/** Text on standard output, as wide as its terminal, if it is one. */
export function textOutput(context: Context): TextOutput {
  return new TextOutput(standardOutputs(context).lines, context.hasColors(), terminalWidth(context.stdout));
}

/** Says something on standard error. */
export function say({ stderr }: Context, note: string): void {
  stderr.write(noteText(note, terminalWidth(stderr)));
}

/** Text for programs on standard output, the same whatever that is. */
export function plainOutput(context: Context): TextOutput {
  return new TextOutput(standardOutputs(context).lines, false);
}

/** How many columns a stream has; undefined if it leads to no terminal. */
export function terminalWidth(stream: { readonly fd: number; readonly columns?: number }): number | undefined {
  if (!isatty(stream.fd)) return undefined;
  const { columns = 0 } = stream;
  return columns > 0 ? columns : USUAL_WIDTH;
}

/** Collects text for people, and writes it in large pieces. */
export class TextOutput extends TextLayout {
  private readonly collected = new OutputBuffer();
  /** Adds JSON instead, without styles. */
  readonly json = new JsonWriter(this.collected);
  private readonly sink: Sink;

  /** A `width` lays the text out in rows of so many columns. */
  constructor(sink: Sink, hasColors: boolean, width?: number) {
    super({ hasColors, width });
    this.sink = sink;
  }

  /** Whether what is held should be flushed before more is added. */
  get full(): boolean {
    return this.collected.full;
  }

  /** Adds a whole number, not negative, padded with zeros to `width` digits. */
  number(number: number, width = 1): void {
    if (this.columns === Number.POSITIVE_INFINITY) this.collected.appendNumber(number, width);
    else this.text(String(number).padStart(width, "0"));
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    await this.collected.flush(this.sink.write);
  }

  protected override put(text: string): void {
    this.collected.appendText(text);
  }

  protected override putBytes(bytes: Buffer, from: number, to: number): void {
    this.collected.append(bytes, from, to);
  }

  protected override putIfPlain(bytes: Buffer, from: number, to: number): boolean {
    return this.collected.appendIfAll(SHOWN, bytes, from, to);
  }
}

import { isatty } from "node:tty";
import type { Sink } from "../../io/sink.ts";
import { OutputBuffer } from "../../io/sink.ts";
import { JsonWriter } from "../../text/messages/json.ts";
import { TextLayout } from "../../text/messages/text-layout.ts";
import type { Context } from "../context.ts";
import { noteText } from "../failure.ts";
import { standardOutputs } from "./standard-outputs.ts";

/** The width of a terminal that does not report one. */
const DEFAULT_WIDTH = 80;

/** 1 for each byte that is printable ASCII or a tab. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number((byte >= 0x20 && byte <= 0x7e) || byte === 0x09));

/** Text for people on standard output. Wrapped to the width of the terminal, if it is one. */
export function textOutput(context: Context): TextOutput {
  return new TextOutput(standardOutputs(context).lines, context.hasColors(), terminalWidth(context.stdout));
}

/** Writes a message to standard error. */
export function writeNote({ stderr }: Context, note: string): void {
  stderr.write(noteText(note, terminalWidth(stderr)));
}

/** Text for programs on standard output. It does not depend on where that leads. */
export function plainOutput(context: Context): TextOutput {
  return new TextOutput(standardOutputs(context).lines, false);
}

/** The number of columns of the terminal that a stream leads to, or undefined if it does not lead to one. */
export function terminalWidth(stream: { readonly fd: number; readonly columns?: number }): number | undefined {
  if (!isatty(stream.fd)) return undefined;
  const { columns = 0 } = stream;
  return columns > 0 ? columns : DEFAULT_WIDTH;
}

/** Collects text for people, and writes it in large pieces. */
export class TextOutput extends TextLayout {
  private readonly collected = new OutputBuffer();
  /** Adds JSON to the same output. */
  readonly json = new JsonWriter(this.collected);
  private readonly sink: Sink;

  /** Wraps the text to `width` columns if it is given. */
  constructor(sink: Sink, hasColors: boolean, width?: number) {
    super({ hasColors, width });
    this.sink = sink;
  }

  /** Whether to flush before adding more. */
  get isFull(): boolean {
    return this.collected.isFull;
  }

  /** Adds a non-negative whole number, padded with zeros to `width` digits. */
  number(number: number, width = 1): void {
    if (this.columns === Number.POSITIVE_INFINITY) this.collected.appendNumber(number, width);
    else this.text(String(number).padStart(width, "0"));
  }

  /** Writes everything that was added. */
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

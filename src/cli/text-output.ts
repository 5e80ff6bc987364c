import { printable } from "../diagnostics/printable.ts";
import { OutputBuffer } from "../streams/output-buffer.ts";
import type { Sink } from "../streams/sink.ts";

/** How a part of a text is meant, and the codes of ECMA-48 that begin and end it. */
const STYLES = {
  heading: ["\x1b[1m", "\x1b[22m"],
  faint: ["\x1b[2m", "\x1b[22m"],
  removed: ["\x1b[31m", "\x1b[39m"],
  added: ["\x1b[32m", "\x1b[39m"],
  changed: ["\x1b[33m", "\x1b[39m"],
} as const;

export type Style = keyof typeof STYLES;

const TAB = 0x09;
const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;

/** Collects text for people, with bytes of logs in it, of which a terminal will obey nothing. */
export class TextOutput {
  private readonly collected = new OutputBuffer();
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
    const bytes = Buffer.from(text);
    this.collected.append(bytes, 0, bytes.length);
  }

  /** Adds bytes of a log. What a terminal would obey is written as an escape; a tab stays. */
  bytes(bytes: Buffer): void {
    if (isPlain(bytes)) this.collected.append(bytes, 0, bytes.length);
    else this.text(bytes.toString().split("\t").map(printable).join("\t"));
  }

  /** Adds what `write` adds, in a style where there are colours. */
  styled(style: Style, write: () => void): void {
    if (!this.hasColors) return write();
    const [begin, end] = STYLES[style];
    this.text(begin);
    write();
    this.text(end);
  }

  /** Writes what is held. */
  async flush(): Promise<void> {
    await this.collected.flush(this.sink.write);
  }
}

/** Whether there is nothing but printable ASCII and tabs, as in most lines. */
function isPlain(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if ((byte < FIRST_PRINTABLE && byte !== TAB) || byte > LAST_PRINTABLE) return false;
  }
  return true;
}

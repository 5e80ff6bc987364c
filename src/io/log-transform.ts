import { Duplex } from "node:stream";
import type { CallerStreams } from "./caller-streams.ts";
import type { Sink } from "./sink.ts";

/** Reads the stream's writable side, and writes its readable side. */
type Work = (input: AsyncIterable<string | Uint8Array>, output: Sink) => Promise<unknown>;

interface Chunk {
  readonly content: string | Uint8Array;
  /** Called when the work asks for the next chunk. */
  taken(): void;
}

/**
 * Does some work at the pace of its source and its destination. If the work rejects, the stream is destroyed with its
 * error; if others destroy the stream, the work ends even while the source is idle. Node's `Duplex.from` was refused:
 * it waits for input even then.
 */
export class LogTransform extends Duplex {
  private readonly streams: CallerStreams;
  /** The chunk that was written and is not taken yet, or "end" after the last one. */
  private chunk: Chunk | "end" | undefined;
  private wake = (): void => {};
  /** Lets the work go on when more is read from the stream. Undefined if the work does not wait. */
  private proceed: (() => void) | undefined;

  constructor(streams: CallerStreams, work: Work) {
    super({ decodeStrings: false });
    this.streams = streams;
    streams.signal.addEventListener("abort", () => this.destroy(streams.signal.reason), { once: true });
    const output = { write: (bytes: Buffer) => this.give(Buffer.from(bytes)) };
    streams
      .during(() => work(this.chunks(), output))
      .then(
        () => this.push(null),
        (error) => this.destroy(error),
      );
  }

  override _write(content: string | Uint8Array, encoding: BufferEncoding, taken: () => void): void {
    // Text in UTF-8 stays text: a surrogate pair may be split between two chunks, and only the reader can join it.
    const isConverted = typeof content === "string" && encoding !== "utf8" && encoding !== "utf-8";
    this.offer({ content: isConverted ? Buffer.from(content, encoding) : content, taken });
  }

  override _final(done: () => void): void {
    this.offer("end");
    done();
  }

  override _read(): void {
    const { proceed } = this;
    this.proceed = undefined;
    proceed?.();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.streams.stop(error ?? new Error("the stream was destroyed"));
    this.offer("end");
    this._read();
    // When the reader of a stream throws, it destroys the stream. A pipeline rejects with the first error that it hears
    // of, so this stream's error comes a turn later than the reader's.
    setImmediate(done, error);
  }

  private offer(chunk: Chunk | "end"): void {
    this.chunk = chunk;
    this.wake();
  }

  private async *chunks(): AsyncGenerator<string | Uint8Array> {
    for (;;) {
      while (this.chunk === undefined) {
        await new Promise<void>((resolve) => {
          this.wake = resolve;
        });
      }
      const { chunk } = this;
      if (chunk === "end") return;
      yield chunk.content;
      if (this.chunk !== chunk) return;
      this.chunk = undefined;
      chunk.taken();
    }
  }

  private async give(bytes: Buffer): Promise<void> {
    this.streams.signal.throwIfAborted();
    if (this.push(bytes)) return;
    await new Promise<void>((resolve) => {
      this.proceed = resolve;
    });
    this.streams.signal.throwIfAborted();
  }
}

import { Duplex } from "node:stream";
import type { CallerStreams } from "./caller-streams.ts";
import type { Sink } from "./sink.ts";

/** Reads what is written to the stream, and writes what is read from it. */
type Work = (input: AsyncIterable<string | Uint8Array>, output: Sink) => Promise<unknown>;

interface Chunk {
  readonly content: string | Uint8Array;
  /** Is called when the work asks for the next one. */
  taken(): void;
}

/**
 * A stream that does some work between others, at the pace of both. It is destroyed with what the work rejects with; and if it
 * is destroyed by others, the work ends, however idle they are. Node's own `Duplex.from` was refused: destroyed while its
 * generator waits for input, it waits for that, too.
 */
export class LogTransform extends Duplex {
  private readonly streams: CallerStreams;
  /** What was written and is not taken yet; "end" after the last. */
  private chunk: Chunk | "end" | undefined;
  private wake = (): void => {};
  /** What the work waits with until more is read from the stream. */
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
    // A pair of surrogates may be cut between two texts: whoever reads them puts it together.
    const isInBytes = typeof content === "string" && encoding !== "utf8" && encoding !== "utf-8";
    this.offer({ content: isInBytes ? Buffer.from(content, encoding) : content, taken });
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
    // Who throws while reading a stream destroys it. A turn later, as a pipeline rejects with what it hears of first.
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

import { EventEmitter, getMaxListeners, setMaxListeners } from "node:events";
import { Duplex, Readable, type Writable } from "node:stream";
import type { Sink } from "./sink.ts";

export interface CallStreams {
  /** Streams or other iterables to read, each with its name for messages. */
  readonly inputs?: readonly (readonly [name: string, input: object])[];
  /** Streams to write, each with its name for messages. */
  readonly outputs?: readonly (readonly [name: string, stream: Writable | undefined])[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The caller's streams during one call, which ends when an output fails, is ended or is destroyed, even while others
 * are idle, and when the caller's signal is aborted. An input that fails ends the reading of the one before it, so that
 * whatever was read is still written. All have an error listener: an error without one would end the program.
 */
export class CallerStreams {
  private readonly stopping = new AbortController();
  /** Aborted when inputs are not read any further. Its reason is the error of the input that failed before its turn. */
  private readonly endingReads = new AbortController();
  private readonly inputs: readonly object[];
  /** The streams that wait for their turn to be read, each with what stops listening to it. */
  private readonly waiting = new Map<unknown, () => void>();
  private readonly outputs: ReadonlyMap<Writable, string>;
  private readonly guarded: Set<EventEmitter>;
  private readonly callerSignal: AbortSignal | undefined;
  private isListening = true;
  private readonly onError = (error: unknown): void => this.stop(error);
  private readonly onEnd = (): void => this.stopIfOutputEnded();
  private readonly onAbort = (): void => this.stop(this.callerSignal!.reason);

  constructor({ inputs = [], outputs = [], signal }: CallStreams) {
    this.inputs = inputs.map(([, input]) => input);
    this.outputs = new Map(outputs.flatMap(([name, stream]) => (stream === undefined ? [] : [[stream, name]])));
    this.callerSignal = signal;
    this.guarded = new Set([...this.inputs, ...this.outputs.keys()].filter((one) => one instanceof EventEmitter));
    for (const stream of this.guarded) {
      changeListenerLimit(stream, LISTENERS_PER_EVENT);
      stream.on("error", ignore);
    }
    for (const [name, input] of inputs) if (input instanceof EventEmitter) this.watch(input, name);
    for (const output of this.outputs.keys())
      output.on("error", this.onError).on("close", this.onEnd).on("finish", this.onEnd);
    if (signal !== undefined) changeListenerLimit(signal, 1);
    signal?.addEventListener("abort", this.onAbort);
    this.stopIfOutputEnded();
    if (signal?.aborted) this.onAbort();
  }

  /** Aborted when the call must end. Its reason is the error with which the call rejects. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * Does the work of the call, which must end soon after the signal is aborted. Rejects with what ended the call first.
   * In the end, inputs that were not read to their end are destroyed, outputs are left as they are, and listeners are
   * removed.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.signal.throwIfAborted();
      const result = await work();
      this.signal.throwIfAborted();
      this.removeListeners();
      this.removeErrorListeners();
      return result;
    } catch (error) {
      // A write may reject before the listeners are called, and with a different error.
      this.stopIfOutputEnded();
      this.stop(error);
      throw this.signal.reason;
    }
  }

  /** Reads an input in its turn. Ends silently when the call ends, or with the error of an input that fails early. */
  async *read<T>(input: unknown, open: (signal: AbortSignal) => AsyncIterable<T>): AsyncGenerator<T> {
    const { signal } = this.endingReads;
    try {
      const items = open(signal);
      this.unwatch(input);
      yield* items;
    } catch (error) {
      // An input that is ended may complain that it ended too early.
      if (!signal.aborted) throw error;
    }
    if (!this.signal.aborted) signal.throwIfAborted();
  }

  /** Ends the call with this reason, destroys the inputs and removes all listeners, unless the call has ended. */
  stop(reason: unknown): void {
    if (this.signal.aborted) return;
    this.stopping.abort(reason);
    this.endingReads.abort(reason);
    for (const input of this.inputs) endInput(input);
    this.removeListeners();
    // The error event of a failed write comes a turn after the write's callback.
    setImmediate(() => this.removeErrorListeners());
  }

  /** Ends the reading when an input fails or closes before its turn. */
  private watch(input: EventEmitter, name: string): void {
    const onError = (error: unknown): void => this.endingReads.abort(error);
    const onClose = (): void => {
      if (!(input instanceof Readable && input.readableAborted)) return;
      onError(input.errored ?? closedError(`${name} was closed before everything was read`));
    };
    input.on("error", onError).on("close", onClose);
    // When a child process exits, Node throws away what it has written, unless its stream has such a listener.
    if (input instanceof Readable) input.on("readable", ignore);
    this.waiting.set(input, () => input.off("error", onError).off("close", onClose).off("readable", ignore));
    onClose();
  }

  private unwatch(input: unknown): void {
    this.waiting.get(input)?.();
    this.waiting.delete(input);
  }

  private stopIfOutputEnded(): void {
    for (const [output, name] of this.outputs) {
      const error = endOf(output, name);
      if (error !== undefined) this.stop(error);
    }
  }

  private removeListeners(): void {
    if (!this.isListening) return;
    this.isListening = false;
    for (const input of this.waiting.keys()) this.unwatch(input);
    const { callerSignal: signal } = this;
    signal?.removeEventListener("abort", this.onAbort);
    if (signal !== undefined) changeListenerLimit(signal, -1);
    for (const output of this.outputs.keys())
      output.off("error", this.onError).off("close", this.onEnd).off("finish", this.onEnd);
  }

  private removeErrorListeners(): void {
    for (const stream of this.guarded) {
      // A destroyed stream keeps its listener: its error may come late, when its file is closed.
      if ("destroyed" in stream && stream.destroyed === true) continue;
      stream.off("error", ignore);
      changeListenerLimit(stream, -LISTENERS_PER_EVENT);
      this.guarded.delete(stream);
    }
  }
}

function ignore(): void {}

const LISTENERS_PER_EVENT = 2;

/** Changes Node's limit of listeners by what a call adds, so that any number of calls may share a stream. */
function changeListenerLimit(target: EventEmitter | AbortSignal, by: number): void {
  const limit = getMaxListeners(target);
  // 0 means that there is no limit.
  if (limit > 0) setMaxListeners(Math.max(1, limit + by), target);
}

/** Why a stream cannot be written any more: its own error if it has one. Undefined if it can. */
function endOf({ errored, destroyed, writableEnded }: Writable, name: string): Error | undefined {
  if (errored) return errored;
  if (destroyed) return closedError(`${name} was closed before everything was written`);
  if (writableEnded) return closedError(`${name} was ended before everything was written`);
  return undefined;
}

function closedError(message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_STREAM_PREMATURE_CLOSE" });
}

function endInput(input: object): void {
  if ("destroy" in input && typeof input.destroy === "function") {
    input.destroy();
  } else if ("return" in input && typeof input.return === "function") {
    // Not awaited: a generator that waits for something answers only afterwards. An error is of no interest any more.
    // `return` throws at once if the generator is running, which is so when it aborts the signal itself.
    const { return: end } = input as { return(): unknown };
    new Promise((resolve) => resolve(end.call(input))).catch(ignore);
  }
}

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

import { EventEmitter } from "node:events";
import type { Writable } from "node:stream";

/** The streams that a caller hands to one call. */
interface GivenStreams {
  /** Streams or other iterables that are read. */
  readonly inputs?: readonly object[];
  /** What is written to, each with its name for messages. */
  readonly outputs?: readonly (readonly [name: string, stream: Writable | undefined])[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * A caller's streams while one call uses them. Whichever output fails, is ended or is destroyed ends the call, however idle
 * the others are; so does the caller's signal. An input that fails is noticed when it is read. From the beginning on somebody
 * listens to the errors of all, as an error that nobody hears would end the program.
 */
export class CallerStreams {
  private readonly stopping = new AbortController();
  private readonly inputs: readonly object[];
  private readonly outputs: ReadonlyMap<Writable, string>;
  private readonly callerSignal: AbortSignal | undefined;
  private readonly onError = (error: unknown): void => this.stop(error);
  private readonly onEnd = (): void => this.stopIfDead();
  private readonly onAbort = (): void => this.stop(this.callerSignal!.reason);

  constructor({ inputs = [], outputs = [], signal }: GivenStreams) {
    this.inputs = inputs;
    this.outputs = new Map(outputs.flatMap(([name, stream]) => (stream === undefined ? [] : [[stream, name]])));
    this.callerSignal = signal;
    for (const stream of this.emitters()) stream.on("error", ignore);
    for (const output of this.outputs.keys())
      output.on("error", this.onError).on("close", this.onEnd).on("finish", this.onEnd);
    signal?.addEventListener("abort", this.onAbort);
    this.stopIfDead();
    if (signal?.aborted) this.onAbort();
  }

  /** Is aborted when the call must end, with what it rejects with as the reason. */
  get signal(): AbortSignal {
    return this.stopping.signal;
  }

  /**
   * Does the work of the call, which must end soon after the signal is aborted. Rejects with what ended it: the caller's
   * reason, the own error of a stream, or what the work rejects with. When it settles, all streams are let go of: inputs that
   * are not read to their end are destroyed; outputs are left as they are.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.signal.throwIfAborted();
      const result = await work();
      this.signal.throwIfAborted();
      this.leave();
      this.stopListening();
      return result;
    } catch (error) {
      // A write may be told of a failure sooner than the stream's listeners are, and in other words.
      this.stopIfDead();
      this.stop(error);
      throw this.signal.reason;
    }
  }

  /** Ends the call, for this reason unless there is one already, and lets go of the streams. */
  stop(reason: unknown): void {
    if (this.signal.aborted) return;
    this.stopping.abort(reason);
    for (const input of this.inputs) letGo(input);
    this.leave();
    // The event of a failed write comes a turn later than its answer.
    setImmediate(() => this.stopListening());
  }

  private stopIfDead(): void {
    for (const [output, name] of this.outputs) {
      const error = deathOf(output, name);
      if (error !== undefined) this.stop(error);
    }
  }

  private leave(): void {
    this.callerSignal?.removeEventListener("abort", this.onAbort);
    for (const output of this.outputs.keys())
      output.off("error", this.onError).off("close", this.onEnd).off("finish", this.onEnd);
  }

  private stopListening(): void {
    for (const stream of this.emitters()) {
      // Of a stream that is destroyed nothing comes any more but its error, which may come late: when its file is closed.
      if (!("destroyed" in stream && stream.destroyed === true)) stream.off("error", ignore);
    }
  }

  private emitters(): EventEmitter[] {
    return [...this.inputs, ...this.outputs.keys()].filter((one) => one instanceof EventEmitter);
  }
}

function ignore(): void {}

/** Why nothing more can be written to a stream: its own error if it has one. */
function deathOf({ errored, destroyed, writableEnded }: Writable, name: string): Error | undefined {
  if (errored) return errored;
  if (destroyed) return closedError(`${name} was closed before all was written`);
  if (writableEnded) return closedError(`${name} was ended before all was written`);
  return undefined;
}

function closedError(message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_STREAM_PREMATURE_CLOSE" });
}

/** Ends an input that nobody reads any more. */
function letGo(input: object): void {
  if ("destroy" in input && typeof input.destroy === "function") {
    input.destroy();
  } else if ("return" in input && typeof input.return === "function") {
    // Not waited for: a generator answers only when what it waits for comes. Nobody is left to hear of an error.
    // One that is running, as it aborts the signal itself, throws at once.
    const { return: end } = input as { return(): unknown };
    new Promise((resolve) => resolve(end.call(input))).catch(ignore);
  }
}

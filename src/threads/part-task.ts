import type { FromWorker, LinesBefore, LogPart, Output, PartResult, ToWorker } from "./messages.ts";

/** The run's view of one part: passes messages between the part's worker and whoever writes its output. */
export class PartTask {
  readonly part: LogPart;
  /** Messages from the worker that `finish` has not handled yet. */
  readonly messages = new Mailbox<Exclude<FromWorker, { type: "counted" }>>();
  /** Resolves with the number of lines in the part, but only if line numbers are written. */
  readonly lines: Promise<number>;
  onCounted = (_: number): void => {};

  private worker: { send(message: ToWorker): void } | undefined;

  constructor(part: LogPart) {
    this.part = part;
    this.lines = new Promise((resolve) => {
      this.onCounted = resolve;
    });
  }

  /** Has a worker match the part. */
  assignTo(worker: { send(message: ToWorker): void }): void {
    this.worker = worker;
    worker.send({ type: "part", part: this.part });
  }

  /** Sends the number of lines before the part, once the worker has counted the part's own lines and waits for it. */
  async sendLinesBefore(linesBefore: LinesBefore): Promise<void> {
    await this.lines;
    this.worker!.send({ type: "lines before", ...linesBefore });
  }

  /**
   * Passes each output to `write`, with the worker it comes from. Rejects if `write` does, or if the worker's thread
   * fails.
   */
  async finish(write: (output: Output, worker: object) => Promise<void>): Promise<PartResult> {
    for (;;) {
      const message = await this.messages.take();
      if (message.type === "done") return message.result;
      await write(message, this.worker!);
      this.worker!.send({ type: "written", bytes: message.bytes });
    }
  }
}

/** A queue of messages for one reader. */
class Mailbox<T> {
  private readonly messages: T[] = [];
  private error: unknown;
  private wake = (): void => {};

  put(message: T): void {
    this.messages.push(message);
    this.wake();
  }

  /** Ends the queue: after the messages that are in it, `take` rejects with the error. */
  fail(error: unknown): void {
    this.error ??= error;
    this.wake();
  }

  /** Removes and returns the next message; waits for one if the queue is empty. */
  async take(): Promise<T> {
    while (this.messages.length === 0) {
      if (this.error !== undefined) throw this.error;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.messages.shift()!;
  }
}

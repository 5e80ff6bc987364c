import type { Block, BlockResult, FromWorker, LinesBefore, Output, ToWorker } from "./messages.ts";

/** The run's view of one block: passes messages between the block's worker and whoever writes its output. */
export class BlockTask {
  readonly block: Block;
  /** Messages from the worker that `finish` has not handled yet. */
  readonly messages = new Mailbox<Exclude<FromWorker, { kind: "loaded" | "counted" }>>();
  /** Resolves with the number of lines in the block, but only if line numbers are written. */
  readonly lines: Promise<number>;
  onCounted = (_: number): void => {};

  private worker: { send(message: ToWorker): void } | undefined;

  constructor(block: Block) {
    this.block = block;
    this.lines = new Promise((resolve) => {
      this.onCounted = resolve;
    });
  }

  /** Has a worker match the block. */
  assignTo(worker: { send(message: ToWorker): void }): void {
    this.worker = worker;
    worker.send({ kind: "block", block: this.block });
  }

  /** Sends the number of lines before the block, once the worker has counted the block's own lines and waits for it. */
  async sendLinesBefore(linesBefore: LinesBefore): Promise<void> {
    await this.lines;
    this.worker!.send({ kind: "lines before", ...linesBefore });
  }

  /**
   * Passes each output to `write`, with the worker it comes from. Rejects if `write` does, or if the worker's thread
   * fails.
   */
  async finish(write: (output: Output, worker: object) => Promise<void>): Promise<BlockResult> {
    for (;;) {
      const message = await this.messages.take();
      if (message.kind === "done") return message.result;
      await write(message, this.worker!);
      this.worker!.send({ kind: "written", bytes: message.bytes });
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

import type { FromWorker, Output, Part, PartResult, ToWorker } from "./messages.ts";

/** A part that waits to be matched, is being matched, or was. */
export class PartTask {
  readonly part: Part;
  /** What its worker said of it and nobody has listened to yet. */
  readonly messages = new Mailbox<Exclude<FromWorker, { type: "counted" }>>();
  /** How many lines the part has; told only if what is written tells the numbers of lines. */
  readonly lines: Promise<number>;
  onCounted = (_: number): void => {};

  private worker: { tell(message: ToWorker): void } | undefined;

  constructor(part: Part) {
    this.part = part;
    this.lines = new Promise((resolve) => {
      this.onCounted = resolve;
    });
  }

  /** Is given to the worker that matches it. */
  giveTo(worker: { tell(message: ToWorker): void }): void {
    this.worker = worker;
    worker.tell({ type: "part", part: this.part });
  }

  /** Tells how many lines come before the part. Waits until its own are counted. */
  async number(linesBefore: number): Promise<void> {
    await this.lines;
    this.worker!.tell({ type: "lines before", lines: linesBefore });
  }

  /** Hands what is to be written to `write` as it comes, and who wrote it. Rejects when that does, or when the thread of the worker fails. */
  async finish(write: (output: Output, worker: object) => Promise<void>): Promise<PartResult> {
    for (;;) {
      const message = await this.messages.take();
      if (message.type === "done") return message.result;
      await write(message, this.worker!);
      this.worker!.tell({ type: "written", bytes: message.bytes });
    }
  }
}

/** Messages in the order in which they came, for one reader who takes them in its own time. */
class Mailbox<T> {
  private readonly messages: T[] = [];
  private error: unknown;
  private wake = (): void => {};

  put(message: T): void {
    this.messages.push(message);
    this.wake();
  }

  /** Nothing more will come: whoever takes more than is there is told the error. */
  fail(error: unknown): void {
    this.error ??= error;
    this.wake();
  }

  /** The next message, waited for if there is none. Rejects with the error if the sender failed before it. */
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

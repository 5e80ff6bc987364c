/** Messages in the order in which they came, for one reader who takes them in its own time. */
export class Mailbox<T> {
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

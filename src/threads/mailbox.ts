/** Messages in the order in which they came, for one who takes them when he has time. */
export class Mailbox<T> {
  private readonly messages: T[] = [];
  private error: unknown;
  private wake = (): void => {};

  put(message: T): void {
    this.messages.push(message);
    this.wake();
  }

  /** Nothing will come any longer: whoever takes more than is there is told the error. */
  fail(error: unknown): void {
    this.error ??= error;
    this.wake();
  }

  /** The next message; waits for it. Rejects if the sender failed before. */
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

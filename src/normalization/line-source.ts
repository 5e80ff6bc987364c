// What reads lines several times, and what takes them.

/** Takes lines in order. */
export interface LineConsumer {
  /** Called before the first line of each log. */
  begin(): void;
  /** `flaw` says why the line holds no text for rules; undefined if it does. */
  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void;
}

/** Lines that can be read again and again. */
export interface LineSource {
  /** Gives all lines to the consumer: the same ones, in the same order, each time. */
  read(consumer: LineConsumer): Promise<void>;
}

import type { ChildProcess } from "node:child_process";
import { end, ended, HANG_MS } from "./command.ts";

/** A process that runs, whose outputs can be waited for as they come. */
export class Running {
  readonly ended: Promise<number | string | null>;
  stdout = "";
  stderr = "";
  readonly child: ChildProcess;
  private readonly waiting = new Set<() => void>();

  constructor(child: ChildProcess) {
    this.child = child;
    this.ended = ended(child);
    this.ended.catch(() => {});
    child.stdin?.on("error", () => {});
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
      for (const look of this.waiting) look();
    });
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
  }

  /** Resolves when this text has come on standard output; rejects when the process ends without it, or hangs. */
  async until(text: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = (): void => {
        if (this.stdout.includes(text)) done(resolve);
      };
      const failed = (): void =>
        done(() => reject(new Error(`no ${JSON.stringify(text)} in ${JSON.stringify(this.stdout)} (${this.stderr})`)));
      const limit = setTimeout(() => {
        end(this.child);
        failed();
      }, HANG_MS);
      const done = (settle: () => void): void => {
        clearTimeout(limit);
        this.waiting.delete(look);
        settle();
      };
      this.waiting.add(look);
      this.child.on("close", () => this.waiting.has(look) && failed());
      look();
    });
  }

  /** Writes to standard input. */
  write(data: string | Uint8Array): void {
    this.child.stdin!.write(data);
  }

  kill(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

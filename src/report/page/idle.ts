/** How long tasks run in one go, in milliseconds. In between, the page responds. */
const SLICE = 12;

/** Runs tasks one after another when the browser is idle. */
export class Idle {
  private tasks: (() => void)[] = [];
  private timer = 0;

  add(task: () => void): void {
    this.tasks.push(task);
    if (this.timer === 0) this.schedule();
  }

  /** Forgets the tasks that have not run yet. */
  clear(): void {
    this.tasks = [];
  }

  private schedule(): void {
    this.timer = setTimeout(() => this.run(), 0) as unknown as number;
  }

  private run(): void {
    const end = performance.now() + SLICE;
    while (this.tasks.length > 0 && performance.now() < end) this.tasks.shift()!();
    this.timer = 0;
    if (this.tasks.length > 0) this.schedule();
  }
}

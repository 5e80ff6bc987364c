import { EventEmitter, on } from "node:events";
import { Worker } from "node:worker_threads";
import type { Rulebook } from "../rulebook.ts";
import {
  type Block,
  type BlockResult,
  blockMatcher,
  type FromWorker,
  type Output,
  type Setup,
  type ToWorker,
} from "./block-matcher.ts";

/** Another thread gets its next block before it has finished one, so that it need not wait for this thread. */
const BLOCKS_AT_A_TIME = 2;

/** Many times what a thread takes until its program runs. In a damaged installation it may never run. */
const MAX_LOADING_MS = 10 * 1000;

/** A block that a worker has, or will have. */
interface Task {
  readonly block: Block;
  /** Has an event "message" for each message from the worker, or "error" if there will be no other. */
  readonly events: EventEmitter;
  worker: PoolWorker | undefined;
}

/** The workers of a run. Each block goes to the next free worker, in the order in which blocks are begun. */
export class WorkerPool {
  private readonly workers: readonly PoolWorker[];
  /** Each as often as it can take a block. */
  private readonly free: PoolWorker[] = [];
  private readonly waiting: Task[] = [];

  /** Makes `threads` workers, one of them in this thread; or fewer, if the system refuses more threads. */
  constructor(rulebook: Rulebook, setup: Setup, threads: number) {
    const release = (worker: PoolWorker): void => {
      this.free.push(worker);
      this.assign();
    };
    const own = new PoolWorker(ownThread(rulebook, setup), release);
    own.setLoaded(1);
    const program = new URL("./thread.js", import.meta.url);
    const workers = [own];
    try {
      while (workers.length < threads) {
        const thread = new Worker(program, { workerData: setup, execArgv: [], stdout: true, stderr: true });
        workers.push(new PoolWorker(thread, release));
      }
    } catch {
      // The run goes on with the threads that could be started, or with this one alone.
    }
    this.workers = workers;
  }

  /**
   * Has a block matched. Returns what passes its outputs to `write`, and resolves with its result. That rejects if
   * `write` does, or if the worker's thread fails.
   */
  begin(block: Block): (write: (output: Output) => Promise<void>) => Promise<BlockResult> {
    const events = new EventEmitter();
    // Nobody may be waiting for it.
    events.on("error", () => {});
    const messages = on(events, "message");
    const task: Task = { block, events, worker: undefined };
    this.waiting.push(task);
    this.assign();
    return async (write) => {
      for (;;) {
        const [message] = (await messages.next()).value as [Exclude<FromWorker, { kind: "loaded" }>];
        if (message.kind === "done") return message;
        await write(message);
        task.worker!.send({ kind: "written", bytes: message.bytes });
      }
    };
  }

  /** Has the blocks being matched end early, and begins no others. */
  stop(): void {
    this.waiting.length = 0;
    for (const worker of this.workers) worker.send({ kind: "stop" });
  }

  async end(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.end()));
  }

  private assign(): void {
    while (this.free.length > 0 && this.waiting.length > 0) {
      const worker = this.free.shift()!;
      if (!worker.hasFailed) worker.begin(this.waiting.shift()!);
    }
  }
}

/** A worker thread or this one. It receives messages by `postMessage`, and sends them as the event "message". */
type Thread = EventEmitter & Pick<Worker, "postMessage" | "terminate">;

class PoolWorker {
  hasFailed = false;
  private readonly thread: Thread;
  /** The first one is being matched. */
  private readonly tasks: Task[] = [];
  private readonly onFree: (worker: PoolWorker) => void;
  /** Resolves once the thread runs its program, or has failed. */
  private readonly loaded: Promise<void>;
  private resolveLoaded!: () => void;

  /** Calls `onFree` once for each block that the worker can take. */
  constructor(thread: Thread, onFree: (worker: PoolWorker) => void) {
    this.thread = thread;
    this.onFree = onFree;
    this.loaded = new Promise((resolve) => {
      this.resolveLoaded = resolve;
    });
    thread.on("message", (message: FromWorker) => this.receive(message));
    thread.on("error", (error) => this.fail(error));
    thread.on("exit", (code) => this.fail(new Error(`a worker thread exited with code ${code}`)));
  }

  begin(task: Task): void {
    this.tasks.push(task);
    task.worker = this;
    this.send({ kind: "block", block: task.block });
  }

  send(message: ToWorker): void {
    this.thread.postMessage(message);
  }

  /** From now on, the worker can take this many blocks at a time. */
  setLoaded(blocks: number): void {
    this.resolveLoaded();
    for (let i = 0; i < blocks; i++) this.onFree(this);
  }

  async end(): Promise<void> {
    // If a thread is terminated while Node reads its program, the descriptor of that file stays open.
    const timer = setTimeout(this.resolveLoaded, MAX_LOADING_MS);
    await this.loaded;
    clearTimeout(timer);
    await this.thread.terminate();
  }

  private receive(message: FromWorker): void {
    if (message.kind === "loaded") {
      this.setLoaded(BLOCKS_AT_A_TIME);
      return;
    }
    this.tasks[0]!.events.emit("message", message);
    if (message.kind !== "done") return;
    this.tasks.shift();
    this.onFree(this);
  }

  /** A thread that fails before it was given blocks is not missed: the others do its work. */
  private fail(error: Error): void {
    this.hasFailed = true;
    this.resolveLoaded();
    for (const { events } of this.tasks) events.emit("error", error);
  }
}

/** This thread behind the interface of a worker thread. */
function ownThread(rulebook: Rulebook, setup: Setup): Thread {
  const thread = new EventEmitter();
  const postMessage = blockMatcher(rulebook, setup, (message) => thread.emit("message", message));
  return Object.assign(thread, { postMessage, terminate: () => Promise.resolve(0) });
}

import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import type { Rulebook } from "../normalization/rulebook.ts";
import { Mailbox } from "./mailbox.ts";
import type { FromMember, Output, Part, PartResult, Setup, ToMember } from "./messages.ts";
import { PartMatcher } from "./part-matcher.ts";

/** A thread is given its next part before it has done with one, so that it need not wait for this thread to have time. */
const PARTS_AT_A_TIME = 2;

/** Those who do the work of a run. Parts are begun in the order in which they are given, each when somebody has time. */
export class Crew {
  private readonly members: readonly Member[];
  private readonly free: Member[] = [];
  private readonly waiting: PartInWork[] = [];

  /** This thread is one of them, and need not be waited for. */
  constructor(rulebook: Rulebook, setup: Setup, threads: number) {
    const own = new Member(new OwnThread(rulebook, setup), (member) => this.takeBack(member));
    this.free.push(own);
    const program = new URL("./thread.js", import.meta.url);
    const members = [own];
    try {
      while (members.length < threads) {
        const thread = new Worker(program, { workerData: setup, execArgv: [], stdout: true, stderr: true });
        const member = new Member(thread, (member) => this.takeBack(member));
        thread.once("online", () => {
          for (let i = 0; i < PARTS_AT_A_TIME; i++) this.takeBack(member);
        });
        members.push(member);
      }
    } catch {
      // The system gives no more threads; those that there are do the work, and this one is always there.
    }
    this.members = members;
  }

  begin(part: Part): PartInWork {
    const work = new PartInWork(part);
    this.waiting.push(work);
    this.goOn();
    return work;
  }

  /** Lets the parts that are being matched end early, and begins no more. */
  stop(): void {
    this.waiting.length = 0;
    for (const member of this.members) member.tell({ type: "stop" });
  }

  async end(): Promise<void> {
    await Promise.all(this.members.map((member) => member.end()));
  }

  private takeBack(member: Member): void {
    this.free.push(member);
    this.goOn();
  }

  private goOn(): void {
    while (this.free.length > 0 && this.waiting.length > 0) {
      const member = this.free.shift()!;
      if (!member.isGone) member.begin(this.waiting.shift()!);
    }
  }
}

/** What a member works in: takes what is posted to it, and answers with the event "message". */
type Thread = EventEmitter & Pick<Worker, "postMessage" | "terminate">;

/** One of the crew. */
class Member {
  private readonly thread: Thread;
  /** The first is being matched. */
  private readonly parts: PartInWork[] = [];
  private readonly onDone: (member: Member) => void;
  /** Whether the thread came to grief. */
  isGone = false;

  constructor(thread: Thread, onDone: (member: Member) => void) {
    this.thread = thread;
    this.onDone = onDone;
    thread.on("message", (message: FromMember) => this.hear(message));
    thread.on("error", (error) => this.fail(error));
    thread.on("exit", (code) => this.fail(new Error(`a thread ended with ${code}`)));
  }

  begin(part: PartInWork): void {
    this.parts.push(part);
    part.member = this;
    this.tell({ type: "part", part: part.part });
  }

  tell(message: ToMember): void {
    this.thread.postMessage(message, message.type === "written" ? [message.bytes.buffer] : []);
  }

  async end(): Promise<void> {
    await this.thread.terminate();
  }

  private hear(message: FromMember): void {
    const part = this.parts[0]!;
    if (message.type === "counted") {
      part.onCounted(message.lines);
      return;
    }
    part.messages.put(message);
    if (message.type !== "done") return;
    this.parts.shift();
    this.onDone(this);
  }

  private fail(error: Error): void {
    this.isGone = true;
    for (const { messages } of this.parts) messages.fail(error);
  }
}

/** A part that waits for somebody to match it, is being matched, or was. */
export class PartInWork {
  readonly part: Part;
  member: Member | undefined;
  /** What was said of it and not yet listened to. */
  readonly messages = new Mailbox<Exclude<FromMember, { type: "counted" }>>();
  /** How many lines the part has; told only if records are to be numbered. */
  readonly lines: Promise<number>;
  onCounted = (_: number): void => {};

  constructor(part: Part) {
    this.part = part;
    this.lines = new Promise((resolve) => {
      this.onCounted = resolve;
    });
  }

  /** Tells how many lines come before the part. */
  async number(linesBefore: number): Promise<void> {
    await this.lines;
    this.member!.tell({ type: "lines before", lines: linesBefore });
  }

  /** Hands what is to be written to `write` as it comes. Rejects when that does, or when a thread comes to grief. */
  async finish(write: (output: Output) => Promise<void>): Promise<PartResult> {
    for (;;) {
      const message = await this.messages.take();
      if (message.type === "done") return message.result;
      await write(message);
      this.member!.tell({ type: "written", bytes: message.bytes });
    }
  }
}

/** The thread that it is made in. */
class OwnThread extends EventEmitter {
  private readonly matcher: PartMatcher;

  constructor(rulebook: Rulebook, setup: Setup) {
    super();
    this.matcher = new PartMatcher(rulebook, setup, (message) => this.emit("message", message));
  }

  postMessage(message: ToMember): void {
    this.matcher.receive(message);
  }

  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

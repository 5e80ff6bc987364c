// Pipes that are not ready, and say so: what reads or writes them is told EAGAIN, and has to come back.
import { type StdioOptions, spawnSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Outcome, outcome } from "./command.ts";
import type { Subject } from "./fault-subject.ts";

/** Time in which a command comes to its pipe. If it takes longer, it finds the pipe ready, and all holds the more. */
const MEANWHILE_MS = 150;

const FILLING = Buffer.alloc(4096, 0xff);

/** Both ends of a pipe, non-blocking: a named one, since it can be opened like that. */
function pipe(cwd: string): { readonly reader: number; readonly writer: number } {
  spawnSync("mkfifo", ["pipe"], { cwd });
  const reader = openSync(`${cwd}/pipe`, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(`${cwd}/pipe`, constants.O_WRONLY | constants.O_NONBLOCK) };
}

/** Runs the command with a full pipe as one of its outputs, which somebody reads after a while. */
export async function blockedOutput(
  subject: Subject,
  args: readonly string[],
  blocked: "stdout" | "stderr",
): Promise<Outcome> {
  const cwd = subject.place();
  const { reader, writer } = pipe(cwd);
  const filled = filledUp(writer);
  const stdio: StdioOptions = blocked === "stdout" ? ["ignore", writer, "pipe"] : ["ignore", "pipe", writer];
  const running = outcome(subject.start(cwd, { stdio }, args));
  closeSync(writer);
  await delay(MEANWHILE_MS);
  const chunks: Buffer[] = [];
  for await (const chunk of new Socket({ fd: reader, readable: true, writable: false })) chunks.push(chunk as Buffer);
  return { ...(await running), [blocked]: Buffer.concat(chunks).subarray(filled) };
}

/** Runs the command with an empty pipe as standard input, into which somebody writes after a while. */
export async function blockedInput(subject: Subject, args: readonly string[]): Promise<Outcome> {
  const input = subject.log;
  const cwd = subject.place(Buffer.alloc(0));
  const { reader, writer } = pipe(cwd);
  const running = outcome(subject.start(cwd, { stdio: [reader, "pipe", "pipe"] }, args));
  closeSync(reader);
  await delay(MEANWHILE_MS);
  const stream = new Socket({ fd: writer, readable: false, writable: true });
  for (let from = 0; from < input.length; from += 10_007) {
    const piece = input.subarray(from, from + 10_007);
    await new Promise((resolve) => stream.write(piece, resolve));
  }
  stream.end();
  return await running;
}

function filledUp(writer: number): number {
  for (let filled = 0; ; filled += FILLING.length) {
    try {
      writeSync(writer, FILLING);
    } catch {
      return filled;
    }
  }
}

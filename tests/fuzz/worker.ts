// Runs cases of one target, one after the other, until the time is up. It has its own process, which may hang or crash.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { caseSeed } from "./case-seed.ts";
import type { Message } from "./messages.ts";
import { type TargetName, targetNamed } from "./targets.ts";

/** How long a failing case is made smaller. */
const SHRINKING_MS = 30_000;

const [name, seed, first, last, until, scratch] = process.argv.slice(2);
const target = targetNamed(name as TargetName);

/** Resolves once the message is sent, because the next step may keep this process busy for ever. */
function send(message: Message): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}

/** Fails if the case fails, until the time for making it smaller is up. */
async function shrunk(one: unknown, index: number, failure: { since?: number }): Promise<void> {
  if (failure.since !== undefined && Date.now() > failure.since + SHRINKING_MS) return;
  try {
    await checked(one, index);
  } catch (error) {
    failure.since ??= Date.now();
    throw error;
  }
}

async function checked(one: unknown, index: number): Promise<void> {
  await send({ kind: "begins", index });
  const folder = join(scratch!, "case");
  mkdirSync(folder);
  try {
    await target.check(one, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function runCase(index: number): Promise<void> {
  const failure = {};
  const property = fc.asyncProperty(target.cases, (one) => shrunk(one, index, failure));
  const { failed, counterexample, errorInstance } = await fc.check(property, {
    seed: caseSeed(Number(seed), index),
    numRuns: 1,
  });
  if (!failed) return;
  const message =
    errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  const files = counterexample === null ? {} : target.files(counterexample[0]);
  await send({ kind: "fault", fault: { index, message, files } });
}

let index = Number(first);
// Runs at least one case, as starting up may have taken all the time.
do await runCase(index++);
while (index <= Number(last) && Date.now() < Number(until));
await send({ kind: "done", cases: index - Number(first) });
process.disconnect();

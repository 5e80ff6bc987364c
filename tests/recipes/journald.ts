import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { env } from "../support/command.ts";
import { isRunning, kill, Place, stateOf, succeeded } from "./place.ts";
import type { Program, ProgramDefinition } from "./programs.ts";
import { type Fault, type Result, resultOf } from "./trial.ts";

export const JOURNALCTL: ProgramDefinition = {
  name: "journalctl",
  folders: [],
  packages: [],
  versionOption: "--version",
};

/** Writes journal files, so that the tests need neither a running journald nor the system's journal. */
export const JOURNAL_REMOTE: ProgramDefinition = {
  name: "systemd-journal-remote",
  folders: ["/lib/systemd"],
  packages: ["systemd-journal-remote", "libmicrohttpd12"],
  versionOption: "--version",
};

const HALF = 5000;

/** Takes batches of a journal, with a fault in the second one, which is then taken again. */
export async function journalTrial(journalctl: Program, remote: Program, fault: Fault): Promise<Result> {
  const place = new Place();
  try {
    place.install("normalize-journal", "/opt/normalize-journal");
    const log = `#!/bin/sh\necho $$ >> /run/journalctl.pids\nexec ${journalctl.path} --file /var/log/gates.journal "$@"\n`;
    place.write("/opt/journalctl", log);
    addToJournal(place, remote, 1, HALF);
    await batch(place);
    addToJournal(place, remote, HALF + 1, 2 * HALF);
    if (fault !== "none") await brokenBatch(place, fault);
    await batch(place);
    await batch(place);
    return resultOf(messagesIn(place), 2 * HALF);
  } finally {
    await place.close();
  }
}

/** Every other message has a control character, so that journalctl writes it as a list of bytes. */
function addToJournal(place: Place, remote: Program, first: number, last: number): void {
  const entries: Buffer[] = [];
  for (let i = first; i <= last; i++) {
    const message = Buffer.from(`gate ${i} opened for card 4471${i % 2 === 0 ? "\x01" : ""}`);
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(message.length));
    const head = `__REALTIME_TIMESTAMP=${1_746_352_802_000_000 + i}\n__MONOTONIC_TIMESTAMP=${i}\n_BOOT_ID=${"1".repeat(32)}\n`;
    entries.push(Buffer.from(`${head}MESSAGE\n`), length, message, Buffer.from("\n\n"));
  }
  place.write("/var/log/export", Buffer.concat(entries).toString("latin1"));
  const args = ["-o", place.path("/var/log/gates.journal"), place.path("/var/log/export")];
  if (!succeeded(remote, args)) throw new Error("the journal cannot be written");
}

function start(place: Place): ChildProcess {
  const PATH = `${place.path("/opt")}:${process.env.PATH}`;
  return spawn(place.path("/opt/normalize-journal"), [], { env: { ...env, PATH }, stdio: "inherit" });
}

async function batch(place: Place): Promise<void> {
  const script = start(place);
  await place.until("the batch has ended", () => script.exitCode !== null);
  if (script.exitCode !== 0) throw new Error(`a batch ended with ${script.exitCode}`);
}

/** A batch in the middle of which a program is ended: the command, or journalctl, which the pipe has stopped. */
async function brokenBatch(place: Place, fault: Fault): Promise<void> {
  const before = place.newestNormalizer();
  const script = start(place);
  await place.until("the command starts", () => place.newestNormalizer() !== before);
  const command = place.newestNormalizer();
  kill(command, "SIGSTOP");
  await place.until("the command stands still", () => stateOf(command) === "T");
  await sleep(1000);
  const isCommand = fault === "child killed" || fault === "child stopped";
  const victim = isCommand ? command : Number(place.read("/run/journalctl.pids").trimEnd().split("\n").at(-1));
  kill(victim, fault === "child killed" || fault === "killed" ? "SIGKILL" : "SIGTERM");
  await place.until("it has ended", () => isCommand || !isRunning(victim));
  kill(command, "SIGCONT");
  await place.until("the batch has ended", () => script.exitCode !== null);
  if (script.exitCode === 0) throw new Error("a broken batch ended with 0");
}

function messagesIn(place: Place): string {
  const folder = place.path("/var/log/journal-normalized");
  const records = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").slice(0, -1));
  return records.map((record) => `${JSON.parse(record).MESSAGE}\n`).join("");
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { COMMAND, env } from "../support/command.ts";
import { blocksOf } from "../support/page-blocks.ts";
import type { Program } from "./programs.ts";

const PAGE = new URL("../../docs/how-to/log-pipelines.md", import.meta.url);
const blocks = blocksOf(readFileSync(PAGE, "utf8"));

/** Nothing here takes this long, however busy the machine is. */
const LIMIT_MS = 90_000;

const open = new Set<Place>();
process.on("exit", () => {
  for (const place of open) place.remove();
});

/**
 * A folder that stands for the root of a system: the configuration of the page is installed in it, with all its paths
 * moved there.
 */
export class Place {
  readonly root = mkdtempSync(join(tmpdir(), "normalizer-recipe-"));

  constructor() {
    open.add(this);
    for (const folder of ["/var/log/journal-normalized", "/var/spool/rsyslog", "/run"]) {
      mkdirSync(this.path(folder), { recursive: true });
    }
    this.write("/opt/normalizer", `#!/bin/sh\necho $$ >> /run/normalizer.pids\nexec '${env.NODE}' '${COMMAND}' "$@"\n`);
    this.install("rules.yaml", "/etc/rules.yaml");
  }

  path(path: string): string {
    return this.root + path;
  }

  /** Writes a named block of the page to a file. */
  install(block: string, path: string): void {
    const found = blocks.find(({ name }) => name === block);
    if (found === undefined) throw new Error(`the page has no block named ${block}`);
    this.write(path, found.text);
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text.replace(/(?<![\w./])(?=\/(?:etc|opt|run|var)\/)/g, this.root));
    if (text.startsWith("#!")) chmodSync(this.path(path), 0o755);
  }

  append(path: string, text: string): void {
    appendFileSync(this.path(path), text);
  }

  read(path: string): string {
    return existsSync(this.path(path)) ? readFileSync(this.path(path), "utf8") : "";
  }

  /** Starts a program. What it prints is in `/run/messages`. */
  start({ path, env: more }: Program, args: readonly string[], cwd = this.root): ChildProcess {
    const messages = openSync(this.path("/run/messages"), "a");
    const stdio = ["ignore", messages, messages] as const;
    const child = spawn(path, args, { cwd, env: { ...env, ...more }, stdio: [...stdio] });
    closeSync(messages);
    child.on("error", (error) => this.append("/run/messages", `${error}\n`));
    return child;
  }

  /** The process of the command that was started last. */
  newestNormalizer(): number {
    return Number(this.read("/run/normalizer.pids").trimEnd().split("\n").at(-1));
  }

  /** Waits until something holds. Throws with what the programs printed if it never does. */
  async until(what: string, holds: () => boolean): Promise<void> {
    for (const end = performance.now() + LIMIT_MS; !holds(); await sleep(5)) {
      if (performance.now() > end) throw new Error(`waited in vain until ${what}\n${this.read("/run/messages")}`);
    }
  }

  /** Ends everything that was started here, and removes the folder. */
  async close(): Promise<void> {
    this.killAll();
    await this.until("all processes have ended", () => processesWith(this.root).length === 0);
    this.remove();
  }

  /** The same, for a run that is broken off and cannot wait. */
  remove(): void {
    this.killAll();
    rmSync(this.root, { recursive: true, force: true });
    open.delete(this);
  }

  /** Processes that were started here have the unique name of the folder in their arguments. */
  private killAll(): void {
    for (const pid of processesWith(this.root)) kill(pid, "SIGKILL");
  }
}

/** Whether a program runs and ends with 0. */
export function succeeded({ path, env: more }: Program, args: readonly string[]): boolean {
  return spawnSync(path, args, { env: { ...env, ...more }, stdio: "ignore" }).status === 0;
}

/** Sends a signal to a process, which may have ended. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {}
}

/** Whether a process is there. One that has ended and that nobody waits for counts as gone. */
export function isRunning(pid: number): boolean {
  return stateOf(pid) !== undefined;
}

/** The state of a process: `T` if it is stopped. */
export function stateOf(pid: number): string | undefined {
  try {
    const state = /\) (\w) /.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1];
    return state === "Z" ? undefined : state;
  } catch {
    return undefined;
  }
}

function processesWith(argument: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(argument) && isRunning(pid);
      } catch {
        return false;
      }
    });
}

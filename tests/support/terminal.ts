// Terminals for the built command: pseudo terminals, made by the `script` program of util-linux.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { Host, type Hosting } from "./command-host.ts";
import { folder } from "./folder.ts";

export const hasTerminals = spawnSync("script", ["--version"]).status === 0;

/** Follows the output of each run, so that its end can be seen. */
const END = "\0end\0";

/** A terminal of some width, and a host for runs in it. */
export class Terminal {
  private readonly script: ChildProcess;
  private readonly host = new Host();
  private readonly device: Promise<string>;
  private shown = "";

  constructor(columns: number) {
    const cwd = folder();
    // The terminal lives as long as a program has it open.
    const session = `stty cols ${columns} rows 24; tty >device; printf '${END.replaceAll("\0", "\\0")}'; exec sleep infinity`;
    this.script = spawn("script", ["-qec", session, "/dev/null"], { cwd, stdio: ["pipe", "pipe", "ignore"] });
    this.script.stdout!.setEncoding("utf8").on("data", (text: string) => {
      this.shown += text;
    });
    process.on("exit", () => this.script.kill());
    this.device = this.ended().then(() => readFileSync(`${cwd}/device`, "utf8").trim());
  }

  /** Runs the command with both outputs to the terminal, and returns what that got, with line ends as in files. */
  async run(args: readonly string[], cwd: string, env: NonNullable<Hosting["env"]> = {}): Promise<string> {
    const device = await this.device;
    await this.host.run(args, cwd, { stdout: device, isOneOutput: true, env });
    writeFileSync(device, END);
    return (await this.ended()).replaceAll("\r\n", "\n");
  }

  /** What the terminal got up to the next end. Between runs it does not keep the tests from ending. */
  private async ended(): Promise<string> {
    const handles = [this.script, this.script.stdin as Socket, this.script.stdout as Socket];
    for (const handle of handles) handle.ref();
    while (!this.shown.includes(END)) await once(this.script.stdout!, "data");
    for (const handle of handles) handle.unref();
    const [text, rest] = this.shown.split(END) as [string, string];
    this.shown = rest;
    return text;
  }
}

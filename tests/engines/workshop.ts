import { createHash } from "node:crypto";
import {
  chmodSync,
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMAND } from "../support/command.ts";
import { killAll } from "./processes.ts";

const HOOK = fileURLToPath(new URL("stop-part.cjs", import.meta.url));

/** A temporary folder with the command in it, for all programs that the check starts. */
export class Workshop {
  readonly folder = mkdtempSync(join(tmpdir(), "normalizer-engines-"));
  /** The environment without what npm passes to its scripts, and with `normalizer` in its `PATH`. */
  readonly env: NodeJS.ProcessEnv;
  private outputs = 0;

  constructor() {
    const bin = this.make("bin");
    const faults = this.make("faults");
    const quoted = [process.execPath, "--require", HOOK, COMMAND].map((word) => `'${word}'`).join(" ");
    writeFileSync(join(bin, "normalizer"), `#!/bin/sh\nexport FAULTS='${faults}'\nexec ${quoted} "$@"\n`);
    chmodSync(join(bin, "normalizer"), 0o755);
    const inherited = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|_COLOR$/i.test(name));
    const PATH = [bin, dirname(process.execPath), process.env.PATH].join(delimiter);
    this.env = { ...Object.fromEntries(inherited), PATH };
  }

  /** Makes a folder. */
  make(...names: string[]): string {
    const path = join(this.folder, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** A new folder for outputs. Removes the one before, because outputs are large. */
  makeOutput(): string {
    rmSync(join(this.folder, `out-${this.outputs}`), { recursive: true, force: true });
    return this.make(`out-${++this.outputs}`);
  }

  /** Has the next try of a part stop in the middle. */
  stopPart(part: number): void {
    rmSync(this.inFaults("stopped"), { force: true });
    writeFileSync(this.inFaults("part"), String(part));
  }

  /** The process id of the try that stopped, if it has. */
  stoppedProcess(): number | undefined {
    const path = this.inFaults("stopped");
    return existsSync(path) ? Number(readFileSync(path, "utf8")) : undefined;
  }

  /** No part is to stop any more. */
  endFaults(): void {
    rmSync(this.inFaults("part"), { force: true });
  }

  /** Ends all processes and removes the folder. */
  close(): void {
    killAll(this.folder);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  private inFaults(name: string): string {
    return join(this.folder, "faults", name);
  }
}

/** The files of a folder with an ending, in the order of `*`. */
export function filesIn(folder: string, ending: string): string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.sort().map((name) => join(folder, name));
}

/** The bytes and the hash of files, one after the other. */
export async function contentOf(files: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  let bytes = 0;
  for (const file of files) {
    bytes += statSync(file).size;
    for await (const chunk of createReadStream(file)) hash.update(chunk);
  }
  return `${bytes} bytes, ${hash.digest("hex")}`;
}

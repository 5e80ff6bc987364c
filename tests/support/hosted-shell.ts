// Bash scripts that call the built command, without a process for each call.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { constants } from "node:os";
import { resolve } from "node:path";
import { COMMAND, ended, env, type Outcome, shell } from "./command.ts";
import { withHost } from "./command-host.ts";
import { folder } from "./folder.ts";
import { isWhole } from "./run-settings.ts";

/** Whether a process can open the descriptors of another. */
const hasDescriptors = existsSync("/proc/self/fd");

/** Whoever connects to the server must know it. */
const SECRET = randomBytes(16).toString("hex");

/**
 * Sends what makes a run: the process that has its standard streams, their numbers there, and the folder, arguments and
 * environment, each with a NUL after it. Then it waits for the exit code, or to hear that a program needs a process of
 * its own.
 */
const FUNCTIONS = `hosted() {
  local call input output errors name exit
  exec {input}<&0 {output}>&1 {errors}>&2 {call}<>/dev/tcp/127.0.0.1/$TEST_PORT
  {
    printf '%s\\0' "$TEST_SECRET" $BASHPID $input $output $errors "$PWD" $# "$@"
    for name in $(compgen -e); do printf '%s=%s\\0' "$name" "\${!name}"; done
    printf '\\0'
  } >&$call
  read -r exit <&$call
  exec {input}<&- {output}>&- {errors}>&- {call}>&-
  if [ $exit = own ]; then "$NODE" "$@"; else return $exit; fi
}
normalizer() { hosted "$COMMAND" "$@"; }
node() { hosted "$@"; }
`;

/** What calls have only in processes of their own: limits, inputs from other programs as files, and closed streams. */
const NEEDS_PROCESSES = /\bulimit\b|<\(|(?<!\d)[<>]&-/;

let server: Promise<Server> | undefined;

/**
 * Runs a bash script in which `normalizer` is the built command, or another build of it, and `node` runs modules. Both
 * run in hosts. Pipes, redirections and variables work as usual, but a call appends to a file that is its output, and
 * cannot get a signal. Scripts that need more, and all scripts with `--runs 1` and above, have a process for each call.
 */
export async function hostedShell(script: string, cwd: string, command = COMMAND): Promise<Outcome> {
  if (!hasDescriptors || isWhole || NEEDS_PROCESSES.test(script)) return shell(script, cwd, command);
  server ??= listening();
  const { port } = (await server).address() as AddressInfo;
  const files = folder();
  const [stdout, stderr] = [`${files}/stdout`, `${files}/stderr`];
  const outputs = [openSync(stdout, "a"), openSync(stderr, "a")] as const;
  const child = spawn("bash", ["-c", FUNCTIONS + script], {
    cwd,
    env: { ...env, COMMAND: command, TEST_SECRET: SECRET, TEST_PORT: String(port) },
    stdio: ["ignore", ...outputs],
    detached: true,
  });
  for (const output of outputs) closeSync(output);
  const exit = await ended(child);
  const outcome = { exit, stdout: readFileSync(stdout), stderr: readFileSync(stderr) };
  rmSync(files, { recursive: true });
  return outcome;
}

async function listening(): Promise<Server> {
  const server = createServer((socket) => void answer(socket).catch((error) => socket.destroy(error)));
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return server;
}

async function answer(socket: Socket): Promise<void> {
  const call = await received(socket);
  if (call === undefined) return;
  const { files, program, args, cwd, env } = call;
  const command = resolve(cwd, program);
  if (program !== env.COMMAND && !canBeHosted(command)) {
    socket.end("own\n");
    return;
  }
  const exit = await withHost((host) => host.runWith(files, args, cwd, { command, env }));
  socket.end(`${typeof exit === "string" ? 128 + constants.signals[exit as NodeJS.Signals] : exit}\n`);
}

/** Node opens standard input as a stream only once for each process. */
function canBeHosted(program: string): boolean {
  return program.endsWith(".mjs") && existsSync(program) && !readFileSync(program, "utf8").includes("process.stdin");
}

/** What a script sent, as soon as it is complete. */
async function received(socket: Socket) {
  socket.setEncoding("utf8");
  let text = "";
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    const [secret, pid, input, output, errors, cwd = "", count, ...words] = text.split("\0");
    const end = words.indexOf("", Number(count));
    if (secret !== SECRET || end === -1 || end === words.length - 1) continue;
    const descriptor = (fd = ""): string => `/proc/${pid}/fd/${fd}`;
    const [program = "", ...args] = words.slice(0, Number(count));
    const pairs = words.slice(Number(count), end).map((pair) => /^([^=]*)=(.*)$/s.exec(pair)!.slice(1));
    return {
      files: [
        [descriptor(input), "r"],
        [descriptor(output), "a"],
        [descriptor(errors), "a"],
      ] as const,
      program,
      args,
      cwd,
      env: Object.fromEntries(pairs) as Record<string, string>,
    };
  }
  return undefined;
}

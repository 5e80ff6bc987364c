import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type Engine, NotPossible } from "./engine.ts";
import { runProgram, startLogged, until } from "./processes.ts";

/** An absolute path is needed by sshd, which starts itself anew for each connection. */
const SSHD = "/usr/sbin/sshd";

/** OpenSSH in Debian separates privileges in this folder, which its service makes. */
const SSHD_FOLDER = "/run/sshd";

/** GNU parallel with two hosts, which are both this machine, through a sshd of our own. */
export const parallelOverSsh: Engine = {
  name: "GNU parallel over sshd",
  page: "engines-parallel.md",

  async find(env) {
    const parallel = await runProgram("parallel", ["--version"], env, "/");
    const version = /^GNU parallel (\S+)/.exec(parallel.text)?.[1];
    if (version === undefined) return { missing: "there is no GNU parallel (apt-get install parallel)" };
    const ssh = await runProgram("ssh", ["-V"], env, "/");
    if (!existsSync(SSHD) || ssh.status !== 0)
      return { missing: "there is no ssh, or no sshd (apt-get install openssh-server)" };
    return { version: `${version}, ${/^[^ ,]+/.exec(ssh.text)?.[0]}` };
  },

  async start({ folder, env }) {
    const log = join(folder, "sshd.log");
    const ssh = await writeConfigs(folder, env);
    makePrivilegeFolder();
    const sshd = startLogged(SSHD, ["-D", "-e", "-f", join(folder, "sshd_config")], log, env, folder);
    const tellsPort = () => existsSync(log) && readFileSync(log, "utf8").includes("Server listening");
    try {
      await until("sshd listens", tellsPort, sshd);
    } catch (error) {
      throw new NotPossible(`${(error as Error).message}: ${readFileSync(log, "utf8")}`);
    }
    for (const host of ["node1", "node2"]) {
      const login = await runProgram(ssh[0]!, [...ssh.slice(1), host, "true"], env, folder);
      if (login.status !== 0) throw new NotPossible(`sshd lets nobody in: ${login.text}${readFileSync(log, "utf8")}`);
    }
    return {
      async run({ parts, out, args }) {
        const jobEnv = { ...env, PARALLEL_SSH: ssh.join(" ") };
        const words = ["parallel_parts.sh", "1/node1,1/node2", String(parts), out, ...args];
        const { status, text } = await runProgram("sh", words, jobEnv, folder);
        return { isDone: status === 0, text };
      },
      isWorker: (commandLine) => /^sshd(-session)?: .*@notty/.test(commandLine),
      // With --retries parallel shows only what the last try of a part wrote.
      workerLog: () => [],
    };
  },
};

/** Writes keys and the settings of both ends. Returns the command that connects with them. */
async function writeConfigs(folder: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  for (const key of ["host", "user"]) {
    const { status, text } = await runProgram(
      "ssh-keygen",
      ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, key)],
      env,
      folder,
    );
    if (status !== 0) throw new NotPossible(`ssh-keygen: ${text}`);
  }
  const port = await freePort();
  // StrictModes would refuse a folder below one that everybody may write to.
  const sshd = `ListenAddress 127.0.0.1
Port ${port}
HostKey ${folder}/host
AuthorizedKeysFile ${folder}/user.pub
PidFile none
StrictModes no
PasswordAuthentication no
UsePAM no
MaxStartups 100
SetEnv "PATH=${env.PATH}"
`;
  const ssh = `Host node1 node2
  HostName 127.0.0.1
  Port ${port}
  IdentityFile ${folder}/user
  IdentitiesOnly yes
  UserKnownHostsFile ${folder}/known_hosts
  StrictHostKeyChecking accept-new
  BatchMode yes
  ConnectTimeout 60
`;
  writeFileSync(join(folder, "sshd_config"), sshd);
  writeFileSync(join(folder, "ssh_config"), ssh);
  return ["ssh", "-F", join(folder, "ssh_config")];
}

/** Makes the folder that sshd asks for, if this is root, and takes it away at the end. Other users' sshd needs none. */
function makePrivilegeFolder(): void {
  if (process.getuid?.() !== 0 || existsSync(SSHD_FOLDER)) return;
  mkdirSync(SSHD_FOLDER, { mode: 0o755 });
  process.on("exit", () => {
    try {
      rmdirSync(SSHD_FOLDER);
    } catch {
      // Another sshd may use it by now.
    }
  });
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

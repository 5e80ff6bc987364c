import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "./engine.ts";
import { runProgram, startLogged, until } from "./processes.ts";
import { PYTHON, pythonVersion } from "./python.ts";

/** A scheduler and two workers of `dask.distributed`. */
export const dask: Engine = {
  name: "Dask",
  page: "engines-dask.md",

  async find(env) {
    const version = await pythonVersion("distributed", env);
    return version === undefined
      ? { missing: `${PYTHON} has no module distributed (pip install distributed)` }
      : { version };
  },

  async start({ folder, env }) {
    const logOf = (name: string) => join(folder, `${name}.log`);
    const start = (name: string, ...args: string[]) =>
      startLogged(PYTHON, ["-m", "dask", ...args], logOf(name), env, folder);
    const read = (name: string) => (existsSync(logOf(name)) ? readFileSync(logOf(name), "utf8") : "");

    const local = ["--host", "127.0.0.1", "--no-dashboard"];
    const scheduler = start("scheduler", "scheduler", ...local, "--port", "0");
    const address = () => /Scheduler at: *(tcp:\S+)/.exec(read("scheduler"))?.[1];
    await until("the scheduler has an address", () => address() !== undefined, scheduler);
    for (const name of ["worker1", "worker2"]) {
      const options = ["--nthreads", "1", "--name", name, "--local-directory", folder];
      const worker = start(name, "worker", ...local, ...options, address()!);
      await until(`${name} is known`, () => read(name).includes("Registered to:"), worker);
    }
    return {
      async run({ parts, out, args }) {
        const words = ["dask_parts.py", address()!, String(parts), out, ...args];
        const { status, text } = await runProgram(PYTHON, words, env, folder);
        return { isDone: status === 0, text };
      },
      // The nanny's child, in which the tasks run. The nanny starts another one.
      isWorker: (commandLine) => commandLine.includes("multiprocessing.spawn"),
      workerLog: () =>
        ["scheduler", "worker1", "worker2"]
          .flatMap((name) => read(name).split("\n"))
          .filter((line) => /Remove worker|marked as failed|was killed|Restarting worker|died/.test(line)),
    };
  },
};

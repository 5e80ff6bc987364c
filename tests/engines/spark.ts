import type { ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Engine, JobResult } from "./engine.ts";
import { runProgram, startLogged, until } from "./processes.ts";
import { PYTHON, pythonVersion } from "./python.ts";
import { type SparkSession, sparkChecks } from "./spark-checks.ts";

const SESSION = fileURLToPath(new URL("spark-session.py", import.meta.url));

/** PySpark itself knows which versions it needs, and says so in the last line of what it throws. */
const REQUIRED = [
  "from pyspark.sql.pandas.utils import require_minimum_pandas_version, require_minimum_pyarrow_version",
  "require_minimum_pandas_version()",
  "require_minimum_pyarrow_version()",
].join("\n");

/** A session with two executors, each a process of its own. */
export const spark: Engine = {
  name: "Spark",
  page: "engines-spark.md",

  async find(env) {
    const version = await pythonVersion("pyspark", env);
    if (version === undefined)
      return { missing: `${PYTHON} has no module pyspark (pip install pyspark pyarrow pandas)` };
    const modules = await runProgram(PYTHON, ["-c", REQUIRED], env, "/");
    if (modules.status !== 0)
      return {
        missing: `mapInArrow needs pandas and pyarrow beside pyspark: ${modules.text.trim().split("\n").at(-1)}`,
      };
    const java = await runProgram("java", ["-version"], env, "/");
    if (java.status !== 0) return { missing: "there is no Java" };
    return { version: `${version}, Java ${/version "([^"]+)"/.exec(java.text)?.[1]}` };
  },

  async start({ folder, env }) {
    const home = join(folder, "home");
    await linkHome(home, env);
    const python = { PYSPARK_PYTHON: PYTHON, PYSPARK_DRIVER_PYTHON: PYTHON, SPARK_LOCAL_IP: "127.0.0.1" };
    const settings = {
      "spark.ui.enabled": "false",
      "spark.ui.showConsoleProgress": "false",
      "spark.local.dir": folder,
      "spark.executor.extraJavaOptions": `-Djava.io.tmpdir=${folder}`,
      "spark.sql.warehouse.dir": join(folder, "warehouse"),
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ["--conf", `${name}=${value}`]);
    const log = join(folder, "spark.log");
    const sparkEnv = {
      ...env,
      ...python,
      SPARK_HOME: home,
      TMPDIR: folder,
      // Started by spark-submit itself, a program has no standard input.
      PYSPARK_SUBMIT_ARGS: ["--master", "local-cluster[2,1,1024]", ...options, "pyspark-shell"].join(" "),
    };
    const session = new Session(startLogged(PYTHON, [SESSION], log, sparkEnv, folder), folder);
    const nothing = join(folder, "nothing.py");
    writeFileSync(nothing, "");
    await session.run(nothing, []);
    return {
      run: ({ parts, out, args }) => session.run(join(folder, "spark_parts.py"), [String(parts), out, ...args]),
      isWorker: (commandLine) => commandLine.includes("CoarseGrainedExecutorBackend"),
      workerLog: () =>
        readFileSync(log, "utf8")
          .split("\n")
          .filter((line) => /Lost executor|Lost task/.test(line))
          .map((line) => line.slice(0, 200)),
      furtherChecks: () => sparkChecks(session, folder, env),
    };
  },
};

/** Makes a home of links, because a local cluster writes the work folders of its executors into its home. */
async function linkHome(home: string, env: NodeJS.ProcessEnv): Promise<void> {
  const { text } = await runProgram(PYTHON, ["-c", "import pyspark; print(pyspark.__file__)"], env, "/");
  const installed = dirname(text.trim().split("\n").at(-1)!);
  mkdirSync(home);
  for (const name of readdirSync(installed)) if (name !== "work") symlinkSync(join(installed, name), join(home, name));
}

/** Programs run one after the other. */
class Session implements SparkSession {
  private readonly process: ChildProcess;
  private readonly folder: string;
  private runs = 0;

  constructor(process: ChildProcess, folder: string) {
    this.process = process;
    this.folder = folder;
  }

  async run(program: string, args: readonly string[], conf: Record<string, string> = {}): Promise<JobResult> {
    const answer = join(this.folder, `answer-${this.runs++}.json`);
    this.process.stdin!.write(`${JSON.stringify({ program, args, answer, conf })}\n`);
    await until(`${program} has run`, () => existsSync(answer), this.process);
    const { error } = JSON.parse(readFileSync(answer, "utf8")) as { error: string | null };
    return { isDone: error === null, text: error ?? "" };
  }
}

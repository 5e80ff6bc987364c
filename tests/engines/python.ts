import { runProgram } from "./processes.ts";

/** The Python that has the engines. Another one is named by the environment. */
export const PYTHON = process.env.PYTHON ?? "python3";

/** The version of a Python module, or undefined if there is none. */
export async function pythonVersion(module: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { status, text } = await runProgram(PYTHON, ["-c", `import ${module}; print(${module}.__version__)`], env, "/");
  return status === 0 ? text.trim().split("\n").at(-1) : undefined;
}

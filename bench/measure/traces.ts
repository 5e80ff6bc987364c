import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeRequests } from "../workloads/requests.ts";
import { costOf, type MeasuredWay } from "./cost.ts";
import { inTurns } from "./turns.ts";

const COMMAND = [process.execPath, fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url))];

/**
 * Traces requests through the logs of three services in all output forms. The first way is the plain command on these
 * logs.
 */
export function measureTraces(
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): MeasuredWay[] {
  const { rules, logs, id } = writeRequests(lines, folder);
  const merge = [...COMMAND, "trace", "-r", rules, "--merge"];
  const trace = [...COMMAND, "trace", "-r", rules, "--by", id];
  const ways = [
    { name: "no trace: normalizer --quiet", command: [...COMMAND, "-q", "-r", rules, ...logs] },
    { name: "trace", command: [...trace, ...logs] },
    { name: "trace --format lines", command: [...trace, "--format", "lines", ...logs] },
    { name: "trace --format json", command: [...trace, "--format", "json", ...logs] },
    { name: "trace --merge", command: [...merge, ...logs] },
    { name: "trace --containing", command: [...trace, "--containing", "/orders/77", ...logs] },
  ];
  const measured = inTurns(ways, rounds, ({ command }) => costOf(command, join(folder, "output")));
  return ways.map(({ name }, i) => ({ name, rounds: measured[i]! }));
}

import type { NamedLog } from "../normalization/run.ts";

/** Logs in the order of their names, byte by byte: what comes of them does not depend on how they were listed. */
export function inNameOrder(logs: readonly NamedLog[]): NamedLog[] {
  return logs
    .map((log) => ({ log, name: Buffer.from(log.name) }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map(({ log }) => log);
}

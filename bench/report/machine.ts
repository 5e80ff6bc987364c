import { cpus, totalmem } from "node:os";

/** What kind of machine the figures are from, without anything that identifies it. */
export function machine(): {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
} {
  const cores = cpus();
  return {
    node: process.version,
    cpu: cores[0]?.model ?? "unknown",
    cores: cores.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
}

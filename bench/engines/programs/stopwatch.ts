/** Writes to standard error how much CPU time the work took, for work that is measured apart from the start of its process. */
export async function reportCpu(work: () => Promise<void> | void): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  process.stderr.write(`${JSON.stringify({ cpu: (user + system) / 1e6 })}\n`);
}

/**
 * Writes to standard error how much CPU time the work took, for engines that measure themselves without the start of
 * the process.
 */
export async function reportCpu(work: () => Promise<void> | void): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  process.stderr.write(`${JSON.stringify({ cpu: (user + system) / 1e6 })}\n`);
}

import { type Figures, whole } from "./figures.ts";
import { figure, table } from "./table.ts";

const TITLES = ["engine", "lines", "CPU s", "start s", "Mlines/s", "÷ ours", "÷ floor"].concat([
  "work: Mlines/s",
  "÷ ours",
  "÷ floor",
  "peak MB",
  "output",
]);

/**
 * The engines on one workload, all brought to `lines` lines. First the whole command, its start included; then the work
 * alone. `÷ ours` is how many times as long it takes as ours.
 */
export function engineTable(engines: readonly Figures[], lines: number, ours: string, floor: string): string {
  const our = engines.find(({ name }) => name === ours);
  const least = engines.find(({ name }) => name === floor);
  const rows = engines.map((engine) => {
    const { name, work, startUp, peakMemory, output } = engine;
    return [
      name,
      String(engine.lines),
      figure(whole(engine), 3),
      figure(startUp, 3),
      figure(rate(lines, whole(engine)), 2),
      figure(ratio(whole(engine), our && whole(our)), 2),
      figure(ratio(whole(engine), least && whole(least)), 2),
      figure(rate(lines, work), work * 4e6 > lines * 100 ? 4 : 2),
      figure(ratio(work, our?.work), 2),
      figure(ratio(work, least?.work), 2),
      figure(peakMemory, 0),
      output,
    ];
  });
  return table(TITLES, rows);
}

function rate(lines: number, seconds: number | undefined): number | undefined {
  return seconds && lines / seconds / 1e6;
}

function ratio(seconds: number | undefined, others: number | undefined): number | undefined {
  return seconds === undefined || others === undefined ? undefined : seconds / others;
}

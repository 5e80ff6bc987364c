import { type Figures, wholeCpu } from "./figures.ts";
import { figure, rateFigure, table } from "./table.ts";

const WHOLE = ["lines", "CPU s", "wall s", "start s", "Mlines/s", "÷ ours", "÷ floor"];
const WORK = ["work Mlines/s", "÷ ours", "÷ floor"];

/**
 * The engines on one workload, scaled to `lines` lines each: first the whole command with its start, then only the work
 * on the lines. `÷ ours` is how many times as long as ours it takes. Below the table are the places where outputs
 * differ from ours.
 */
export function engineTable(engines: readonly Figures[], lines: number, ours: string, floor: string): string {
  const our = engines.find(({ name }) => name === ours);
  const least = engines.find(({ name }) => name === floor);
  const rows = engines.map((engine) => [
    engine.name,
    String(engine.lines),
    figure(wholeCpu(engine), 3),
    figure(engine.wall, 3),
    figure(engine.startUp, 3),
    rateFigure(rate(lines, wholeCpu(engine))),
    figure(ratio(wholeCpu(engine), our && wholeCpu(our)), 2),
    figure(ratio(wholeCpu(engine), least && wholeCpu(least)), 2),
    rateFigure(rate(lines, engine.work)),
    figure(ratio(engine.work, our?.work), 2),
    figure(ratio(engine.work, least?.work), 2),
    figure(engine.peakMemory, 0),
    engine.output,
  ]);
  const differences = engines.filter(({ difference }) => difference !== undefined);
  return (
    table(["engine", ...WHOLE, ...WORK, "peak MB", "output"], rows) +
    differences.map(({ name, difference }) => `\n${name} differs from ours at ${difference}\n`).join("")
  );
}

function rate(lines: number, seconds: number | undefined): number | undefined {
  return seconds && lines / seconds / 1e6;
}

function ratio(seconds: number | undefined, others: number | undefined): number | undefined {
  return seconds === undefined || others === undefined ? undefined : seconds / others;
}

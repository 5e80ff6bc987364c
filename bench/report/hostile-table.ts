import type { LineLengths, SingleLine } from "../measure/line-lengths.ts";
import { median, medianTime } from "../measure/median.ts";
import { bytesFigure } from "./bytes-figure.ts";
import { figure, table } from "./table.ts";

/** One kind of lines, whose lengths double. */
interface Kind {
  readonly name: string;
  /** CPU time for a line, by its length. */
  readonly seconds: readonly number[];
  /** The factor that each doubling costs. */
  readonly factors: readonly number[];
}

/**
 * Milliseconds of CPU time for a line, by lengths that double, and the mean and greatest factor that a doubling costs.
 * Then what the whole command takes for a single line. Below the table are the worst kinds.
 */
export function hostileTable(
  measured: readonly LineLengths[],
  singles: readonly SingleLine[],
  singleLength: number,
): string {
  const lengths = measured[0]!.lengths.map(({ length }) => length);
  const kinds = measured.map(kindOf);
  const rows = kinds.map(({ name, seconds, factors }, i) => {
    const { cpu, wall } = medianTime(singles[i]!.rounds);
    return [
      name,
      ...seconds.map((second) => figure(1000 * second, 2)),
      figure((seconds.at(-1)! / seconds[0]!) ** (1 / factors.length), 2),
      figure(Math.max(...factors), 2),
      figure(1000 * cpu, 0),
      figure(1000 * wall, 0),
    ];
  });
  const single = bytesFigure(singleLength);
  const titles = ["ms per line of", ...lengths.map(bytesFigure), "per doubling", "maximum"];
  return (
    table([...titles, `command, ${single}: CPU ms`, "wall ms"], rows) +
    worstOf(kinds, `ms for ${single}`, ({ seconds }) => 1000 * seconds[lengths.indexOf(singleLength)]!) +
    worstOf(kinds, "times per doubling", ({ factors }) => Math.max(...factors))
  );
}

function kindOf({ name, lengths }: LineLengths): Kind {
  const seconds = lengths.map(({ rounds }) => median(rounds));
  return { name, seconds, factors: seconds.slice(1).map((second, i) => second / seconds[i]!) };
}

function worstOf(kinds: readonly Kind[], what: string, figureOf: (kind: Kind) => number): string {
  const kind = kinds.reduce((most, kind) => (figureOf(kind) > figureOf(most) ? kind : most));
  return `\nAt most ${figure(figureOf(kind), 2)} ${what}: ${kind.name}\n`;
}

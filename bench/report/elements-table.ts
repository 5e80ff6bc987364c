import type { ElementCost } from "../measure/elements.ts";
import { median } from "../measure/median.ts";
import type { Bars } from "./bars.ts";
import { figure, table } from "./table.ts";

/** Nanoseconds that each kind of element costs on a line, beside a field of any text in its place. */
export function elementsTable(costs: readonly ElementCost[]): string {
  const libraries = librariesOf(costs);
  const rows = kindsOf(costs).map((kind) => {
    const nanoseconds = libraries.map((library) => {
      const { own, anyText } = costOf(costs, kind, library);
      return { own: 1e9 * median(own), anyText: 1e9 * median(anyText) };
    });
    const ours = nanoseconds[0]!.own;
    return [
      kind,
      ...nanoseconds.flatMap(({ own, anyText }, i) => [
        figure(own, 0),
        figure(anyText, 0),
        figure(own - anyText, 0),
        ...(i === 0 ? [] : [figure(own / ours, 2)]),
      ]),
    ];
  });
  const titles = libraries.flatMap((library, i) => [
    `${library}, ns`,
    "any text instead",
    "difference",
    ...(i === 0 ? [] : ["÷ ours"]),
  ]);
  return table(["element", ...titles], rows);
}

/** The same figures as bars. */
export function elementsBars(costs: readonly ElementCost[]): Pick<Bars, "series" | "groups"> {
  const series = librariesOf(costs);
  const groups = kindsOf(costs).map((kind) => ({
    name: kind,
    figures: series.map((library) => 1e9 * median(costOf(costs, kind, library).own)),
  }));
  return { series, groups };
}

function kindsOf(costs: readonly ElementCost[]): string[] {
  return [...new Set(costs.map(({ kind }) => kind))];
}

function librariesOf(costs: readonly ElementCost[]): string[] {
  return [...new Set(costs.map(({ library }) => library))];
}

function costOf(costs: readonly ElementCost[], kind: string, library: string): ElementCost {
  return costs.find((cost) => cost.kind === kind && cost.library === library)!;
}

import { OURS, RIVAL } from "../engines/all.ts";
import { measureLineLengths } from "../measure/line-lengths.ts";
import { measureRuleCounts } from "../measure/rule-counts.ts";
import { bytesFigure } from "../report/bytes-figure.ts";
import { lineLengthsSeries, lineLengthsTable } from "../report/line-lengths-table.ts";
import { plotSvg } from "../report/plot.ts";
import { ruleCountsSeries, ruleCountsTable } from "../report/rule-counts-table.ts";
import { FRIENDLY, hostileLinesNamed } from "../workloads/long-lines.ts";
import { type Bench, engineNamed, LIBRARY, type Section } from "./section.ts";

/** The engines compared with ours for more and more rules, if installed. */
const RIVALS = [RIVAL, "lognormalizer (liblognorm), to JSON"];
/** Fewer lines than requested, because they are measured with ten sets of rules. */
const LINES_DIVISOR = 2;

const LENGTHS = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
/** A few kinds, with and without date-times. All of them would crowd the plot. */
const HOSTILE = [
  "literals that recur and never complete",
  "a tree of rules of which none completes",
  "times after a literal that recurs",
  "adjacent fields before a timestamp",
].map(hostileLinesNamed);

/** What a line costs with more and more rules, and a byte in longer and longer lines. */
export const growth: Section = {
  name: "growth",
  run: (bench) => ({ rules: withRules(bench), length: withLength(bench) }),
};

function withRules(bench: Bench): unknown {
  const { options, engines, folder, print, plot } = bench;
  const measured = [OURS, LIBRARY].map((name) => engineNamed(name, bench));
  const rivals = engines.filter(({ name }) => RIVALS.includes(name));
  const lines = Math.ceil(options.lines / LINES_DIVISOR);
  const counts = measureRuleCounts([...measured, ...rivals], { lines, rounds: options.rounds }, folder);
  print(ruleCountsTable(counts));
  const plotted = {
    title: "The same lines with more and more rules",
    xLabel: "rules",
    yLabel: "µs of CPU time per line, without the start",
    xFigure: String,
    series: ruleCountsSeries(counts),
  };
  plot("rules", plotted.title, plotSvg(plotted));
  return counts;
}

function withLength(bench: Bench): unknown {
  const { options, folder, print, plot } = bench;
  const kinds = measureLineLengths([...FRIENDLY, ...HOSTILE], LENGTHS, options.rounds, folder);
  print(lineLengthsTable(kinds));
  const plotted = {
    title: "Longer and longer lines",
    xLabel: "bytes per line",
    yLabel: "ns of CPU time per byte",
    xFigure: bytesFigure,
    series: lineLengthsSeries(kinds),
  };
  plot("length", plotted.title, plotSvg(plotted));
  return kinds;
}

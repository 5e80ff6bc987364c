/** A Markdown table, aligned for reading in a terminal too. The first column is text, the others are figures. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((_, column) => Math.max(4, ...[titles, ...rows].map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(" | ")} |\n`;
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return line(titles) + line(rule) + rows.map(line).join("");
}

/** A figure with this many decimals, or a dash if there is none. */
export function figure(number: number | undefined, digits: number): string {
  return number === undefined || !Number.isFinite(number) ? "–" : number.toFixed(digits);
}

/** A rate. Slow ones keep two significant digits. */
export function rateFigure(rate: number | undefined): string {
  return figure(rate, rate !== undefined && rate < 0.1 ? 4 : 2);
}

/** A table in Markdown, in columns also for who reads it in a terminal; the first column is text, the others figures. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((_, column) => Math.max(4, ...[titles, ...rows].map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(" | ")} |\n`;
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return line(titles) + line(rule) + rows.map(line).join("");
}

/** A figure to so many digits after the point, or a dash where there is none. */
export function figure(number: number | undefined, digits: number): string {
  return number === undefined || !Number.isFinite(number) ? "–" : number.toFixed(digits);
}

/** A rate; slow ones keep two digits that say something. */
export function rateFigure(rate: number | undefined): string {
  return figure(rate, rate !== undefined && rate < 0.1 ? 4 : 2);
}

/** A table in Markdown, in columns also for who reads it in a terminal; the first column is text, the others figures. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = titles.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column]!)].map(({ length }) => length), 4),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(" | ")} |\n`;
  const rule = widths.map((width, i) => (i === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return line(titles) + line(rule) + rows.map(line).join("");
}

/** A figure to so many digits after the point, or a dash where there is none. */
export function figure(number: number | undefined, digits: number): string {
  return number === undefined || !Number.isFinite(number) ? "–" : number.toFixed(digits);
}

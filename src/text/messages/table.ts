/**
 * Draws rows of cells as a boxed table, with its last `\n`. The first row is the heading. The first column is
 * left-aligned, and the others, which hold numbers, are right-aligned.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const [heading = [], ...body] = rows;
  const widths = heading.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const rule = (begin: string, middle: string, end: string): string =>
    begin + widths.map((width) => "─".repeat(width + 2)).join(middle) + end;
  const line = (row: readonly string[], isHeading: boolean): string => {
    const cells = row.map((cell, column) =>
      isHeading || column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    );
    return `│ ${cells.join(" │ ")} │`;
  };
  return [
    rule("┌", "┬", "┐"),
    line(heading, true),
    rule("├", "┼", "┤"),
    ...body.map((row) => line(row, false)),
    rule("└", "┴", "┘"),
    "",
  ].join("\n");
}

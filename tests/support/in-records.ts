/**
 * Puts each line of a log into a JSON object, as collectors write them: most messages end with a line end, and some
 * lines are no such object. Line ends of the log stay as they are.
 */
export function inRecords(log: Buffer): Buffer {
  const lines = log.toString().split("\n");
  const last = lines.pop()!;
  const records = lines.map((line, i) => {
    const returned = line.endsWith("\r") ? "\r" : "";
    return `${recordOf(line.slice(0, line.length - returned.length), i)}${returned}\n`;
  });
  return Buffer.from(records.join("") + (last === "" ? "" : recordOf(last, lines.length)));
}

function recordOf(text: string, i: number): string {
  if (i % 5 === 4) return text;
  if (i % 5 === 3) return JSON.stringify({ level: text });
  return `{"n":1.0, "log":${JSON.stringify(i % 5 === 2 ? text : `${text}\n`)}}`;
}

import type { CommandManual, OptionManual } from "./command-manual.ts";

const WIDTH = 80;
const OPTION_COLUMN = 26;

/** The text of `--help`: what the command does, real command lines, then every option; in 80 columns. */
export function helpText({ description, examples, synopsis, options, paragraphs }: CommandManual): string {
  const blocks = [
    wrapped(description, 0),
    `Examples:\n${examples.map(([what, line]) => `  ${what}\n    ${line}`).join("\n")}`,
    `Usage:\n  ${synopsis}`,
    `Options:\n${options.map(optionLine).join("\n")}`,
    ...paragraphs.map((paragraph) => wrapped(paragraph, 0)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function optionLine({ long, short, value = "", description }: OptionManual): string {
  const left = `  ${short === undefined ? "    " : `${short}, `}${long} ${value}`;
  return left.padEnd(OPTION_COLUMN) + wrapped(description, OPTION_COLUMN);
}

/** Words in lines of 80 columns. All but the first are indented; that one is taken to begin there already. */
function wrapped(text: string, indent: number): string {
  const lines = [""];
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)!;
    if (line === "") lines[lines.length - 1] = word;
    else if (indent + line.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${" ".repeat(indent)}`);
}

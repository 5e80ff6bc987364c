import type { Definition } from "clipanion";
import { BUILT_IN } from "./built-in.ts";

const WIDTH = 80;
const OPTION_COLUMN = 26;

const BUILT_IN_OPTIONS = BUILT_IN.map(({ names, description }) => ({ definition: names.join(","), description }));

/** The text of `--help`: what the command does, real command lines, then every option; in 80 columns. */
export function helpText(
  { description = "", examples = [], details = "", options }: Definition,
  synopsis: string,
): string {
  const blocks = [
    wrapped(description, 0),
    `Examples:\n${examples.map(([what, line]) => `  ${what.trim()}\n    ${line}`).join("\n")}`,
    `Usage:\n  ${synopsis}`,
    `Options:\n${[...options, ...BUILT_IN_OPTIONS].map(optionLine).join("\n")}`,
    ...details
      .trim()
      .split("\n\n")
      .map((paragraph) => wrapped(paragraph, 0)),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** `--rules,-r #0` is how clipanion tells of an option; people write `-r, --rules FILE`. */
function optionLine({ definition, description = "" }: { definition: string; description?: string }): string {
  const [names = "", value] = definition.split(" ");
  const [long = "", short] = names.split(",");
  // The description of an option with a value begins with what stands for the value.
  const [placeholder, text] = value === undefined ? ["", description] : splitFirstWord(description);
  const left = `  ${short === undefined ? "    " : `${short}, `}${long} ${placeholder}`;
  return left.padEnd(OPTION_COLUMN) + wrapped(text, OPTION_COLUMN);
}

function splitFirstWord(text: string): [string, string] {
  const [first = "", ...words] = text.split(" ");
  return [first, words.join(" ")];
}

/** Words in lines of 80 columns, the first of which begins at the indent. */
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

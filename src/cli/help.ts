import type { Definition } from "clipanion";

const OPTION_COLUMN = 26;

/** The text of `--help`: what the command does, real command lines, then every option. */
export function helpText(
  { description = "", examples = [], details = "", options }: Definition,
  usage: string,
): string {
  const blocks = [
    description.trim(),
    "Examples:",
    ...examples.map(([what, line]) => `  ${what.trim()}\n    ${line}`),
    `Usage:\n  ${usage}`,
    `Options:\n${options.map(optionLine).join("\n")}`,
    details.trim(),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** `--rules,-r #0` is how clipanion tells of an option; people write `-r, --rules FILE`. */
function optionLine({ definition, description = "" }: Definition["options"][number]): string {
  const [names = "", argument] = definition.split(" ");
  const [long = "", short] = names.split(",");
  const [placeholder, text] = argument === undefined ? ["", description.trim()] : splitPlaceholder(description.trim());
  const left = `  ${short === undefined ? "    " : `${short}, `}${long}${placeholder === "" ? "" : ` ${placeholder}`}`;
  const gap = left.length < OPTION_COLUMN ? left.padEnd(OPTION_COLUMN) : `${left}\n${" ".repeat(OPTION_COLUMN)}`;
  return gap + text.replaceAll("\n", `\n${" ".repeat(OPTION_COLUMN)}`);
}

/** The description of an option with a value begins with what stands for the value. */
function splitPlaceholder(description: string): [string, string] {
  const [placeholder = "", ...words] = description.split(" ");
  return [placeholder, words.join(" ")];
}

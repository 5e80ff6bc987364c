import type { Definition } from "clipanion";
import type { CommandClass } from "../context.ts";
import { BUILT_IN } from "../options/built-in.ts";

/** What people read about an option. */
export interface OptionManual {
  /** `--rules`. */
  readonly long: string;
  /** `-r`. */
  readonly short: string | undefined;
  /** What stands for its value, `FILE`; undefined if it takes none. */
  readonly value: string | undefined;
  readonly description: string;
  /** The values that it takes, where they are few. */
  readonly choices: readonly string[];
}

/** All there is to say of a command: its help, its completions and its manual page are made from this. */
export interface CommandManual {
  /** The word that names it; the plain command has none. */
  readonly word: string | undefined;
  readonly synopsis: string;
  readonly description: string;
  readonly examples: readonly (readonly [what: string, line: string])[];
  readonly options: readonly OptionManual[];
  /** The values of its operand, where that is not a file. */
  readonly operands: readonly string[];
  readonly paragraphs: readonly string[];
}

/** The manual of a command, from its class and from what clipanion knows of it. */
export function manualOf(command: CommandClass, definition: Definition): CommandManual {
  const { description = "", examples = [], details = "", options, path } = definition;
  const choices = command.choices ?? {};
  const builtIn = BUILT_IN.map(({ names, description }) => ({ definition: names.join(","), description }));
  return {
    word: path.split(" ")[1],
    synopsis: command.synopsis,
    description: description.trim(),
    examples: examples.map(([what, line]) => [what.trim(), line]),
    options: [...options, ...builtIn].map((option) => optionManual(option, choices)),
    operands: Object.entries(choices).flatMap(([name, values]) => (name.startsWith("-") ? [] : values)),
    paragraphs: details.trim().split("\n\n"),
  };
}

/** Clipanion gives an option as `--rules,-r #0`. The description of one with a value begins with what stands for that. */
function optionManual(
  { definition, description = "" }: { definition: string; description?: string },
  choices: NonNullable<CommandClass["choices"]>,
): OptionManual {
  const [names = "", value] = definition.split(" ");
  const [long = "", short] = names.split(",");
  if (value === undefined) return { long, short, value, description, choices: [] };
  const [first = "", ...words] = description.split(" ");
  return { long, short, value: first, description: words.join(" "), choices: choices[long] ?? [] };
}

import type { Definition } from "clipanion";
import { BUILT_IN } from "./built-in.ts";
import type { CommandClass } from "./context.ts";

/** An option as people read of it. */
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

/** What there is to say of a command: help, completions and the manual page are made of it. */
export interface CommandManual {
  /** The word that asks for it; the plain command has none. */
  readonly word: string | undefined;
  readonly synopsis: string;
  readonly description: string;
  readonly examples: readonly (readonly [what: string, line: string])[];
  readonly options: readonly OptionManual[];
  /** What may be named without an option, where that is no file. */
  readonly operands: readonly string[];
  readonly paragraphs: readonly string[];
}

/** The manual of a command by its class and what clipanion tells of it. */
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

/** `--rules,-r #0` is how clipanion tells of an option; the description of one with a value begins with what stands for it. */
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

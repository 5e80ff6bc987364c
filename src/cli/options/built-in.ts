import { UsageError } from "clipanion";

type BuiltIn = "help" | "version";

/** The options that every command has. They are answered before clipanion sees the arguments. */
export const BUILT_IN: readonly {
  readonly names: readonly string[];
  readonly asks: BuiltIn;
  readonly description: string;
}[] = [
  { names: ["--help", "-h"], asks: "help", description: "Show this text." },
  { names: ["--version", "-v"], asks: "version", description: "Show the version." },
];

/** Which of them is asked for first, whatever else is written beside it. Throws a UsageError if it has a value. */
export function builtInAsked(options: readonly string[]): BuiltIn | undefined {
  for (const option of options) {
    const [name, value] = option.split("=", 2);
    const found = BUILT_IN.find(({ names }) => names.includes(name!));
    if (found === undefined) continue;
    if (value !== undefined) throw new UsageError(`${name} takes no value`);
    return found.asks;
  }
  return undefined;
}
